/* combine.c - union, intersection and difference of two solids, by their points.  SPDX-License-Identifier: MIT */
#include "sculpt/edits.h"

#include <stdlib.h>

/* Which points of `c` the other solid keeps. */
static bool *choose(const clay *c, const solid *other, bool must_be_inside) {
    const uint32_t count = c->points.count;
    float *values = malloc(sizeof *values * ((size_t)count + 1));
    bool *is_kept = malloc((size_t)count + 1);
    bool ok = (values && is_kept) || error_set("out of memory for %u points", (unsigned)count);
    ok = ok && solid_evaluate(other, c->points.positions, count, values);
    for (size_t i = 0; ok && i < count; i++)
        is_kept[i] = (values[i] < 0) == must_be_inside;
    free(values);
    if (!ok)
        free(is_kept);
    return ok ? is_kept : NULL;
}

static void turn(clay *c, uint32_t first) {
    for (size_t i = 3 * (size_t)first; i < 3 * (size_t)c->points.count; i++)
        c->points.normals[i] = -c->points.normals[i];
}

/* A difference keeps those of `a` outside of `b`, and those of `b` inside of `a`, turned over. */
bool edits_combine(const solid *a, const solid *b, edit_kind kind, clay *out) {
    const clay *one = &a->cloud, *two = &b->cloud;
    bool *kept_one = choose(one, b, kind == EDIT_INTERSECTION), *kept_two = choose(two, a, kind != EDIT_UNION);
    bool ok = kept_one && kept_two && clay_add_some(out, one, 0, one->anchors, kept_one);
    const uint32_t middle = out->points.count;
    ok = ok && clay_add_some(out, two, 0, two->anchors, kept_two);
    if (ok && kind == EDIT_DIFFERENCE)
        turn(out, middle);
    out->anchors = out->points.count;
    ok = ok && clay_add_some(out, one, one->anchors, one->points.count, kept_one);
    free(kept_one);
    free(kept_two);
    return ok;
}
