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

/* Weights of the middle and of one side, which add up to 1 with those of the other side. */
static void weights_of(const hpyr_features_desc *desc, uint32_t i, float weights[HPI_FEATURES_RADIUS + 1]) {
    const double sigma = step_of(desc, i);
    const uint32_t radius = hpi_features_radius(desc, i);
    double sum = 1;
    for (uint32_t x = 1; x <= radius; x++)
        sum += 2 * exp(-0.5 * x * x / (sigma * sigma));
    for (uint32_t x = 0; x <= HPI_FEATURES_RADIUS; x++)
        weights[x] = x <= radius ? (float)(exp(-0.5 * x * x / (sigma * sigma)) / sum) : 0;
}

static hpyr_result blur(hpyr_features *features, GLuint program, uint32_t i) {
    const hpi_features_texture source = i ? HPI_FEATURES_GAUSSIANS : HPI_FEATURES_GRAY;
    const GLint layer = hpi_gl_location(features->context, program, "", "layer");
    float weights[HPI_FEATURES_RADIUS + 1];
    weights_of(&features->desc, i, weights);
    glUniform1fv(hpi_gl_location(features->context, program, "", "weights"), HPI_FEATURES_RADIUS + 1, weights);
    glUniform1i(hpi_gl_location(features->context, program, "", "radius"),
                (GLint)hpi_features_radius(&features->desc, i));
    hpi_features_bind(features, program, "source", HPI_FEATURES_UNIT, source);
    hpi_features_set(features, program, "step", 1, 0);
    glUniform1i(layer, i ? (GLint)i - 1 : 0);
    hpyr_result result = hpi_features_draw(features, HPI_FEATURES_BLURRED, 0, 1, features->width, features->height);
    if (result != HPYR_OK)
        return result;
    hpi_features_bind(features, program, "source", HPI_FEATURES_UNIT, HPI_FEATURES_BLURRED);
    hpi_features_set(features, program, "step", 0, 1);
    glUniform1i(layer, 0);
    return hpi_features_draw(features, HPI_FEATURES_GAUSSIANS, i, 1, features->width, features->height);
}

static hpyr_result blur_all(hpyr_features *features) {
    hpi_text defines = {0};
    GLuint program;
    hpi_text_print(&defines, "#define HPYR_WEIGHTS %d\n", HPI_FEATURES_RADIUS + 1);
    hpyr_result result = hpi_features_program(features, "image/blur.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_features_set(features, program, "last", (int32_t)features->width - 1, (int32_t)features->height - 1);
    for (uint32_t i = 0; result == HPYR_OK && i <= features->desc.scales; i++)
        result = blur(features, program, i);
    return result;
}

hpyr_result hpi_features_respond_blobs(hpyr_features *features) {
    const hpyr_features_desc *desc = &features->desc;
    const float weight = (float)(1 / ((double)desc->ratio - 1));
    hpi_text defines = {0};
    GLuint program;
    hpyr_result result = blur_all(features);
    if (result == HPYR_OK)
        result = hpi_features_program(features, "image/difference.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_features_bind(features, program, "gaussians", HPI_FEATURES_UNIT, HPI_FEATURES_GAUSSIANS);
    glUniform2f(hpi_gl_location(features->context, program, "", "weights"),
                desc->polarity == HPYR_FEATURES_DARK ? 0 : weight, desc->polarity == HPYR_FEATURES_BRIGHT ? 0 : weight);
    for (uint32_t i = 0; result == HPYR_OK && i < desc->scales; i++) {
        glUniform1i(hpi_gl_location(features->context, program, "", "layer"), (GLint)i);
        result = hpi_features_draw(features, HPI_FEATURES_RESPONSES, i, 1, features->width, features->height);
    }
    return result;
}
