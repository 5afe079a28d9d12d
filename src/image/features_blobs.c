/* features_blobs.c - the responses of blobs: differences of Gaussians.
 * Source: Lowe 2004, section 3.  SPDX-License-Identifier: MIT
 *
 * Most Gaussians are made of the one before: variances add up, so a small blur is left to do. Borders are mirrored,
 * since a blur of a mirrored image is mirrored too: then two blurs are one, near a border as elsewhere. */
#include "image/features_object.h"

#include <math.h>

double hpi_features_sigma(const hpyr_features_desc *desc, uint32_t i) {
    return desc->scale * pow(desc->ratio, (double)i - 0.5);
}

uint32_t hpi_features_step(const hpyr_features_desc *desc, uint32_t i, uint32_t side) {
    const uint32_t step = (uint32_t)(desc->scale * pow(desc->ratio, (double)i) / 2);
    return step < 1 ? 1 : step < side ? step : side;
}

/* The standard deviation of the blur that makes Gaussian `i` of the one before. */
static double step_of(const hpyr_features_desc *desc, uint32_t i) {
    const double sigma = hpi_features_sigma(desc, i), before = hpi_features_sigma(desc, i - 1);
    return sqrt(sigma * sigma - before * before);
}

/* Whether Gaussian `i` is made of the image. A Gaussian whose weights are taken at pixels has, in frequencies, copies of itself at
 * distances of 2 pi. If it is small, its copy at 2 pi is not yet 0 where the spectrum of the Gaussian before is not 0 either. The
 * product of both is largest between them, exp(-2 pi^2 step^2 before^2 / sigma^2), and may be up to exp(-16), a ten-millionth. */
static bool is_direct(const hpyr_features_desc *desc, uint32_t i) {
    const double pi = 3.14159265358979324;
    if (i == 0)
        return true;
    const double product = step_of(desc, i) * hpi_features_sigma(desc, i - 1) / hpi_features_sigma(desc, i);
    return 2 * pi * pi * product * product < 16;
}

/* Vectors of the weights of a blur: 2 * reach + 1 of them. */
enum { REACH = (HPI_FEATURES_RADIUS + 3) / 4, VECTORS = 2 * REACH + 1 };

static int radius_of(double sigma) {
    const int radius = (int)ceil(4.5 * sigma);
    return radius < HPI_FEATURES_RADIUS ? radius : HPI_FEATURES_RADIUS;
}

/* The weights of a blur, and how many blocks it reaches to each side. The weight of the pixel that lies x beside is number
 * x + 4 * reach: see blur.frag.glsl. */
static int weights_of(double sigma, float weights[VECTORS * 4]) {
    const int radius = radius_of(sigma), reach = (radius + 3) / 4, first = -4 * reach;
    double sum = 0;
    for (int x = -radius; x <= radius; x++)
        sum += exp(-0.5 * x * x / (sigma * sigma));
    for (int x = first; x < 4 - first; x++)
        weights[x - first] = x >= -radius && x <= radius ? (float)(exp(-0.5 * x * x / (sigma * sigma)) / sum) : 0;
    return reach;
}

/* Blurs `source` along x into `target`, where x and y are exchanged. `size` is that of the image, and `of_texture` that of
 * the texture, in pixels. */
