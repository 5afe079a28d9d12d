/* pyramids.c - checks pyramids: layouts, discriminators, extraction, bits, volumes, traversal in a shader of one's own.
 * SPDX-License-Identifier: MIT */
#include "check.h"
#include "gl.h"
#include "modules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    hpyr_layout layout;
    const char *name;
} LAYOUTS[] = {{HPYR_LAYOUT_SINGLE, "SINGLE"},    {HPYR_LAYOUT_BITS, "BITS"}, {HPYR_LAYOUT_VEC4, "VEC4"},
               {HPYR_LAYOUT_RECT, "RECT"},        {HPYR_LAYOUT_LINE, "LINE"}, {HPYR_LAYOUT_VOLUME, "VOLUME"},
               {HPYR_LAYOUT_BILINEAR, "BILINEAR"}};
enum { LAYOUT_COUNT = sizeof LAYOUTS / sizeof *LAYOUTS, RANKS = 50 };

static void check_ranks(check *c, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle, const hpyr_flat3d *map) {
    hpyr_point cells[RANKS] = {{0}};
    uint32_t got[RANKS] = {0}, want[RANKS];
    for (int i = 0; i < RANKS; i++) {
        cells[i].x = check_random(c, map->width);
        cells[i].y = check_random(c, map->height);
        cells[i].z = check_random(c, map->depth);
        uint64_t key = 0;
        hpyr_ref_pyramid_rank(oracle, cells[i].x, cells[i].y, cells[i].z, &key);
        want[i] = (uint32_t)key;
    }
    if (CALL(c, hpyr_pyramid_rank(pyramid, cells, RANKS, got)))
        check_words(c, "ranks", got, want, RANKS);
}

/* Total, list and ranks of a pyramid that was built; `counts` are flat-3D. */
static void check_pyramid(check *c, hpyr_pyramid *pyramid, const uint32_t *counts, const hpyr_flat3d *map) {
    hpyr_ref_pyramid *oracle = NULL;
    uint64_t keys;
    if (hpyr_ref_pyramid_create(counts, map, hpyr_pyramid_resolved(pyramid)->order, &oracle) != HPYR_OK ||
        hpyr_ref_pyramid_total(oracle, &keys) != HPYR_OK)
        abort();
    uint32_t total = (uint32_t)keys, found = 0;
    hpyr_point *want = check_memory(c, total * sizeof *want), *got = check_memory(c, total * sizeof *got);
    hpyr_ref_pyramid_list(oracle, 0, total, want, NULL);
    if (CALL(c, hpyr_pyramid_total(pyramid, &found)) && check_count(c, "total", found, total) &&
        CALL(c, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, got, total, 0, NULL)) &&
        check_words(c, "list", got, want, 4 * (size_t)total))
        check_ranks(c, pyramid, oracle, map);
    hpyr_ref_pyramid_destroy(oracle);
}

static const hpyr_discriminator_desc THRESHOLD = {.kind = HPYR_DISCRIMINATOR_KIND_DEFAULT};

/* `counts` are what the rule finds in the input; without a rule they are its texels. */
static void check_build(check *c, const hpyr_pyramid_desc *desc, const hpyr_discriminator_desc *rule_desc,
                        const hpyr_texture *input, const uint32_t *counts, const hpyr_flat3d *map) {
    hpyr_discriminator *rule = NULL;
    hpyr_pyramid *pyramid = NULL;
    if (CALL(c, hpyr_pyramid_create(c->context, desc, &pyramid)) &&
        (rule_desc ? CALL(c, hpyr_discriminator_create(c->context, rule_desc, &rule)) &&
                         CALL(c, hpyr_pyramid_build(pyramid, rule, input))
                   : CALL(c, hpyr_pyramid_build_counts(pyramid, input))))
        check_pyramid(c, pyramid, counts, map);
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(rule);
}

/* ---- layouts ---- */

/* Random counts of 0 to `most`, half of them 0; and the same as texels of R32F. */
static uint32_t *make_counts(check *c, size_t cells, uint32_t most, float **texels) {
    uint32_t *counts = check_memory(c, cells * sizeof *counts);
    *texels = check_memory(c, cells * sizeof **texels);
    for (size_t i = 0; i < cells; i++) {
        counts[i] = check_random(c, 2) * (1 + check_random(c, most));
        (*texels)[i] = (float)counts[i];
    }
    return counts;
}

