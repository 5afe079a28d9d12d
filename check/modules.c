/* modules.c - the table of checks, and what a GL says of itself.  SPDX-License-Identifier: MIT */
#include "modules.h"

#include <string.h>

const check_module CHECK_MODULES[] = {
#define X(name) {#name, check_##name},
    CHECKS(X)
#undef X
        {NULL, NULL}};

const check_module *check_find(const char *name) {
    const check_module *m = CHECK_MODULES;
    while (m->name && strcmp(m->name, name) != 0)
        m++;
    return m->name ? m : NULL;
}

/* Limits, and the verdicts of probes. */
void check_context(check *c) {
    const hpyr_caps *caps = c->caps;
    const struct {
        const char *name;
        uint32_t value;
    } limits[] = {
        {"max_texture_size", caps->max_texture_size},   {"max_texture_3d_size", caps->max_texture_3d_size},
        {"max_texture_units", caps->max_texture_units}, {"max_vertex_texture_units", caps->max_vertex_texture_units},
        {"max_array_layers", caps->max_array_layers},   {"max_buffer_texels", caps->max_buffer_texels},
        {"max_draw_buffers", caps->max_draw_buffers},   {"max_list_length", caps->max_list_length},
        {"float_targets", caps->float_targets},         {"logic_op", caps->logic_op},
        {"fragment_lod", caps->fragment_lod},           {"rectangle_textures", caps->rectangle_textures},
        {"filter_float", caps->filter_float},           {"filter_half", caps->filter_half}};
    check_fact(c, "renderer", "%s", caps->renderer);
    check_fact(c, "version", "%s", caps->version);
    check_fact(c, "GLSL", "%d", caps->glsl_version);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        check_fact(c, limits[i].name, "%u", (unsigned)limits[i].value);
    check_count(c, "version of the library", (uint64_t)hpyr_version(), HPYR_VERSION_NUMBER);
}