static hpyr_result blur(hpyr_features *features, double sigma, hpi_features_texture source, hpi_features_texture target,
                        const uint32_t size[2], const uint32_t of_texture[2]) {
    const hpyr_context *context = features->context;
    float weights[VECTORS * 4];
    const int reach = weights_of(sigma, weights);
    const bool is_far = (uint32_t)reach * HPI_FEATURES_PACK + 3 > size[0], is_ragged = is_far || size[0] % 2;
    hpi_text defines = HPI_TEXT(features->context);
    GLuint program;
    hpi_text_print(&defines, "#define HPYR_MOST %d\n%s%s", (int)VECTORS, is_ragged ? "#define HPYR_RAGGED\n" : "",
                   is_far ? "#define HPYR_FAR\n" : "");
    hpyr_result result = hpi_features_program(features, "image/blur.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    glUniform4fv(hpi_gl_location(context, program, "", "weights"), 2 * reach + 1, weights);
    glUniform1i(hpi_gl_location(context, program, "", "reach"), reach);
    glUniform1i(hpi_gl_location(context, program, "", "width"), (GLint)size[0]);
    glUniform2f(hpi_gl_location(context, program, "", "scale"),
                1.0f / (GLfloat)hpi_features_blocks(of_texture[0], HPI_FEATURES_PACK),
                1.0f / (GLfloat)hpi_features_blocks(of_texture[1], HPI_FEATURES_PACK));
    hpi_features_bind(features, program, "source", HPI_FEATURES_UNIT, source);
    return hpi_features_draw(features, target, 0, HPI_FEATURES_PACK, hpi_features_blocks(size[1], HPI_FEATURES_PACK),
                             hpi_features_blocks(size[0], HPI_FEATURES_PACK),
                             (2 * (uint32_t)reach + 1) * (is_ragged ? 2 : 1) * HPI_FEATURES_PACK);
}

/* Gaussians take turns with two textures. */
static hpi_features_texture texture_of(uint32_t i) {
    return i % 2 ? HPI_FEATURES_GRAY : HPI_FEATURES_GAUSSIAN;
}

/* Makes Gaussian `i` of the one before, or of the image, whose gray values then lie in its own texture first. */
static hpyr_result make_gaussian(hpyr_features *features, const hpyr_texture *image, uint32_t i) {
    const hpyr_features_desc *desc = &features->desc;
    const uint32_t size[2] = {features->width, features->height}, turned[2] = {size[1], size[0]};
    const uint32_t of_texture[2] = {desc->width, desc->height}, of_turned[2] = {desc->height, desc->width};
    const bool is_of_image = is_direct(desc, i);
    const double sigma = is_of_image ? hpi_features_sigma(desc, i) : step_of(desc, i);
    const hpi_features_texture target = texture_of(i), source = is_of_image ? target : texture_of(i - 1);
    hpyr_result result = is_of_image ? hpi_features_draw_gray(features, image, target) : HPYR_OK;
    if (result == HPYR_OK)
        result = blur(features, sigma, source, HPI_FEATURES_BLURRED, size, of_texture);
    return result == HPYR_OK ? blur(features, sigma, HPI_FEATURES_BLURRED, target, turned, of_turned) : result;
}

/* Subtracts Gaussian i + 1 from Gaussian i. */
static hpyr_result subtract(hpyr_features *features, uint32_t i) {
    const hpyr_features_desc *desc = &features->desc;
    const float weight = (float)(1 / (desc->ratio - 1));
    hpi_text defines = HPI_TEXT(features->context);
    GLuint program;
    hpyr_result result = hpi_features_program(features, "image/difference.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_features_bind(features, program, "own", HPI_FEATURES_UNIT, texture_of(i));
    hpi_features_bind(features, program, "next", HPI_FEATURES_UNIT + 1, texture_of(i + 1));
    glUniform2f(hpi_gl_location(features->context, program, "", "weights"),
                desc->polarity == HPYR_POLARITY_DARK ? 0 : weight, desc->polarity == HPYR_POLARITY_BRIGHT ? 0 : weight);
    return hpi_features_draw_responses(features, i);
}

hpyr_result hpi_features_respond_blobs(hpyr_features *features, const hpyr_texture *image) {
    hpyr_result result = make_gaussian(features, image, 0);
    for (uint32_t i = 0; result == HPYR_OK && i < features->desc.scales; i++) {
        result = make_gaussian(features, image, i + 1);
        if (result == HPYR_OK)
            result = subtract(features, i);
    }
    return result;
}
