/* noise.c - how far points lie off their surface, and of how many neighbors normals are estimated therefore.  SPDX-License-Identifier: MIT
 *
 * A point's nearest neighbors spread along the surface, and across it: the variances are the eigenvalues of their covariance. The
 * smallest one has two causes. Where the surface is curved, it grows with the square of the number of neighbors, as the disc does that
 * they lie on; noise stays what it is. So ten neighbors and 32 tell which one it is. Of both, medians count: edges and outliers are
 * few. */
#include "reconstruct/noise.h"

#include "common/files/memory.h"
#include "common/points/spread.h"

#include <histopyramid/normals.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of less than LEAST_POINTS, MANY are more than a tenth. */
enum { FEW = NOISE_NEIGHBORS, MANY = HPYR_NORMALS_MAX_NEIGHBORS, LEAST_POINTS = 10 * MANY };

/* Points whose neighbors are looked at, and how many distances that may take. As many points are compared with all of them while they
 * are in the cache. */
enum { LEAST_SAMPLES = 128, MOST_SAMPLES = 1024, MOST_DISTANCES = 1 << 27, AT_ONCE = 4096 };

/* Of the smallest variance from FEW to MANY neighbors: 1 to 2 of noise, 12 and more of a curved surface, and 6 to 12 of one that has
 * bends as small as these. */
static const double LEAST_GROWTH = 1, MOST_GROWTH = 4;

/* Where points lie so much farther off than they are wide, 32 of them fill a ball, which grows, too. */
static const double BALL = 0.5;

/* Of the height: what more neighbors mend, and how many more that takes. Measured, see docs/reconstruct.md. */
static const double LEAST_HEIGHT = 0.03, MORE_NEIGHBORS = 110;

/* As the library's: the second variance over the largest one where points lie on a line. */
static const double THINNEST = 1e-4;

/* A point and its nearest ones, itself among them. */
typedef struct sample {
    float place[3];
    float squares[MANY]; /* of distances, in ascending order */
    uint32_t nearest[MANY];
    uint32_t count;
} sample;

/* What is found of all samples. */
typedef struct ratios {
    float heights[MOST_SAMPLES], growths[MOST_SAMPLES];
    uint32_t count;
} ratios;

static void insert(sample *to, float square, uint32_t point) {
    uint32_t at = to->count < MANY ? to->count++ : MANY - 1;
    for (; at > 0 && to->squares[at - 1] > square; at--) {
        to->squares[at] = to->squares[at - 1];
        to->nearest[at] = to->nearest[at - 1];
    }
    to->squares[at] = square;
    to->nearest[at] = point;
}

static void look_at(const point_set *s, uint32_t first, uint32_t end, sample *to) {
    for (uint32_t i = first; i < end; i++) {
        const float *p = s->positions + 3 * (size_t)i;
        const float x = p[0] - to->place[0], y = p[1] - to->place[1], z = p[2] - to->place[2];
        const float square = x * x + y * y + z * z;
        if (to->count < MANY || square < to->squares[MANY - 1])
            insert(to, square, i);
    }
}

/* Of the first neighbors: xx, yy, zz, xy, xz, yz. */
static void find_covariance(const point_set *s, const sample *of, uint32_t count, double out[6]) {
    static const int ROWS[6] = {0, 1, 2, 0, 0, 1}, COLUMNS[6] = {0, 1, 2, 1, 2, 2};
    double middle[3] = {0}, away[3];
    memset(out, 0, 6 * sizeof *out);
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            middle[k] += ((double)s->positions[3 * (size_t)of->nearest[i] + (size_t)k] - of->place[k]) / count;
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            away[k] = (double)s->positions[3 * (size_t)of->nearest[i] + (size_t)k] - of->place[k] - middle[k];
        for (int k = 0; k < 6; k++)
            out[k] += away[ROWS[k]] * away[COLUMNS[k]] / count;
    }
}

/* In ascending order. O. K. Smith, Eigenvalues of a Symmetric 3 x 3 Matrix, Communications of the ACM 4(4), 1961. */
static void find_eigenvalues(const double c[6], double out[3]) {
    const double third = 1.0471975511965976; /* of half a turn */
    const double mean = (c[0] + c[1] + c[2]) / 3, x = c[0] - mean, y = c[1] - mean, z = c[2] - mean;
    const double size = sqrt((x * x + y * y + z * z + 2 * (c[3] * c[3] + c[4] * c[4] + c[5] * c[5])) / 6);
    const double determinant =
        x * (y * z - c[5] * c[5]) - c[3] * (c[3] * z - c[5] * c[4]) + c[4] * (c[3] * c[5] - y * c[4]);
    const double cosine = size > 0 ? determinant / (2 * size * size * size) : 0;
    const double angle = acos(fmin(fmax(cosine, -1), 1)) / 3;
    out[2] = mean + 2 * size * cos(angle);
    out[0] = mean + 2 * size * cos(angle + 2 * third);
    out[1] = 3 * mean - out[0] - out[2];
}

static void note(const point_set *s, const sample *of, ratios *out) {
    double covariance[6], few[3], many[3];
    find_covariance(s, of, FEW, covariance);
    find_eigenvalues(covariance, few);
    if (!(few[1] > THINNEST * few[2]))
        return;
    find_covariance(s, of, MANY, covariance);
    find_eigenvalues(covariance, many);
    const double least = fmax(few[0], 0);
    out->heights[out->count] = (float)sqrt(least / few[1]);
    out->growths[out->count++] = least > 0 ? (float)fmin(fmax(many[0], 0) / least, 1e6) : 1e6f;
}

static void judge(ratios *found, noise *out) {
    if (found->count < LEAST_SAMPLES / 2)
        return;
    floats_sort(found->heights, found->count);
    floats_sort(found->growths, found->count);
    const double height = found->heights[found->count / 2], growth = found->growths[found->count / 2];
    const double part = (MOST_GROWTH - growth) / (MOST_GROWTH - LEAST_GROWTH);
    out->height = height >= BALL ? height : height * sqrt(fmin(fmax(part, 0), 1));
    if (out->height >= LEAST_HEIGHT)
        out->neighbors = (uint32_t)fmin(FEW + floor(MORE_NEIGHBORS * out->height + 0.5), MANY);
}

bool noise_find(const point_set *s, const char *name, noise *out) {
    const uint32_t wanted = MOST_DISTANCES / (s->count + 1);
    const uint32_t most = s->count < MOST_SAMPLES ? s->count : MOST_SAMPLES;
    const uint32_t count = wanted < LEAST_SAMPLES ? LEAST_SAMPLES : wanted < most ? wanted : most;
    *out = (noise){0, FEW};
    if (s->count < LEAST_POINTS)
        return true;
    sample *samples = memory_zeroed(count * sizeof *samples);
    ratios *found = memory_zeroed(sizeof *found);
    const bool ok = samples && found;
    for (uint32_t i = 0; i < count && ok; i++)
        memcpy(samples[i].place, s->positions + 3 * (size_t)((i + 0.5) * s->count / count), sizeof samples[i].place);
    for (uint32_t first = 0, end; first < s->count && ok; first = end) {
        end = s->count - first < AT_ONCE ? s->count : first + AT_ONCE;
        for (uint32_t i = 0; i < count; i++)
            look_at(s, first, end, &samples[i]);
    }
    for (uint32_t i = 0; i < count && ok; i++)
        note(s, &samples[i], found);
    if (ok)
        judge(found, out);
    free(samples);
    free(found);
    return ok || error_set("%s: out of memory for a look at %u points", name, (unsigned)s->count);
}
