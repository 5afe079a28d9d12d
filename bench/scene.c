/* scene.c - one input with a discriminator: textures, the oracle's list, and what lists are written to.
 * SPDX-License-Identifier: MIT */
#include "scene.h"

#include "images.h"

#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <stdlib.h>
#include <string.h>

static size_t texels_of(const scene *s) {
    return (size_t)hpyr_flat3d_texture_width(&s->map) * hpyr_flat3d_texture_height(&s->map);
}

static bool no_memory(const scene *s) {
    return error_set("out of memory for %ux%ux%u cells", (unsigned)s->desc.width, (unsigned)s->desc.height,
                     (unsigned)s->desc.depth);
}

/* ---- input ---- */

static uint32_t make_texture(GLenum target) {
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(target, name);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    return name;
}

static hpyr_texture upload_flat(const bench *b, const scene *s, const uint8_t *texels) {
    hpyr_texture t = {0};
    t.width = hpyr_flat3d_texture_width(&s->map);
    t.height = hpyr_flat3d_texture_height(&s->map);
    t.format = s->desc.draw ? HPYR_FORMAT_RGBA8 : HPYR_FORMAT_R8;
    t.name = make_texture(GL_TEXTURE_2D);
    GLenum red = bench_has_floats(b) ? GL_LUMINANCE : GL_RED; /* GL 2.1 has no one-channel format but this */
    GLint internal = s->desc.draw ? GL_RGBA8 : bench_has_floats(b) ? GL_LUMINANCE8 : GL_R8;
    glTexImage2D(GL_TEXTURE_2D, 0, internal, (GLsizei)t.width, (GLsizei)t.height, 0, s->desc.draw ? GL_RGBA : red,
                 GL_UNSIGNED_BYTE, texels);
    glBindTexture(GL_TEXTURE_2D, 0);
    return t;
}

