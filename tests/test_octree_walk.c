/* test_octree_walk.c - shaders of the caller's walk an octree: cells, nodes, parents, children and neighbors equal the
 * oracle's.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "octrees_gl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_UNIT = 2 };

/* Pixel i answers for point i. */
static const char *const probe_body =
    "uniform sampler2D u_probes;\n"
    "uniform int u_depth;\n"
    "out uvec4 color;\n"
    "uint packed_cell(ivec3 cell) { return uint(cell.x | cell.y << 10 | cell.z << 20); }\n"
    "void main() {\n"
    "    int i = int(gl_FragCoord.y) * 256 + int(gl_FragCoord.x);\n"
    "    if (i >= textureSize(u_probes, 0).x) discard;\n"
    "    ivec3 cell = hpyr_cell(texelFetch(u_probes, ivec2(i, 0), 0).xyz, u_depth);\n"
    "    int node = hpyr_node_of(cell, u_depth);\n"
    "    color = uvec4(uint(node), uint(hpyr_depth_of(node)), packed_cell(cell),\n"
    "                   packed_cell(hpyr_cell_of(node)));\n"
    "}\n";

/* 27 pixels answer for a node. */
static const char *const node_body =
    "uniform int u_nodes;\n"
    "out uvec4 color;\n"
    "void main() {\n"
    "    int i = int(gl_FragCoord.y) * 256 + int(gl_FragCoord.x), node = i / 27, place = i % 27;\n"
    "    if (node >= u_nodes) discard;\n"
    "    ivec3 direction = ivec3(place / 9, place / 3 % 3, place % 3) - 1;\n"
    "    uvec4 facts = hpyr_node(node);\n"
    "    uint fact = place % 4 == 0 ? facts.x : place % 4 == 1 ? facts.y : place % 4 == 2 ? facts.z : facts.w;\n"
    "    int other = place % 2 == 0 ? hpyr_parent(node) : hpyr_none;\n"
    "    color = uvec4(uint(hpyr_neighbor(node, direction)), uint(hpyr_child(node, place % 8)), fact, uint(other));\n"
    "}\n";

/* Pixel 0 answers with the root, pixel 1 + d with what there is of depth d. */
static const char *const root_body =
    "out uvec4 color;\n"
    "void main() {\n"
    "    int i = int(gl_FragCoord.y) * 256 + int(gl_FragCoord.x);\n"
    "    if (i > hpyr_depth() + 2) discard;\n"
    "    color = i == 0 ? floatBitsToUint(hpyr_cube())\n"
    "                    : uvec4(uint(hpyr_first_node(i - 1)), uint(hpyr_depth()), uint(hpyr_none), 6u);\n"
    "}\n";

/* ---- drawing ---- */

static GLuint walking_program(env *e, const hpyr_octree *octree, const char *prefix, const char *body) {
    static char snippet[WALK_TEXT];
    size_t needed = 0;
    OK(e, hpyr_octree_glsl(octree, prefix, snippet, WALK_TEXT, &needed));
    return walk_program(snippet, needed, body);
}

/* hpyr_octree_bind, checked. */
static void bind(env *e, hpyr_octree *octree, GLuint program, const char *prefix, uint32_t unit) {
    hpyr_binding binding;
    env_pause(e);
    env_enter(e);
    e->result = hpyr_octree_bind(octree, program, prefix, unit, &binding);
    walk_check_bind(e, program, &binding, unit, 1, "hpyr_octree_bind");
}

/* Unbinds the octree, and then the program and the unit are as before too. */
static void end_of_drawing(env *e, hpyr_octree *octree, GLuint program) {
    assert_int_equal(hpyr_octree_unbind(octree), HPYR_OK);
    walk_end(e, program);
}

/* ---- points ---- */

enum { PROBES = 200 };

/* Points of the set, and others in the root and around it. */
static void make_probes(const hpyr_ref_octree *oracle, const point_set *set, float probes[PROBES][3]) {
    const hpyr_octree_cube *cube = &oracle->report.cube;
    uint64_t seed = 11;
    for (uint32_t i = 0; i < PROBES; i++)
        for (int axis = 0; axis < 3; axis++)
            probes[i][axis] =
                i % 2 && oracle->report.points
                    ? points_at(set, oracle->arrays[HPYR_OCTREE_ARRAY_POINT_ORDER][i % oracle->report.points])[axis]
                    : cube->origin[axis] + cube->side * ((float)random_below(&seed, 1500) / 1024 - 0.25f);
}

static uint32_t packed_cell(const int32_t cell[3]) {
    return (uint32_t)(cell[0] | cell[1] << 10 | cell[2] << 20);
}

