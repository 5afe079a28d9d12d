/* scene.c - one input with a discriminator: textures, the oracle's list, and what lists are written to.
 * SPDX-License-Identifier: MIT */
#include "scene.h"

#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

static size_t texels_of(const scene *s) {
    return (size_t)hpyr_flat3d_texture_width(&s->map) * hpyr_flat3d_texture_height(&s->map);
}

static bool no_memory(const scene *s) {
    return error_set("out of memory for %ux%ux%u cells", (unsigned)s->desc.width, (unsigned)s->desc.height,
                     (unsigned)s->desc.depth);
}

enum { SEED = 0x1E3779B9 };

/* ---- input ---- */

/* `count` bytes, 255 with probability `fill`, else 0: the same on every machine. */
static void make_random_bytes(uint8_t *pixels, size_t count, double fill) {
    uint32_t state = SEED, threshold = (uint32_t)(fill * 4294967295.0);
    for (size_t i = 0; i < count; i++)
        pixels[i] = store_random(&state) <= threshold ? 255 : 0;
}

/* Cell (x,y,z) to its texel of the flat texture, whose other texels stay 0. */
static void lay_flat(const scene *s, const uint8_t *cells, uint8_t *texels) {
    const scene_desc *d = &s->desc;
    size_t width = hpyr_flat3d_texture_width(&s->map);
    for (uint32_t z = 0; z < d->depth; z++) {
        for (uint32_t y = 0; y < d->height; y++) {
            uint32_t u, v;
            hpyr_flat3d_texel(&s->map, 0, y, z, &u, &v);
            memcpy(texels + v * width + u, cells + ((size_t)z * d->height + y) * d->width, d->width);
        }
    }
}

/* Active where at least twice the mean of 5x5 texels: neighborhood.glsl. Images only. */
static void discriminate_neighborhood(const scene *s, const uint8_t *cells) {
    int64_t width = s->desc.width, height = s->desc.height;
    for (int64_t y = 0; y < height; y++) {
        for (int64_t x = 0; x < width; x++) {
            uint32_t sum = 0, value = cells[y * width + x] ? 1 : 0;
            for (int64_t j = y - 2; value && j <= y + 2; j++) {
                for (int64_t i = x - 2; i <= x + 2; i++) {
                    int64_t u = i < 0 ? 0 : i < width ? i : width - 1, v = j < 0 ? 0 : j < height ? j : height - 1;
                    sum += cells[v * width + u] ? 1 : 0;
                }
            }
            s->counts[y * width + x] = value && 25 >= sum * 2;
        }
    }
}

static bool count_outputs(scene *s, const uint8_t *texels) {
    uint64_t total = 0;
    size_t count = texels_of(s);
    s->counts = store_memory(&s->store, count, sizeof *s->counts);
    if (!s->counts)
        return no_memory(s);
    if (s->desc.costly) {
        discriminate_neighborhood(s, texels);
    } else {
        const hpyr_ref_image image = {
            .pixels = texels, .format = s->flat.format, .width = s->flat.width, .height = s->flat.height};
        if (hpyr_ref_discriminate(&image, 1.0, 1.0, s->counts) != HPYR_OK)
            return no_memory(s);
    }
    for (size_t i = 0; i < count; i++) {
        s->counts[i] *= s->desc.clones;
        total += s->counts[i];
    }
    s->total = (uint32_t)total;
    return total < HPYR_ALL || error_set("%llu points are too many to check", (unsigned long long)total);
}

static bool make_input(bench *b, scene *s) {
    const scene_desc *d = &s->desc;
    const uint32_t size[3] = {d->width, d->height, d->depth};
    const uint32_t flat_size[3] = {hpyr_flat3d_texture_width(&s->map), hpyr_flat3d_texture_height(&s->map), 1};
    const size_t cells = (size_t)d->width * d->height * d->depth;
    store texels = {.b = b};
    uint8_t *pixels = store_memory(&texels, cells, d->draw ? 4 : 1);
    uint8_t *flat = d->depth > 1 ? store_memory(&texels, texels_of(s), 1) : pixels;
    bool ok = store_check(&texels);
    if (ok) {
        if (d->draw)
            d->draw(pixels, d->width, d->active);
        else
            make_random_bytes(pixels, cells, d->fill);
        if (flat != pixels)
            lay_flat(s, pixels, flat);
        s->flat = store_texture(&s->store, 0, d->draw ? HPYR_FORMAT_RGBA8 : HPYR_FORMAT_R8, flat_size, flat);
        if (!d->draw && !bench_has_floats(b))
            s->volume = store_texture(&s->store, d->depth > 1 ? GL_TEXTURE_3D : GL_TEXTURE_2D_ARRAY, HPYR_FORMAT_R8,
                                      size, pixels);
        ok = count_outputs(s, flat);
    }
    store_free(&texels);
    return ok;
}

