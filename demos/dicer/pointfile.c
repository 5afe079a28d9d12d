/* pointfile.c - the points of a pipeline in files, as a cloud or as a grid of voxels.  SPDX-License-Identifier: MIT */
#include "pointfile.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/files/little_endian.h"
#include "common/files/outfile.h"
#include "common/mesh/mesh_file.h"
#include "common/platform/gl.h"
#include "common/voxels/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a file is made of. */
typedef struct source {
    const pipeline *pipeline;
    const mesh_fit *fit;
    attributes attributes; /* for .ply */
} source;

/* ---- points ---- */

static void place_of(const source *s, size_t index, float place[3]) {
    const hpyr_point *p = &s->pipeline->points[index];
    const uint32_t cell[3] = {p->x, p->y, p->z};
    double center[3];
    for (int k = 0; k < 3; k++)
        center[k] = (2.0 * cell[k] + 1) / s->pipeline->desc.grid[k] - 1;
    mesh_fit_back(s->fit, center, place);
}

static void give_point(const void *user, size_t index, mesh_file_vertex *out) {
    const source *s = user;
    place_of(s, index, out->position);
    memcpy(out->normal, s->attributes.normals + 4 * index, sizeof out->normal);
    memcpy(out->color, s->attributes.colors + 4 * index, sizeof out->color);
}

/* Points are vertices without triangles. */
static void write_ply(outfile *file, const source *s) {
    const mesh_file points = {.vertex_count = s->pipeline->total, .vertex = give_point, .user = s, .has_colors = true};
    mesh_file_put_ply(file, &points);
}

