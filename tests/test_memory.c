/* test_memory.c - objects of every module where memory runs out: it is told, the next call is right, and nothing is left behind.
 * What only one module does where it runs out stands in a test of its own, such as test_list_memory.c.  SPDX-License-Identifier: MIT */
#include "corners.h"
#include "flows.h"
#include "lists.h"
#include "matrices.h"
#include "octrees_gl.h"
#include "quadtrees.h"
#include "starving.h"
#include "surfaces_gl.h"

#include <math.h>

/* ---- creations ---- */

/* create_<name> and made_<name> for starving.h, with an <name>_creation as their desk. */
#define CREATION(name)                                                                                                 \
    typedef struct name##_creation {                                                                                   \
        hpyr_##name##_desc desc;                                                                                       \
        hpyr_##name *made;                                                                                             \
    } name##_creation;                                                                                                 \
    static hpyr_result create_##name(env *e, void *desk) {                                                             \
        name##_creation *c = desk;                                                                                     \
        return hpyr_##name##_create(e->context, &c->desc, &c->made);                                                   \
    }                                                                                                                  \
    static void made_##name(env *e, void *desk, hpyr_result result, bool is_looked_at) {                               \
        name##_creation *c = desk;                                                                                     \
        (void)is_looked_at;                                                                                            \
        assert_true((c->made != NULL) == (result == HPYR_OK));                                                         \
        CALL_VOID(e, hpyr_##name##_destroy(c->made));                                                                  \
    }
CREATION(lists)
CREATION(sparse)
CREATION(features)

GPU_TEST(lists_of_each_operation) {
    for (uint32_t operations = 1; operations <= HPYR_LIST_OPERATION_ALL;
         operations += operations == 8 ? 7 : operations) {
        lists_creation c = {.desc = {.capacity = 40000, .operations = operations}};
        starving_check(e, &(starving){&c, create_lists, made_lists, 1, NULL}, 1, 4);
    }
}

GPU_TEST(sparse_matrices_of_each_operation) {
    for (uint32_t operations = 1; operations <= HPYR_SPARSE_OPERATION_ALL;
         operations += operations == 4 ? 3 : operations) {
        sparse_creation c = {.desc = {.rows = 40, .columns = 300, .capacity = 700, .operations = operations}};
        starving_check(e, &(starving){&c, create_sparse, made_sparse, 1, NULL}, 1, 8);
    }
}

GPU_TEST(detectors) {
    static const hpyr_features_desc descs[] = {{.width = 20, .height = 20},
                                               {.width = 20, .height = 20, .detector = HPYR_DETECTOR_BLOB, .scales = 2},
                                               {.width = 20, .height = 20, .capacity = 2}};
    for (size_t i = 0; i < LENGTH(descs); i++) {
        features_creation c = {.desc = descs[i]};
        starving_check(e, &(starving){&c, create_features, made_features, 1, NULL}, 3, 5);
    }
}

/* ---- octrees, up to their last array ---- */

static const hpyr_octree_desc octree_desc = {.capacity = 40, .depth = 4, .growth = HPYR_OCTREE_GROWTH_GRADED};

typedef struct octree_desk {
    hpyr_octree_points points;
    hpyr_ref_octree oracle;
    hpyr_octree *octree;
} octree_desk;

static hpyr_result attempt_octree(env *e, void *desk) {
    octree_desk *d = desk;
    uint32_t entry;
    hpyr_result result = hpyr_octree_create(e->context, &octree_desc, &d->octree);
    if (result == HPYR_OK)
        result = hpyr_octree_build(d->octree, &d->points);
    if (result == HPYR_OK)
        result = hpyr_octree_share(d->octree);
    if (result == HPYR_OK)
        result = hpyr_octree_download(d->octree, HPYR_OCTREE_ARRAY_FACE_EDGES, 0, 1, &entry, 1, NULL);
    return result;
}

/* What has failed is empty, or complete up to the call that failed; and the next build is right. */
static void after_octree(env *e, void *desk, hpyr_result result, bool is_looked_at) {
    const octree_desk *d = desk;
    (void)result;
    if (is_looked_at && d->octree) {
        const hpyr_octree_report *report = hpyr_octree_last_report(d->octree);
        const uint64_t vertices = hpyr_octree_entries(d->octree, HPYR_OCTREE_ARRAY_VERTEX_NODES);
        uint32_t key = 7;
        if (!report) {
            check_empty(e, d->octree);
        } else { /* all elements, or none; the nodes can be read */
            assert_true(vertices == 8 * (uint64_t)report->vertices && !vertices == !report->faces);
            OK(e, hpyr_octree_download(d->octree, HPYR_OCTREE_ARRAY_KEYS, 0, 1, &key, 1, NULL));
            assert_int_equal(key, 0);
        }
        OK(e, hpyr_octree_build(d->octree, &d->points));
        check_octree(e, d->octree, &d->oracle, true);
    }
    free_octree(e, d->octree);
}

