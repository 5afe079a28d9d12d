/* store.h - memory, buffers and textures of one case, which are freed together.  SPDX-License-Identifier: MIT */
#ifndef BENCH_STORE_H
#define BENCH_STORE_H

#include <histopyramid/texture.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench;

enum { STORE_BLOCKS = 32, STORE_NAMES = 16 };

/** Zero it but for the bench. */
typedef struct store {
    const struct bench *b;
    void *blocks[STORE_BLOCKS];
    uint32_t buffers[STORE_NAMES], textures[STORE_NAMES];
    int block_count, buffer_count, texture_count;
    bool is_short; /* there was no memory for something */
} store;

/** Zeros; NULL where there are none, which store_check tells. */
void *store_memory(store *s, size_t count, size_t size);

/** A buffer; `data` may be NULL. */
uint32_t store_buffer(store *s, size_t bytes, const void *data);

/** A texture of one level, read by its nearest texels. `target` 0 is GL_TEXTURE_2D; `texels`, without padding, may be NULL. */
hpyr_texture store_texture(store *s, uint32_t target, hpyr_format format, const uint32_t size[3], const void *texels);

/** False, with one line, where memory or OpenGL's memory was short. */
bool store_check(store *s);

void store_free(store *s);

/** Reads and writes entries of four bytes of a buffer. */
bool store_read(const struct bench *b, uint32_t buffer, size_t count, void *entries);
void store_write(uint32_t buffer, size_t count, const void *entries);

/** Reads all texels of a texture of the store, without padding; writes those of a flat one. */
bool store_read_texture(const struct bench *b, const hpyr_texture *t, void *texels);
void store_write_texture(const struct bench *b, const hpyr_texture *t, const void *texels);

/** Random numbers, the same on every machine. */
uint32_t store_random(uint32_t *state);

/** The same as a number from 0 up to 1. */
double store_chance(uint32_t *state);

#endif
