/* probe_filter.c - finds out whether a linear filter averages whole numbers exactly. Layout
 * BILINEAR needs that, and GL does not promise it. The layout's own reduction is drawn of random
 * counts and compared with sums of integers.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

#include <math.h>
#include <string.h>

enum { FILTER_LARGEST = 4096 * 2, FILTER_MARKER = 1 << 25, HALF_LIMIT = (1 << 20) - 1, HALF_MARKER = 2047 * 1024 };

/* Two textures: the first is filled with counts, the second is drawn from it. */
typedef struct filter_trial {
    uint32_t width, height;
    bool half;
    uint32_t *counts;
    float *texels; /* of four channels */
} filter_trial;

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Fills 2x2 counts after 2x2 counts: a sum that just fits, small counts, one large count among
 * small ones, and a sum past the limit. */
static uint32_t random_count(uint32_t *state, uint32_t limit, uint32_t block, uint32_t child) {
    uint32_t quarter = (limit + 1) / 4, any = next_random(state);
    switch (block % 8) {
    case 0:
        return any % 4 ? 0 : any % 5;
    case 1:
        return block / 8 % 4 == child ? limit - 3 * 16 : any % 16;
    case 2:
        return limit / 4 - (child == 0 ? any % 3 : 0);
    case 3:
        return block / 8 % 4 == child ? limit - any % 4 : any % 4;
    case 4:
        return any % (limit / 2);
    default:
        return any % (quarter + 1);
    }
}

static void fill(const filter_trial *trial, uint32_t *seed, uint32_t limit) {
    for (uint32_t i = 0; i < trial->width * trial->height; i++) {
        uint32_t x = i % trial->width, y = i / trial->width;
        uint32_t count = random_count(seed, limit, x / 2 + y / 2 * 11, x % 2 + 2 * (y % 2));
        float *texel = &trial->texels[4 * (size_t)i];
        trial->counts[i] = count;
        texel[0] = (float)(trial->half ? count % 1024 : count);
        texel[1] = (float)(trial->half ? count / 1024 : count);
        texel[2] = texel[3] = 0.0f;
    }
}

/* Compares a texel of the drawn mipmap with the sum that it must hold. */
static bool is_right(const filter_trial *trial, uint32_t limit) {
    uint32_t columns = trial->width > 1 ? 2 : 1, rows = trial->height > 1 ? 2 : 1;
    uint32_t width = trial->width / columns, height = trial->height / rows;
    for (uint32_t i = 0; i < width * height; i++) {
        const uint32_t *first = &trial->counts[i / width * rows * trial->width + i % width * columns];
        const float *texel = &trial->texels[4 * (size_t)i];
        uint64_t sum = 0;
        for (uint32_t child = 0; child < columns * rows; child++)
            sum += first[child / columns * trial->width + child % columns];
        double is = trial->half ? texel[0] + 1024.0 * texel[1] : texel[0];
        if (is != (double)(sum <= limit ? sum : trial->half ? HALF_MARKER : FILTER_MARKER))
            return false;
    }
    return true;
}

/* A whole number from 1 to 2047, or 0, as a 16-bit float. */
static float of_half(uint16_t half) {
    int exponent = half >> 10;
    return exponent ? ldexpf(1.0f + (float)(half & 1023) / 1024.0f, exponent - 15) : 0.0f;
}

/* Reads texels into the first channels of `texels`, four for each. On OpenGL ES in the form in which
 * the driver has them, if it is one channel or two: another one takes browsers a conversion, of
 * which they complain. */
static void read_back(const hpyr_context *context, const filter_trial *trial, size_t count, uint32_t width,
                      uint32_t height) {
    GLint type = GL_FLOAT, external = GL_RGBA;
    size_t channels = trial->half ? 2 : 1;
    if (context->es) {
        glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &external);
        glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
    }
    bool own =
        external == (trial->half ? GL_RG : GL_RED) && (type == GL_FLOAT || (type == GL_HALF_FLOAT && trial->half));
    if (!own) {
        hpi_gl_pixels_read(context, 0, 0, (GLsizei)width, (GLsizei)height, GL_RGBA, GL_FLOAT, trial->texels);
        return;
    }
    hpi_gl_pixels_read(context, 0, 0, (GLsizei)width, (GLsizei)height, (GLenum)external, (GLenum)type, trial->texels);
    for (size_t i = count; i-- > 0;) /* from the last on, for they move up */
        for (size_t k = channels; k-- > 0;) {
            uint16_t half;
            memcpy(&half, (const char *)trial->texels + (channels * i + k) * sizeof half, sizeof half);
            trial->texels[4 * i + k] = type == GL_FLOAT ? trial->texels[channels * i + k] : of_half(half);
        }
}

