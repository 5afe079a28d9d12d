/* test_isosurface_fields.c - where the samples of an isosurface are: textures of every format, flat-3D ones, buffers, GLSL.
 * SPDX-License-Identifier: MIT */
#include "meshes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 35, HEIGHT = 6, DEPTH = 5, SAMPLES = WIDTH * HEIGHT * DEPTH };

static const hpyr_format formats[] = {HPYR_FORMAT_R8,     HPYR_FORMAT_RGBA8,   HPYR_FORMAT_R16,      HPYR_FORMAT_R16F,
                                      HPYR_FORMAT_R32F,   HPYR_FORMAT_RGBA32F, HPYR_FORMAT_R8UI,     HPYR_FORMAT_R16UI,
                                      HPYR_FORMAT_R16I,   HPYR_FORMAT_R32UI,   HPYR_FORMAT_RGBA32UI, HPYR_FORMAT_RGB32F,
                                      HPYR_FORMAT_RGBA16F};

/* OpenGL ES has no textures of R16. */
static bool has_format(const env *e, hpyr_format format) {
    return !e->es || format != HPYR_FORMAT_R16;
}

static bool is_normalized(hpyr_format format) {
    return format == HPYR_FORMAT_R8 || format == HPYR_FORMAT_RGBA8 || format == HPYR_FORMAT_R16;
}

/* Whole numbers that every format holds, and what shaders see of them. */
typedef struct numbers {
    uint32_t whole[SAMPLES];
    float seen[SAMPLES];
    mesh_job job;
} numbers;

static void numbers_make(numbers *n, hpyr_format format, uint64_t seed) {
    const double scale = is_normalized(format) ? 255 : 1;
    for (size_t i = 0; i < SAMPLES; i++) {
        n->whole[i] = random_below(&seed, 200);
        n->seen[i] = (float)(n->whole[i] / scale);
    }
    n->job = job_of(n->seen, WIDTH, HEIGHT, DEPTH, (float)(100.5 / scale));
    n->job.blur = is_normalized(format) ? 2.5e-7 : 0;
}

static void set_texel(image *im, size_t texel, const numbers *n, size_t sample) {
    image_set(im, texel, is_normalized(im->ref.format) ? n->whole[sample] / 255.0 : n->whole[sample]);
}

/* Larger than the field, with garbage around it and in the other channels. */
static image texture_3d(const numbers *n, hpyr_format format, hpyr_channel channel, uint32_t more, int level) {
    image im = image_make(format, channel, WIDTH + more, HEIGHT + 2 * more, DEPTH + more);
    image_scramble(&im, 3);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        uint32_t x = i % WIDTH, y = i / WIDTH % HEIGHT, z = i / WIDTH / HEIGHT;
        set_texel(&im, x + im.ref.width * (y + (size_t)im.ref.height * z), n, i);
    }
    image_upload_to(&im, GL_TEXTURE_3D, level);
    return im;
}

static image texture_flat(const numbers *n, hpyr_format format, hpyr_channel channel, uint32_t tiles_x, uint32_t more) {
    hpyr_flat3d map;
    assert_int_equal(hpyr_flat3d_arrange(WIDTH, HEIGHT, DEPTH, tiles_x, 16384, &map), HPYR_OK);
    image im = image_make(format, channel, hpyr_flat3d_texture_width(&map) + more,
                          hpyr_flat3d_texture_height(&map) + 2 * more, 1);
    image_scramble(&im, 4);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        uint32_t u, v;
        hpyr_flat3d_texel(&map, i % WIDTH, i / WIDTH % HEIGHT, i / WIDTH / HEIGHT, &u, &v);
        set_texel(&im, u + (size_t)im.ref.width * v, n, i);
    }
    image_upload(&im);
    return im;
}

/* ---- textures ---- */

