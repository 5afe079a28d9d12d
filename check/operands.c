/* operands.c - operands of checks, in memory and in GL.  SPDX-License-Identifier: MIT */
#include "check.h"
#include "gl.h"

#include <stdlib.h>
#include <string.h>

enum { POOL_BYTES = 32 << 20 }; /* more than any check needs: their sizes are constants */

bool operands_begin(check *c) {
    c->pool = malloc(POOL_BYTES);
    c->random = 1;
    return c->pool != NULL;
}

void operands_end(check *c) {
    glDeleteTextures((GLsizei)c->texture_count, c->textures);
    glDeleteBuffers((GLsizei)c->buffer_count, c->buffers);
    free(c->pool);
}

void *check_memory(check *c, size_t bytes) {
    size_t first = (c->used + 15) & ~(size_t)15;
    if (bytes > POOL_BYTES - first)
        abort();
    c->used = first + bytes;
    return memset(c->pool + first, 0, bytes);
}

uint32_t check_random(check *c, uint32_t below) {
    c->random = c->random * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)c->random * below >> 32);
}

float check_random_float(check *c) {
    return (float)check_random(c, 1u << 24) / (1u << 23) - 1;
}

/* ---- buffers ---- */

uint32_t check_buffer(check *c, const void *bytes, size_t size) {
    if (c->buffer_count == CHECK_OBJECTS)
        abort();
    uint32_t *name = &c->buffers[c->buffer_count++];
    glGenBuffers(1, name);
    glBindBuffer(GL_ARRAY_BUFFER, *name); /* OpenGL 2.1 has no other target that would do */
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(size ? size : 4), bytes, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return *name;
}

void check_read(check *c, uint32_t buffer, size_t offset, size_t size, void *out) {
    if (size == 0) /* which a browser takes for all */
        return;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
#ifdef __EMSCRIPTEN__
    (void)c;
    glGetBufferSubData(GL_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, out);
#else
    if (c->caps->gl == HPYR_GL_ES3) {
        const void *bytes = glMapBufferRange(GL_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, GL_MAP_READ_BIT);
        if (bytes) {
            memcpy(out, bytes, size);
            glUnmapBuffer(GL_ARRAY_BUFFER);
        }
    } else {
        glGetBufferSubData(GL_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, out);
    }
#endif
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

hpyr_list check_list(check *c, hpyr_list_type type, const void *entries, uint32_t count) {
    return (hpyr_list){.buffer = check_buffer(c, entries, (size_t)count * 4), .type = type};
}

/* ---- textures ---- */

typedef struct texel_format {
    hpyr_format format;
    GLenum internal, external, type;
    GLenum internal21, external21; /* of OpenGL 2.1; 0 where it has none */
} texel_format;

static const texel_format FORMATS[] = {
    {HPYR_FORMAT_R8, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 0x8040, 0x1909}, /* LUMINANCE8, LUMINANCE */
    {HPYR_FORMAT_RGBA8, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA8, GL_RGBA},
    {HPYR_FORMAT_R32F, GL_R32F, GL_RED, GL_FLOAT, 0x8818, 0x1909}, /* LUMINANCE32F_ARB, LUMINANCE */
    {HPYR_FORMAT_RGBA32F, GL_RGBA32F, GL_RGBA, GL_FLOAT, GL_RGBA32F, GL_RGBA},
    {HPYR_FORMAT_R32UI, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 0, 0},
    {HPYR_FORMAT_RGBA32UI, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 0, 0},
};

static const texel_format *find_format(hpyr_format format) {
    const texel_format *found = FORMATS;
    while (found->format != format)
        found++;
    return found;
}

hpyr_texture check_texture(check *c, uint32_t target, hpyr_format format, uint32_t width, uint32_t height,
                           uint32_t depth, const void *texels) {
    const texel_format *f = find_format(format);
    GLint internal = (GLint)(c->is_legacy ? f->internal21 : f->internal);
    GLenum external = c->is_legacy ? f->external21 : f->external;
    if (c->texture_count == CHECK_OBJECTS)
        abort();
    uint32_t *name = &c->textures[c->texture_count++];
    glGenTextures(1, name);
    glBindTexture(target, *name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (target == GL_TEXTURE_2D)
        glTexImage2D(target, 0, internal, (GLsizei)width, (GLsizei)height, 0, external, f->type, texels);
    else
        glTexImage3D(target, 0, internal, (GLsizei)width, (GLsizei)height, (GLsizei)depth, 0, external, f->type,
                     texels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(target, 0);
    return (hpyr_texture){.name = *name,
                          .target = target,
                          .width = width,
                          .height = height,
                          .depth = target == GL_TEXTURE_2D ? 0 : depth,
                          .format = format};
}