/* SEPARATE from counts where the layout has them, MERGED by a threshold. */
static void check_layout(check *c, hpyr_layout layout, hpyr_base base, uint32_t width, uint32_t height) {
    const hpyr_pyramid_desc desc = {.width = width, .height = height, .layout = layout, .base = base};
    const hpyr_flat3d map = {width, height, 1, 1, 1};
    bool has_counts = base == HPYR_BASE_SEPARATE && layout != HPYR_LAYOUT_BITS;
    float *texels;
    uint32_t *counts = make_counts(c, (size_t)width * height, has_counts ? 3 : 1, &texels);
    hpyr_texture input = check_texture(c, GL_TEXTURE_2D, HPYR_FORMAT_R32F, width, height, 1, texels);
    check_build(c, &desc, has_counts ? NULL : &THRESHOLD, &input, counts, &map);
}

void check_layouts(check *c) {
    static const uint32_t SIZES[][2] = {{1, 1}, {7, 5}, {130, 67}};
    for (size_t i = 0; i < LAYOUT_COUNT; i++)
        for (hpyr_base base = HPYR_BASE_SEPARATE; base <= HPYR_BASE_MERGED; base++)
            for (size_t k = 0; k < sizeof SIZES / sizeof *SIZES; k++) {
                check_part(c, "%s %s, %ux%u", LAYOUTS[i].name, base == HPYR_BASE_MERGED ? "MERGED" : "SEPARATE",
                           (unsigned)SIZES[k][0], (unsigned)SIZES[k][1]);
                check_layout(c, LAYOUTS[i].layout, base, SIZES[k][0], SIZES[k][1]);
            }
}

/* ---- volumes ---- */

/* Of a 3D texture, into a pyramid whose base level is flat-3D. */
static void check_volume(check *c, hpyr_layout layout, const uint32_t size[3]) {
    size_t cells = (size_t)size[0] * size[1] * size[2];
    float *texels;
    uint32_t *dense = make_counts(c, cells, 1, &texels);
    hpyr_texture input = check_texture(c, GL_TEXTURE_3D, HPYR_FORMAT_R32F, size[0], size[1], size[2], texels);
    hpyr_flat3d map;
    hpyr_flat3d_arrange(size[0], size[1], size[2], 0, c->caps->max_texture_size, &map);
    uint32_t *counts =
        check_memory(c, (size_t)hpyr_flat3d_texture_width(&map) * hpyr_flat3d_texture_height(&map) * sizeof *counts);
    for (size_t i = 0; i < cells; i++) {
        uint32_t u, v, plane = size[0] * size[1], at = (uint32_t)i;
        hpyr_flat3d_texel(&map, at % size[0], at % plane / size[0], at / plane, &u, &v);
        counts[(size_t)v * hpyr_flat3d_texture_width(&map) + u] = dense[i];
    }
    const hpyr_pyramid_desc desc = {.width = size[0],
                                    .height = size[1],
                                    .depth = size[2],
                                    .tiles_x = map.tiles_x,
                                    .layout = layout,
                                    .order = layout == HPYR_LAYOUT_BITS ? HPYR_ORDER_COLUMN : HPYR_ORDER_DEFAULT};
    check_build(c, &desc, &THRESHOLD, &input, counts, &map);
}

void check_volumes(check *c) {
    static const uint32_t SIZES[][3] = {{6, 5, 9}, {17, 13, 31}};
    for (size_t i = 0; i < LAYOUT_COUNT; i++)
        for (size_t k = 0; k < sizeof SIZES / sizeof *SIZES; k++) {
            check_part(c, "%s, %ux%ux%u", LAYOUTS[i].name, (unsigned)SIZES[k][0], (unsigned)SIZES[k][1],
                       (unsigned)SIZES[k][2]);
            check_volume(c, LAYOUTS[i].layout, SIZES[k]);
        }
}

/* ---- bits ---- */

enum { BITS_WIDTH = 13, BITS_HEIGHT = 7, BITS_DEPTH = 150, BITS_LAYERS = 2 };

/* A volume that is stored as bits: a column's bits of 128 slices are a texel. */
void check_bits(check *c) {
    const hpyr_flat3d map = {BITS_WIDTH, BITS_HEIGHT, BITS_DEPTH, 1, BITS_DEPTH};
    const hpyr_pyramid_desc desc = {.width = BITS_WIDTH,
                                    .height = BITS_HEIGHT,
                                    .depth = BITS_DEPTH,
                                    .tiles_x = 1,
                                    .layout = HPYR_LAYOUT_BITS,
                                    .order = HPYR_ORDER_COLUMN};
    size_t plane = (size_t)BITS_WIDTH * BITS_HEIGHT;
    uint32_t *bits = check_memory(c, BITS_LAYERS * plane * 16), *counts = check_memory(c, BITS_DEPTH * plane * 4);
    for (size_t i = 0; i < BITS_DEPTH * plane; i++) {
        size_t z = i / plane, texel = z / 128 * plane + i % plane;
        counts[i] = check_random(c, 4) == 0;
        bits[4 * texel + z / 32 % 4] |= counts[i] << z % 32;
    }
    hpyr_pyramid *pyramid = NULL;
    if (!CALL(c, hpyr_pyramid_create(c->context, &desc, &pyramid)))
        return;
    hpyr_texture volume =
        check_texture(c, GL_TEXTURE_2D_ARRAY, HPYR_FORMAT_RGBA32UI, BITS_WIDTH, BITS_HEIGHT, BITS_LAYERS, bits);
    if (CALL(c, hpyr_pyramid_build_bits(pyramid, &volume)))
        check_pyramid(c, pyramid, counts, &map);
    hpyr_pyramid_destroy(pyramid);
}