HOSTILE_TEST(textures_of_every_format) {
    numbers n;
    for (size_t i = 0; i < LENGTH(formats); i++) {
        int channels = format_channels(formats[i]);
        if (!has_format(e, formats[i]))
            continue;
        for (int channel = 0; channel <= (channels > 1 ? channels : 0); channel += 1 + (int)i % 3) {
            numbers_make(&n, formats[i], i);
            SCOPED(image_free) image im = texture_3d(&n, formats[i], (hpyr_channel)channel, (uint32_t)channel, 0);
            hpyr_field field = field_of(&im);
            env_watch(e, GL_TEXTURE_3D, im.texture.name);
            check_field(e, &n.job, &field);
            e->watch_count = 0;
        }
    }
}

HOSTILE_TEST(flat_textures_of_every_format) {
    numbers n;
    for (size_t i = 0; i < LENGTH(formats); i++) {
        if (!has_format(e, formats[i]))
            continue;
        numbers_make(&n, formats[i], 20 + i);
        uint32_t tiles_x = (uint32_t)(i % 6);
        SCOPED(image_free)
        image im = texture_flat(&n, formats[i], format_channels(formats[i]) > 1 ? HPYR_CHANNEL_GREEN : 0, tiles_x,
                                i % 2 ? 3 : 0);
        hpyr_field field = field_of(&im);
        field.tiles_x = tiles_x;
        check_field(e, &n.job, &field);
    }
}

HOSTILE_TEST(any_level_of_a_texture) {
    numbers n;
    for (size_t i = 0; i < LENGTH(formats); i += 3) {
        numbers_make(&n, formats[i], 40 + i);
        SCOPED(image_free) image im = texture_3d(&n, formats[i], 0, 1, 2);
        hpyr_field field = field_of(&im);
        check_field(e, &n.job, &field);
    }
}

/* ---- isovalues ---- */

static void check_isovalue(env *e, numbers *n, hpyr_format format, const hpyr_field *field, float iso) {
    n->job.ref.iso = is_normalized(format) ? iso / 255 : iso;
    check_field(e, &n->job, field);
}

/* Below, above, and equal to samples: whole numbers are exact in all but normalized formats. */
HOSTILE_TEST(isovalues_outside_of_a_formats_range) {
    static const float isovalues[] = {-1e10f, -0.5f, 0, 17, 198.5f, 70000, 1e10f};
    numbers n;
    for (size_t i = 0; i < LENGTH(formats); i++) {
        if (!has_format(e, formats[i]))
            continue;
        numbers_make(&n, formats[i], 60 + i);
        SCOPED(image_free) image im = texture_3d(&n, formats[i], 0, 0, 0);
        hpyr_field field = field_of(&im);
        for (size_t k = 0; k < LENGTH(isovalues); k++)
            if (!is_normalized(formats[i]) || k != 3)
                check_isovalue(e, &n, formats[i], &field, isovalues[k]);
    }
}

/* An isovalue that lies just above or below a sample's value in double, as no float does. */
HOSTILE_TEST(isovalues_are_compared_in_double) {
    static const double isovalues[] = {17 - 1e-9, 17 + 1e-9, 1 + 1e-9, 1 - 1e-9};
    for (size_t i = 0; i < LENGTH(formats); i++) {
        numbers n;
        if (is_normalized(formats[i])) /* R16 too, which OpenGL ES lacks */
            continue;
        numbers_make(&n, formats[i], 70 + i);
        SCOPED(image_free) image im = texture_3d(&n, formats[i], 0, 0, 0);
        hpyr_field field = field_of(&im);
        hpyr_isosurface_desc desc = job_desc(&n.job);
        SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
        for (size_t k = 0; k < LENGTH(isovalues); k++) {
            hpyr_mesh_statistics expected;
            n.job.ref.iso = (float)floor(isovalues[k]) + 0.5f; /* the same samples are inside */
            assert_int_equal(hpyr_ref_isosurface_count(&n.job.ref, &expected), HPYR_OK);
            OK(e, hpyr_isosurface_build(iso, &field, 0, isovalues[k]));
            check_counts(e, iso, &expected);
            OK(e, hpyr_isosurface_rebuild(iso, 3));
            OK(e, hpyr_isosurface_rebuild(iso, isovalues[k]));
            check_counts(e, iso, &expected);
        }
    }
}

