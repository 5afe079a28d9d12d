/* images.c - checks quadtrees, features, seeds of flows, and sparse matrices.  SPDX-License-Identifier: MIT */
#include "check.h"
#include "gl.h"
#include "modules.h"

#include <histopyramid/features.h>
#include <histopyramid/flow.h>
#include <histopyramid/quadtree.h>
#include <histopyramid/sparse.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- quadtrees ---- */

enum { WIDTH = 75, HEIGHT = 43, TEXELS = WIDTH * HEIGHT };

/* Squares of one color, some with noise of one code. */
void check_quadtrees(check *c) {
    const hpyr_quadtree_desc desc = {.width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_RGBA8};
    hpyr_quadtree_leaf *want = check_memory(c, TEXELS * sizeof *want), *got = check_memory(c, TEXELS * sizeof *got);
    uint8_t *texels = check_memory(c, 4 * TEXELS);
    static const check_field LEAF[] = {
        {"place and size", 0, 4, 0}, {"value", offsetof(hpyr_quadtree_leaf, value), 4, 1e-5}, {NULL, 0, 0, 0}};
    hpyr_quadtree *tree = NULL;
    for (uint32_t i = 0; i < 4 * TEXELS; i++) {
        uint32_t x = i / 4 % WIDTH / 8, y = i / 4 / WIDTH / 8;
        texels[i] = (uint8_t)((x * 61 + y * 97) % 200 + (x > 4 ? check_random(c, 2) : 0));
    }
    hpyr_texture image = check_texture(c, GL_TEXTURE_2D, HPYR_FORMAT_RGBA8, WIDTH, HEIGHT, 1, texels);
    if (!CALL(c, hpyr_quadtree_create(c->context, &desc, &tree)))
        return;
    for (int codes = 0; codes < 2; codes++) {
        uint32_t count = 0, found = 0;
        check_part(c, "tolerance of %d / 255", codes);
        hpyr_ref_quadtree(&desc, texels, codes / 255.0, want, TEXELS, &count);
        if (CALL(c, hpyr_quadtree_build(tree, &image, codes / 255.0)) && CALL(c, hpyr_quadtree_count(tree, &found)) &&
            check_count(c, "leaves", found, count) &&
            CALL(c, hpyr_quadtree_download(tree, 0, HPYR_ALL, got, TEXELS, NULL)))
            check_records(c, "leaf", got, want, sizeof *got, count, LEAF);
    }
    hpyr_quadtree_destroy(tree);
}

/* ---- features ---- */

/* The GPU decides by floats and the reference by doubles. Image and thresholds are such that both decide alike. */
static void check_detector(check *c, const hpyr_features_desc *desc, const hpyr_texture *image,
                           const hpyr_ref_field_2d *gray) {
    hpyr_features *features = NULL;
    if (!CALL(c, hpyr_features_create(c->context, desc, &features)))
        return;
    const hpyr_features_desc *resolved = hpyr_features_resolved(features);
    hpyr_ref_field_2d responses = {NULL, WIDTH, HEIGHT, resolved->scales ? resolved->scales : 1};
    responses.numbers = check_memory(c, TEXELS * responses.layers * sizeof *responses.numbers);
    hpyr_feature *want = check_memory(c, TEXELS * sizeof *want), *got = check_memory(c, TEXELS * sizeof *got);
    uint32_t count = 0, found = 0;
    hpyr_ref_features_respond(resolved, gray, &responses);
    hpyr_ref_features_find(resolved, &responses, want, TEXELS, &count);
    if (CALL(c, hpyr_features_detect(features, image)) && CALL(c, hpyr_features_count(features, &found)) &&
        check_count(c, "features", found, count) &&
        CALL(c, hpyr_features_download(features, 0, HPYR_ALL, got, TEXELS, NULL))) {
        const check_field feature[] = {
            {"place", 0, 2, 0},
            {"response", offsetof(hpyr_feature, response), 1, 1e-4 * (double)want[0].response},
            {"offset", offsetof(hpyr_feature, offset), 2, 1e-2},
            {"scale", offsetof(hpyr_feature, scale), 1, 1e-2},
            {NULL, 0, 0, 0}};
        check_records(c, "feature", got, want, sizeof *got, count, feature);
    }
    hpyr_features_destroy(features);
}

