// sparse_eigen.cpp - sparse matrices by Eigen 3.  SPDX-License-Identifier: MIT
#include "sparse_peers.h"

#include <Eigen/SparseCore>

using dense_matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct eigen_matrices {
    Eigen::Map<const dense_matrix> dense;
    float epsilon;
    Eigen::SparseMatrix<float, Eigen::RowMajor, int> rows;
    Eigen::SparseMatrix<float, Eigen::ColMajor, int> columns;
};

// Eigen takes elements with |a| > |reference| * epsilon. Nothing may be thrown through C.
extern "C" eigen_matrices *eigen_open(const float *dense, uint32_t rows, uint32_t columns, float epsilon) {
    return new eigen_matrices{Eigen::Map<const dense_matrix>(dense, rows, columns), epsilon, {}, {}};
}

extern "C" void eigen_close(eigen_matrices *m) {
    delete m;
}

extern "C" void eigen_convert(eigen_matrices *m) {
    m->rows = m->dense.sparseView(m->epsilon, 1.0f);
    m->rows.makeCompressed();
}

extern "C" void eigen_multiply(eigen_matrices *m, const float *x, float *y) {
    Eigen::Map<Eigen::VectorXf>(y, m->rows.rows()) = m->rows * Eigen::Map<const Eigen::VectorXf>(x, m->rows.cols());
}

extern "C" void eigen_transpose(eigen_matrices *m) {
    m->columns = m->rows;
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
