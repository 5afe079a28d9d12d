/* flows.c - see flows.h.  SPDX-License-Identifier: MIT */
#include "flows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- fields ---- */

static size_t samples_of(const flow_field *field) {
    return (size_t)field->ref.size[0] * field->ref.size[1] * field->ref.size[2];
}

static size_t channels_of(const flow_field *field) {
    return field->ref.kind == HPYR_FLOW_KIND_BAND ? 1 : 3;
}

flow_field flow_field_make(hpyr_flow_kind kind, uint32_t width, uint32_t height, uint32_t depth, unsigned bits) {
    flow_field field = {.ref = {.kind = kind, .size = {width, height, depth}, .order = HPYR_ORDER_MORTON}};
    for (int axis = 0; axis < 3; axis++) {
        field.ref.periodic[axis] = bits >> axis & 1;
        field.ref.spacing[axis] = 1;
    }
    field.ref.merge_distance = 0.25;
    field.samples = make_zeros(samples_of(&field) * channels_of(&field), sizeof *field.samples);
    field.ref.samples = field.samples;
    return field;
}

void flow_field_free(flow_field *field) {
    if (field->im.pixels)
        image_free(&field->im);
    free(field->samples);
    memset(field, 0, sizeof *field);
}

void flow_field_turn(flow_field *field, const double shift[3]) {
    double least = INFINITY;
    for (int axis = 0; axis < 3; axis++) { /* the library takes floats */
        field->ref.spacing[axis] = (float)(2 * FLOW_PI / field->ref.size[axis]);
        field->ref.origin[axis] = (float)(shift[axis] * field->ref.spacing[axis]);
        least = fmin(least, field->ref.spacing[axis]);
    }
    field->ref.merge_distance = (float)(least / 4);
}

static void place_of(const flow_field *field, size_t i, double p[3]) {
    const uint32_t *n = field->ref.size;
    const size_t at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
    for (int axis = 0; axis < 3; axis++)
        p[axis] = field->ref.origin[axis] + (double)at[axis] * field->ref.spacing[axis];
}

void flow_field_fill(flow_field *field, flow_fn function) {
    const size_t channels = channels_of(field);
    double p[3], out[3];
    for (size_t i = 0; i < samples_of(field); i++) {
        place_of(field, i, p);
        function(p, out);
        for (size_t c = 0; c < channels; c++)
            field->samples[channels * i + c] = (float)out[c];
    }
}

static double random_unit(uint64_t *seed) {
    return random_next(seed) / 2147483648.0 - 1;
}

enum { WAVES = 4 };

void flow_field_randomize(flow_field *field, bool noise, uint64_t seed) {
    const size_t channels = channels_of(field);
    double waves[WAVES][3], phases[WAVES];
    for (size_t c = 0; c < channels; c++) {
        for (int wave = 0; wave < WAVES; wave++) {
            for (int axis = 0; axis < 3; axis++) /* whole periods along periodic axes, of three samples or more */
                waves[wave][axis] = floor(random_unit(&seed) * (field->ref.size[axis] / 5.0) + 0.5) * 2 * FLOW_PI /
                                    (field->ref.size[axis] * field->ref.spacing[axis]);
            phases[wave] = random_unit(&seed) * FLOW_PI;
        }
        for (size_t i = 0; i < samples_of(field); i++) {
            double p[3], sum = noise ? random_unit(&seed) : 0;
            place_of(field, i, p);
            for (int wave = 0; wave < WAVES && !noise; wave++)
                sum += sin(waves[wave][0] * p[0] + waves[wave][1] * p[1] + waves[wave][2] * p[2] + phases[wave]);
            field->samples[channels * i + c] = (float)sum;
        }
    }
}

/* ---- the ABC flow ---- */

void flow_abc(const double p[3], double out[3]) {
    out[0] = sin(p[2]) + cos(p[1]);
    out[1] = sin(p[0]) + cos(p[2]);
    out[2] = sin(p[1]) + cos(p[0]);
}

/* It is zero where sin z = -cos y, sin x = -cos z and sin y = -cos x. So the squares of all six are equal, which are 1/2: the
 * signs of the cosines can be chosen, and the sines follow. The determinant of the Jacobian is 2 cos x cos y cos z, and its trace
 * is 0: so all are saddles, and this sign tells of which type. */
void flow_abc_points(double points[FLOW_ABC_POINTS][3], uint32_t types[FLOW_ABC_POINTS]) {
    for (int i = 0; i < FLOW_ABC_POINTS; i++) {
        const double cosines[3] = {i & 1 ? -1 : 1, i & 2 ? -1 : 1, i & 4 ? -1 : 1};
        const double sines[3] = {-cosines[2], -cosines[0], -cosines[1]};
        for (int axis = 0; axis < 3; axis++)
            points[i][axis] = atan2(sines[axis], cosines[axis]) + (sines[axis] < 0 ? 2 * FLOW_PI : 0);
        types[i] = cosines[0] * cosines[1] * cosines[2] > 0 ? HPYR_FLOW_TYPE_SADDLE_OUT : HPYR_FLOW_TYPE_SADDLE_IN;
    }
}

