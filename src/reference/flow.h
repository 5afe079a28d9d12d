/* flow.h - what the files of the oracle of flow.h share.  SPDX-License-Identifier: MIT */
#ifndef HPI_REFERENCE_FLOW_H
#define HPI_REFERENCE_FLOW_H

#include <histopyramid/reference/flow.h>

/** The sample at a place, which may lie outside along periodic axes. */
const float *hpi_reference_flow_sample(const hpyr_ref_flow *flow, const int64_t at[3]);

/** Whether all components of a sample are 0. */
bool hpi_reference_flow_is_zero(const hpyr_ref_flow *flow, const int64_t at[3]);

/** The smallest and the largest number of one component among the eight samples of a cell; false if one is not finite. */
bool hpi_reference_flow_range(const hpyr_ref_flow *flow, const uint32_t cell[3], int component, double *least,
                              double *most);

#endif
