/* topology.h - what must hold of every closed mesh, however it was made.  SPDX-License-Identifier: MIT */
#ifndef TEST_TOPOLOGY_H
#define TEST_TOPOLOGY_H

#include "answers.h"

/** Fails the test, and says the name, unless the mesh of a surface is closed: a directed edge is there once, and so is
 *  its opposite; every vertex has triangles, in one fan that closes; the Euler number of each connected part is even
 *  and at most 2. Returns the number of parts. */
uint32_t check_topology(const char *name, const hpyr_ref_surface *s);

/** The volume inside of a closed mesh: above 0 if its triangles are counter-clockwise seen from outside. */
double signed_volume(const hpyr_ref_surface *s);

#endif
