/* cloud_ply.c - reading the .ply that 3DGS training writes (Kerbl et al. 2023): of each vertex the center, the logarithms of the
 * scales, the quaternion, the logit of the opacity, and the spherical harmonics, color by color.
 * SPDX-License-Identifier: MIT */
#include "splats/cloud_files.h"

#include "common/files/error.h"
#include "common/mesh/ply.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* In the order of a splat's numbers. */
static const char *const NAMES[PLY_REST + 1] = {"x",      "y",       "z",       "f_dc_0",  "f_dc_1",
                                                "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2",
                                                "rot_0",  "rot_1",   "rot_2",   "rot_3"};
static const char REST_PREFIX[] = "f_rest_", PACKED[] = "packed_position";

/* What the names of a header's properties tell. */
typedef struct splat_names {
    uint32_t rest;  /* one more than the largest N of its properties f_rest_N */
    bool is_packed; /* by a property packed_position: SuperSplat's compressed splats */
} splat_names;

bool ply_tells_of_splats(FILE *file) {
    static const char *const TELLING[] = {"scale_0", "f_dc_0", PACKED, NULL};
    return ply_tells_of(file, TELLING);
}

static int number_of(void *user, const char *name) {
    splat_names *names = user;
    uint64_t rest = 0;
    names->is_packed |= strcmp(name, PACKED) == 0;
    if (strncmp(name, REST_PREFIX, strlen(REST_PREFIX)) != 0 || !ply_parse_number(name + strlen(REST_PREFIX), &rest) ||
        rest >= PLY_MAX_PROPERTIES)
        return PLY_UNUSED;
    if (rest + 1 > names->rest)
        names->rest = (uint32_t)rest + 1;
    return PLY_REST + rest < PLY_NUMBERS ? (int)(PLY_REST + rest) : PLY_UNUSED;
}

/* Whether the vertices have all that splats need, and the degree of their harmonics. */
static bool check_names(const splat_names *names, const ply_header *h, const char *path, uint32_t *degree) {
    if (h->vertex == h->element_count)
        return error_set("%s: no file of splats: it has no element vertex", path);
    if (names->is_packed)
        return error_set("%s: its splats are compressed (%s): save it as an uncompressed .ply", path, PACKED);
    if (h->has[PLY_SCALE] && h->has[PLY_SCALE + 1] && !h->has[PLY_SCALE + 2])
        return error_set("%s: its property scale_2 is missing: flat splats of 2D Gaussian splatting are not read",
                         path);
    for (int i = 0; i < PLY_REST; i++)
        if (!h->has[i])
            return error_set("%s: no file of splats: its property %s is missing", path, NAMES[i]);
    for (*degree = 0; *degree <= CLOUD_MAX_DEGREE; ++*degree)
        if (names->rest == 3 * cloud_coefficients(*degree))
            break;
    if (*degree > CLOUD_MAX_DEGREE) {
        return error_set("%s: its last coefficient is %s%u: 8, 23 and 44 are those of degree 1, 2, 3", path,
                         REST_PREFIX, (unsigned)names->rest - 1);
    }
    for (uint32_t i = 0; i < names->rest; i++) {
        if (!h->has[PLY_REST + i]) {
            return error_set("%s: its property %s%u is missing, and %s%u is there", path, REST_PREFIX, (unsigned)i,
                             REST_PREFIX, (unsigned)names->rest - 1);
        }
    }
    return true;
}

/* ---- splats ---- */

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
    const ply_wanted wanted = {NAMES, number_of, &names, true, NULL};
    uint32_t degree = 0;
    return ply_open(&s, file, size, path, &wanted) && check_names(&names, &s.header, path, &degree) && ply_begin(&s) &&
           read_splats(&s, degree, out);
}
