/* pool.h - the objects that a random call can take, and arguments that are right, borderline or wrong.
 * SPDX-License-Identifier: MIT */
#ifndef FUZZ_POOL_H
#define FUZZ_POOL_H

#include "fuzz.h"

enum { POOL = 4, POOL_IMAGES = 10, POOL_BUFFERS = 5, POOL_BYTES = 1 << 16 };

/** A program with the snippet of a pyramid, as the snippet was when the program was made. */
typedef struct pool_program {
    GLuint name;
    char *text;
} pool_program;

/** What a case has made. NULL and 0 where there is nothing. */
typedef struct pool {
    fuzz *f;
    env *e;
    hpyr_context *other; /* a second hold on the same GL context */
    hpyr_discriminator *discriminators[POOL];
    hpyr_pyramid *pyramids[POOL];
    hpyr_voxelizer *voxelizers[POOL];
    hpyr_isosurface *isosurfaces[POOL];
    hpyr_isosurface_desc isosurface_descs[POOL]; /* what they were made of */
    hpyr_marching_cubes *cubes[POOL];
    hpyr_marching_cubes_desc cubes_descs[POOL];
    image images[POOL_IMAGES];
    GLuint buffers[POOL_BUFFERS], mapped; /* `mapped` is one of them, or 0 */
    GLuint reserved;                      /* a texture's name that was never bound */
    pool_program programs[POOL];
    int bound; /* how many binds were not undone */
    target canvas;
} pool;

void pool_make(pool *p, fuzz *f, env *e);
void pool_free(pool *p);

/** Makes a call with the usual checks: a known answer, GL's state as it was, no GL error. */
#define POOL_CALL(p, ...)                                                                                              \
    (fuzz_call((p)->f, #__VA_ARGS__), env_enter((p)->e), (p)->e->result = (__VA_ARGS__), pool_leave(p, #__VA_ARGS__))
#define POOL_CALL_VOID(p, ...)                                                                                         \
    (fuzz_call((p)->f, #__VA_ARGS__), env_enter((p)->e), (__VA_ARGS__), (void)pool_leave(p, #__VA_ARGS__))
hpyr_result pool_leave(pool *p, const char *call);

/** The next call may change the program and the bindings of all units. */
void pool_allow_bindings(pool *p);

/** A place in the pool, which may be empty. */
uint32_t pool_slot(pool *p);

/** One of the pool's objects, or NULL: by mistake, or because there is none. */
hpyr_pyramid *pool_pyramid(pool *p);
hpyr_discriminator *pool_discriminator(pool *p);

/** While the fuzzer is sober, a pyramid of the voxelizer's size, where there is one. */
hpyr_pyramid *pool_pyramid_of(pool *p, const hpyr_voxelizer *voxelizer);

hpyr_voxelizer *pool_voxelizer(pool *p);
hpyr_isosurface *pool_isosurface(pool *p);
hpyr_marching_cubes *pool_cubes(pool *p);
hpyr_context *pool_context(pool *p);

/** A texture of the pool, or one that is not what it says, or NULL; `t` holds it. */
const hpyr_texture *pool_texture(pool *p, hpyr_texture *t);

/** The same, but while the fuzzer is sober one that the pyramid can be built from, where there is one. */
const hpyr_texture *pool_input(pool *p, const hpyr_pyramid *pyramid, hpyr_texture *t);

/** The size of one of the pool's images: of a 3D texture where it is `deep`. */
void pool_image_size(pool *p, bool deep, uint32_t size[3]);

/** A buffer of the pool, or a name that is none. */
GLuint pool_buffer(pool *p);

/** A program that was made for this pyramid as it is, or a name that is none, or any program. */
GLuint pool_program_for(pool *p, const hpyr_pyramid *pyramid, const char *prefix);

/** "hpyr_", another prefix, or what cannot be one. */
const char *pool_prefix(pool *p);

/** An offset in bytes: aligned, not aligned, far outside. */
uint64_t pool_offset(pool *p);

/** Builds it from an image that fits and compares it with the oracle: an object stays usable after errors. */
void pool_check_pyramid(pool *p, hpyr_pyramid *pyramid);
void pool_check_isosurface(pool *p, uint32_t slot);
void pool_check_cubes(pool *p, uint32_t slot);
void pool_check_voxelizer(pool *p, hpyr_voxelizer *voxelizer);

#endif
