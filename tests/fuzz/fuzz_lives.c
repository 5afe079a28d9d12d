/* fuzz_lives.c - contexts and their objects are created and destroyed in any order that is legal, on three GL contexts.
 * SPDX-License-Identifier: MIT
 *
 * Two of the GL contexts share their objects, the third is alone. At the end of a case everything is destroyed: then GL holds as
 * many objects as before, and over many cases the process does not grow. A context may be destroyed
 * before its objects. */
#include "fuzz.h"
#include "names.h"

#include <EGL/egl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOMES = 3, HOLDS = 2, OBJECTS = 6, STEPS = 120, WARM_CASES = 20, MOST_GROWTH_MB = 64 };

typedef enum kind { KIND_NONE, KIND_DISCRIMINATOR, KIND_PYRAMID, KIND_VOXELIZER, KIND_ISOSURFACE, KINDS } kind;

typedef struct object {
    kind kind;
    void *it;
} object;

/** The library's hold on a GL context, and what was made from it. */
typedef struct hold {
    hpyr_context *context;
    object objects[OBJECTS];
} hold;

/** A GL context. */
typedef struct home {
    EGLContext context;
    image im; /* of 16x16 texels, three quarters active */
    hold holds[HOLDS];
} home;

static home homes[HOMES];
static EGLDisplay display;

/* ---- GL contexts ---- */

static void enter(const home *h) {
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, h->context))
        fuzz_fail("eglMakeCurrent failed, 0x%04x", eglGetError());
}

static EGLContext another_context(bool gl21, EGLContext shared) {
    const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    const EGLint old[] = {EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
    return eglCreateContext(display, (EGLConfig)0, shared, gl21 ? old : core);
}

static bool open_homes(const env *e) {
    display = eglGetCurrentDisplay();
    homes[0].context = eglGetCurrentContext();
    homes[1].context = another_context(e->gl21, homes[0].context);
    homes[2].context = another_context(e->gl21, EGL_NO_CONTEXT);
    for (int i = 0; i < HOMES; i++) {
        if (homes[i].context == EGL_NO_CONTEXT ||
            !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, homes[i].context))
            return false;
        homes[i].im = image_make(HPYR_FORMAT_R8, 0, 16, 16, 1);
        for (size_t t = 0; t < 256; t++)
            image_set(&homes[i].im, t, t % 4 != 0);
        image_upload(&homes[i].im);
    }
    enter(&homes[0]);
    return true;
}

static void close_homes(void) {
    for (int i = HOMES; i-- > 0;) {
        enter(&homes[i]);
        image_free(&homes[i].im);
        if (i == 0)
            break;
        enter(&homes[0]);
        eglDestroyContext(display, homes[i].context);
    }
}

/* ---- objects ---- */

static void *make_object(fuzz *f, hpyr_context *context, kind k) {
    uint32_t side = fuzz_size(f, 40);
    const hpyr_discriminator_desc threshold = {.kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD};
    const hpyr_pyramid_desc pyramid = {.width = 16, .height = 16, .layout = (hpyr_layout)fuzz_below(f, 8)};
    const hpyr_voxelizer_desc volume = {.width = side, .height = side, .depth = side};
    const hpyr_marching_cubes_desc field = {.grid = {.width = side, .height = side, .depth = 4}};
    hpyr_discriminator *d = NULL;
    hpyr_pyramid *p = NULL;
    hpyr_voxelizer *v = NULL;
    hpyr_marching_cubes *i = NULL;
    hpyr_result result = k == KIND_DISCRIMINATOR ? hpyr_discriminator_create(context, &threshold, &d)
                         : k == KIND_PYRAMID     ? hpyr_pyramid_create(context, &pyramid, &p)
                         : k == KIND_VOXELIZER   ? hpyr_voxelizer_create(context, &volume, &v)
                                                 : hpyr_marching_cubes_create(context, &field, &i);
    if (result != HPYR_OK && result != HPYR_ERROR_UNSUPPORTED)
        fuzz_fail("object of kind %d: %s", (int)k, hpyr_result_string(result));
    return k == KIND_DISCRIMINATOR ? (void *)d
           : k == KIND_PYRAMID     ? (void *)p
           : k == KIND_VOXELIZER   ? (void *)v
                                   : (void *)i;
}

static void destroy_object(object *o) {
    if (o->kind == KIND_DISCRIMINATOR)
        hpyr_discriminator_destroy(o->it);
    else if (o->kind == KIND_PYRAMID)
        hpyr_pyramid_destroy(o->it);
    else if (o->kind == KIND_VOXELIZER)
        hpyr_voxelizer_destroy(o->it);
    else if (o->kind == KIND_ISOSURFACE)
        hpyr_marching_cubes_destroy(o->it);
    *o = (object){KIND_NONE, NULL};
}