static uint64_t crossed_edges(env *e, hpyr_isosurface *iso, const hpyr_field *field, double isovalue) {
    hpyr_mesh_statistics counts, again;
    OK(e, hpyr_isosurface_build(iso, field, 0, isovalue));
    OK(e, hpyr_isosurface_statistics(iso, &counts));
    OK(e, hpyr_isosurface_rebuild(iso, isovalue));
    OK(e, hpyr_isosurface_statistics(iso, &again));
    assert_memory_equal(&again, &counts, sizeof counts);
    return counts.crossed_edges;
}

/* GPUs differ in how they round k / 65535 or k / 255, and in one GPU copies and shaders do. */
HOSTILE_TEST(normalized_samples_are_not_rounded) {
    static const uint32_t numbers[] = {1, 389, 874, 1651, 2622, 65535};
    const uint32_t largest = e->es ? 255 : 65535;
    for (uint32_t more = 0; more < 2; more++) { /* a texture that is larger is not copied */
        SCOPED(image_free)
        image im = image_make(e->es ? HPYR_FORMAT_R8 : HPYR_FORMAT_R16, HPYR_CHANNEL_DEFAULT, 2 + more, 2, 2);
        for (size_t i = 0; i < LENGTH(numbers); i++) {
            hpyr_isosurface_desc desc = {.grid = {.width = 2, .height = 2, .depth = 2}};
            const uint32_t whole = numbers[i] & largest;
            const float value = (float)(whole / (double)largest);
            image_set_bits(&im, 0, whole);
            image_upload_to(&im, GL_TEXTURE_3D, 0);
            hpyr_field field = field_of(&im);
            SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
            assert_int_equal(crossed_edges(e, iso, &field, value), 3);
            assert_int_equal(crossed_edges(e, iso, &field, nextafterf(value, 2)), 0);
            glDeleteTextures(1, &im.texture.name);
        }
        im.texture.name = 0;
    }
}

/* Above zero, by the least that there is: GPUs may take that for zero. */
HOSTILE_TEST(isovalues_may_be_next_to_zero) {
    static const double isovalues[] = {1e-40, 5e-324, -5e-324};
    float samples[8] = {0, 1};
    for (size_t i = 0; i < LENGTH(isovalues); i++) {
        mesh_job job = job_of(samples, 2, 2, 2, 0);
        hpyr_isosurface_desc desc = job_desc(&job);
        SCOPED(image_free) image im = samples_texture(&job, 0, 2);
        hpyr_field field = field_of(&im);
        SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
        assert_int_equal(crossed_edges(e, iso, &field, isovalues[i]), isovalues[i] > 0 ? 3 : 0);
    }
}

HOSTILE_TEST(signed_integers_may_be_negative) {
    static const float isovalues[] = {-100, -99.5f, -3, 0, 2.5f, 99};
    numbers n;
    numbers_make(&n, HPYR_FORMAT_R16I, 80);
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R16I, 0, WIDTH, HEIGHT, DEPTH);
    for (size_t i = 0; i < SAMPLES; i++) {
        n.seen[i] = (float)n.whole[i] - 100;
        image_set(&im, i, n.seen[i]);
    }
    image_upload_to(&im, GL_TEXTURE_3D, 0);
    hpyr_field field = field_of(&im);
    for (size_t i = 0; i < LENGTH(isovalues); i++)
        check_isovalue(e, &n, HPYR_FORMAT_R16I, &field, isovalues[i]);
}

HOSTILE_TEST(all_of_32_bits_count) {
    static const float isovalues[] = {1, 2147483648.0f, 4294967040.0f, 4294967296.0f, 1e20f};
    uint64_t seed = 90;
    numbers n;
    numbers_make(&n, HPYR_FORMAT_R32UI, 1);
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32UI, 0, WIDTH, HEIGHT, DEPTH);
    for (size_t i = 0; i < SAMPLES; i++) {
        uint32_t value = i % 5 ? random_next(&seed) : (uint32_t)(i % 2) * UINT32_MAX;
        n.seen[i] = (float)value;
        image_set_bits(&im, i, value);
    }
    image_upload_to(&im, GL_TEXTURE_3D, 0);
    hpyr_field field = field_of(&im);
    n.job.blur = 512;
    for (size_t i = 0; i < LENGTH(isovalues); i++)
        if (isovalues[i] < 4294967000.0f) /* 2^32 - 1 as a float is 2^32: the oracle takes it for inside */
            check_isovalue(e, &n, HPYR_FORMAT_R32UI, &field, isovalues[i]);
}

