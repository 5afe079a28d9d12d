/* fetches.h - what textures and buffers hold, on every GL.  SPDX-License-Identifier: MIT */
#ifndef TEST_FETCHES_H
#define TEST_FETCHES_H

#include "common/platform/readback.h"

/** A level of a texture, whose size is stated: OpenGL ES 3.0 cannot tell it, and reads it slice by slice. */
typedef readback_source fetch_source;

/** Reads all texels as glGetTexImage does, tightly packed. `external` is GL_RED, GL_RG or GL_RGBA with GL_FLOAT or GL_UNSIGNED_BYTE,
 *  or the same as _INTEGER with GL_UNSIGNED_INT. Nothing stays bound; a texture that cannot be rendered to fails the test on OpenGL
 *  ES. */
void fetch_texels(const fetch_source *source, uint32_t external, uint32_t type, void *out);

/** Reads bytes of a buffer. Nothing stays bound. */
void fetch_buffer(uint32_t buffer, size_t offset, size_t size, void *out);

#endif
