/* splat_numbers.c - the numbers that a PLY file has of each splat (Kerbl et al. 2023).  SPDX-License-Identifier: MIT */
#include "splats/splat_numbers.h"

#include "common/files/error.h"
#include "splats/cloud.h"

#include <string.h>

/* In the order of a splat's numbers. */
const char *const SPLAT_NAMES[PLY_REST + 1] = {"x",       "y",       "z",       "f_dc_0", "f_dc_1", "f_dc_2", "opacity",
                                               "scale_0", "scale_1", "scale_2", "rot_0",  "rot_1",  "rot_2",  "rot_3"};
static const char REST_PREFIX[] = "f_rest_", PACKED[] = "packed_position";

bool ply_tells_of_splats(FILE *file) {
    static const char *const TELLING[] = {"scale_0", "f_dc_0", PACKED, NULL};
    return ply_tells_of(file, TELLING);
}

int splat_number_of(void *user, const char *name) {
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

bool splat_names_check(const splat_names *names, const ply_header *h, const char *path, uint32_t *degree) {
    if (h->vertex == h->element_count)
        return error_set("%s: no file of splats: it has no element vertex", path);
    if (names->is_packed)
        return error_set("%s: its splats are compressed (%s): save it as an uncompressed .ply", path, PACKED);
    if (h->has[PLY_SCALE] && h->has[PLY_SCALE + 1] && !h->has[PLY_SCALE + 2])
        return error_set("%s: its property scale_2 is missing: flat splats of 2D Gaussian splatting are not read",
                         path);
    for (int i = 0; i < PLY_REST; i++)
        if (!h->has[i])
            return error_set("%s: no file of splats: its property %s is missing", path, SPLAT_NAMES[i]);
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
