/* readback.h - what textures and buffers hold, on every GL: OpenGL ES reads neither directly.  SPDX-License-Identifier: MIT */
#ifndef DEMO_READBACK_H
#define DEMO_READBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A level of a texture, of `depth` slices or layers; 1 for GL_TEXTURE_2D. OpenGL ES 3.0 cannot tell a texture's size. */
typedef struct readback_source {
    uint32_t target, name;
    int level;
    uint32_t width, height, depth;
} readback_source;

/** Reads all texels as glGetTexImage does, tightly packed. `external` is GL_RED, GL_RG or GL_RGBA with GL_FLOAT or GL_UNSIGNED_BYTE,
 *  or the same as _INTEGER with GL_UNSIGNED_INT. Nothing stays bound. False where memory is short or, on OpenGL ES, where the texture
 *  cannot be rendered to; GL's own errors stay to be asked for. */
bool readback_texels(int gl, const readback_source *source, uint32_t external, uint32_t type, void *out);

/** Reads bytes of a buffer. Nothing stays bound. False where OpenGL ES cannot map the buffer. */
bool readback_buffer(int gl, uint32_t buffer, size_t offset, size_t size, void *out);

#endif
