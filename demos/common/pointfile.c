/* pointfile.c - point clouds in files.  SPDX-License-Identifier: MIT */
#include "pointfile.h"

#include "outfile.h"

#include <stdio.h>
#include <string.h>

/* Little-endian whatever this machine is. */
static void put_float(uint8_t *out, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)(bits >> (8 * i));
    }
}

static void write_ply(outfile *file, const cloud_point *points, size_t count) {
    char header[256];
    int length = snprintf(header, sizeof header,
                          "ply\nformat binary_little_endian 1.0\nelement vertex %llu\n"
                          "property float x\nproperty float y\nproperty float z\n"
                          "property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n",
                          (unsigned long long)count);
    outfile_write(file, header, (size_t)length);
    for (size_t i = 0; i < count; i++) {
        uint8_t record[15];
        for (int k = 0; k < 3; k++) {
            put_float(record + 4 * k, points[i].position[k]);
            record[12 + k] = points[i].colour[k];
        }
        outfile_write(file, record, sizeof record);
    }
}

static void write_xyz(outfile *file, const cloud_point *points, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float *p = points[i].position;
        char line[96];
        int length =
            snprintf(line, sizeof line, "%.9g %.9g %.9g\n", p[0], p[1], p[2]); /* 9 digits give the float back */
        outfile_write(file, line, (size_t)length);
    }
}

bool pointfile_write(const char *path, const cloud_point *points, size_t count, char *error, size_t error_size) {
    outfile *file = outfile_open(path, error, error_size);
    if (!file) {
        return false;
    }
    size_t length = strlen(path);
    char last = length > 0 ? path[length - 1] : '\0';
    if (last == 'z' || last == 'Z') {
        write_xyz(file, points, count);
    } else {
        write_ply(file, points, count);
    }
    return outfile_close(file, true, error, error_size);
}