/* Bright and dark spots of several sizes. */
void check_features(check *c) {
    const hpyr_features_desc descs[] = {
        {.width = WIDTH, .height = HEIGHT, .detector = HPYR_DETECTOR_HARRIS, .quality = 0.05f},
        {.width = WIDTH, .height = HEIGHT, .detector = HPYR_DETECTOR_SHI_TOMASI, .quality = 0.05f, .block_size = 5},
        {.width = WIDTH, .height = HEIGHT, .detector = HPYR_DETECTOR_BLOB, .scales = 3, .quality = 0.2f}};
    static const char *const NAMES[] = {"HARRIS", "SHI_TOMASI", "BLOB"};
    enum { SPOTS = 12 };
    float *texels = check_memory(c, TEXELS * sizeof *texels);
    hpyr_ref_field_2d gray = {check_memory(c, TEXELS * sizeof(double)), WIDTH, HEIGHT, 1};
    for (int spot = 0; spot < SPOTS; spot++) {
        double x = check_random(c, WIDTH * 16) / 16.0, y = check_random(c, HEIGHT * 16) / 16.0;
        double size = 1.5 + check_random(c, 64) / 32.0, height = 0.4 + 0.05 * spot;
        for (int i = 0; i < TEXELS; i++) {
            double u = (i % WIDTH - x) / size, v = (i / WIDTH - y) / size;
            texels[i] += (float)((spot % 2 ? height : -height) * exp(-(u * u + 1.7 * v * v)));
        }
    }
    for (int i = 0; i < TEXELS; i++)
        gray.numbers[i] = (double)texels[i];
    hpyr_texture image = check_texture(c, GL_TEXTURE_2D, HPYR_FORMAT_R32F, WIDTH, HEIGHT, 1, texels);
    for (int i = 0; i < 3; i++) {
        check_part(c, "%s", NAMES[i]);
        check_detector(c, &descs[i], &image, &gray);
    }
}

/* ---- flows ---- */

enum { FLOW_X = 14, FLOW_Y = 11, FLOW_Z = 9, SAMPLES = FLOW_X * FLOW_Y * FLOW_Z };

/* Smooth fields of vectors; for BAND one of whole numbers, so that rounding decides nothing. */
static float *make_flow(check *c, hpyr_flow_kind kind, int channels) {
    float *samples = check_memory(c, SAMPLES * 4 * sizeof *samples);
    for (int i = 0; i < SAMPLES; i++) {
        double p[3] = {i % FLOW_X * 0.45, i / FLOW_X % FLOW_Y * 0.57, i / FLOW_X / FLOW_Y * 0.7};
        if (kind == HPYR_FLOW_KIND_BAND)
            samples[i] = (float)check_random(c, 64);
        for (int axis = 0; axis < 3 && kind != HPYR_FLOW_KIND_BAND; axis++)
            samples[channels * i + axis] = (float)(sin(p[(axis + 2) % 3]) + cos(p[(axis + 1) % 3]));
    }
    return samples;
}