GPU_TEST(octrees) {
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, octree_desc.capacity, 0, 3, 1);
    octree_desk d = {points_upload(&set), points_octree(&set, &octree_desc), make_octree(e, &octree_desc)};
    OK(e, hpyr_octree_build(d.octree, &d.points)); /* what the context keeps for all octrees is there afterwards */
    check_octree(e, d.octree, &d.oracle, true);
    free_octree(e, d.octree);
    starving_check(e, &(starving){&d, attempt_octree, after_octree, e->hostile ? 7 : 1, NULL}, 2, 2);
    points_release(&d.points);
    hpyr_ref_octree_free(&d.oracle);
}

/* ---- quadtrees ---- */

typedef struct quadtree_desk {
    image im;
    hpyr_quadtree *tree;
} quadtree_desk;

static hpyr_result attempt_quadtree(env *e, void *desk) {
    quadtree_desk *d = desk;
    const hpyr_quadtree_desc desc = desc_of(&d->im);
    hpyr_quadtree_leaf leaf;
    char text[4096];
    hpyr_result result = hpyr_quadtree_create(e->context, &desc, &d->tree);
    if (result == HPYR_OK)
        result = hpyr_quadtree_build(d->tree, &d->im.texture, 2);
    if (result == HPYR_OK)
        result = hpyr_quadtree_download(d->tree, 3, 1, &leaf, 1, NULL);
    if (result == HPYR_OK)
        result = hpyr_quadtree_glsl(d->tree, NULL, text, sizeof text, NULL);
    return result;
}

static void after_quadtree(env *e, void *desk, hpyr_result result, bool is_looked_at) {
    const quadtree_desk *d = desk;
    (void)result;
    if (is_looked_at && d->tree)
        check_quadtree(e, d->tree, &d->im, 2);
    free_quadtree(e, d->tree);
}

GPU_TEST(quadtrees) {
    quadtree_desk d = {.im = picture_make(PICTURE_NOISY, HPYR_FORMAT_RGBA8, 40, 21, 3)};
    const hpyr_quadtree_desc desc = desc_of(&d.im);
    image_upload(&d.im);
    d.tree = make_quadtree(e, &desc);
    after_quadtree(e, &d, HPYR_OK, true); /* what the context keeps for all quadtrees is there afterwards */
    starving_check(e, &(starving){&d, attempt_quadtree, after_quadtree, 1, NULL}, 2, 2);
    image_free(&d.im);
}

/* ---- flows ---- */

typedef struct flow_desk {
    flow_field field;
    hpyr_flow *flow;
} flow_desk;

static hpyr_result attempt_flow(env *e, void *desk) {
    const hpyr_flow_desc desc = {.grid = {.width = 9, .height = 8, .depth = 7, .spacing = {1, 1, 1}}, .capacity = 1000};
    flow_desk *d = desk;
    const hpyr_flow_field given = flow_given(&d->field);
    hpyr_flow_seed seed;
    hpyr_result result = hpyr_flow_create(e->context, &desc, &d->flow);
    if (result == HPYR_OK)
        result = hpyr_flow_build(d->flow, &given);
    if (result == HPYR_OK)
        result = hpyr_flow_download(d->flow, 0, 1, &seed, 1, NULL);
    return result;
}

static void after_flow(env *e, void *desk, hpyr_result result, bool is_looked_at) {
    const flow_desk *d = desk;
    (void)result;
    if (is_looked_at && d->flow)
        assert_true(check_flow(e, d->flow, &d->field, 1e-4) > 0);
    CALL_VOID(e, hpyr_flow_destroy(d->flow));
}

GPU_TEST(flows) {
    flow_desk d = {.field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 9, 8, 7, 0)};
    flow_field_randomize(&d.field, false, 4);
    flow_field_upload(e, &d.field, 0);
    d.flow = make_flow(e, &d.field, 0);
    after_flow(e, &d, HPYR_OK, true); /* what the context keeps is there afterwards */
    starving_check(e, &(starving){&d, attempt_flow, after_flow, e->hostile ? 7 : 1, NULL}, 4, 6);
    flow_field_free(&d.field);
}

/* ---- Poisson solutions ---- */

static const hpyr_poisson_desc poisson_desc = {.capacity = 30, .depth = 3, .tolerance = 1e-6, .screening = 1};

typedef struct poisson_desk {
    scan scan;
    hpyr_poisson_points points, warm; /* the same, but for what the name says */
    hpyr_poisson *poisson;
    GLuint values;
} poisson_desk;

