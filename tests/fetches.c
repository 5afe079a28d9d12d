/* fetches.c - what textures and buffers hold, on every GL.  SPDX-License-Identifier: MIT */
#include "fetches.h"

#include "harness.h"

void fetch_texels(const fetch_source *s, uint32_t external, uint32_t type, void *out) {
    assert_true(readback_texels(env_gl(), s, external, type, out));
    CHECK_GL();
}

void fetch_buffer(uint32_t buffer, size_t offset, size_t size, void *out) {
    assert_true(readback_buffer(env_gl(), buffer, offset, size, out));
    CHECK_GL();
}
