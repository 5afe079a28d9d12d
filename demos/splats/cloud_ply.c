/* cloud_ply.c - reading the .ply that 3DGS training writes (Kerbl et al. 2023): of each vertex the center, the logarithms of the
 * scales, the quaternion, the logit of the opacity, and the spherical harmonics, color by color.
 * SPDX-License-Identifier: MIT */
#include "splats/cloud_ply.h"

#include "common/files/error.h"
#include "common/mesh/ply.h"
#include "splats/splat_numbers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* NAN for what floats cannot hold, so that the splat is skipped. */
static float narrow(double value) {
    return fabs(value) <= FLT_MAX ? (float)value : NAN;
}

static void make_record(const double numbers[PLY_MAX_NUMBERS], uint32_t degree, splat_record *out) {
    const uint32_t coefficients = cloud_coefficients(degree);
    for (int k = 0; k < 3; k++) {
        out->center[k] = narrow(numbers[PLY_CENTER + k]);
        out->scale[k] = narrow(exp(numbers[PLY_SCALE + k]));
        out->color[k] = narrow(0.5 + CLOUD_DEGREE_0 * numbers[PLY_COLOR + k]);
    }
    for (int k = 0; k < 4; k++)
        out->rotation[k] = narrow(numbers[PLY_ROTATION + k]);
    out->color[3] = isfinite(numbers[PLY_OPACITY]) ? (float)(1 / (1 + exp(-numbers[PLY_OPACITY]))) : NAN;
    for (uint32_t i = 0; i < coefficients; i++)
        for (uint32_t color = 0; color < 3; color++)
            out->harmonics[3 * i + color] = narrow(numbers[PLY_REST + color * coefficients + i]);
}

static bool read_splats(ply_file *s, uint32_t degree, splat_cloud *out) {
    const uint64_t count = s->header.elements[s->header.vertex].count;
    double numbers[PLY_MAX_NUMBERS] = {0};
    splat_record record;
    if (count == 0)
        return error_set("%s: holds no splats", s->path);
    if (count > CLOUD_MAX_COUNT) {
        return error_set("%s: its header tells of %llu splats, %u are allowed", s->path, (unsigned long long)count,
                         (unsigned)CLOUD_MAX_COUNT);
    }
    if (!ply_check_room(s) || !cloud_allocate(out, s->path, (uint32_t)count, degree))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (!ply_next(s, numbers))
            return false;
        make_record(numbers, degree, &record);
        cloud_add(out, &record);
    }
    return ply_end(s);
}

bool ply_read(FILE *file, uint64_t size, const char *path, splat_cloud *out) {
    ply_file s;
    splat_names names = {0};
    const ply_wanted wanted = {SPLAT_NAMES, splat_number_of, &names, true, NULL};
    uint32_t degree = 0;
    return ply_open(&s, file, size, path, &wanted) && splat_names_check(&names, &s.header, path, &degree) &&
           ply_begin(&s) && read_splats(&s, degree, out);
}
