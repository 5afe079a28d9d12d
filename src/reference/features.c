/* features.c - corners and blobs on the CPU: responses, peaks, records.
 * Source: Ziegler et al., VMV 2006, section 8.1.  SPDX-License-Identifier: MIT */
#include <histopyramid/reference/features.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const double least = 1e-6; /* see features.h: what may be rounding counts as 0 */

hpyr_result hpyr_ref_features_luminance(const uint8_t rgba[4], uint32_t *luminance) {
    if (!rgba || !luminance)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *luminance = (rgba[0] * 9798u + rgba[1] * 19235u + rgba[2] * 3735u + 16384u) >> 15;
    return HPYR_OK;
}

static int64_t clamp(int64_t i, uint32_t count) {
    return i < 0 ? 0 : i >= count ? (int64_t)count - 1 : i;
}

/* The number at a pixel, or at the nearest one inside. */
static double at(const hpyr_ref_field_2d *f, int64_t x, int64_t y, uint32_t layer) {
    return f
        ->numbers[((size_t)layer * f->height + (size_t)clamp(y, f->height)) * f->width + (size_t)clamp(x, f->width)];
}

/* Responses, but 0 for what is not above 0, not finite, or no number. */
static double usable(double response) {
    return response > 0 && response < HUGE_VAL ? response : 0;
}

/* ---- corners ---- */

/* Sobel's differences. */
static void gradient_at(const hpyr_ref_field_2d *gray, int64_t x, int64_t y, double gradient[2]) {
    gradient[0] = gradient[1] = 0;
    for (int i = -1; i <= 1; i++) {
        const int weight = i ? 1 : 2;
        gradient[0] += weight * (at(gray, x + 1, y + i, 0) - at(gray, x - 1, y + i, 0));
        gradient[1] += weight * (at(gray, x + i, y + 1, 0) - at(gray, x + i, y - 1, 0));
    }
}

static double corner_at(const hpyr_features_desc *desc, const hpyr_ref_field_2d *gray, int64_t x, int64_t y) {
    const int radius = (int)desc->block_size / 2;
    const double factor = 1.0 / (4.0 * desc->block_size), weight = factor * factor;
    double xx = 0, xy = 0, yy = 0, gradient[2];
    for (int64_t j = y - radius; j <= y + radius; j++)
        for (int64_t i = x - radius; i <= x + radius; i++) {
            gradient_at(gray, clamp(i, gray->width), clamp(j, gray->height), gradient);
            xx += weight * gradient[0] * gradient[0];
            xy += weight * gradient[0] * gradient[1];
            yy += weight * gradient[1] * gradient[1];
        }
    if (desc->detector == HPYR_DETECTOR_HARRIS)
        return xx * yy - xy * xy - desc->harris_k * (xx + yy) * (xx + yy);
    const double smaller = (xx + yy) / 2 - sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
    return smaller > least * (xx + yy) ? smaller : 0;
}

static void respond_corners(const hpyr_features_desc *desc, const hpyr_ref_field_2d *gray,
                            const hpyr_ref_field_2d *responses) {
    for (uint32_t y = 0; y < gray->height; y++)
        for (uint32_t x = 0; x < gray->width; x++)
            responses->numbers[(size_t)y * gray->width + x] = usable(corner_at(desc, gray, x, y));
}

/* ---- blobs ---- */

static double sigma_of(const hpyr_features_desc *desc, uint32_t i) {
    return desc->scale * pow(desc->ratio, (double)i - 0.5);
}

/* The pixel that a mirrored image has at `i`: -1 is 0, -2 is 1, `count` is count - 1, and so on without an end. */
static int64_t mirror(int64_t i, uint32_t count) {
    const int64_t period = 2 * (int64_t)count, place = (i % period + period) % period;
    return place < count ? place : period - 1 - place;
}

