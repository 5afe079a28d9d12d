/* quadtree.c - the oracle's quadtree: a node that is not uniform is divided into its four quarters.
 * SPDX-License-Identifier: MIT
 *
 * Source: Ziegler et al. 2006, section 8.4. quadtree_types.h defines what is uniform, and values. */
#include <histopyramid/reference_quadtree.h>

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* ---- numbers ---- */

typedef enum number_kind { UNORM, FLOATS, UNSIGNED, SIGNED } number_kind;

typedef struct number_format {
    number_kind kind;
    int channels, bytes; /* of a channel */
} number_format;

static const number_format formats[] = {
    [HPYR_FORMAT_R8] = {UNORM, 1, 1},         [HPYR_FORMAT_RGBA8] = {UNORM, 4, 1},
    [HPYR_FORMAT_R16] = {UNORM, 1, 2},        [HPYR_FORMAT_R16F] = {FLOATS, 1, 2},
    [HPYR_FORMAT_R32F] = {FLOATS, 1, 4},      [HPYR_FORMAT_RGBA32F] = {FLOATS, 4, 4},
    [HPYR_FORMAT_R8UI] = {UNSIGNED, 1, 1},    [HPYR_FORMAT_R16UI] = {UNSIGNED, 1, 2},
    [HPYR_FORMAT_R16I] = {SIGNED, 1, 2},      [HPYR_FORMAT_R32UI] = {UNSIGNED, 1, 4},
    [HPYR_FORMAT_RGBA32UI] = {UNSIGNED, 4, 4}};

typedef struct tree {
    hpyr_quadtree_desc desc;
    number_format format;
    const unsigned char *texels;
    double tolerance;
    hpyr_quadtree_leaf *leaves;
    uint32_t capacity, count;
} tree;

/* IEEE 754 binary16. */
static double number_of_half(uint16_t half) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const double sign = half >> 15 ? -1 : 1;
    if (exponent == 31)
        return fraction ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

/* All numbers of all formats are doubles exactly. */
static double number_at(const tree *t, uint32_t x, uint32_t y, int channel) {
    const number_format *f = &t->format;
    const size_t index = ((size_t)y * t->desc.width + x) * (size_t)f->channels + (size_t)channel;
    const unsigned char *bytes = t->texels + index * (size_t)f->bytes;
    uint16_t word = 0;
    uint32_t bits = 0;
    float number;
    memcpy(&word, bytes, f->bytes >= 2 ? sizeof word : 0);
    memcpy(&bits, bytes, f->bytes == 4 ? sizeof bits : 0);
    if (f->bytes == 1)
        return bytes[0];
    if (f->bytes == 2)
        return f->kind == FLOATS ? number_of_half(word) : f->kind == SIGNED ? (double)(int16_t)word : word;
    if (f->kind != FLOATS)
        return bits;
    memcpy(&number, &bits, sizeof number);
    return number;
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
    for (int channel = 0; channel < t->format.channels; channel++) {
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
    for (int channel = 0; channel < t->format.channels; channel++) {
        double difference = n->high[channel] - n->low[channel];
        if (t->format.kind == FLOATS)
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
    for (int channel = 0; channel < t->format.channels; channel++) {
        const double low = n->low[channel], high = n->high[channel];
        if (t->format.kind == FLOATS)
            leaf.value.floats[channel] = n->has_nan[channel] ? NAN : middle_of_floats((float)low, (float)high);
        else if (t->format.kind == UNORM)
            leaf.value.floats[channel] = (float)((low + high) / 2);
        else if (t->format.kind == UNSIGNED)
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

static double round_tolerance(double tolerance, number_kind kind) {
    if (kind != FLOATS)
        return floor(tolerance);
    const double rounded = tolerance >= FLT_MAX ? tolerance : (float)tolerance;
    return tolerance > 0 && rounded < FLT_MIN ? FLT_MIN : rounded;
}

hpyr_result hpyr_ref_quadtree(const hpyr_quadtree_desc *desc, const void *texels, double tolerance,
                              hpyr_quadtree_leaf *leaves, uint32_t capacity, uint32_t *count) {
    const uint32_t most = UINT32_C(1) << 31;
    uint32_t root = 1;
    if (count)
        *count = 0;
    if (!desc || !texels || !count || (!leaves && capacity) || !(tolerance >= 0))
        return HPYR_ERROR_INVALID_ARGUMENT;
    tree t = {.desc = *desc, .texels = texels, .leaves = leaves, .capacity = capacity};
    t.desc.format = desc->format ? desc->format : HPYR_FORMAT_RGBA8;
    t.desc.min_size = desc->min_size ? desc->min_size : 1;
    t.desc.max_size = desc->max_size ? desc->max_size : most;
    if (!desc->width || !desc->height || desc->width > most || desc->height > most ||
        (uint32_t)t.desc.format > HPYR_FORMAT_RGBA32UI || !is_power_of_two(t.desc.min_size) ||
        !is_power_of_two(t.desc.max_size) || t.desc.min_size > t.desc.max_size)
        return HPYR_ERROR_INVALID_ARGUMENT;
    while (root < desc->width || root < desc->height)
        root *= 2;
    if (t.desc.min_size > root)
        return HPYR_ERROR_INVALID_ARGUMENT;
    t.format = formats[t.desc.format];
    t.tolerance = round_tolerance(tolerance, t.format.kind);
    divide(&t, 0, 0, root);
    *count = t.count;
    return t.count > capacity ? HPYR_TRUNCATED : HPYR_OK;
}