/* ---- buffers ---- */

/* Garbage before the first sample and so many bytes of it after the last. */
static GLuint buffer_with(const numbers *n, hpyr_format format, size_t offset, size_t more) {
    SCOPED(image_free) image im = image_make(format, 0, SAMPLES, 1, 1);
    size_t bytes = SAMPLES * format_bytes(format);
    SCOPED(free_memory) uint8_t *all = make_room(offset + bytes + more);
    memset(all, 0x3c, offset + bytes + more);
    for (size_t i = 0; i < SAMPLES; i++)
        set_texel(&im, i, n, i);
    memcpy(all + offset, im.pixels, bytes);
    GLuint buffer = buffer_of(all, offset + bytes + more);
    return buffer;
}

HOSTILE_TEST(buffers_of_every_format_at_any_offset) {
    static const hpyr_format allowed[] = {HPYR_FORMAT_R8UI, HPYR_FORMAT_R16UI, HPYR_FORMAT_R16I, HPYR_FORMAT_R16F,
                                          HPYR_FORMAT_R32F};
    static const size_t first_samples[] = {0, 1, 2, 3, 4, 16, 17, 64};
    numbers n;
    for (size_t i = 0; i < LENGTH(allowed); i++) {
        for (size_t k = 0; k < LENGTH(first_samples); k++) {
            numbers_make(&n, allowed[i], 100 + 8 * i + k);
            n.job.ref.mesh = k % 2 ? HPYR_MESH_FORM_SOUP : HPYR_MESH_FORM_WELDED;
            size_t offset = first_samples[k] * format_bytes(allowed[i]);
            hpyr_field field = {.buffer = buffer_with(&n, allowed[i], offset, k % 3),
                                .buffer_format = allowed[i],
                                .buffer_offset = offset};
            check_field(e, &n.job, &field);
            glDeleteBuffers(1, &field.buffer);
        }
    }
}

/* Rows that are whole words, and whole fetches, and neither. */
HOSTILE_TEST(buffers_of_any_width) {
    static const uint32_t widths[] = {2, 3, 4, 16, 31, 32, 36, 128};
    for (size_t i = 0; i < LENGTH(widths); i++) {
        SCOPED(free_memory) float *samples = random_samples(widths[i], 5, 4, i);
        mesh_job job = job_of(samples, widths[i], 5, 4, 0);
        hpyr_field field = {.buffer_format = HPYR_FORMAT_R32F};
        field.buffer = buffer_of(samples, widths[i] * 20 * sizeof *samples);
        check_field(e, &job, &field);
        glDeleteBuffers(1, &field.buffer);
    }
}

/* ---- GLSL ---- */

static const char *const cayley = "uniform float u_hpyr_level;\n"
                                  "float hpyr_field_at(vec3 p) {\n"
                                  "    return 16.0 * p.x * p.y * p.z + 4.0 * (p.x + p.y + p.z) - u_hpyr_level;\n"
                                  "}\n"
                                  "vec3 hpyr_gradient_at(vec3 p) {\n"
                                  "    return 16.0 * p.yzx * p.zxy + 4.0;\n"
                                  "}\n";

static float level;

static void bind_level(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    char name[64];
    (void)first_unit;
    assert_ptr_equal(user, &level);
    snprintf(name, sizeof name, "u_%slevel", prefix);
    glUniform1f(glGetUniformLocation(program, name), level);
}