static void check_flow(check *c, hpyr_flow_kind kind) {
    int channels = kind == HPYR_FLOW_KIND_BAND ? 1 : 3;
    float *samples = make_flow(c, kind, channels), *texels = check_memory(c, SAMPLES * 4 * sizeof *texels);
    hpyr_ref_flow ref = {.kind = kind,
                         .samples = samples,
                         .size = {FLOW_X, FLOW_Y, FLOW_Z},
                         .spacing = {1, 1, 1},
                         .order = HPYR_ORDER_MORTON,
                         .merge_distance = 0.25,
                         .threshold = kind == HPYR_FLOW_KIND_VORTICITY ? 0.98765 : 0,
                         .isovalue = kind == HPYR_FLOW_KIND_BAND ? 20 : 0,
                         .width = kind == HPYR_FLOW_KIND_BAND ? 2 : 0};
    const hpyr_flow_desc desc = {.kind = kind,
                                 .grid = {.width = FLOW_X, .height = FLOW_Y, .depth = FLOW_Z, .spacing = {1, 1, 1}},
                                 .order = HPYR_ORDER_MORTON};
    hpyr_flow_seed *want = check_memory(c, SAMPLES * sizeof *want), *got = check_memory(c, SAMPLES * sizeof *got);
    static const check_field SEED[] = {{"cell and type", offsetof(hpyr_flow_seed, cell), 4, 0},
                                       {"position", offsetof(hpyr_flow_seed, position), 3, 1e-3},
                                       {"value", offsetof(hpyr_flow_seed, value), 1, 1e-3},
                                       {NULL, 0, 0, 0}};
    uint32_t cells[3], count, found = 0;
    hpyr_flat3d map;
    hpyr_flow *flow = NULL;
    if (hpyr_ref_flow_cells(&ref, cells) != HPYR_OK)
        abort();
    hpyr_flat3d_arrange(cells[0], cells[1], cells[2], 0, c->caps->max_texture_size, &map);
    ref.tiles_x = map.tiles_x;
    if (hpyr_ref_flow_seeds(&ref, want, SAMPLES, &count) != HPYR_OK)
        abort();
    for (int i = 0; i < SAMPLES; i++)
        memcpy(texels + (channels == 1 ? 1 : 4) * i, samples + channels * i, (size_t)channels * sizeof *texels);
    const hpyr_flow_field field = {.texture = check_texture(c, GL_TEXTURE_3D,
                                                            channels == 1 ? HPYR_FORMAT_R32F : HPYR_FORMAT_RGBA32F,
                                                            FLOW_X, FLOW_Y, FLOW_Z, texels),
                                   .threshold = ref.threshold,
                                   .isovalue = ref.isovalue,
                                   .width = ref.width};
    if (CALL(c, hpyr_flow_create(c->context, &desc, &flow)) && CALL(c, hpyr_flow_build(flow, &field)) &&
        CALL(c, hpyr_flow_count(flow, &found)) && check_count(c, "seeds", found, count) &&
        CALL(c, hpyr_flow_download(flow, 0, HPYR_ALL, got, SAMPLES, NULL)))
        check_records(c, "seed", got, want, sizeof *got, count, SEED);
    hpyr_flow_destroy(flow);
}

void check_flows(check *c) {
    static const char *const NAMES[] = {"", "CRITICAL", "VORTICITY", "BAND"};
    for (hpyr_flow_kind kind = HPYR_FLOW_KIND_CRITICAL; kind <= HPYR_FLOW_KIND_BAND; kind++) {
        check_part(c, "%s", NAMES[kind]);
        check_flow(c, kind);
    }
}

/* ---- sparse matrices ---- */

enum { ROWS = 53, COLUMNS = 71, ELEMENTS = ROWS * COLUMNS };

static hpyr_sparse_matrix make_matrix(check *c, uint32_t rows, uint32_t columns) {
    return (hpyr_sparse_matrix){.rows = rows,
                                .columns = columns,
                                .capacity = ELEMENTS,
                                .pointers = check_list(c, HPYR_LIST_TYPE_UINT, NULL, rows + 1),
                                .indices = check_list(c, HPYR_LIST_TYPE_UINT, NULL, ELEMENTS),
                                .values = check_list(c, HPYR_LIST_TYPE_FLOAT, NULL, ELEMENTS)};
}

