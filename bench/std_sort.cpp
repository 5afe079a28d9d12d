// std_sort.cpp - the sorts of the C++ library. Without a C++ compiler the bench is built without this file.
// SPDX-License-Identifier: MIT
#include "peers.h"

#include <algorithm>

// Not a function: its address would be called for each comparison.
struct comes_before {
    bool operator()(const peer_pair &a, const peer_pair &b) const {
        return a.key < b.key;
    }
};

void peer_std_sort_keys(uint32_t *keys, size_t count) {
    std::sort(keys, keys + count);
}

void peer_std_sort_pairs(peer_pair *pairs, size_t count) {
    std::sort(pairs, pairs + count, comes_before());
}

void peer_std_stable_sort_keys(uint32_t *keys, size_t count) {
    std::stable_sort(keys, keys + count);
}

void peer_std_stable_sort_pairs(peer_pair *pairs, size_t count) {
    std::stable_sort(pairs, pairs + count, comes_before());
}
