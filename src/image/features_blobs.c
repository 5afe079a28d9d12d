/* features_blobs.c - the responses of blobs: differences of Gaussians.
 * Source: Lowe 2004, section 3.  SPDX-License-Identifier: MIT
 *
 * Each Gaussian is made of the one before: variances add up, so a small blur is left to do. */
#include "image/features_object.h"

#include <math.h>

double hpi_features_sigma(const hpyr_features_desc *desc, uint32_t i) {
    return (double)desc->scale * pow((double)desc->ratio, (double)i - 0.5);
}

/* The standard deviation of the blur that makes Gaussian `i` of the one before. */
static double step_of(const hpyr_features_desc *desc, uint32_t i) {
    const double sigma = hpi_features_sigma(desc, i), before = i ? hpi_features_sigma(desc, i - 1) : 0;
    return sqrt(sigma * sigma - before * before);
}

uint32_t hpi_features_radius(const hpyr_features_desc *desc, uint32_t i) {
    return (uint32_t)ceil(4 * step_of(desc, i));
}

/* Vectors of the weights of a blur: 2 * reach + 1 of them. */
enum { REACH = (HPI_FEATURES_RADIUS + 3) / 4, VECTORS = 2 * REACH + 1 };

static uint32_t reach_of(const hpyr_features_desc *desc, uint32_t i) {
    return (hpi_features_radius(desc, i) + 3) / 4;
}

/* The weight of the pixel that lies x beside is number x + 4 * reach: see blur.frag.glsl. */
static void weights_of(const hpyr_features_desc *desc, uint32_t i, float weights[VECTORS * 4]) {
    const double sigma = step_of(desc, i);
    const int radius = (int)hpi_features_radius(desc, i), first = -4 * (int)reach_of(desc, i);
    double sum = 0;
    for (int x = -radius; x <= radius; x++)
        sum += exp(-0.5 * x * x / (sigma * sigma));
    for (int x = first; x < 4 - first; x++)
        weights[x - first] = x >= -radius && x <= radius ? (float)(exp(-0.5 * x * x / (sigma * sigma)) / sum) : 0;
}

/* Draws blocks of a texture with the program in use. */
static hpyr_result draw_blocks(const hpyr_features *features, hpi_features_texture target) {
    return hpi_features_draw(features, target, 0, HPI_FEATURES_PACK,
                             hpi_features_blocks(features->width, HPI_FEATURES_PACK),
                             hpi_features_blocks(features->height, HPI_FEATURES_PACK));
}

/* Blurs `source` along x or y into `target`, as Gaussian `i` needs it. */
static hpyr_result blur(hpyr_features *features, uint32_t i, bool along_y, hpi_features_texture source,
                        hpi_features_texture target) {
    const hpyr_context *context = features->context;
    const hpyr_features_desc *desc = &features->desc;
    const uint32_t reach = reach_of(desc, i);
    float weights[VECTORS * 4];
    hpi_text defines = {0};
    GLuint program;
    hpi_text_print(&defines, "#define HPYR_MOST %d\n%s", (int)VECTORS, along_y ? "#define HPYR_ALONG_Y\n" : "");
    hpyr_result result = hpi_features_program(features, "image/blur.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    weights_of(desc, i, weights);
    glUniform4fv(hpi_gl_location(context, program, "", "weights"), (GLsizei)(2 * reach + 1), weights);
    glUniform1i(hpi_gl_location(context, program, "", "reach"), (GLint)reach);
    glUniform2f(hpi_gl_location(context, program, "", "scale"),
                1.0f / (GLfloat)hpi_features_blocks(desc->width, HPI_FEATURES_PACK),
                1.0f / (GLfloat)hpi_features_blocks(desc->height, HPI_FEATURES_PACK));
    hpi_features_set(features, program, "size", (int32_t)features->width, (int32_t)features->height);
    hpi_features_bind(features, program, "source", HPI_FEATURES_UNIT, source);
    return draw_blocks(features, target);
}

/* Makes Gaussian `i` of the one before, or of the image. They take turns with two textures. */
static hpyr_result make_gaussian(hpyr_features *features, uint32_t i) {
    const hpi_features_texture source = i % 2 ? HPI_FEATURES_GAUSSIAN : HPI_FEATURES_GRAY;
    const hpi_features_texture target = i % 2 ? HPI_FEATURES_GRAY : HPI_FEATURES_GAUSSIAN;
    hpyr_result result = blur(features, i, false, source, HPI_FEATURES_BLURRED);
    return result == HPYR_OK ? blur(features, i, true, HPI_FEATURES_BLURRED, target) : result;
}

/* Subtracts Gaussian i + 1 from Gaussian i. */
static hpyr_result subtract(hpyr_features *features, uint32_t i) {
    const hpyr_features_desc *desc = &features->desc;
    const float weight = (float)(1 / ((double)desc->ratio - 1));
    hpi_text defines = {0};
    GLuint program;
    hpyr_result result = hpi_features_program(features, "image/difference.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_features_bind(features, program, "own", HPI_FEATURES_UNIT, i % 2 ? HPI_FEATURES_GRAY : HPI_FEATURES_GAUSSIAN);
    hpi_features_bind(features, program, "next", HPI_FEATURES_UNIT + 1,
                      i % 2 ? HPI_FEATURES_GAUSSIAN : HPI_FEATURES_GRAY);
    hpi_features_set(features, program, "size", (int32_t)features->width, (int32_t)features->height);
    glUniform2f(hpi_gl_location(features->context, program, "", "weights"),
                desc->polarity == HPYR_FEATURES_DARK ? 0 : weight, desc->polarity == HPYR_FEATURES_BRIGHT ? 0 : weight);
    return hpi_features_draw_responses(features, i);
}

hpyr_result hpi_features_respond_blobs(hpyr_features *features) {
    hpyr_result result = make_gaussian(features, 0);
    for (uint32_t i = 0; result == HPYR_OK && i < features->desc.scales; i++) {
        result = make_gaussian(features, i + 1);
        if (result == HPYR_OK)
            result = subtract(features, i);
    }
    return result;
}
