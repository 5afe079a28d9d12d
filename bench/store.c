/* store.c - memory, buffers and textures of one case.  SPDX-License-Identifier: MIT */
#include "store.h"

#include "bench.h"

#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <stdlib.h>

typedef struct texel_format {
    hpyr_format format;
    GLint internal;
    GLenum external, type;
} texel_format;

/* GL 2.1 has no format of one channel but luminance. */
static texel_format format_of(const bench *b, hpyr_format format) {
    static const texel_format FORMATS[] = {
        {HPYR_FORMAT_R8, GL_R8, GL_RED, GL_UNSIGNED_BYTE},
        {HPYR_FORMAT_RGBA8, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
        {HPYR_FORMAT_R8UI, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE},
        {HPYR_FORMAT_R16I, GL_R16I, GL_RED_INTEGER, GL_SHORT},
        {HPYR_FORMAT_R16UI, GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT},
        {HPYR_FORMAT_R32F, GL_R32F, GL_RED, GL_FLOAT},
        {HPYR_FORMAT_RGBA32F, GL_RGBA32F, GL_RGBA, GL_FLOAT},
        {HPYR_FORMAT_RGBA32UI, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT},
    };
    size_t i = 0;
    while (FORMATS[i].format != format)
        i++;
    return format == HPYR_FORMAT_R8 && bench_has_floats(b)
               ? (texel_format){format, GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE}
               : FORMATS[i];
}

void *store_memory(store *s, size_t count, size_t size) {
    void *block = s->block_count < STORE_BLOCKS ? memory_zeroed(count * size + 1) : NULL;
    s->is_short = s->is_short || !block;
    if (block)
        s->blocks[s->block_count++] = block;
    return block;
}

uint32_t store_buffer(store *s, size_t bytes, const void *data) {
    GLuint *name = &s->buffers[s->buffer_count++];
    glGenBuffers(1, name);
    glBindBuffer(GL_ARRAY_BUFFER, *name);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, data, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return *name;
}

hpyr_texture store_texture(store *s, uint32_t target, hpyr_format format, const uint32_t size[3], const void *texels) {
    const texel_format f = format_of(s->b, format);
    const bool is_flat = target == 0 || target == GL_TEXTURE_2D;
    const GLsizei width = (GLsizei)size[0], height = (GLsizei)size[1], depth = is_flat ? 0 : (GLsizei)size[2];
    hpyr_texture t = {.target = target, .width = size[0], .height = size[1], .format = format};
    t.depth = (uint32_t)depth;
    target = is_flat ? GL_TEXTURE_2D : target;
    glGenTextures(1, &t.name);
    s->textures[s->texture_count++] = t.name;
    glBindTexture(target, t.name);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (is_flat)
        glTexImage2D(target, 0, f.internal, width, height, 0, f.external, f.type, texels);
    else
        glTexImage3D(target, 0, f.internal, width, height, depth, 0, f.external, f.type, texels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(target, 0);
    return t;
}

bool store_check(store *s) {
    return (!s->is_short && glGetError() == GL_NO_ERROR) || error_set("%s: out of memory", s->b->part);
}

void store_free(store *s) {
    glDeleteBuffers(s->buffer_count, s->buffers);
    glDeleteTextures(s->texture_count, s->textures);
    for (int i = 0; i < s->block_count; i++)
        free(s->blocks[i]);
}

bool store_read(const bench *b, uint32_t buffer, size_t count, void *entries) {
    return count == 0 || readback_buffer(bench_gl(b), buffer, 0, count * sizeof(uint32_t), entries) ||
           error_set("%s: a buffer cannot be read back", b->part);
}

void store_write(uint32_t buffer, size_t count, const void *entries) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(count * sizeof(uint32_t)), entries);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

bool store_read_texture(const bench *b, const hpyr_texture *t, void *texels) {
    const texel_format f = format_of(b, t->format);
    const uint32_t target = t->target ? t->target : GL_TEXTURE_2D, depth = t->depth ? t->depth : 1;
    const readback_source source = {target, t->name, 0, t->width, t->height, depth};
    return readback_texels(bench_gl(b), &source, f.external, f.type, texels) ||
           error_set("%s: a texture cannot be read back", b->part);
}

void store_write_texture(const bench *b, const hpyr_texture *t, const void *texels) {
    const texel_format f = format_of(b, t->format);
    glBindTexture(GL_TEXTURE_2D, t->name);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)t->width, (GLsizei)t->height, f.external, f.type, texels);
    glBindTexture(GL_TEXTURE_2D, 0);
}

/* Marsaglia, Xorshift RNGs (2003). */
uint32_t store_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

double store_chance(uint32_t *state) {
    return store_random(state) / 4294967296.0;
}