/* The node there, or the leaf around it. */
static void answer_of_probe(const hpyr_ref_octree *oracle, const float *probe, uint32_t depth, uint32_t answer[4]) {
    int32_t cell[3];
    cell_of_point(&oracle->report.cube, probe, depth, cell);
    answer[2] = packed_cell(cell);
    uint32_t node = node_of_cell(oracle, depth, cell);
    while (node == HPYR_OCTREE_NONE) {
        depth--;
        for (int axis = 0; axis < 3; axis++)
            cell[axis] /= 2;
        node = node_of_cell(oracle, depth, cell);
    }
    answer[0] = node;
    answer[1] = depth;
    answer[3] = packed_cell(cell);
}

static void check_answer(const uint32_t *got, const uint32_t expected[4], const char *what, uint32_t number) {
    if (memcmp(got, expected, 4 * sizeof *got) != 0)
        fail_msg("%s %" PRIu32 ": %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 ", the oracle says %" PRIu32 " %" PRIu32
                 " %" PRIu32 " %" PRIu32,
                 what, number, got[0], got[1], got[2], got[3], expected[0], expected[1], expected[2], expected[3]);
    runner_checks++;
}

static void check_probes(env *e, hpyr_octree *octree, const hpyr_ref_octree *oracle, const point_set *set) {
    GLuint program = walking_program(e, octree, NULL, probe_body), texture;
    float probes[PROBES][3];
    make_probes(oracle, set, probes);
    glGenTextures(1, &texture);
    bind(e, octree, program, NULL, FIRST_UNIT);
    env_calm(e);
    walk_set_probes(texture, program, probes, PROBES);
    for (uint32_t depth = 0; depth <= oracle->report.depth; depth++) {
        glUniform1i(glGetUniformLocation(program, "u_depth"), (GLint)depth);
        uint32_t *texels = walk_draw(e, PROBES), expected[4];
        for (uint32_t i = 0; i < PROBES; i++) {
            answer_of_probe(oracle, probes[i], depth, expected);
            check_answer(texels + 4 * (size_t)i, expected, "point", i);
        }
        free(texels);
    }
    end_of_drawing(e, octree, program);
    glDeleteTextures(1, &texture);
}

/* ---- nodes ---- */

static void answer_of_node(const hpyr_ref_octree *oracle, uint32_t node, uint32_t place, uint32_t answer[4]) {
    static const hpyr_octree_array facts[] = {HPYR_OCTREE_ARRAY_KEYS, HPYR_OCTREE_ARRAY_FIRST_POINTS,
                                              HPYR_OCTREE_ARRAY_POINT_COUNTS};
    const uint32_t *children = oracle->arrays[HPYR_OCTREE_ARRAY_CHILDREN] + (size_t)node * 8;
    answer[0] = oracle->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS][(size_t)node * HPYR_OCTREE_PLACES + place];
    answer[1] = children[place % 8];
    answer[2] = place % 4 < 3 ? oracle->arrays[facts[place % 4]][node] : children[0];
    answer[3] = place % 2 ? HPYR_OCTREE_NONE : oracle->arrays[HPYR_OCTREE_ARRAY_PARENTS][node];
}

static void check_nodes(env *e, hpyr_octree *octree, const hpyr_ref_octree *oracle) {
    const uint32_t nodes = oracle->report.nodes, entries = nodes * HPYR_OCTREE_PLACES;
    GLuint program = walking_program(e, octree, NULL, node_body);
    bind(e, octree, program, NULL, FIRST_UNIT);
    env_calm(e);
    glUniform1i(glGetUniformLocation(program, "u_nodes"), (GLint)nodes);
    uint32_t *texels = walk_draw(e, entries), expected[4];
    for (uint32_t i = 0; i < entries; i++) {
        answer_of_node(oracle, i / HPYR_OCTREE_PLACES, i % HPYR_OCTREE_PLACES, expected);
        check_answer(texels + 4 * (size_t)i, expected, "node * 27 + place", i);
    }
    free(texels);
    end_of_drawing(e, octree, program);
}

static void check_root(env *e, hpyr_octree *octree, const hpyr_ref_octree *oracle) {
    const hpyr_octree_report *r = &oracle->report;
    GLuint program = walking_program(e, octree, NULL, root_body);
    uint32_t expected[4];
    bind(e, octree, program, NULL, 0);
    env_calm(e);
    uint32_t *texels = walk_draw(e, r->depth + 3);
    memcpy(expected, &r->cube, sizeof expected);
    check_answer(texels, expected, "root", 0);
    for (uint32_t depth = 0; depth <= r->depth + 1; depth++) {
        const uint32_t of_depth[4] = {r->first_node[depth], r->depth, HPYR_OCTREE_NONE, 6};
        check_answer(texels + 4 * (size_t)(depth + 1), of_depth, "depth", depth);
    }
    free(texels);
    end_of_drawing(e, octree, program);
}

/* ---- tests ---- */

typedef struct walk {
    points_kind kind;
    uint32_t count, depth;
    hpyr_octree_growth growth;
} walk;