static void use_pyramid(const home *h, const hold *owner, hpyr_pyramid *pyramid) {
    const hpyr_discriminator_desc threshold = {.kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD};
    hpyr_discriminator *discriminator = NULL;
    uint32_t total = 0;
    hpyr_result result = hpyr_discriminator_create(owner->context, &threshold, &discriminator);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build(pyramid, discriminator, &h->im.texture);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(pyramid, &total);
    hpyr_discriminator_destroy(discriminator);
    if (result != HPYR_OK || total != 192)
        fuzz_fail("a build answered %s, the total is %u", hpyr_result_string(result), total);
}

/* ---- holds ---- */

static void take_hold(const env *e, hold *h) {
    const hpyr_context_desc desc = {.gl_version_cap = e->gl21 ? 21 : 0};
    hpyr_result result = hpyr_context_create(&desc, &h->context);
    env_poison(e);
    if (result != HPYR_OK)
        fuzz_fail("a context answered %s", hpyr_result_string(result));
}

static void let_go(fuzz *f, hold *h) {
    if (fuzz_chance(f, 2)) { /* it lives on until the last of its objects is destroyed */
        hpyr_context_destroy(h->context);
        h->context = NULL;
    }
    for (int i = 0; i < OBJECTS; i++)
        destroy_object(&h->objects[i]);
    hpyr_context_destroy(h->context);
    h->context = NULL;
}

static void one_step(fuzz *f, const env *e) {
    home *h = &homes[fuzz_below(f, HOMES)];
    hold *owner = &h->holds[fuzz_below(f, HOLDS)];
    object *o = &owner->objects[fuzz_below(f, OBJECTS)];
    enter(h);
    if (!owner->context) {
        fuzz_call(f, "hpyr_context_create");
        take_hold(e, owner);
    } else if (fuzz_chance(f, 40)) {
        fuzz_call(f, "hpyr_context_destroy and all of its objects");
        let_go(f, owner);
    } else if (o->it && o->kind == KIND_PYRAMID && fuzz_chance(f, 2)) {
        fuzz_call(f, "hpyr_pyramid_build");
        use_pyramid(h, owner, o->it);
    } else if (o->it) {
        fuzz_call(f, "a destroy");
        destroy_object(o);
    } else {
        fuzz_call(f, "a create");
        o->kind = (kind)(1 + fuzz_below(f, KINDS - 1));
        o->it = make_object(f, owner->context, o->kind);
    }
    if (glGetError() != GL_NO_ERROR)
        fuzz_fail("GL has an error");
}

/* ---- what may not grow ---- */

static long resident_mb(void) {
    long pages = 0, all = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    fclose(file);
    return pages / 256; /* of 4096 bytes */
}

/* AddressSanitizer keeps what is freed, but tells of leaks itself. */
#ifdef __SANITIZE_ADDRESS__
enum { MEMORY_COMES_BACK = 0 };
#else
enum { MEMORY_COMES_BACK = 1 };
#endif

/* The driver fills its own caches first. */
static void check_growth(const fuzz *f) {
    static long before;
    long now = MEMORY_COMES_BACK ? resident_mb() : 0;
    if (f->cases == WARM_CASES)
        before = now;
    if (f->cases > WARM_CASES && now > before + MOST_GROWTH_MB)
        fuzz_fail("%ld MB are in use, %ld were after %d cases", now, before, WARM_CASES);
    if (f->verbose)
        fprintf(stderr, "%ld MB\n", now);
}

static void one_case(fuzz *f, env *e) {
    names before[HOMES], after[HOMES];
    e->hostile = false; /* several GL contexts take turns here, and their state is nobody's */
    if (!display && !open_homes(e)) {
        fprintf(stderr, "skipped: no three GL contexts here\n");
        exit(runner_skip_all("there is no GL"));
    }
    for (int i = 0; i < HOMES; i++) {
        enter(&homes[i]);
        before[i] = names_count(e);
    }
    for (int i = 0; i < STEPS; i++)
        one_step(f, e);
    fuzz_call(f, "the end of all holds");
    for (int i = 0; i < HOMES * HOLDS; i++) {
        enter(&homes[i / HOLDS]);
        let_go(f, &homes[i / HOLDS].holds[i % HOLDS]);
    }
    for (int i = 0; i < HOMES; i++) {
        enter(&homes[i]);
        after[i] = names_count(e);
        if (!names_compare(&before[i], &after[i]))
            fuzz_fail("GL context %d keeps objects", i);
    }
    check_growth(f);
    enter(&homes[0]);
    if (f->cases == f->limit)
        close_homes();
}

int main(int argc, char **argv) {
    return fuzz_run(argc, argv, one_case);
}