static void check_matrix(check *c, const hpyr_sparse_matrix *got, const uint32_t *pointers, const uint32_t *indices,
                         const float *values) {
    uint32_t count = pointers[got->rows], *words = check_memory(c, (ELEMENTS + 1) * 4);
    check_read(c, got->pointers.buffer, 0, (got->rows + 1) * 4, words);
    check_words(c, "pointers", words, pointers, got->rows + 1);
    check_read(c, got->indices.buffer, 0, count * 4, words);
    check_words(c, "indices", words, indices, count);
    check_read(c, got->values.buffer, 0, count * 4, words);
    check_words(c, "values", words, values, count);
}

static void check_products(check *c, hpyr_sparse *sparse, const hpyr_sparse_matrix *matrix,
                           const hpyr_ref_sparse *ref) {
    uint32_t *rows = check_memory(c, ELEMENTS * 4), pointers[COLUMNS + 1];
    float x[COLUMNS], y[ROWS], rounded[ROWS], *values = check_memory(c, ELEMENTS * 4);
    double want[ROWS];
    for (int i = 0; i < COLUMNS; i++)
        x[i] = check_random_float(c);
    const hpyr_sparse_multiply_desc multiply = {*matrix, check_list(c, HPYR_LIST_TYPE_FLOAT, x, COLUMNS),
                                                check_list(c, HPYR_LIST_TYPE_FLOAT, NULL, ROWS)};
    const hpyr_sparse_transpose_desc transpose = {*matrix, make_matrix(c, COLUMNS, ROWS)};
    hpyr_ref_sparse_multiply(ref, x, want);
    hpyr_ref_sparse_transpose(ref, pointers, rows, values);
    for (int i = 0; i < ROWS; i++)
        rounded[i] = (float)want[i];
    check_part(c, "multiply");
    if (CALL(c, hpyr_sparse_multiply(sparse, &multiply))) {
        check_read(c, multiply.y.buffer, 0, sizeof y, y);
        check_numbers(c, "product", y, rounded, ROWS, 1e-4);
    }
    check_part(c, "transpose");
    if (CALL(c, hpyr_sparse_transpose(sparse, &transpose)))
        check_matrix(c, &transpose.transposed, pointers, rows, values);
}

void check_sparse(check *c) {
    const hpyr_sparse_desc desc = {.rows = ROWS, .columns = COLUMNS, .capacity = ELEMENTS};
    uint32_t pointers[ROWS + 1], *columns = check_memory(c, ELEMENTS * 4), count = 0, found = 0;
    float *dense = check_memory(c, ELEMENTS * 4), *values = check_memory(c, ELEMENTS * 4);
    const hpyr_ref_sparse_output output = {ELEMENTS, pointers, NULL, columns, values};
    const hpyr_ref_sparse ref = {ROWS, COLUMNS, pointers, columns, values};
    hpyr_sparse *sparse = NULL;
    for (int i = 0; i < ELEMENTS; i++)
        dense[i] = check_random(c, 5) == 0 ? check_random_float(c) : 0;
    hpyr_ref_sparse_convert(dense, ROWS, COLUMNS, 0, &output, &count);
    if (!CALL(c, hpyr_sparse_create(c->context, &desc, &sparse)))
        return;
    const hpyr_sparse_convert_desc convert = {
        .dense = check_texture(c, GL_TEXTURE_2D, HPYR_FORMAT_R32F, COLUMNS, ROWS, 1, dense),
        .sparse = make_matrix(c, ROWS, COLUMNS)};
    check_part(c, "convert");
    if (CALL(c, hpyr_sparse_convert(sparse, &convert)) && CALL(c, hpyr_sparse_count(sparse, &found)) &&
        check_count(c, "entries", found, count)) {
        check_matrix(c, &convert.sparse, pointers, columns, values);
        check_products(c, sparse, &convert.sparse, &ref);
    }
    hpyr_sparse_destroy(sparse);
}
