/* save.c - seeds and lines in files.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "common/files/error.h"
#include "common/files/little_endian.h"
#include "common/files/outfile.h"
#include "common/files/path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- seeds ---- */

static void put_seeds(outfile *file, const subject *s) {
    outfile_print(file, "x,y,z,value,type,i,j,k\n");
    for (uint32_t i = 0; i < s->seed_count; i++) {
        const hpyr_flow_seed *seed = &s->seeds[i];
        const bool turns = seed->type & HPYR_FLOW_TYPE_SPIRAL;
        outfile_print(file, "%.9g,%.9g,%.9g,%.9g,%s%s,%u,%u,%u\n", (double)seed->position[0], (double)seed->position[1],
                      (double)seed->position[2], (double)seed->value,
                      seed->type ? SUBJECT_TYPES[(seed->type & 7) % 5] : "", turns ? " spiral" : "",
                      (unsigned)seed->cell[0], (unsigned)seed->cell[1], (unsigned)seed->cell[2]);
    }
}

/* ---- lines ---- */

/* Whether point k of a line goes on from the one before: lines of periodic flows leap from one end of the box to the other. */
static bool is_joined(const subject *s, const float *line, uint32_t k) {
    const float *a = line + 4 * (size_t)(k - 1), *b = line + 4 * (size_t)k;
    bool joined = b[3] > 0;
    for (int axis = 0; axis < 3; axis++)
        joined = joined && (!s->periodic[axis] || fabsf(a[axis] - b[axis]) <= (s->high[axis] - s->low[axis]) / 2);
    return joined;
}

static uint32_t count_edges(const subject *s, const float *points) {
    const lines *l = &s->lines;
    uint32_t edges = 0;
    for (uint32_t line = 0; line < 2 * l->starts; line++)
        for (uint32_t k = 1; k < l->points; k++)
            edges += is_joined(s, points + 4 * (size_t)line * l->points, k);
    return edges;
}

static void put_ply(outfile *file, const subject *s, const float *points) {
    const lines *l = &s->lines;
    const uint32_t vertices = 2 * l->starts * l->points;
    uint8_t record[16], *end;
    outfile_print(file,
                  "ply\nformat binary_little_endian 1.0\ncomment streamlines of %.200s, by libhistopyramid\n"
                  "element vertex %u\nproperty float x\nproperty float y\nproperty float z\nproperty float speed\n"
                  "element edge %u\nproperty int vertex1\nproperty int vertex2\nend_header\n",
                  s->source.path ? "a file" : subject_name(s), (unsigned)vertices, (unsigned)count_edges(s, points));
    for (uint32_t i = 0; i < vertices; i++) {
        uint32_t speed;
        memcpy(&speed, points + 4 * (size_t)i + 3, sizeof speed);
        end = put_word(put_three_floats(record, points + 4 * (size_t)i), speed);
        outfile_write(file, record, (size_t)(end - record));
    }
    for (uint32_t i = 0; i < vertices; i++)
        if (i % l->points && is_joined(s, points + 4 * (size_t)(i - i % l->points), i % l->points)) {
            end = put_word(put_word(record, i - 1), i);
            outfile_write(file, record, (size_t)(end - record));
        }
}

bool subject_save(const char *path, const subject *s) {
    const bool is_list = path_ends_with(path, ".csv");
    float *points = is_list ? NULL : lines_read(&s->lines);
    outfile *file = is_list || points ? outfile_open(path) : NULL;
    if (file && is_list)
        put_seeds(file, s);
    else if (file)
        put_ply(file, s, points);
    free(points);
    return file && outfile_close(file, true);
}
