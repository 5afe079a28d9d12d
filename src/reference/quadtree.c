/* quadtree.c - the oracle's quadtree: a node that is not uniform is divided into its four quarters.
 * SPDX-License-Identifier: MIT
 *
 * Source: Ziegler et al. 2006, section 8.4. quadtree_types.h defines what is uniform, and values. */
#include "reference/pixels.h"

#include <histopyramid/reference/quadtree.h>

#include <float.h>
#include <math.h>
#include <stddef.h>

typedef enum number_kind { UNORM, FLOATS, UNSIGNED, SIGNED } number_kind;

typedef struct tree {
    hpyr_quadtree_desc desc;
    hpi_reference_pixels pixels[4]; /* of each channel */
    int channels;
    number_kind kind;
    double tolerance;
    hpyr_quadtree_leaf *leaves;
    size_t capacity;
    uint32_t count;
} tree;

/* ---- numbers ---- */

static number_kind kind_of(component component) {
    switch (component) {
    case COMPONENT_UNORM8:
    case COMPONENT_UNORM16:
        return UNORM;
    case COMPONENT_FLOAT16:
    case COMPONENT_FLOAT32:
        return FLOATS;
    case COMPONENT_INT16:
        return SIGNED;
    default:
        return UNSIGNED;
    }
}

/* False for an image or a format that is none. */
static int open_channels(tree *t, const void *texels) {
    hpyr_ref_image image = {texels, t->desc.format, HPYR_CHANNEL_RED, t->desc.width, t->desc.height, 1};
    while (t->channels < 4 && hpi_reference_open(&image, &t->pixels[t->channels])) {
        t->channels++;
        image.channel = (hpyr_channel)(HPYR_CHANNEL_RED + t->channels);
    }
    t->kind = kind_of(t->pixels[0].component);
    return t->channels > 0;
}

/* All numbers of all formats are doubles exactly. */
static double number_at(const tree *t, uint32_t x, uint32_t y, int channel) {
    const hpi_reference_pixels *pixels = &t->pixels[channel];
    const double value = hpi_reference_value(pixels, hpi_reference_index(pixels, x, y, 0));
    return t->kind == UNORM ? floor(value * hpi_reference_unit(pixels) + 0.5) : value;
}

/* ---- nodes ---- */

typedef struct node {
    uint32_t x, y, size, texels;
    double low[4], high[4];
    int has_nan[4];
} node;

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void look_at(const tree *t, node *n) {
    const uint32_t end_x = smaller(n->x + n->size, t->desc.width), end_y = smaller(n->y + n->size, t->desc.height);
    n->texels = (end_x - n->x) * (end_y - n->y);
    for (int channel = 0; channel < t->channels; channel++) {
        n->low[channel] = INFINITY;
        n->high[channel] = -INFINITY;
        for (uint32_t y = n->y; y < end_y; y++)
            for (uint32_t x = n->x; x < end_x; x++) {
                double number = number_at(t, x, y, channel);
                n->has_nan[channel] = n->has_nan[channel] || isnan(number);
                n->low[channel] = number < n->low[channel] ? number : n->low[channel];
                n->high[channel] = number > n->high[channel] ? number : n->high[channel];
            }
    }
}

static int is_uniform(const tree *t, const node *n) {
    for (int channel = 0; channel < t->channels; channel++) {
        double difference = n->high[channel] - n->low[channel];
        if (t->kind == FLOATS)
            difference = (float)n->high[channel] - (float)n->low[channel];
        if (n->has_nan[channel] || (n->low[channel] != n->high[channel] && !(difference <= t->tolerance)))
            return 0;
    }
    return 1;
}

static float middle_of_floats(float low, float high) {
    const float middle = low == high ? low : low * 0.5f + high * 0.5f;
    return middle == 0 ? 0 : middle; /* never -0 */
}

static void add_leaf(tree *t, const node *n) {
    hpyr_quadtree_leaf leaf = {n->x, n->y, n->size, n->texels, {{0}}};
    for (int channel = 0; channel < t->channels; channel++) {
        const double low = n->low[channel], high = n->high[channel];
        if (t->kind == FLOATS)
            leaf.value.floats[channel] = n->has_nan[channel] ? NAN : middle_of_floats((float)low, (float)high);
        else if (t->kind == UNORM)
            leaf.value.floats[channel] = (float)((low + high) / 2 / hpi_reference_unit(&t->pixels[channel]));
        else if (t->kind == UNSIGNED)
            leaf.value.unsigneds[channel] = (uint32_t)floor((low + high) / 2);
        else
            leaf.value.integers[channel] = (int32_t)floor((low + high) / 2);
    }
    if (t->count < t->capacity)
        t->leaves[t->count] = leaf;
    t->count++;
}

static void divide(tree *t, uint32_t x, uint32_t y, uint32_t size) {
    node n = {.x = x, .y = y, .size = size};
    if (x >= t->desc.width || y >= t->desc.height)
        return;
    look_at(t, &n);
    if (size <= t->desc.max_size && (size <= t->desc.min_size || is_uniform(t, &n))) {
        add_leaf(t, &n);
        return;
    }
    const uint32_t half = size / 2;
    divide(t, x, y, half);
    divide(t, x + half, y, half);
    divide(t, x, y + half, half);
    divide(t, x + half, y + half, half);
}

/* ---- the tree ---- */

static int is_power_of_two(uint32_t number) {
    return number && !(number & (number - 1));
}

/* The float k / 65535 may be a little less than that number. */
static double round_tolerance(const tree *t, double tolerance) {
    if (t->kind == UNORM)
        return floor(tolerance * hpi_reference_unit(&t->pixels[0]) + 1.0 / 64);
    if (t->kind != FLOATS)
        return floor(tolerance);
    if (tolerance > FLT_MAX)
        return INFINITY;
    return tolerance > 0 && tolerance < FLT_MIN ? FLT_MIN : (float)tolerance;
}

hpyr_result hpyr_ref_quadtree(const hpyr_quadtree_desc *desc, const void *texels, double tolerance,
                              hpyr_quadtree_leaf *leaves, size_t capacity, uint32_t *count) {
    const uint32_t most = UINT32_C(1) << 31;
    uint32_t root = 1;
    if (count)
        *count = 0;
    if (!desc || !texels || !count || (!leaves && capacity) || !(tolerance >= 0))
        return HPYR_ERROR_INVALID_ARGUMENT;
    tree t = {.desc = *desc, .leaves = leaves, .capacity = capacity};
    t.desc.format = desc->format ? desc->format : HPYR_FORMAT_RGBA8;
    t.desc.min_size = desc->min_size ? desc->min_size : 1;
    t.desc.max_size = desc->max_size ? desc->max_size : most;
    if (!desc->width || !desc->height || desc->width > most || desc->height > most ||
        t.desc.format >= HPYR_FORMAT_RGB32F || !open_channels(&t, texels) || !is_power_of_two(t.desc.min_size) ||
        !is_power_of_two(t.desc.max_size) || t.desc.min_size > t.desc.max_size)
        return HPYR_ERROR_INVALID_ARGUMENT;
    while (root < desc->width || root < desc->height)
        root *= 2;
    if (t.desc.min_size > root)
        return HPYR_ERROR_INVALID_ARGUMENT;
    t.tolerance = round_tolerance(&t, tolerance);
    divide(&t, 0, 0, root);
    *count = t.count;
    return t.count > capacity ? HPYR_TRUNCATED : HPYR_OK;
}