/* ---- discriminators ---- */

enum { IMAGE_WIDTH = 61, IMAGE_HEIGHT = 38, PATTERN = 3 };

/* What the reference finds by the same rule. */
static void discriminate(const hpyr_discriminator_desc *d, const hpyr_ref_image *image, uint32_t *counts) {
    const uint8_t *codes = image->pixels;
    if (d->kind == HPYR_DISCRIMINATOR_KIND_RANGES)
        hpyr_ref_ranges(image, d->ranges, d->range_count, counts);
    else if (d->kind == HPYR_DISCRIMINATOR_KIND_LOCAL_MAX)
        hpyr_ref_local_max(image, d->window, d->threshold, counts);
    else if (d->kind == HPYR_DISCRIMINATOR_KIND_EDGE)
        hpyr_ref_edge(image, d->edge_operator, d->threshold, counts, NULL);
    else if (d->kind == HPYR_DISCRIMINATOR_KIND_TEMPLATE)
        hpyr_ref_template(image, d->measure, d->pattern, d->pattern_width, d->pattern_height, d->threshold, counts,
                          NULL);
    for (size_t i = 0; d->kind == HPYR_DISCRIMINATOR_KIND_CUSTOM && i < IMAGE_WIDTH * IMAGE_HEIGHT; i++)
        counts[i] = codes[i] / 100;
}

void check_discriminators(check *c) {
    static const char *const NAMES[] = {"RANGES of 1", "RANGES of 3", "LOCAL_MAX", "LOCAL_MAX of 5",
                                        "EDGE",        "TEMPLATE",    "CUSTOM"};
    static const hpyr_range RANGES[] = {{0.1, 0.2}, {0.5, 0.6}, {0.9, 0.95}}, MIDDLE = {0.3, 0.5};
    static const float CROSS[PATTERN * PATTERN] = {0, 0.5f, 0, 0.5f, 1, 0.5f, 0, 0.5f, 0};
    const hpyr_discriminator_desc descs[] = {
        {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = &MIDDLE, .range_count = 1},
        {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = RANGES, .range_count = 3},
        {.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX, .window = 3, .has_threshold = true, .threshold = 0.5},
        {.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX, .window = 5, .has_threshold = true, .threshold = 0.25},
        {.kind = HPYR_DISCRIMINATOR_KIND_EDGE,
         .edge_operator = HPYR_EDGE_OPERATOR_SOBEL,
         .has_threshold = true,
         .threshold = 0.2},
        {.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
         .measure = HPYR_TEMPLATE_MEASURE_DIFFERENCES,
         .has_threshold = true,
         .threshold = 2.5,
         .pattern = CROSS,
         .pattern_width = PATTERN,
         .pattern_height = PATTERN},
        {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
         .glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                 "    return HPYR_UINT(floor((hpyr_input_at(cell).r * 255.0 + 0.5) / 100.0));\n"
                 "}\n"}};
    const hpyr_flat3d map = {IMAGE_WIDTH, IMAGE_HEIGHT, 1, 1, 1};
    const hpyr_pyramid_desc size = {.width = IMAGE_WIDTH, .height = IMAGE_HEIGHT, .layout = HPYR_LAYOUT_VEC4};
    uint8_t *codes = check_memory(c, IMAGE_WIDTH * IMAGE_HEIGHT);
    uint32_t *counts = check_memory(c, IMAGE_WIDTH * IMAGE_HEIGHT * sizeof *counts);
    for (size_t i = 0; i < IMAGE_WIDTH * IMAGE_HEIGHT; i++)
        codes[i] = (uint8_t)check_random(c, 256);
    const hpyr_ref_image image = {codes, HPYR_FORMAT_R8, HPYR_CHANNEL_RED, IMAGE_WIDTH, IMAGE_HEIGHT, 1};
    hpyr_texture input = check_texture(c, GL_TEXTURE_2D, HPYR_FORMAT_R8, IMAGE_WIDTH, IMAGE_HEIGHT, 1, codes);
    for (size_t i = 0; i < sizeof descs / sizeof *descs; i++) {
        check_part(c, "%s", NAMES[i]);
        discriminate(&descs[i], &image, counts);
        check_build(c, &size, &descs[i], &input, counts, &map);
    }
}
