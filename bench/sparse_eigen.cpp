// sparse_eigen.cpp - sparse matrices by Eigen 3.  SPDX-License-Identifier: MIT
#include "peers.h"

#include <Eigen/SparseCore>

#include <new>

using dense_matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct eigen_matrices {
    Eigen::Map<const dense_matrix> dense;
    float epsilon;
    Eigen::SparseMatrix<float, Eigen::RowMajor, int> rows;
    Eigen::SparseMatrix<float, Eigen::ColMajor, int> columns;
};

// Memory that runs out is thrown, and nothing may be thrown through C.
template <typename work> static bool caught(const work &run) {
    try {
        run();
        return true;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

extern "C" eigen_matrices *eigen_open(const float *dense, uint32_t rows, uint32_t columns, float epsilon) {
    return new (std::nothrow) eigen_matrices{Eigen::Map<const dense_matrix>(dense, rows, columns), epsilon, {}, {}};
}

extern "C" void eigen_close(eigen_matrices *m) {
    delete m;
}

// Eigen takes elements with |a| > |reference| * epsilon.
extern "C" bool eigen_convert(eigen_matrices *m) {
    return caught([m] {
        m->rows = m->dense.sparseView(m->epsilon, 1.0f);
        m->rows.makeCompressed();
    });
}

extern "C" bool eigen_multiply(eigen_matrices *m, const float *x, float *y) {
    return caught([=] {
        Eigen::Map<Eigen::VectorXf>(y, m->rows.rows()) = m->rows * Eigen::Map<const Eigen::VectorXf>(x, m->rows.cols());
    });
}

extern "C" bool eigen_transpose(eigen_matrices *m) {
    return caught([m] { m->columns = m->rows; });
}

template <typename matrix> static peer_sparse lists_of(matrix &m, Eigen::Index lines, Eigen::Index others) {
    peer_sparse lists;
    lists.rows = static_cast<uint32_t>(lines);
    lists.columns = static_cast<uint32_t>(others);
    lists.pointers = reinterpret_cast<uint32_t *>(m.outerIndexPtr());
    lists.indices = reinterpret_cast<uint32_t *>(m.innerIndexPtr());
    lists.values = m.valuePtr();
    return lists;
}

extern "C" peer_sparse eigen_converted(eigen_matrices *m) {
    return lists_of(m->rows, m->rows.rows(), m->rows.cols());
}

extern "C" peer_sparse eigen_transposed(eigen_matrices *m) {
    return lists_of(m->columns, m->columns.cols(), m->columns.rows());
}
