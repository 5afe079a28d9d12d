/* check.c - the oracle's lists, and comparing with them.  SPDX-License-Identifier: MIT */
#include "bench.h"

#include "common/gl.h"

#include <stdlib.h>
#include <string.h>

bool bench_check(bench *b, hpyr_result result, const char *what) {
    if (result != HPYR_OK) {
        error_set(b->error, sizeof b->error, "%s: %s%s%s", what, hpyr_result_string(result), b->logged[0] ? ": " : "",
                  b->logged);
    }
    b->logged[0] = '\0';
    return result == HPYR_OK;
}

hpyr_point *bench_expect(bench *b, const hpyr_ref_image *image, hpyr_order order, uint32_t *count) {
    const hpyr_flat3d map = {image->width, image->height, 1, 1, 1};
    uint32_t *counts = malloc((size_t)image->width * image->height * sizeof *counts);
    hpyr_ref_pyramid *oracle = NULL;
    hpyr_point *points = NULL;
    if (counts && hpyr_ref_discriminate(image, 1.0, 1.0, counts) == HPYR_OK &&
        hpyr_ref_pyramid_create(counts, &map, order, &oracle) == HPYR_OK) {
        *count = (uint32_t)hpyr_ref_pyramid_total(oracle);
        points = malloc(((size_t)*count + 1) * sizeof *points);
    }
    if (points) {
        hpyr_ref_pyramid_list(oracle, 0, *count, points);
    } else {
        error_set(b->error, sizeof b->error, "out of memory for the oracle of %ux%u cells", (unsigned)image->width,
                  (unsigned)image->height);
    }
    hpyr_ref_pyramid_destroy(oracle);
    free(counts);
    return points;
}

bool bench_buffer_holds(uint32_t buffer, const hpyr_point *expected, uint32_t count) {
    size_t size = count * sizeof *expected;
    hpyr_point *points = malloc(size + 1);
    if (!points) {
        return false;
    }
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, (GLsizeiptr)size, points);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    bool same = glGetError() == GL_NO_ERROR && memcmp(points, expected, size) == 0;
    free(points);
    return same;
}