static void write_xyz(outfile *file, const source *s) {
    for (size_t i = 0; i < s->pipeline->total; i++) {
        float at[3];
        place_of(s, i, at);
        outfile_print(file, "%.9g %.9g %.9g\n", at[0], at[1], at[2]); /* 9 digits give floats back */
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

static void write_npy(outfile *file, const source *s) {
    char shape[48];
    snprintf(shape, sizeof shape, "%u, 3", (unsigned)s->pipeline->total);
    write_npy_header(file, "<i4", shape);
    for (size_t i = 0; i < s->pipeline->total; i++) {
        const hpyr_point *p = &s->pipeline->points[i];
        uint8_t record[12];
        put_word(put_word(put_word(record, p->x), p->y), p->z);
        outfile_write(file, record, sizeof record);
    }
}

/* ---- grids ---- */

enum { LAYER_SLICES = 128, WORD_SLICES = 32 };

/* 32 voxels along z from `at` on. */
static uint32_t mark_word(uint32_t word, uint8_t *bits, uint64_t at, uint64_t stride) {
    uint32_t count = 0;
    for (; word; word >>= 1, at += stride) {
        if (word & 1) {
            bits[at / 8] |= (uint8_t)(1u << at % 8);
            count++;
        }
    }
    return count;
}

/* The axis with the shorter stride runs inside, so that the writes stay near each other. */
static uint64_t mark_layer(const uint32_t *texels, const uint32_t grid[3], uint32_t layer, uint8_t *bits,
                           const uint64_t strides[3]) {
    int inner = strides[0] < strides[1] ? 0 : 1, outer = 1 - inner;
    size_t steps[2] = {4, 4 * (size_t)grid[0]};
    uint64_t count = 0;
    for (uint32_t o = 0; o < grid[outer]; o++) {
        for (uint32_t z = layer * LAYER_SLICES, w = 0; w < 4 && z < grid[2]; w++, z += WORD_SLICES) {
            const uint32_t *texel = texels + o * steps[outer] + w;
            uint64_t at = o * strides[outer] + z * strides[2];
            uint32_t beyond = grid[2] - z < WORD_SLICES ? UINT32_MAX << (grid[2] - z) : 0;
            for (uint32_t i = 0; i < grid[inner]; i++)
                count += mark_word(texel[i * steps[inner]] & ~beyond, bits, at + i * strides[inner], strides[2]);
        }
    }
    return count;
}

static bool read_layers(const pipeline *p, uint32_t *texels, uint8_t *bits, const uint64_t strides[3]) {
    const uint32_t *grid = p->desc.grid;
    uint64_t count = 0;
    for (uint32_t layer = 0; layer <= (grid[2] - 1) / LAYER_SLICES; layer++) {
        glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, p->volume.name, 0, (GLint)layer);
        glReadPixels(0, 0, (GLsizei)grid[0], (GLsizei)grid[1], GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
        if (!draw_check("reading the voxels back"))
            return false;
        count += mark_layer(texels, grid, layer, bits, strides);
    }
    return count == p->total || error_set("the volume has %llu voxels, the pyramid counts %u: one of them is wrong",
                                          (unsigned long long)count, (unsigned)p->total);
}

/* Reads the volume of --voxelizer bits layer by layer. */
static bool mark_volume(const pipeline *p, uint8_t *bits, const uint64_t strides[3]) {
    uint64_t texels_bytes = (uint64_t)p->desc.grid[0] * p->desc.grid[1] * 16;
    uint32_t *texels = texels_bytes <= SIZE_MAX ? malloc((size_t)texels_bytes) : NULL;
    if (!texels)
        return error_set("out of memory for a layer of voxels in %llu bytes", (unsigned long long)texels_bytes);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    bool ok = read_layers(p, texels, bits, strides);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    free(texels);
    return ok;
}

static void mark_points(const pipeline *p, uint8_t *bits, const uint64_t strides[3]) {
    for (size_t i = 0; i < p->total; i++) {
        const uint64_t at = p->points[i].x * strides[0] + p->points[i].y * strides[1] + p->points[i].z * strides[2];
        bits[at / 8] |= (uint8_t)(1u << at % 8);
    }
}

/* The grid as bits, bit i % 8 of byte i / 8, axis `fastest[0]` running fastest. NULL on failure. */
static uint8_t *make_grid(const pipeline *p, const int fastest[3]) {
    const uint32_t *grid = p->desc.grid;
    uint64_t strides[3], cells = 1;
    for (int i = 0; i < 3; i++) {
        strides[fastest[i]] = cells;
        cells *= grid[fastest[i]];
    }
    uint8_t *bits = cells / 8 < SIZE_MAX ? calloc((size_t)(cells / 8) + 1, 1) : NULL;
    if (!bits) {
        error_set("out of memory for a grid of %ux%ux%u", (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2]);
    } else if (p->points) {
        mark_points(p, bits, strides);
    } else if (!mark_volume(p, bits, strides)) {
        free(bits);
        bits = NULL;
    }
    return bits;
}

static int bit(const uint8_t *bits, uint64_t at) {
    return bits[at / 8] >> (at % 8) & 1;
}

static bool write_dense(outfile *file, const pipeline *p) {
    const uint32_t *grid = p->desc.grid;
    uint8_t *row = malloc(grid[0]);
    uint8_t *bits = row ? make_grid(p, (const int[3]){0, 1, 2}) : NULL;
    char shape[48];
    snprintf(shape, sizeof shape, "%u, %u, %u", (unsigned)grid[2], (unsigned)grid[1], (unsigned)grid[0]);
    write_npy_header(file, "|b1", shape);
    uint64_t rows = (uint64_t)grid[1] * grid[2];
    for (uint64_t r = 0; bits && r < rows; r++) {
        for (uint32_t x = 0; x < grid[0]; x++)
            row[x] = (uint8_t)bit(bits, r * grid[0] + x);
        outfile_write(file, row, grid[0]);
    }
    bool ok = bits != NULL;
    free(bits);
    free(row);
    return row ? ok : error_set("out of memory");
}

/* Runs of up to 255 equal voxels; y runs fastest, then z, then x. The grid is taken for the unit cube, which `scale` and
 * then `translate` bring to the model's coordinates. */
static bool write_binvox(outfile *file, const source *s) {
    const uint32_t *grid = s->pipeline->desc.grid;
    const double *center = s->fit->center, half = 1 / s->fit->scale;
    uint8_t *bits = make_grid(s->pipeline, (const int[3]){1, 2, 0});
    outfile_print(file, "#binvox 1\ndim %u %u %u\ntranslate %.9g %.9g %.9g\nscale %.9g\ndata\n", (unsigned)grid[0],
                  (unsigned)grid[1], (unsigned)grid[2], center[0] - half, center[1] - half, center[2] - half,
                  2 / s->fit->scale);
    uint64_t cells = (uint64_t)grid[0] * grid[1] * grid[2];
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

static bool write_kind(outfile *file, const source *s, pointfile_type kind, bool dense) {
    switch (kind) {
    case POINTFILE_BINVOX:
        return write_binvox(file, s);
    case POINTFILE_NPY:
        if (dense)
            return write_dense(file, s->pipeline);
        write_npy(file, s);
        return true;
    case POINTFILE_XYZ:
        write_xyz(file, s);
        return true;
    default:
        write_ply(file, s);
        return true;
    }
}

bool pointfile_save(const char *path, bool dense, const pipeline *p, const mesh_fit *fit) {
    const pointfile_type kind = pointfile_kind(path);
    source s = {p, fit, {NULL, NULL}};
    outfile *file = kind != POINTFILE_PLY || attributes_read(&s.attributes, p) ? outfile_open(path) : NULL;
    const bool is_whole = !file || write_kind(file, &s, kind, dense);
    const bool ok = file && outfile_close(file, is_whole);
    attributes_free(&s.attributes);
    return is_whole ? ok : error_set("%s: %s", path, error_text());
}
