/* flows.c - flows by formulas.  SPDX-License-Identifier: MIT */
#include "flows.h"

#include <math.h>
#include <stddef.h>

static void abc_at(const double abc[3], const double p[3], double out[3]) {
    out[0] = abc[0] * sin(p[2]) + abc[2] * cos(p[1]);
    out[1] = abc[1] * sin(p[0]) + abc[0] * cos(p[2]);
    out[2] = abc[2] * sin(p[1]) + abc[1] * cos(p[0]);
}

static void lorenz_at(const double abc[3], const double p[3], double out[3]) {
    out[0] = abc[0] * (p[1] - p[0]);
    out[1] = p[0] * (abc[1] - p[2]) - p[1];
    out[2] = p[0] * p[1] - abc[2] * p[2];
}

static const double TURN = 6.283185307179586;

const flow_formula FLOWS[FLOW_COUNT] = {
    [FLOW_ABC] = {"abc",
                  "uniform vec3 u_hpyr_my_abc;\n"
                  "vec3 hpyr_flow_at(vec3 p) {\n"
                  "    return u_hpyr_my_abc * sin(p.zxy) + u_hpyr_my_abc.zxy * cos(p.yzx);\n"
                  "}\n",
                  {0, 0, 0},
                  {TURN, TURN, TURN},
                  true,
                  {1, 1, 1},
                  abc_at},
    [FLOW_LORENZ] = {"lorenz",
                     "uniform vec3 u_hpyr_my_abc;\n"
                     "vec3 hpyr_flow_at(vec3 p) {\n"
                     "    return vec3(u_hpyr_my_abc.x * (p.y - p.x), p.x * (u_hpyr_my_abc.y - p.z) - p.y,\n"
                     "                p.x * p.y - u_hpyr_my_abc.z * p.z);\n"
                     "}\n",
                     {-26, -32, -4},
                     {26, 32, 56},
                     false,
                     {10, 28, 8.0 / 3},
                     lorenz_at},
};

const char *const FLOW_NAMES[] = {"abc", "lorenz", NULL};
