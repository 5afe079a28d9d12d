/* flows.h - flows by formulas.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_FLOWS_H
#define FLOWSEEDS_FLOWS_H

#include <stdbool.h>

typedef enum flow_name {
    FLOW_ABC,    /* Arnold, Beltrami and Childress; periodic */
    FLOW_LORENZ, /* the Lorenz system; A is sigma, B is rho, C is beta */
    FLOW_COUNT
} flow_name;

/** A flow in a box. Its GLSL defines hpyr_flow_at, and reads the parameters from u_hpyr_my_abc. */
typedef struct flow_formula {
    const char *name, *glsl;
    double low[3], high[3];
    bool is_periodic;
    double abc[3];
    void (*at)(const double abc[3], const double p[3], double out[3]); /* the same in C */
} flow_formula;

extern const flow_formula FLOWS[FLOW_COUNT];

/** What --flow may be; NULL at the end. */
extern const char *const FLOW_NAMES[];

#endif