static hpyr_result attempt_poisson(env *e, void *desk) {
    poisson_desk *d = desk;
    float entries[3];
    hpyr_result result = hpyr_poisson_create(e->context, &poisson_desc, &d->poisson);
    if (result == HPYR_OK)
        result = hpyr_poisson_solve(d->poisson, &d->points);
    for (int array = 0; result == HPYR_OK && array <= (int)HPYR_POISSON_ARRAY_DENSITY; array++)
        result = hpyr_poisson_download(d->poisson, (hpyr_poisson_array)array,
                                       hpyr_octree_last_report(hpyr_poisson_octree(d->poisson))->nodes - 1, 1, entries,
                                       1, NULL);
    if (result == HPYR_OK)
        result = hpyr_poisson_evaluate(d->poisson, &d->points.positions, d->points.count, d->values, 0);
    return result == HPYR_OK ? hpyr_poisson_solve(d->poisson, &d->warm) : result;
}

/* What has failed has no solution, or a whole one that could not be read; and the next one is right. */
static void after_poisson(env *e, void *desk, hpyr_result result, bool is_looked_at) {
    const poisson_desk *d = desk;
    (void)result;
    if (is_looked_at && d->poisson) {
        if (hpyr_poisson_last_report(d->poisson))
            check_solution(e, d->poisson, &d->scan, 1e-4);
        else
            check_unsolved(e, d->poisson);
        OK(e, hpyr_poisson_solve(d->poisson, &d->points));
        check_solution(e, d->poisson, &d->scan, 1e-4);
    }
    free_poisson(e, d->poisson);
}

GPU_TEST(poisson_solutions) {
    poisson_desk d = {.scan = scan_random(POINTS_SPHERE, poisson_desc.capacity, poisson_desc.depth)};
    d.scan.desc.screening = poisson_desc.screening;
    assert_int_equal(scan_solve(&d.scan, poisson_desc.tolerance, 100), HPYR_OK);
    d.points = d.warm = scan_upload(&d.scan, 0, 3);
    d.warm.warm = true;
    d.values = buffer_of(NULL, d.points.count * sizeof(float));
    d.poisson = make_poisson(e, &poisson_desc);
    after_poisson(e, &d, HPYR_OK, true); /* what the context keeps for all objects is there afterwards */
    starving_check(e, &(starving){&d, attempt_poisson, after_poisson, e->hostile ? 13 : 2, NULL}, 2, 50);
    glDeleteBuffers(1, &d.values);
    scan_release(&d.points);
    scan_free(&d.scan);
}

/* ---- surfaces of solutions, each of an object that has made none yet ---- */

enum { MOST_WORDS = 1 << 16 };

static const hpyr_poisson_desc surface_desc = {.capacity = 30, .depth = 3};

typedef struct surface_desk {
    scan scan;
    hpyr_poisson_points points;
    hpyr_poisson_surface_desc wanted;
    scan_surface right;
    GLuint buffer;
    hpyr_poisson *poisson;
} surface_desk;

static void solve(env *e, void *desk) {
    surface_desk *d = desk;
    d->poisson = make_poisson(e, &surface_desc);
    OK(e, hpyr_poisson_solve(d->poisson, &d->points));
}

static hpyr_result attempt_surface(env *e, void *desk) {
    static hpyr_mesh_vertex vertices[MOST_WORDS];
    surface_desk *d = desk;
    const hpyr_mesh_output output = surface_output(d->buffer, 0, 0);
    surface_counts counts;
    (void)e;
    hpyr_result result = surface_build(d->poisson, &d->wanted, &counts);
    if (result == HPYR_OK)
        result = hpyr_poisson_surface_extract(d->poisson, &output, NULL);
    if (result == HPYR_OK)
        result = surface_download(d->poisson, vertices, NULL, NULL);
    return result;
}

static void after_surface(env *e, void *desk, hpyr_result result, bool is_looked_at) {
    const surface_desk *d = desk;
    (void)result;
    assert_non_null(hpyr_poisson_last_report(d->poisson)); /* the solution is still there */
    if (is_looked_at) {
        SCOPED(surface_free) scan_surface again = surface_make(e, d->poisson, &d->wanted);
        check_same_surface(&again, &d->right);
    }
    free_poisson(e, d->poisson);
}

GPU_TEST(surfaces_of_solutions) {
    surface_desk d = {.scan = scan_random(POINTS_SPHERE, surface_desc.capacity, surface_desc.depth)};
    d.points = scan_upload(&d.scan, 0, 3);
    solve(e, &d); /* what the context keeps for all objects is there afterwards */
    d.wanted.offset = -0.5 * fabs(hpyr_poisson_last_report(d.poisson)->isovalue);
    check_offset(e, d.poisson, &d.scan, d.wanted.offset);
    d.right = surface_make(e, d.poisson, &d.wanted);
    assert_true(d.right.counts.triangles > 0 && d.right.counts.vertices * 6 < MOST_WORDS);
    free_poisson(e, d.poisson);
    d.buffer = buffer_of(NULL, 4 * MOST_WORDS);
    starving_check(e, &(starving){&d, attempt_surface, after_surface, e->hostile ? 5 : 2, solve}, 1, 3);
    glDeleteBuffers(1, &d.buffer);
    scan_release(&d.points);
    scan_free(&d.scan);
    surface_free(&d.right);
}
