/* flow_loops.h - seeds of a flow by loops in plain C: what a user would do who has read the field back.  SPDX-License-Identifier: MIT */
#ifndef BENCH_FLOW_LOOPS_H
#define BENCH_FLOW_LOOPS_H

#include <histopyramid/flow_types.h>

/** Writes the cells of a periodic cube of samples that a discriminator takes, three numbers each, x fastest; returns how many. A sample of
 *  vectors has four floats, of BAND one. `bounds`: of VORTICITY the threshold; of BAND the lowest and the highest. */
uint32_t flow_loop(hpyr_flow_kind kind, const float *samples, uint32_t side, float spacing, const float bounds[2],
                   uint32_t *cells);

#endif