/* Blurs a row or a column: `count` numbers that lie `stride` apart. `weights` are radius + 1, from the middle on. */
static void blur_line(const double *from, double *to, uint32_t count, size_t stride, const double *weights,
                      int radius) {
    for (uint32_t x = 0; x < count; x++) {
        double total = 0;
        for (int i = -radius; i <= radius; i++)
            total += weights[abs(i)] * from[(size_t)mirror((int64_t)x + i, count) * stride];
        to[x * stride] = total;
    }
}

/* Weights of a Gaussian. Beyond six standard deviations they are a billionth of all. */
static double *weights_of(double sigma, int *radius) {
    *radius = (int)ceil(6 * sigma);
    double *weights = malloc(((size_t)*radius + 1) * sizeof *weights), sum = -1;
    for (int i = 0; weights && i <= *radius; i++) {
        weights[i] = exp(-0.5 * i * i / (sigma * sigma));
        sum += 2 * weights[i];
    }
    for (int i = 0; weights && i <= *radius; i++)
        weights[i] /= sum;
    return weights;
}

/* Blurs `from` into `to`, by way of `between`. */
static bool blur(const hpyr_ref_field_2d *from, double *between, double *to, double sigma) {
    int radius;
    double *weights = weights_of(sigma, &radius);
    for (uint32_t y = 0; weights && y < from->height; y++)
        blur_line(from->numbers + (size_t)y * from->width, between + (size_t)y * from->width, from->width, 1, weights,
                  radius);
    for (uint32_t x = 0; weights && x < from->width; x++)
        blur_line(between + x, to + x, from->height, from->width, weights, radius);
    free(weights);
    return weights != NULL;
}

static double blob_of(const hpyr_features_desc *desc, double own, double next) {
    const double response = fabs(own - next) > least * fabs(own) ? (own - next) / (desc->ratio - 1) : 0;
    if (desc->polarity == HPYR_POLARITY_BOTH)
        return usable(fabs(response));
    return usable(desc->polarity == HPYR_POLARITY_DARK ? -response : response);
}

/* `planes` are three of the image's size: a Gaussian, the next one, and one between. Each Gaussian is made of the image. */
static bool respond_blobs(const hpyr_features_desc *desc, const hpyr_ref_field_2d *gray, double *planes,
                          const hpyr_ref_field_2d *responses) {
    const size_t pixels = (size_t)gray->width * gray->height;
    double *own = planes, *next = planes + pixels, *between = planes + 2 * pixels;
    bool ok = blur(gray, between, own, sigma_of(desc, 0));
    for (uint32_t i = 0; ok && i < desc->scales; i++) {
        ok = blur(gray, between, next, sigma_of(desc, i + 1));
        for (size_t p = 0; ok && p < pixels; p++)
            responses->numbers[i * pixels + p] = blob_of(desc, own[p], next[p]);
        double *swapped = own;
        own = next;
        next = swapped;
    }
    return ok;
}

/* Whether a descriptor has what its detector computes with. */
static bool is_resolved(const hpyr_features_desc *desc) {
    const bool is_blob = desc->detector == HPYR_DETECTOR_BLOB;
    return desc->detector && desc->window &&
           (is_blob ? desc->scales && desc->ratio > 1 && desc->scale > 0 && desc->edge_ratio > 1 : desc->block_size);
}

