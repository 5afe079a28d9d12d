/* fields.c - scalar fields that need no file, over [-1,1]^3: positive inside.  SPDX-License-Identifier: MIT */
#include "common/volume/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

const char *const FIELD_NAMES[] = {"cayley", "gyroid", "sphere", "torus", "metaballs", NULL};

field_kind field_of_name(const char *name) {
    int kind = 0;
    while (FIELD_NAMES[kind] && strcmp(FIELD_NAMES[kind], name) != 0)
        kind++;
    return (field_kind)kind;
}

/* ---- functions of a point ---- */

float field_cayley(float x, float y, float z) {
    return 16 * x * y * z + 4 * (x + y + z) - 1;
}

float field_sphere(float x, float y, float z) {
    return 0.7f - sqrtf(x * x + y * y + z * z);
}

float field_torus(float x, float y, float z) {
    float from_circle = sqrtf(x * x + y * y) - 0.6f;
    return 0.25f - sqrtf(from_circle * from_circle + z * z);
}

/* What a gyroid has of a coordinate: the same for a whole row of samples. */
typedef struct wave {
    float sine, cosine;
} wave;

static wave wave_at(float coordinate) {
    const float waves = (float)(6 * PI);
    wave w = {sinf(waves * coordinate), cosf(waves * coordinate)};
    return w;
}

static float gyroid(wave x, wave y, wave z) {
    return x.sine * y.cosine + y.sine * z.cosine + z.sine * x.cosine;
}

float field_gyroid(float x, float y, float z) {
    return gyroid(wave_at(x), wave_at(y), wave_at(z));
}

/* ---- samples ---- */

static float coordinate(uint32_t i, uint32_t size) {
    return size > 1 ? (float)(-1 + 2.0 * i / (size - 1)) : -1;
}

void field_sample_function(surface_field *function, const uint32_t size[3], float *samples) {
    for (uint32_t z = 0; z < size[2]; z++) {
        for (uint32_t y = 0; y < size[1]; y++)
            for (uint32_t x = 0; x < size[0]; x++)
                *samples++ = function(coordinate(x, size[0]), coordinate(y, size[1]), coordinate(z, size[2]));
    }
}

/* Bit by bit field_gyroid's, with sines and cosines of a row taken once. Without memory for them, slowly. */
static void sample_gyroid(const uint32_t size[3], float *samples) {
    wave *row = malloc(size[0] * sizeof *row);
    if (!row) {
        field_sample_function(field_gyroid, size, samples);
        return;
    }
    for (uint32_t x = 0; x < size[0]; x++)
        row[x] = wave_at(coordinate(x, size[0]));
    for (uint32_t z = 0; z < size[2]; z++) {
        wave along_z = wave_at(coordinate(z, size[2]));
        for (uint32_t y = 0; y < size[1]; y++) {
            wave along_y = wave_at(coordinate(y, size[1]));
            for (uint32_t x = 0; x < size[0]; x++)
                *samples++ = gyroid(row[x], along_y, along_z);
        }
    }
    free(row);
}

/* ---- metaballs ---- */

/* Each adds (1 - (r / reach)^2)^3 up to its reach (Wyvill, McPheeters, Wyvill 1986, Data structure for soft objects, has a fuller
 * polynomial for the same purpose); what two of them add to grows together. */
typedef struct ball {
    float orbit[3], speed[3], phase[3]; /* of a Lissajous figure */
    float reach;
} ball;

static const ball BALLS[] = {
    {{0.44f, 0.39f, 0.42f}, {0.70f, 0.90f, 0.55f}, {5.9f, 2.6f, 5.0f}, 0.68f},
    {{0.53f, 0.46f, 0.37f}, {0.55f, 0.62f, 0.83f}, {0.4f, 5.4f, 2.6f}, 0.61f},
    {{0.37f, 0.53f, 0.50f}, {0.84f, 0.48f, 0.66f}, {4.8f, 0.5f, 2.6f}, 0.59f},
    {{0.56f, 0.32f, 0.48f}, {0.46f, 0.77f, 0.94f}, {5.0f, 4.6f, 0.3f}, 0.57f},
    {{0.32f, 0.54f, 0.54f}, {0.97f, 0.58f, 0.42f}, {0.8f, 2.2f, 4.4f}, 0.55f},
    {{0.48f, 0.48f, 0.32f}, {0.62f, 1.05f, 0.73f}, {2.1f, 1.7f, 2.3f}, 0.51f},
};
enum { BALL_COUNT = sizeof BALLS / sizeof BALLS[0] };

static const float BALL_LEVEL = 0.2f; /* of the sum where the surface is */

/* The samples of one axis that a ball reaches. */
static void reached(float center, float reach, uint32_t size, uint32_t range[2]) {
    double step = size > 1 ? 2.0 / (size - 1) : 2;
    double low = ceil((center - reach + 1) / step), high = floor((center + reach + 1) / step);
    range[0] = low > 0 ? (uint32_t)low : 0;
    range[1] = high < 0 ? 0 : high + 1 < size ? (uint32_t)high + 1 : size;
}

static void add_row(float *row, const uint32_t range[2], uint32_t size, float center, float across, float scale) {
    float step = size > 1 ? 2.0f / (float)(size - 1) : 0;
    for (uint32_t x = range[0]; x < range[1]; x++) {
        float away = -1 + step * (float)x - center;
        float near = across - away * away * scale;
        near = near > 0 ? near : 0;
        row[x] += near * near * near;
    }
}

static void add_ball(const float center[3], float reach, const uint32_t size[3], float *samples) {
    uint32_t range[3][2];
    float scale = 1 / (reach * reach);
    for (int i = 0; i < 3; i++)
        reached(center[i], reach, size[i], range[i]);
    for (uint32_t z = range[2][0]; z < range[2][1]; z++) {
        float along_z = coordinate(z, size[2]) - center[2];
        for (uint32_t y = range[1][0]; y < range[1][1]; y++) {
            float along_y = coordinate(y, size[1]) - center[1];
            float across = 1 - (along_y * along_y + along_z * along_z) * scale;
            if (across > 0)
                add_row(samples + ((size_t)z * size[1] + y) * size[0], range[0], size[0], center[0], across, scale);
        }
    }
}

static void sample_metaballs(double seconds, const uint32_t size[3], float *samples) {
    size_t count = (size_t)size[0] * size[1] * size[2];
    for (size_t i = 0; i < count; i++)
        samples[i] = -BALL_LEVEL;
    for (int b = 0; b < BALL_COUNT; b++) {
        float center[3];
        for (int i = 0; i < 3; i++) {
            double angle = fmod(BALLS[b].speed[i] * seconds + BALLS[b].phase[i], 2 * PI);
            center[i] = BALLS[b].orbit[i] * (float)sin(angle);
        }
        add_ball(center, BALLS[b].reach, size, samples);
    }
}

void field_sample(field_kind kind, double seconds, const uint32_t size[3], float *samples) {
    static surface_field *const FUNCTIONS[] = {field_cayley, field_gyroid, field_sphere, field_torus};
    if (kind == FIELD_METABALLS)
        sample_metaballs(seconds, size, samples);
    else if (kind == FIELD_GYROID)
        sample_gyroid(size, samples);
    else
        field_sample_function(FUNCTIONS[kind], size, samples);
}