double flow_abc_distance(const hpyr_flow_seed *seed, int *nearest) {
    double points[FLOW_ABC_POINTS][3], best = INFINITY;
    uint32_t types[FLOW_ABC_POINTS];
    flow_abc_points(points, types);
    for (int i = 0; i < FLOW_ABC_POINTS; i++) {
        double sum = 0;
        for (int axis = 0; axis < 3; axis++) {
            const double way = remainder(seed->position[axis] - points[i][axis], 2 * FLOW_PI);
            sum += way * way;
        }
        if (sqrt(sum) < best) {
            best = sqrt(sum);
            *nearest = i;
        }
    }
    return best;
}

/* ---- the library's ---- */

void flow_field_upload(env *e, flow_field *field, hpyr_format format) {
    const bool is_band = field->ref.kind == HPYR_FLOW_KIND_BAND;
    uint32_t cells[3];
    hpyr_flat3d map;
    field->im = image_make(format ? format : HPYR_FORMAT_RGBA32F, is_band ? HPYR_CHANNEL_RED : HPYR_CHANNEL_DEFAULT,
                           field->ref.size[0], field->ref.size[1], field->ref.size[2]);
    float *texels = field->im.pixels;
    const size_t channels = (size_t)format_channels(field->im.ref.format);
    for (size_t i = 0; i < samples_of(field); i++)
        if (is_band)
            image_set(&field->im, i, field->samples[i]);
        else
            memcpy(texels + channels * i, field->samples + 3 * i, 3 * sizeof *texels);
    image_upload_to(&field->im, GL_TEXTURE_3D, 0);
    answered(hpyr_ref_flow_cells(&field->ref, cells));
    if (cells[0] && cells[1] && cells[2]) {
        assert_int_equal(
            hpyr_flat3d_arrange(cells[0], cells[1], cells[2], 0, hpyr_context_caps(e->context)->max_texture_size, &map),
            HPYR_OK);
        field->ref.tiles_x = map.tiles_x;
    }
}

hpyr_flow *make_flow(env *e, const flow_field *field, uint32_t capacity) {
    const hpyr_ref_flow *ref = &field->ref;
    hpyr_flow_desc desc = {.kind = ref->kind,
                           .grid = {.width = ref->size[0], .height = ref->size[1], .depth = ref->size[2]},
                           .order = ref->order,
                           .capacity = capacity};
    hpyr_flow *flow;
    for (int axis = 0; axis < 3; axis++) {
        desc.periodic[axis] = ref->periodic[axis];
        desc.grid.spacing[axis] = (float)ref->spacing[axis];
        desc.grid.origin[axis] = (float)ref->origin[axis];
    }
    OK(e, hpyr_flow_create(e->context, &desc, &flow));
    return flow;
}

hpyr_flow_field flow_given(const flow_field *field) {
    return (hpyr_flow_field){.texture = field->im.texture,
                             .threshold = field->ref.threshold,
                             .isovalue = field->ref.isovalue,
                             .width = field->ref.width};
}

hpyr_flow_seed *flow_download(env *e, hpyr_flow *flow, uint32_t *count) {
    hpyr_report report;
    OK(e, hpyr_flow_count(flow, count));
    hpyr_flow_seed *seeds = make_room((*count + (size_t)1) * sizeof *seeds);
    OK(e, hpyr_flow_download(flow, 0, HPYR_ALL, seeds, *count, &report));
    assert_int_equal(report.total, *count);
    assert_int_equal(report.written, *count);
    return seeds;
}

static void check_seed(const hpyr_flow_seed *got, const hpyr_flow_seed *expected, uint32_t i, double tolerance) {
    for (int axis = 0; axis < 3; axis++) {
        if (got->cell[axis] != expected->cell[axis])
            fail_msg("seed %u: cell %u,%u,%u; expected %u,%u,%u", i, got->cell[0], got->cell[1], got->cell[2],
                     expected->cell[0], expected->cell[1], expected->cell[2]);
        if (!(fabs((double)got->position[axis] - expected->position[axis]) <= tolerance))
            fail_msg("seed %u: coordinate %d is %.9g, expected %.9g", i, axis, (double)got->position[axis],
                     (double)expected->position[axis]);
    }
    if (got->value != expected->value && !(fabs((double)got->value - expected->value) <= tolerance))
        fail_msg("seed %u: value %.9g, expected %.9g", i, (double)got->value, (double)expected->value);
    assert_int_equal(got->type, expected->type);
}

uint32_t check_flow(env *e, hpyr_flow *flow, const flow_field *field, double tolerance) {
    const hpyr_flow_field given = flow_given(field);
    const uint32_t expected = answer_seeds(&field->ref, NULL, 0);
    SCOPED(free_memory) hpyr_flow_seed *oracle = make_room((expected + (size_t)1) * sizeof *oracle);
    uint32_t count;
    assert_int_equal(answer_seeds(&field->ref, oracle, expected), expected);
    OK(e, hpyr_flow_build(flow, &given));
    SCOPED(free_memory) hpyr_flow_seed *seeds = flow_download(e, flow, &count);
    assert_int_equal(count, expected);
    for (uint32_t i = 0; i < count; i++)
        check_seed(&seeds[i], &oracle[i], i, tolerance);
    return count;
}
