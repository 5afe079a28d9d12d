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

enum { GROUP = 8, WEIGHTS = 256 }; /* weights of a round of blur.frag.glsl, and of all rounds */

/* Weights from one end of the blur to the other, which add up to 1. */
static void weights_of(const hpyr_features_desc *desc, uint32_t i, float weights[WEIGHTS]) {
    const double sigma = step_of(desc, i);
    const int radius = (int)hpi_features_radius(desc, i);
    double sum = 0;
    for (int x = -radius; x <= radius; x++)
        sum += exp(-0.5 * x * x / (sigma * sigma));
    for (int k = 0; k < WEIGHTS; k++) {
        const int x = k - radius;
        weights[k] = x <= radius ? (float)(exp(-0.5 * x * x / (sigma * sigma)) / sum) : 0;
    }
}

/* A blur along x or y, of a layer of one texture into a layer of another. */
typedef struct pass {
    bool along_y;
    hpi_features_texture source, target;
    uint32_t layer, target_layer;
} pass;

static hpyr_result blur(hpyr_features *features, uint32_t i, const pass *p) {
    const hpyr_context *context = features->context;
    const hpyr_features_desc *desc = &features->desc;
    const uint32_t radius = hpi_features_radius(desc, i);
    float weights[WEIGHTS];
    hpi_text defines = {0};
    GLuint program;
    hpi_text_print(&defines, "#define HPYR_WEIGHTS %d\n#define HPYR_ALONG(i) %s\n", WEIGHTS / 4,
                   p->along_y ? "ivec2(0, i)" : "ivec2(i, 0)");
    hpyr_result result = hpi_features_program(features, "image/blur.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    weights_of(desc, i, weights);
    glUniform4fv(hpi_gl_location(context, program, "", "weights"), WEIGHTS / 4, weights);
    glUniform1i(hpi_gl_location(context, program, "", "radius"), (GLint)radius);
    glUniform1i(hpi_gl_location(context, program, "", "groups"), (GLint)hpi_features_blocks(2 * radius + 1, GROUP));
    glUniform1i(hpi_gl_location(context, program, "", "layer"), (GLint)p->layer);
    glUniform2f(hpi_gl_location(context, program, "", "scale"), 1.0f / (GLfloat)desc->width,
                1.0f / (GLfloat)desc->height);
    hpi_features_set(features, program, "last", (int32_t)features->width - 1, (int32_t)features->height - 1);
    hpi_features_bind(features, program, "source", HPI_FEATURES_UNIT, p->source);
    return hpi_features_draw(features, p->target, p->target_layer, 1, desc->width, desc->height);
}

static hpyr_result blur_all(hpyr_features *features) {
    hpyr_result result = HPYR_OK;
    for (uint32_t i = 0; result == HPYR_OK && i <= features->desc.scales; i++) {
        const pass along_x = {.source = i ? HPI_FEATURES_GAUSSIANS : HPI_FEATURES_GRAY,
                              .layer = i ? i - 1 : 0,
                              .target = HPI_FEATURES_BLURRED};
        const pass along_y = {
            .along_y = true, .source = HPI_FEATURES_BLURRED, .target = HPI_FEATURES_GAUSSIANS, .target_layer = i};
        result = blur(features, i, &along_x);
        if (result == HPYR_OK)
            result = blur(features, i, &along_y);
    }
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