/* ---- lists ---- */

static size_t list_texels(const scene *s) {
    return (size_t)s->list.width * s->list.height;
}

static bool make_lists(bench *b, scene *s) {
    const uint32_t side = hpyr_list_side(s->total), size[3] = {side, side, 1};
    const size_t bytes = ((size_t)s->total + 1) * sizeof(hpyr_point);
    s->list = store_texture(&s->store, 0, bench_has_floats(b) ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_RGBA32UI, size, NULL);
    s->framebuffer = framebuffer_of(s->gl, s->list.name);
    s->buffer = store_buffer(&s->store, bytes, NULL);
    s->points = store_memory(&s->store, bytes, 1);
    return store_check(&s->store);
}

scene *scene_open(bench *b, const scene_desc *desc) {
    scene *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->store.b = b;
    s->gl = bench_gl(b);
    s->desc = *desc;
    s->desc.depth = desc->depth ? desc->depth : 1;
    s->desc.clones = desc->clones ? desc->clones : 1;
    const uint32_t most = b->caps->max_texture_size;
    bool ok = hpyr_flat3d_arrange(desc->width, desc->height, s->desc.depth, 0, most, &s->map) == HPYR_OK ||
              error_set("%ux%ux%u cells do not fit into a texture of %ux%u texels", (unsigned)desc->width,
                        (unsigned)desc->height, (unsigned)s->desc.depth, (unsigned)most, (unsigned)most);
    if (!ok || !make_input(b, s) || !make_lists(b, s)) {
        scene_close(s);
        s = NULL;
    }
    return s;
}

void scene_close(scene *s) {
    if (s) {
        framebuffer_delete(s->gl, &s->framebuffer);
        store_free(&s->store);
        free(s->expected);
        free(s);
    }
}

/* ---- the oracle ---- */

const hpyr_texture *scene_input(const scene *s, const hpyr_pyramid_desc *desc) {
    return desc->layout == HPYR_LAYOUT_VOLUME || desc->order == HPYR_ORDER_COLUMN ? &s->volume : &s->flat;
}

bool scene_expect(scene *s, hpyr_order order) {
    if (s->expected && s->expected_order == order)
        return true;
    hpyr_ref_pyramid *oracle = NULL;
    scene_forget(s);
    s->expected = malloc(((size_t)s->total + 1) * sizeof *s->expected);
    bool ok = s->expected && hpyr_ref_pyramid_create(s->counts, &s->map, order, &oracle) == HPYR_OK &&
              hpyr_ref_pyramid_list(oracle, 0, s->total, s->expected, NULL) == HPYR_OK;
    if (ok)
        s->expected_order = order;
    else
        no_memory(s);
    hpyr_ref_pyramid_destroy(oracle);
    return ok;
}

void scene_forget(scene *s) {
    free(s->expected);
    s->expected = NULL;
}

bool scene_wipe(bench *b, const scene *s) {
    void *zeros = calloc(list_texels(s), sizeof(hpyr_point));
    if (!zeros)
        return no_memory(s);
    memset(s->points, 0, s->total * sizeof *s->points);
    store_write(s->buffer, (size_t)s->total * 4, zeros);
    store_write_texture(b, &s->list, zeros);
    free(zeros);
    return true;
}

/* Floats become the integers that they stand for, the mark of unused texels included. */
static void make_integers(uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float value;
        memcpy(&value, &words[i], sizeof value);
        words[i] = value >= 0 && value < 4294967296.0f ? (uint32_t)value : HPYR_UNUSED;
    }
}

/* Whether `count` points in `words` are the oracle's, and the texels after them unused. Frees `words`, which may be NULL. */
static bool judge(const scene *s, uint32_t *words, size_t count) {
    bool right = words && glGetError() == GL_NO_ERROR;
    if (right && s->list.format == HPYR_FORMAT_RGBA32F)
        make_integers(words, count * 4);
    right = right && memcmp(words, s->expected, s->total * sizeof *s->expected) == 0;
    for (size_t i = (size_t)s->total * 4; i < count * 4 && right; i++)
        right = words[i] == HPYR_UNUSED;
    free(words);
    return right;
}

bool scene_buffer_is_right(const scene *s) {
    size_t size = s->total * sizeof(hpyr_point);
    uint32_t *words = malloc(size + 1);
    if (words)
        store_read(s->store.b, s->buffer, (size_t)s->total * 4, words);
    return judge(s, words, s->total);
}

bool scene_list_is_right(const scene *s, bool alone) {
    uint32_t *words = malloc(list_texels(s) * sizeof(hpyr_point));
    if (words)
        store_read_texture(s->store.b, &s->list, words);
    return judge(s, words, alone ? list_texels(s) : s->total);
}

bool scene_points_are_right(const scene *s) {
    return memcmp(s->points, s->expected, s->total * sizeof *s->expected) == 0;
}