GPU_TEST(shaders_walk_as_the_oracle) {
    static const walk walks[] = {
        {POINTS_SPHERE, 60, 4, HPYR_OCTREE_GROWTH_POINTS},   {POINTS_NEAR, 12, 10, HPYR_OCTREE_GROWTH_POINTS},
        {POINTS_OUTSIDE, 20, 3, HPYR_OCTREE_GROWTH_GRADED},  {POINTS_NONE, 0, 5, HPYR_OCTREE_GROWTH_POINTS},
        {POINTS_CLUSTERED, 5, 7, HPYR_OCTREE_GROWTH_GRADED}, {POINTS_STRANGE, 90, 1, HPYR_OCTREE_GROWTH_POINTS},
        {POINTS_SMALL, 30, 6, HPYR_OCTREE_GROWTH_POINTS},    {POINTS_LARGE, 30, 5, HPYR_OCTREE_GROWTH_POINTS}};
    for (uint32_t i = 0; i < LENGTH(walks); i += e->small ? 3 : 1) {
        const walk *w = &walks[i];
        const hpyr_octree_desc desc = {.capacity = w->count + 1, .depth = w->depth, .growth = w->growth};
        SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
        SCOPED(points_free) point_set set = points_make(w->kind, w->count, 0, 3, i);
        SCOPED(hpyr_ref_octree_free) hpyr_ref_octree oracle = points_octree(&set, &desc);
        check_build(e, octree, &desc, &set, i % 2);
        check_probes(e, octree, &oracle, &set);
        check_nodes(e, octree, &oracle);
        check_root(e, octree, &oracle);
    }
}

/* The same program, bound again. */
GPU_TEST(each_build_is_bound_anew) {
    static const points_kind kinds[] = {POINTS_SPHERE, POINTS_ONE, POINTS_CLUSTERED};
    const hpyr_octree_desc desc = {.capacity = 30, .depth = 4};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    for (uint32_t i = 0; i < LENGTH(kinds); i++) {
        SCOPED(points_free) point_set set = points_make(kinds[i], 30, 0, 3, i);
        SCOPED(hpyr_ref_octree_free) hpyr_ref_octree oracle = points_octree(&set, &desc);
        check_build(e, octree, &desc, &set, false);
        check_nodes(e, octree, &oracle);
    }
}

static const char *const pair_body =
    "out uvec4 color;\n"
    "void main() {\n"
    "    int i = int(gl_FragCoord.y) * 256 + int(gl_FragCoord.x);\n"
    "    if (i >= b_first_node(2)) discard;\n"
    "    color = uvec4(a_node(min(i, a_first_node(2) - 1)).x, b_node(i).x, uint(a_depth()), uint(b_depth()));\n"
    "}\n";

/* Under two prefixes, with four units. */
GPU_TEST(a_shader_walks_two_octrees) {
    const hpyr_octree_desc a_desc = {.capacity = 30, .depth = 1}, b_desc = {.capacity = 30, .depth = 5};
    SCOPED(destroy_octree) hpyr_octree *a = make_octree(e, &a_desc), *b = make_octree(e, &b_desc);
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 30, 0, 3, 1);
    SCOPED(hpyr_ref_octree_free)
    hpyr_ref_octree a_oracle = points_octree(&set, &a_desc), b_oracle = points_octree(&set, &b_desc);
    static char body[2 * WALK_TEXT];
    const uint32_t *a_keys = a_oracle.arrays[HPYR_OCTREE_ARRAY_KEYS], *b_keys = b_oracle.arrays[HPYR_OCTREE_ARRAY_KEYS];
    check_build(e, a, &a_desc, &set, false);
    check_build(e, b, &b_desc, &set, false);
    OK(e, hpyr_octree_glsl(a, "a_", body, WALK_TEXT, NULL));
    strcat(body, "\n");
    strcat(body, pair_body);
    static char own[WALK_TEXT], fragment[4 * WALK_TEXT];
    OK(e, hpyr_octree_glsl(b, "b_", own, WALK_TEXT, NULL));
    snprintf(fragment, sizeof fragment, "%s\n%s", own, body);
    GLuint program = make_drawing(fragment);
    bind(e, a, program, "a_", 4);
    bind(e, b, program, "b_", 1);
    env_calm(e);
    uint32_t entries = b_oracle.report.first_node[2], *texels = walk_draw(e, entries);
    for (uint32_t i = 0; i < entries; i++) {
        const uint32_t expected[4] = {a_keys[i < 8 ? i : 8], b_keys[i], 1, 5};
        check_answer(texels + 4 * (size_t)i, expected, "node of two octrees", i);
    }
    free(texels);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_octree_unbind(a)); /* b was bound later */
    assert_int_equal(hpyr_octree_unbind(b), HPYR_OK);
    end_of_drawing(e, a, program);
}