/* Quarters, so that every product and sum is exact. */
static float *cayley_samples(mesh_job *job) {
    hpyr_ref_isosurface_desc *r = &job->ref;
    const uint32_t size[3] = {r->width, r->height, r->depth};
    float *samples = make_room((size_t)size[0] * size[1] * size[2] * sizeof *samples);
    for (uint32_t i = 0; i < size[0] * size[1] * size[2]; i++) {
        const uint32_t at[3] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
        float p[3];
        for (int axis = 0; axis < 3; axis++)
            p[r->axes[0] ? r->axes[axis] - 1 : axis] = r->origin[axis] + (float)at[axis] * r->spacing[axis];
        samples[i] = 16 * p[0] * p[1] * p[2] + 4 * (p[0] + p[1] + p[2]) - level;
    }
    r->samples = samples;
    return samples;
}

static mesh_job cayley_job(int option) {
    mesh_job job = job_of(NULL, 9, 7, 8, 0.375f);
    for (int axis = 0; axis < 3; axis++) {
        job.ref.spacing[axis] = option & 1 ? -0.25f : 0.25f;
        job.ref.origin[axis] = option & 1 ? 0.75f + 0.25f * (float)axis : -1;
    }
    if (option & 2)
        memcpy(job.ref.axes, (const uint8_t[]){3, 1, 2}, 3);
    job.ref.gradient = option & 4 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
    return job;
}

HOSTILE_TEST(fields_may_be_a_function) {
    for (int option = 0; option < 8; option += 3) {
        mesh_job job = cayley_job(option);
        level = (float)(option + 1);
        SCOPED(free_memory) float *samples = cayley_samples(&job);
        hpyr_field field = {.glsl = cayley, .bind = bind_level, .user = &level};
        check_field(e, &job, &field);
    }
}

/* Whether the normals of m are those of Cayley's surface, negated: to decreasing values. */
static void check_gradients(const gpu_mesh *m) {
    assert_true(m->vertex_count > 50);
    for (uint64_t v = 0; v < m->vertex_count; v++) {
        const float *p = m->vertices[v].position;
        double gradient[3], length = 0;
        for (int i = 0; i < 3; i++) {
            gradient[i] = 16.0 * p[(i + 1) % 3] * p[(i + 2) % 3] + 4;
            length = hypot(length, gradient[i]);
        }
        for (int i = 0; length > 0.1 && i < 3; i++)
            assert_true(fabs(m->vertices[v].normal[i] + gradient[i] / length) < 1e-4);
    }
}

HOSTILE_TEST(normals_may_be_the_callers) {
    level = 1;
    for (int option = 0; option < 8; option += 3) {
        mesh_job job = cayley_job(option & 3);
        SCOPED(free_memory) float *samples = cayley_samples(&job);
        SCOPED(image_free) image im = samples_texture(&job, 0, job.ref.depth);
        hpyr_field field = {.glsl = cayley, .bind = bind_level, .user = &level};
        if (option & 4) {
            field.texture = im.texture;
            field.glsl = strstr(cayley, "vec3 hpyr_gradient_at");
            field.bind = NULL;
            field.user = NULL;
        }
        job.own_normals = true;
        check_field(e, &job, &field);
        hpyr_isosurface_desc desc = job_desc(&job);
        SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
        OK(e, hpyr_isosurface_build(iso, &field, 0, job.ref.iso));
        SCOPED(gpu_mesh_free) gpu_mesh m = extract_all(e, iso);
        check_gradients(&m);
    }
}

static void bind_useless(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    char name[64];
    (void)first_unit;
    snprintf(name, sizeof name, "u_%suseless", prefix);
    glUniform3fv(glGetUniformLocation(program, name), 1, user);
}

