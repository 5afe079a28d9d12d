/* sorter.c - the order that splats are drawn in: hpyr_lists_sort's, or the CPU's.  SPDX-License-Identifier: MIT */
#include "sorter.h"

#include "order.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <histopyramid/list.h>

#include <stdlib.h>

struct sorter {
    library *library;
    uint32_t width, height;
    uint32_t order; /* R32UI */
    hpyr_lists *lists;
    float *depths; /* of the CPU's way, made on demand */
    uint32_t *positions;
};

static hpyr_texture texture_of(const sorter *s, uint32_t name, hpyr_format format) {
    hpyr_texture t = {0};
    t.name = name;
    t.width = s->width;
    t.height = s->height;
    t.format = format;
    return t;
}

static bool create_lists(sorter *s) {
    const hpyr_lists_desc desc = {s->width * s->height, HPYR_LIST_OPERATION_SORT};
    return library_check(s->library, hpyr_lists_create(s->library->context, &desc, &s->lists),
                         "memory to sort the splats in");
}

static bool sort_on_gpu(sorter *s, uint32_t keys, uint32_t count) {
    hpyr_lists_sort_desc desc = {0};
    desc.keys.texture = texture_of(s, keys, HPYR_FORMAT_R32F);
    desc.sorted_values.texture = texture_of(s, s->order, HPYR_FORMAT_R32UI);
    desc.descending = true;
    desc.length.count = count;
    return library_check(s->library, hpyr_lists_sort(s->lists, &desc), "sorting the splats");
}

sorter *sorter_create(library *l, uint32_t width, uint32_t height) {
    sorter *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->library = l;
    s->width = width;
    s->height = height;
    const uint32_t size[3] = {width, height, 1};
    s->order = draw_texels(GL_TEXTURE_2D, GL_R32UI, size, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
    if (!draw_check("a texture for the order") || !create_lists(s)) {
        sorter_destroy(s);
        return NULL;
    }
    return s;
}

void sorter_destroy(sorter *s) {
    if (s) {
        hpyr_lists_destroy(s->lists);
        glDeleteTextures(1, &s->order);
        free(s->depths);
        free(s->positions);
        free(s);
    }
}

static bool sort_on_cpu(sorter *s, uint32_t keys, uint32_t count) {
    const size_t texels = (size_t)s->width * s->height;
    if (!s->depths)
        s->depths = memory_zeroed(texels * sizeof *s->depths);
    if (s->depths && !s->positions)
        s->positions = memory_zeroed(texels * sizeof *s->positions);
    if (!s->positions)
        return false;
    const readback_source source = {GL_TEXTURE_2D, keys, 0, s->width, s->height, 1};
    bool ok = (readback_texels(s->library->gl, &source, GL_RED, GL_FLOAT, s->depths) ||
               error_set("reading the depths: out of memory")) &&
              splat_order_cpu(s->depths, count, s->positions);
    GLsizei rows = (GLsizei)((count - 1) / s->width + 1);
    glBindTexture(GL_TEXTURE_2D, s->order);
    if (ok)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)s->width, rows, GL_RED_INTEGER, GL_UNSIGNED_INT, s->positions);
    glBindTexture(GL_TEXTURE_2D, 0);
    return ok && draw_check("taking the order to the GPU");
}

bool sorter_sort(sorter *s, sort_way way, uint32_t keys, uint32_t count) {
    return way == SORT_CPU ? sort_on_cpu(s, keys, count) : sort_on_gpu(s, keys, count);
}

uint32_t sorter_order(const sorter *s) {
    return s->order;
}
