/* layouts.c - the table of what works, by layout, order, count format, base and GL.  SPDX-License-Identifier: MIT */
#include "layouts.h"

#include "common/platform/gl.h"

#include <stdio.h>

#define BIT(value) (1u << (value))

enum {
    FIRST_LAYOUT = HPYR_LAYOUT_SINGLE,
    LAYOUTS = HPYR_LAYOUT_BILINEAR,
    ORDERS = HPYR_ORDER_COLUMN,
    FORMATS = HPYR_COUNT_FORMAT_HALF,
    BASES = HPYR_BASE_MERGED,
    NUMBERS = BIT(HPYR_COUNT_FORMAT_UINT) | BIT(HPYR_COUNT_FORMAT_FLOAT),
    FLOATS = BIT(HPYR_COUNT_FORMAT_FLOAT) | BIT(HPYR_COUNT_FORMAT_HALF)
};

/* In the order of the documentation, whose table combination_print_table writes. Every layout has both bases. */
static const struct {
    hpyr_layout layout;
    const char *name, *outputs;
    unsigned orders, formats_33, formats_21, formats_es;
} rows[] = {
    {HPYR_LAYOUT_SINGLE, "SINGLE", "any number", BIT(HPYR_ORDER_MORTON), NUMBERS, BIT(HPYR_COUNT_FORMAT_FLOAT),
     NUMBERS},
    {HPYR_LAYOUT_VEC4, "VEC4", "any number", BIT(HPYR_ORDER_MORTON), NUMBERS, BIT(HPYR_COUNT_FORMAT_FLOAT), NUMBERS},
    {HPYR_LAYOUT_RECT, "RECT", "any number", BIT(HPYR_ORDER_MORTON), NUMBERS, BIT(HPYR_COUNT_FORMAT_FLOAT), 0},
    {HPYR_LAYOUT_BILINEAR, "BILINEAR", "any number", BIT(HPYR_ORDER_MORTON), FLOATS, FLOATS, FLOATS},
    {HPYR_LAYOUT_LINE, "LINE", "any number", BIT(HPYR_ORDER_LINE), NUMBERS, 0, NUMBERS},
    {HPYR_LAYOUT_VOLUME, "VOLUME", "any number", BIT(HPYR_ORDER_MORTON3), NUMBERS, 0, NUMBERS},
    {HPYR_LAYOUT_BITS, "BITS", "0 or 1; up to 8 in MORTON and LINE",
     BIT(HPYR_ORDER_MORTON) | BIT(HPYR_ORDER_LINE) | BIT(HPYR_ORDER_COLUMN), BIT(HPYR_COUNT_FORMAT_UINT), 0,
     BIT(HPYR_COUNT_FORMAT_UINT)},
};

static const char *const order_names[] = {"AUTO", "MORTON", "LINE", "MORTON3", "COLUMN"};
static const char *const format_names[] = {"default", "UINT", "FLOAT", "HALF"};
static const char *const base_names[] = {"default", "SEPARATE", "MERGED"};

static size_t row_of(hpyr_layout layout) {
    size_t i = 0;
    while (i < LENGTH(rows) && rows[i].layout != layout)
        i++;
    if (i >= LENGTH(rows))
        fail();
    return i;
}

bool combination_at(size_t i, combination *c) {
    c->most = 0;
    c->base = (hpyr_base)(1 + i % BASES);
    i /= BASES;
    c->format = (hpyr_count_format)(1 + i % FORMATS);
    i /= FORMATS;
    c->order = (hpyr_order)(1 + i % ORDERS);
    i /= ORDERS;
    c->layout = (hpyr_layout)(FIRST_LAYOUT + i);
    return i < LAYOUTS;
}

bool combination_works(const combination *c, int gl) {
    size_t i = row_of(c->layout);
    unsigned formats = gl == GL_ES3 ? rows[i].formats_es : gl == 21 ? rows[i].formats_21 : rows[i].formats_33;
    return (rows[i].orders & BIT(c->order)) && (formats & BIT(c->format));
}

bool combination_runs(const env *e, const combination *c) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    if (!combination_works(c, env_gl()) || (e->gl21 && c->layout != HPYR_LAYOUT_RECT && !caps->fragment_lod))
        return false;
    if (c->format != HPYR_COUNT_FORMAT_UINT && !caps->float_targets)
        return false;
    if (c->layout == HPYR_LAYOUT_BILINEAR)
        return c->format == HPYR_COUNT_FORMAT_HALF ? caps->filter_half : caps->filter_float;
    return true;
}

const char *combination_name(const combination *c, char *name) {
    snprintf(name, 64, "%s %s %s %s", rows[row_of(c->layout)].name, order_names[c->order], format_names[c->format],
             base_names[c->base]);
    return name;
}

uint64_t combination_limit(const combination *c) {
    if (c->format == HPYR_COUNT_FORMAT_HALF)
        return (1u << 20) - 1;
    if (c->format == HPYR_COUNT_FORMAT_FLOAT)
        return c->layout == HPYR_LAYOUT_BILINEAR ? (1u << 24) - 4 : 1u << 24;
    return UINT32_MAX - 1;
}

hpyr_pyramid_desc combination_desc(const combination *c, const uint32_t size[3], uint32_t clones) {
    return (hpyr_pyramid_desc){.width = size[0],
                               .height = size[1],
                               .depth = size[2],
                               .layout = c->layout,
                               .count_format = c->format,
                               .base = c->base,
                               .order = c->order,
                               .max_count = c->most,
                               .clones = clones};
}

static void print_set(const char *const *names, int count, unsigned set) {
    const char *separator = " ";
    if (!set)
        printf(" -");
    for (int i = 1; i <= count; i++)
        if (set & BIT(i)) {
            printf("%s%s", separator, names[i]);
            separator = ", ";
        }
    printf(" |");
}

void combination_print_table(void) {
    printf("| layout | orders | outputs of a cell | count_format on GL 3.3 | on GL 2.1 | on OpenGL ES 3.0 |\n"
           "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        printf("| %s |", rows[i].name);
        print_set(order_names, ORDERS, rows[i].orders);
        printf(" %s |", rows[i].outputs);
        print_set(format_names, FORMATS, rows[i].formats_33);
        print_set(format_names, FORMATS, rows[i].formats_21);
        print_set(format_names, FORMATS, rows[i].formats_es);
        printf("\n");
    }
}
