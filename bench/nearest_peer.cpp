// nearest_peer.cpp - the nearest points as nanoflann's k-d tree finds them. Without nanoflann the build leaves this file out.
// SPDX-License-Identifier: MIT
#include "peers.h"

#include <nanoflann.hpp>

#include <algorithm>
#include <new>

struct peer_cloud {
    const float *points;
    size_t count;

    size_t kdtree_get_point_count() const {
        return count;
    }
    float kdtree_get_pt(size_t i, size_t axis) const {
        return points[3 * i + axis];
    }
    template <typename box> bool kdtree_get_bbox(box &) const {
        return false;
    }
};

using peer_tree =
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, peer_cloud>, peer_cloud, 3, uint32_t>;

struct nearest_peer {
    peer_cloud cloud;
    peer_tree tree;
    nearest_peer(const float *points, size_t count) : cloud{points, count}, tree(3, cloud, {10}) {}
};

nearest_peer *nearest_peer_open(const float *points, size_t count) {
    try {
        return new nearest_peer(points, count);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void nearest_peer_close(nearest_peer *p) {
    delete p;
}

void nearest_peer_find(nearest_peer *p, const float *queries, size_t count, size_t neighbors, uint32_t *indices,
                       float *squares) {
    for (size_t i = 0; i < count; i++)
        p->tree.knnSearch(queries + 3 * i, neighbors, indices + i * neighbors, squares + i * neighbors);
}

int nearest_peer_version() {
    return NANOFLANN_VERSION;
}