/* Nothing, not a number, infinity, huge and tiny: normals stay finite and of length 1. */
HOSTILE_TEST(a_callers_gradient_may_be_useless) {
    float useless[][3] = {{0, 0, 0},
                          {INFINITY, 0, 0},
                          {NAN, 1, 1},
                          {0, -INFINITY, INFINITY},
                          {NAN, NAN, NAN},
                          {1, 2, NAN},
                          {1e38f, -1e38f, 1e38f},
                          {1e-30f, -1e-30f, 1e-30f},
                          {3e38f, 3e38f, 3e38f}};
    SCOPED(free_memory) float *samples = random_samples(12, 6, 5, 3);
    mesh_job job = job_of(samples, 12, 6, 5, 0);
    job.own_normals = true;
    SCOPED(image_free) image im = samples_texture(&job, 0, 5);
    for (size_t i = 0; i < LENGTH(useless); i++) {
        hpyr_field field = field_of(&im);
        field.glsl = "uniform vec3 u_hpyr_useless;\nvec3 hpyr_gradient_at(vec3 p) { return u_hpyr_useless; }\n";
        field.bind = bind_useless;
        field.user = useless[i];
        check_field(e, &job, &field);
    }
}

/* ---- lifetimes ---- */

HOSTILE_TEST(one_isosurface_takes_one_field_after_the_other) {
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = NULL;
    for (size_t i = 0; i < 2 * LENGTH(formats); i += 3) {
        hpyr_format format = formats[i % LENGTH(formats)];
        numbers n;
        if (!has_format(e, format))
            continue;
        numbers_make(&n, format, 200 + i);
        if (!iso) {
            hpyr_isosurface_desc desc = job_desc(&n.job);
            iso = make_isosurface(e, &desc);
        }
        SCOPED(image_free) image im = i % 3 ? texture_3d(&n, format, 0, i % 2, 0) : texture_flat(&n, format, 0, 0, 1);
        hpyr_field field = field_of(&im);
        OK(e, hpyr_isosurface_build(iso, &field, 0, n.job.ref.iso));
        check_built(e, iso, &n.job);
    }
}

/* A field whose object is deleted between build and extraction was copied, and then the mesh is whole, or is missed. */
static void check_deleted(env *e, const numbers *n, const hpyr_field *field, bool *was_copied) {
    hpyr_isosurface_desc desc = job_desc(&n->job);
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *expected = expected_mesh(&n->job);
    SCOPED(gpu_mesh_free)
    gpu_mesh m = {calloc((size_t)expected->vertex_count, sizeof *m.vertices), NULL, expected->vertex_count, 0};
    assert_non_null(m.vertices);
    OK(e, hpyr_isosurface_build(iso, field, 0, n->job.ref.iso));
    glDeleteTextures(1, &field->texture.name);
    glDeleteBuffers(1, &field->buffer);
    hpyr_result result = CALL(e, hpyr_isosurface_download(iso, m.vertices, m.vertex_count, NULL, 0, NULL));
    *was_copied = result == HPYR_OK;
    if (*was_copied)
        compare_part(&n->job, &m, expected, 0, 0, 0);
    else
        assert_int_equal(result, field->buffer ? HPYR_ERROR_BUFFER : HPYR_ERROR_TEXTURE);
}

HOSTILE_TEST(what_is_deleted_is_missed_unless_it_was_copied) {
    for (size_t i = 0; i < LENGTH(formats); i++) {
        numbers n;
        bool was_copied;
        if (!has_format(e, formats[i]))
            continue;
        numbers_make(&n, formats[i], 300 + i);
        image im = texture_3d(&n, formats[i], 0, i % 3 == 0, 0);
        hpyr_field field = field_of(&im);
        check_deleted(e, &n, &field, &was_copied);
        assert_false(was_copied && format_channels(formats[i]) > 1);
        im.texture.name = 0;
        image_free(&im);
        im = texture_flat(&n, formats[i], 0, 0, 0);
        field = field_of(&im);
        check_deleted(e, &n, &field, &was_copied);
        assert_false(was_copied);
        im.texture.name = 0;
        image_free(&im);
    }
    for (size_t offset = 0; offset < 32; offset += 4) {
        numbers n;
        bool was_copied;
        numbers_make(&n, HPYR_FORMAT_R32F, 400);
        hpyr_field field = {.buffer = buffer_with(&n, HPYR_FORMAT_R32F, offset, 16),
                            .buffer_format = HPYR_FORMAT_R32F,
                            .buffer_offset = offset};
        check_deleted(e, &n, &field, &was_copied);
    }
}