static hpyr_texture upload_volume(const scene *s, const uint8_t *cells) {
    const scene_desc *d = &s->desc;
    hpyr_texture t = {0};
    t.target = d->depth > 1 ? GL_TEXTURE_3D : GL_TEXTURE_2D_ARRAY;
    t.width = d->width;
    t.height = d->height;
    t.depth = d->depth;
    t.format = HPYR_FORMAT_R8;
    t.name = make_texture(t.target);
    glTexImage3D(t.target, 0, GL_R8, (GLsizei)d->width, (GLsizei)d->height, (GLsizei)d->depth, 0, GL_RED,
                 GL_UNSIGNED_BYTE, cells);
    glBindTexture(t.target, 0);
    return t;
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
    s->counts = malloc(count * sizeof *s->counts);
    if (!s->counts)
        return no_memory(s);
    if (s->desc.costly) {
        discriminate_neighborhood(s, texels);
    } else {
        hpyr_ref_image image = {0};
        image.pixels = texels;
        image.format = s->flat.format;
        image.width = s->flat.width;
        image.height = s->flat.height;
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
    size_t cells = (size_t)d->width * d->height * d->depth, texel = d->draw ? 4 : 1;
    uint8_t *pixels = malloc(cells * texel), *flat = pixels;
    if (pixels && d->depth > 1)
        flat = calloc(texels_of(s), 1);
    bool ok = pixels && flat;
    if (!ok) {
        no_memory(s);
    } else {
        if (d->draw)
            d->draw(pixels, d->width, d->active);
        else
            image_random_bytes(pixels, cells, d->fill);
        if (flat != pixels)
            lay_flat(s, pixels, flat);
        s->flat = upload_flat(b, s, flat);
        if (!d->draw && !bench_has_floats(b))
            s->volume = upload_volume(s, pixels);
        ok = count_outputs(s, flat);
    }
    if (flat != pixels)
        free(flat);
    free(pixels);
    return ok;
}

/* ---- lists ---- */

static size_t list_texels(const scene *s) {
    return (size_t)s->list.width * s->list.height;
}

static bool make_lists(bench *b, scene *s) {
    bool floats = bench_has_floats(b);
    s->list.width = s->list.height = hpyr_list_side(s->total);
    s->list.format = floats ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_RGBA32UI;
    s->list.name = make_texture(GL_TEXTURE_2D);
    glTexImage2D(GL_TEXTURE_2D, 0, floats ? GL_RGBA32F : GL_RGBA32UI, (GLsizei)s->list.width, (GLsizei)s->list.height,
                 0, floats ? GL_RGBA : GL_RGBA_INTEGER, floats ? GL_FLOAT : GL_UNSIGNED_INT, NULL);
    glBindTexture(GL_TEXTURE_2D, 0);
    s->gl = bench_gl(b);
    s->framebuffer = framebuffer_of(s->gl, s->list.name);
    glGenBuffers(1, &s->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, s->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(((size_t)s->total + 1) * sizeof(hpyr_point)), NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    s->points = malloc(((size_t)s->total + 1) * sizeof *s->points);
    return s->points || no_memory(s);
}

scene *scene_open(bench *b, const scene_desc *desc) {
    scene *s = calloc(1, sizeof *s);
    if (!s) {
        error_set("out of memory");
        return NULL;
    }
    s->desc = *desc;
    s->desc.depth = desc->depth ? desc->depth : 1;
    s->desc.clones = desc->clones ? desc->clones : 1;
    hpyr_result result =
        hpyr_flat3d_arrange(desc->width, desc->height, s->desc.depth, 0, b->caps->max_texture_size, &s->map);
    bool ok = result == HPYR_OK;
    if (!ok) {
        error_set("%ux%ux%u cells do not fit into a texture of %ux%u texels", (unsigned)desc->width,
                  (unsigned)desc->height, (unsigned)s->desc.depth, (unsigned)b->caps->max_texture_size,
                  (unsigned)b->caps->max_texture_size);
    }
    ok = ok && make_input(b, s) && make_lists(b, s);
    if (ok && glGetError() != GL_NO_ERROR) {
        ok = error_set("no GL memory for %ux%ux%u cells", (unsigned)desc->width, (unsigned)desc->height,
                       (unsigned)s->desc.depth);
    }
    if (!ok) {
        scene_close(s);
        s = NULL;
    }
    return s;
}

void scene_close(scene *s) {
    if (s) {
        framebuffer_delete(s->gl, &s->framebuffer);
        glDeleteTextures(1, &s->flat.name);
        glDeleteTextures(1, &s->volume.name);
        glDeleteTextures(1, &s->list.name);
        glDeleteBuffers(1, &s->buffer);
        free(s->points);
        free(s->counts);
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
    bool floats = bench_has_floats(b);
    void *zeros = calloc(list_texels(s), sizeof(hpyr_point));
    if (!zeros)
        return no_memory(s);
    memset(s->points, 0, s->total * sizeof *s->points);
    glBindBuffer(GL_ARRAY_BUFFER, s->buffer);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(s->total * sizeof(hpyr_point)), zeros);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, s->list.name);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)s->list.width, (GLsizei)s->list.height,
                    floats ? GL_RGBA : GL_RGBA_INTEGER, floats ? GL_FLOAT : GL_UNSIGNED_INT, zeros);
    glBindTexture(GL_TEXTURE_2D, 0);
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
        readback_buffer(s->gl, s->buffer, 0, size, words);
    return judge(s, words, s->total);
}

bool scene_list_is_right(const scene *s, bool alone) {
    bool floats = s->list.format == HPYR_FORMAT_RGBA32F;
    uint32_t *words = malloc(list_texels(s) * sizeof(hpyr_point));
    const readback_source source = {GL_TEXTURE_2D, s->list.name, 0, s->list.width, s->list.height, 1};
    if (words)
        readback_texels(s->gl, &source, floats ? GL_RGBA : GL_RGBA_INTEGER, floats ? GL_FLOAT : GL_UNSIGNED_INT, words);
    return judge(s, words, alone ? list_texels(s) : s->total);
}

bool scene_points_are_right(const scene *s) {
    return memcmp(s->points, s->expected, s->total * sizeof *s->expected) == 0;
}