/* OpenGL ES takes only as many channels as the format has, so there the others are left out first. */
static void upload(const hpyr_context *context, const filter_trial *trial) {
    GLenum external = !context->es ? GL_RGBA : trial->half ? GL_RG : GL_RED;
    size_t channels = !context->es ? 4 : trial->half ? 2 : 1;
    for (size_t i = 0; channels < 4 && i < (size_t)trial->width * trial->height; i++)
        memmove(&trial->texels[channels * i], &trial->texels[4 * i], channels * sizeof *trial->texels);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)trial->width, (GLsizei)trial->height, external, GL_FLOAT,
                    trial->texels);
}

static void draw(const hpyr_context *context, const filter_trial *trial, GLuint program) {
    uint32_t width = trial->width > 1 ? trial->width / 2 : 1, height = trial->height > 1 ? trial->height / 2 : 1;
    upload(context, trial);
    glUseProgram(program);
    glUniform1i(hpi_gl_location(context, program, "hpyr_", "pyramid"), HPI_PYRAMID_UNIT);
    glUniform2i(hpi_gl_location(context, program, "hpyr_", "read"), (GLint)trial->width, (GLint)trial->height);
    glUniform2f(hpi_gl_location(context, program, "hpyr_", "scale"), 1.0f / (GLfloat)trial->width,
                1.0f / (GLfloat)trial->height);
    hpi_gl_filter(context, HPI_PYRAMID_UNIT, true);
    hpi_gl_draw_fullscreen(context);
    read_back(context, trial, (size_t)width * height, width, height);
}

static hpyr_result try_size(const hpyr_context *context, const filter_trial *trial, GLuint program, uint32_t *seed,
                            bool *right) {
    int format = context->legacy ? (trial->half ? (int)HPYR_FORMAT_RGBA16F : (int)HPYR_FORMAT_RGBA32F)
                                 : (trial->half ? (int)HPI_FORMAT_RG16F : (int)HPYR_FORMAT_R32F);
    uint32_t limit = trial->half ? HALF_LIMIT : HPI_FILTER_LIMIT;
    *right = false;
    const uint32_t width = trial->width > 1 ? trial->width / 2 : 1, height = trial->height > 1 ? trial->height / 2 : 1;
    GLuint drawn = hpi_gl_plane_create(context, GL_TEXTURE_2D, format, width, height),
           read = hpi_gl_plane_create(context, GL_TEXTURE_2D, format, trial->width, trial->height);
    if (drawn && read && hpi_gl_try_target(context, drawn, 0, width, height)) {
        fill(trial, seed, limit);
        draw(context, trial, program);
        *right = is_right(trial, limit);
    }
    hpi_gl_target_release(context);
    glDeleteTextures(1, &drawn);
    glDeleteTextures(1, &read);
    return hpi_gl_probe_result(drawn && read ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY); /* GL has these formats */
}

hpyr_result hpi_gl_filter_probe(hpyr_context *context, bool half, bool *exact) {
    static const uint32_t sizes[][2] = {{64, 64}, {4096, 2}, {2, 1024}, {1, 256}};
    hpi_text defines = HPI_TEXT(context);
    hpi_text_print(&defines, "#define HPYR_NODES sampler2D\n%s#define HPYR_LIMIT %d.0\n",
                   half ? "" : "#define HPYR_FLOAT_COUNTS\n", (int)HPI_FILTER_LIMIT);
    const hpi_gl_program_desc desc = {.fragment = {.entry = "core/reduce_bilinear.frag.glsl"}, .defines = &defines};
    filter_trial trial = {.half = half,
                          .counts = hpi_alloc(context, FILTER_LARGEST * sizeof *trial.counts),
                          .texels = hpi_alloc(context, 4 * FILTER_LARGEST * sizeof *trial.texels)};
    uint32_t seed = 1;
    GLuint program;
    hpyr_result result = trial.counts && trial.texels
                             ? hpi_gl_program_now(context, &desc, &program)
                             : hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a context");
    *exact = result == HPYR_OK;
    for (size_t i = 0; *exact && i < sizeof sizes / sizeof *sizes; i++) {
        trial.width = sizes[i][0];
        trial.height = sizes[i][1];
        result = try_size(context, &trial, program, &seed, exact);
    }
    hpi_text_free(&defines);
    hpi_free(context, trial.counts);
    hpi_free(context, trial.texels);
    return hpi_gl_probe_result(result);
}
