/* samples.c - the vectors of a file: on the GPU, and what they are.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>

static double length_of(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double speed_of(const float *v) {
    return length_of((const double[3]){v[0], v[1], v[2]});
}

bool samples_upload(const volume *v, uint32_t *vectors, uint32_t *speeds) {
    const uint64_t count = volume_count(v);
    const float *samples = v->samples;
    float *lengths = malloc((size_t)count * sizeof *lengths);
    if (!lengths)
        return error_set("out of memory for %llu samples", (unsigned long long)count);
    for (uint64_t i = 0; i < count; i++)
        lengths[i] = (float)speed_of(samples + 3 * i);
    *vectors = draw_texels(GL_TEXTURE_3D, GL_RGB32F, v->size, GL_RGB, GL_FLOAT, samples);
    *speeds = draw_texels(GL_TEXTURE_3D, GL_R32F, v->size, GL_RED, GL_FLOAT, lengths);
    free(lengths);
    return draw_check("uploading the samples");
}

/* Derivatives of a sample along an axis, as the library has them for VORTICITY. */
static void slope_at(const float *v, uint32_t at, uint32_t size, bool is_periodic, size_t stride, double spacing,
                     double slope[3]) {
    const uint32_t low = at > 0        ? at - 1
                         : is_periodic ? size - 1
                                       : 0,
                   high = at + 1 < size ? at + 1
                          : is_periodic ? 0
                                        : at;
    const uint32_t steps = is_periodic ? 2 : high - low;
    const float *first = v - 3 * stride * at, *before = first + 3 * stride * low, *after = first + 3 * stride * high;
    for (int c = 0; c < 3; c++)
        slope[c] = steps ? ((double)after[c] - before[c]) / (steps * spacing) : 0;
}

void samples_survey(const float *vectors, const uint32_t size[3], const float spacing[3], const bool periodic[3],
                    double *slowest, double *fastest, double *most_curl) {
    const size_t strides[3] = {1, size[0], (size_t)size[0] * size[1]}, count = strides[2] * size[2];
    *slowest = INFINITY;
    *fastest = *most_curl = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t at[3] = {(uint32_t)(i % size[0]), (uint32_t)(i / size[0] % size[1]), (uint32_t)(i / strides[2])};
        const float *v = vectors + 3 * i;
        double d[3][3];
        for (int axis = 0; axis < 3; axis++)
            slope_at(v, at[axis], size[axis], periodic[axis], strides[axis], spacing[axis], d[axis]);
        const double curl = length_of((const double[3]){d[1][2] - d[2][1], d[2][0] - d[0][2], d[0][1] - d[1][0]}),
                     speed = speed_of(v);
        *slowest = isfinite(speed) ? fmin(*slowest, speed) : *slowest;
        *fastest = isfinite(speed) ? fmax(*fastest, speed) : *fastest;
        *most_curl = isfinite(curl) ? fmax(*most_curl, curl) : *most_curl;
    }
    *slowest = fmin(*slowest, *fastest);
}