hpyr_result hpyr_ref_features_respond(const hpyr_features_desc *desc, const hpyr_ref_field_2d *gray,
                                      const hpyr_ref_field_2d *responses) {
    if (!desc || !is_resolved(desc) || !gray || !responses || !gray->numbers || !responses->numbers ||
        gray->layers != 1 || responses->width != gray->width || responses->height != gray->height ||
        responses->layers != (desc->detector == HPYR_DETECTOR_BLOB ? desc->scales : 1))
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (desc->detector != HPYR_DETECTOR_BLOB) {
        respond_corners(desc, gray, responses);
        return HPYR_OK;
    }
    double *planes = malloc((size_t)gray->width * gray->height * 3 * sizeof *planes);
    const bool ok = planes && respond_blobs(desc, gray, planes, responses);
    free(planes);
    return ok ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

/* ---- peaks ---- */

static double strongest_of(const hpyr_ref_field_2d *f) {
    const size_t count = (size_t)f->width * f->height * f->layers;
    double strongest = 0;
    for (size_t i = 0; i < count; i++)
        strongest = f->numbers[i] > strongest ? f->numbers[i] : strongest;
    return strongest;
}

/* Whether a response is larger than those of its window that come before it, and not smaller than those after it. */
static bool is_peak(const hpyr_ref_field_2d *f, const uint32_t place[3], int reach) {
    const double own = at(f, place[0], place[1], place[2]);
    for (int z = -1; z <= 1; z++)
        for (int y = -reach; y <= reach; y++)
            for (int x = -reach; x <= reach; x++) {
                const int64_t i = (int64_t)place[0] + x, j = (int64_t)place[1] + y, layer = (int64_t)place[2] + z;
                const bool is_inside =
                    i >= 0 && j >= 0 && layer >= 0 && i < f->width && j < f->height && layer < f->layers;
                const bool is_before = z < 0 || (z == 0 && (y < 0 || (y == 0 && x < 0)));
                if (is_inside && (is_before ? at(f, i, j, (uint32_t)layer) >= own : at(f, i, j, (uint32_t)layer) > own))
                    return false;
            }
    return true;
}

/* Lowe's test of edges (section 4.1): whether the principal curvatures are of one sign, and the larger one is less than edge_ratio
 * times the smaller one. */
static bool is_round(const hpyr_features_desc *desc, const hpyr_ref_field_2d *f, const uint32_t place[3]) {
    const double r = desc->edge_ratio, size = desc->scale * pow(desc->ratio, place[2]);
    const uint32_t side = f->width < f->height ? f->width : f->height;
    const int64_t step = (int64_t)fmin(fmax(floor(size / 2), 1), side);
    double responses[3][3];
    if (desc->detector != HPYR_DETECTOR_BLOB || isinf(r))
        return true;
    for (int i = 0; i < 9; i++)
        responses[i / 3][i % 3] = at(f, mirror(place[0] + (i % 3 - 1) * step, f->width),
                                     mirror(place[1] + (i / 3 - 1) * step, f->height), place[2]);
    const double xx = responses[1][0] - 2 * responses[1][1] + responses[1][2];
    const double yy = responses[0][1] - 2 * responses[1][1] + responses[2][1];
    const double xy = (responses[0][0] + responses[2][2] - responses[0][2] - responses[2][0]) / 4;
    return (xx + yy) * (xx + yy) * r < (r + 1) * (r + 1) * (xx * yy - xy * xy);
}

/* ---- records ---- */

/* The top of a parabola through three numbers, of which the middle one is the largest. */
static double top_of(double before, double middle, double after) {
    const double bend = before - 2 * middle + after;
    return bend < 0 ? fmax(-0.5, fmin(0.5, (before - after) / (2 * bend))) : 0;
}

static void offset_at(const hpyr_ref_field_2d *f, const uint32_t place[3], float offset[2]) {
    const int64_t x = place[0], y = place[1];
    const double middle = at(f, x, y, place[2]), left = at(f, x - 1, y, place[2]), right = at(f, x + 1, y, place[2]);
    const double below = at(f, x, y - 1, place[2]), above = at(f, x, y + 1, place[2]);
    const double slope[2] = {(right - left) / 2 / middle, (above - below) / 2 / middle};
    const double xx = (left - 2 * middle + right) / middle, yy = (below - 2 * middle + above) / middle;
    const double xy = (at(f, x + 1, y + 1, place[2]) + at(f, x - 1, y - 1, place[2]) - at(f, x + 1, y - 1, place[2]) -
                       at(f, x - 1, y + 1, place[2])) /
                      4 / middle;
    const double determinant = xx * yy - xy * xy;
    double top[2] = {top_of(left, middle, right), top_of(below, middle, above)};
    if (determinant > 1e-6 * xx * yy && xx < 0) {
        top[0] = (xy * slope[1] - yy * slope[0]) / determinant;
        top[1] = (xy * slope[0] - xx * slope[1]) / determinant;
    }
    for (int i = 0; i < 2; i++)
        offset[i] = (float)fmax(-0.5, fmin(0.5, top[i]));
}

static double scale_at(const hpyr_features_desc *desc, const hpyr_ref_field_2d *f, const uint32_t place[3]) {
    double top = 0;
    if (desc->detector != HPYR_DETECTOR_BLOB)
        return 0;
    if (place[2] > 0 && place[2] + 1 < f->layers)
        top = top_of(at(f, place[0], place[1], place[2] - 1), at(f, place[0], place[1], place[2]),
                     at(f, place[0], place[1], place[2] + 1));
    return desc->scale * pow(desc->ratio, place[2] + top);
}

/* A feature, and its number in Z-order. */
typedef struct entry {
    double response;
    uint64_t order;
    uint32_t place[3];
} entry;

static uint64_t z_order(const uint32_t place[3]) {
    uint64_t order = 0;
    for (int bit = 0; bit < 16; bit++)
        order |= (uint64_t)(place[0] >> bit & 1) << (2 * bit) | (uint64_t)(place[1] >> bit & 1) << (2 * bit + 1);
    return order << 8 | place[2];
}

static int compare(const void *a, const void *b) {
    const entry *first = a, *second = b;
    if (first->response != second->response)
        return first->response > second->response ? -1 : 1;
    return first->order < second->order ? -1 : first->order > second->order;
}

/* Lists peaks, or only counts them if `entries` is NULL. */
static uint32_t list_peaks(const hpyr_features_desc *desc, const hpyr_ref_field_2d *f, double limit, entry *entries) {
    uint32_t count = 0, place[3];
    for (place[2] = 0; place[2] < f->layers; place[2]++)
        for (place[1] = 0; place[1] < f->height; place[1]++)
            for (place[0] = 0; place[0] < f->width; place[0]++) {
                const double response = at(f, place[0], place[1], place[2]);
                if (!(response > 0 && response >= limit && is_peak(f, place, (int)desc->window / 2) &&
                      is_round(desc, f, place)))
                    continue;
                if (entries)
                    entries[count] = (entry){response, z_order(place), {place[0], place[1], place[2]}};
                count++;
            }
    return count;
}

hpyr_result hpyr_ref_features_find(const hpyr_features_desc *desc, const hpyr_ref_field_2d *responses,
                                   hpyr_feature *found, size_t capacity, uint32_t *count) {
    if (!desc || !is_resolved(desc) || !responses || !responses->numbers || (!found && capacity) || !count)
        return HPYR_ERROR_INVALID_ARGUMENT;
    const double limit = desc->threshold > 0 ? desc->threshold : desc->quality * strongest_of(responses);
    *count = list_peaks(desc, responses, limit, NULL);
    entry *entries = malloc(((size_t)*count + 1) * sizeof *entries);
    if (!entries)
        return HPYR_ERROR_OUT_OF_MEMORY;
    list_peaks(desc, responses, limit, entries);
    qsort(entries, *count, sizeof *entries, compare);
    for (uint32_t i = 0; i < *count && i < capacity; i++) {
        const entry *e = &entries[i];
        found[i] = (hpyr_feature){.x = e->place[0], .y = e->place[1], .response = (float)e->response};
        offset_at(responses, e->place, found[i].offset);
        found[i].scale = (float)scale_at(desc, responses, e->place);
    }
    free(entries);
    return *count > capacity ? HPYR_TRUNCATED : HPYR_OK;
}
