/* pointfile.c - point clouds and voxel grids in files.  SPDX-License-Identifier: MIT */
#include "pointfile.h"

#include "common/files/error.h"
#include "common/files/little_endian.h"
#include "common/files/outfile.h"
#include "common/mesh/mesh_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A cloud's points as vertices without triangles. */
static void give_point(const void *user, size_t index, mesh_file_vertex *out) {
    const cloud *c = user;
    cloud_point p;
    c->point(c->user, index, &p);
    memcpy(out->position, p.position, sizeof out->position);
    memcpy(out->normal, p.normal, sizeof out->normal);
    memcpy(out->color, p.color, sizeof out->color);
}

static void write_ply(outfile *file, const cloud *c) {
    mesh_file points = {0};
    points.vertex_count = c->count;
    points.vertex = give_point;
    points.user = c;
    points.has_colors = true;
    mesh_file_put_ply(file, &points);
}

static void write_xyz(outfile *file, const cloud *c) {
    for (size_t i = 0; i < c->count; i++) {
        cloud_point p;
        c->point(c->user, i, &p);
        /* 9 digits give the float back. */
        outfile_print(file, "%.9g %.9g %.9g\n", p.position[0], p.position[1], p.position[2]);
    }
}

/* NumPy's own format, version 1.0: the header is a Python literal, padded so that the data begin at a multiple of 64. */
static void write_npy_header(outfile *file, const char *type, const char *shape) {
    char text[192];
    uint8_t prefix[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    int length = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", type, shape);
    size_t padded = ((size_t)length + 1 + sizeof prefix + 63) / 64 * 64 - sizeof prefix;
    memset(text + length, ' ', padded - (size_t)length - 1);
    text[padded - 1] = '\n';
    prefix[8] = (uint8_t)padded;
    prefix[9] = (uint8_t)(padded >> 8);
    outfile_write(file, prefix, sizeof prefix);
    outfile_write(file, text, padded);
}

static void write_npy(outfile *file, const cloud *c) {
    char shape[48];
    snprintf(shape, sizeof shape, "%llu, 3", (unsigned long long)c->count);
    write_npy_header(file, "<i4", shape);
    for (size_t i = 0; i < c->count; i++) {
        uint8_t record[12];
        cloud_point p;
        c->point(c->user, i, &p);
        for (int k = 0; k < 3; k++)
            put_word(record + 4 * k, p.cell[k]);
        outfile_write(file, record, sizeof record);
    }
}

/* The grid as bits, axis `fastest[0]` running fastest. NULL on failure. */
static uint8_t *make_grid(const cloud *c, const int fastest[3]) {
    uint64_t strides[3], cells = 1;
    for (int i = 0; i < 3; i++) {
        strides[fastest[i]] = cells;
        cells *= c->grid[fastest[i]];
    }
    uint8_t *bits = cells / 8 < SIZE_MAX ? calloc((size_t)(cells / 8) + 1, 1) : NULL;
    if (!bits) {
        error_set("out of memory for a grid of %ux%ux%u", (unsigned)c->grid[0], (unsigned)c->grid[1],
                  (unsigned)c->grid[2]);
    } else if (c->mark && !c->mark(c->user, bits, strides)) {
        free(bits);
        bits = NULL;
    }
    for (size_t i = 0; bits && !c->mark && i < c->count; i++) {
        cloud_point p;
        c->point(c->user, i, &p);
        uint64_t at = p.cell[0] * strides[0] + p.cell[1] * strides[1] + p.cell[2] * strides[2];
        bits[at / 8] |= (uint8_t)(1u << (at % 8));
    }
    return bits;
}

static int bit(const uint8_t *bits, uint64_t at) {
    return bits[at / 8] >> (at % 8) & 1;
}

static bool write_dense(outfile *file, const cloud *c) {
    uint8_t *row = malloc(c->grid[0]);
    uint8_t *bits = row ? make_grid(c, (const int[3]){0, 1, 2}) : NULL;
    char shape[48];
    snprintf(shape, sizeof shape, "%u, %u, %u", (unsigned)c->grid[2], (unsigned)c->grid[1], (unsigned)c->grid[0]);
    write_npy_header(file, "|b1", shape);
    uint64_t rows = (uint64_t)c->grid[1] * c->grid[2];
    for (uint64_t r = 0; bits && r < rows; r++) {
        for (uint32_t x = 0; x < c->grid[0]; x++)
            row[x] = (uint8_t)bit(bits, r * c->grid[0] + x);
        outfile_write(file, row, c->grid[0]);
    }
    bool ok = bits != NULL;
    free(bits);
    free(row);
    return row ? ok : error_set("out of memory");
}

/* Runs of up to 255 equal voxels; y runs fastest, then z, then x. The grid is taken for the unit cube, which `scale` and
 * then `translate` bring to the model's coordinates. */
static bool write_binvox(outfile *file, const cloud *c) {
    uint8_t *bits = make_grid(c, (const int[3]){1, 2, 0});
    outfile_print(file, "#binvox 1\ndim %u %u %u\ntranslate %.9g %.9g %.9g\nscale %.9g\ndata\n", (unsigned)c->grid[0],
                  (unsigned)c->grid[1], (unsigned)c->grid[2], c->origin[0], c->origin[1], c->origin[2], c->side);
    uint64_t cells = (uint64_t)c->grid[0] * c->grid[1] * c->grid[2];
    for (uint64_t i = 0; bits && i < cells;) {
        uint8_t run[2] = {(uint8_t)bit(bits, i), 0};
        while (i < cells && run[1] < 255 && bit(bits, i) == run[0]) {
            run[1]++;
            i++;
        }
        outfile_write(file, run, sizeof run);
    }
    bool ok = bits != NULL;
    free(bits);
    return ok;
}

pointfile_type pointfile_kind(const char *path) {
    const char *dot = strrchr(path, '.');
    switch (dot ? dot[1] : '\0') {
    case 'x':
    case 'X':
        return POINTFILE_XYZ;
    case 'b':
    case 'B':
        return POINTFILE_BINVOX;
    case 'n':
    case 'N':
        return POINTFILE_NPY;
    default:
        return POINTFILE_PLY;
    }
}

bool pointfile_write(const char *path, const cloud *c, bool dense) {
    outfile *file = outfile_open(path);
    if (!file)
        return false;
    bool is_whole = true;
    switch (pointfile_kind(path)) {
    case POINTFILE_XYZ:
        write_xyz(file, c);
        break;
    case POINTFILE_BINVOX:
        is_whole = write_binvox(file, c);
        break;
    case POINTFILE_NPY:
        if (dense)
            is_whole = write_dense(file, c);
        else
            write_npy(file, c);
        break;
    case POINTFILE_PLY:
        write_ply(file, c);
        break;
    }
    bool ok = outfile_close(file, is_whole);
    return is_whole ? ok : error_set("%s: %s", path, error_text());
}
