/* flow_samples.c - the oracle's samples of a flow.  SPDX-License-Identifier: MIT */
#include "flow.h"

#include <math.h>

hpyr_result hpyr_ref_flow_cells(const hpyr_ref_flow *flow, uint32_t cells[3]) {
    if (!flow || !flow->size[0] || !flow->size[1] || !flow->size[2] || !cells)
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (int axis = 0; axis < 3; axis++)
        cells[axis] =
            flow->kind == HPYR_FLOW_KIND_VORTICITY || flow->periodic[axis] ? flow->size[axis] : flow->size[axis] - 1;
    return HPYR_OK;
}

const float *hpi_reference_flow_sample(const hpyr_ref_flow *flow, const int64_t at[3]) {
    uint64_t wrapped[3];
    for (int axis = 0; axis < 3; axis++) {
        const int64_t n = flow->size[axis];
        wrapped[axis] = (uint64_t)(((at[axis] % n) + n) % n);
    }
    const uint64_t i = (wrapped[2] * flow->size[1] + wrapped[1]) * flow->size[0] + wrapped[0];
    return flow->samples + i * (flow->kind == HPYR_FLOW_KIND_BAND ? 1 : 3);
}

bool hpi_reference_flow_is_zero(const hpyr_ref_flow *flow, const int64_t at[3]) {
    const float *v = hpi_reference_flow_sample(flow, at);
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static const float *corner_of(const hpyr_ref_flow *flow, const uint32_t cell[3], int corner) {
    const int64_t at[3] = {(int64_t)cell[0] + (corner & 1), (int64_t)cell[1] + (corner >> 1 & 1),
                           (int64_t)cell[2] + (corner >> 2)};
    return hpi_reference_flow_sample(flow, at);
}

bool hpi_reference_flow_range(const hpyr_ref_flow *flow, const uint32_t cell[3], int component, double *least,
                              double *most) {
    *least = INFINITY;
    *most = -INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        const double value = corner_of(flow, cell, corner)[component];
        if (!isfinite(value))
            return false;
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
    return true;
}
