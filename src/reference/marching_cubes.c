/* marching_cubes.c - the oracle's isosurfaces, cell by cell from the values at the corners.
 * SPDX-License-Identifier: MIT
 *
 * Source: Dyken et al. 2008, section 3, for the result. cube_cases.c derives the cases. */
#include "tables/cube_cases.h"

#include <histopyramid/reference/reference.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INFINITY_BITS = 0x7f800000 };

typedef struct case_triangles {
    uint8_t edges[HPYR_CUBE_CORNERS];
    uint8_t triangles;
} case_triangles;

/* A descriptor with its defaults filled in. */
typedef struct field {
    const float *samples;
    size_t size[3], stride[3];
    double spacing[3], origin[3];
    int along[3]; /* the mesh coordinate of each axis of the samples */
    double iso;
    bool is_soup, is_midpoint, is_central, is_reversed;
    case_triangles cases[HPYR_CUBE_CASES];
} field;

/* The mesh that the caller sees, and the same arrays to write to. */
typedef struct owned_mesh {
    hpyr_ref_isosurface seen;
    float *positions, *normals;
    uint32_t *indices;
    hpyr_point *cells, *edges;
    uint64_t vertices, triangles; /* written so far */
} owned_mesh;

/* ---- the field ---- */

/* Tests bits, because a fast-math compiler assumes that NaN and infinity never occur. */
static uint32_t magnitude_bits(const field *f, size_t sample) {
    uint32_t bits;
    memcpy(&bits, &f->samples[sample], sizeof bits);
    return bits & 0x7fffffffu;
}

static bool is_finite(const field *f, size_t sample) {
    return magnitude_bits(f, sample) < INFINITY_BITS;
}

static bool is_inside(const field *f, size_t sample) {
    return magnitude_bits(f, sample) <= INFINITY_BITS && f->samples[sample] >= f->iso;
}

static size_t sample_at(const field *f, const size_t place[3]) {
    return place[0] + f->stride[1] * place[1] + f->stride[2] * place[2];
}

static size_t cells_along(const field *f, int axis) {
    return f->size[0] > 1 && f->size[1] > 1 && f->size[2] > 1 ? f->size[axis] - 1 : 0;
}

static bool is_crossed(const field *f, const size_t place[3], size_t sample, int axis) {
    return place[axis] + 1 < f->size[axis] && is_inside(f, sample) != is_inside(f, sample + f->stride[axis]);
}

/* The corners at a cell's lower x are those at the upper x of the cell before. */
static uint32_t case_of_cell(const field *f, const size_t cell[3], uint32_t case_before) {
    size_t sample = sample_at(f, cell);
    uint32_t result = cell[0] ? case_before >> 1 & 0x55 : 0;
    for (uint32_t corner = 0; corner < 8; corner++) {
        if (corner & 1 || !cell[0]) {
            size_t at = sample + (corner & 1) + (corner >> 1 & 1) * f->stride[1] + (corner >> 2) * f->stride[2];
            result |= (uint32_t)is_inside(f, at) << corner;
        }
    }
    return result;
}

static double gradient_along(const field *f, const size_t place[3], int axis) {
    size_t sample = sample_at(f, place), above = sample, below = sample;
    if (place[axis] + 1 < f->size[axis])
        above += f->stride[axis];
    if (place[axis] > 0 && (f->is_central || above == sample))
        below -= f->stride[axis];
    double steps = above - below > f->stride[axis] ? 2 : 1;
    if (!is_finite(f, above) || !is_finite(f, below))
        return 0;
    return ((double)f->samples[above] - f->samples[below]) / (steps * f->spacing[axis]);
}

/* ---- vertices ---- */

/* Computes in double, where differences of floats do not overflow. */
static double crossing(const field *f, size_t lower, size_t upper) {
    if (f->is_midpoint || !is_finite(f, lower) || !is_finite(f, upper))
        return 0.5;
    return (f->iso - f->samples[lower]) / ((double)f->samples[upper] - f->samples[lower]);
}

static void write_normal(const field *f, const size_t place[3], int axis, double t, float out[3]) {
    size_t end[3] = {place[0], place[1], place[2]};
    double normal[3];
    end[axis]++;
    for (int i = 0; i < 3; i++) {
        double from = gradient_along(f, place, i), to = gradient_along(f, end, i);
        normal[f->along[i]] = -((1 - t) * from + t * to); /* with t = 0 or 1 that end's own */
    }
    double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (length == 0) {
        bool is_falling = is_inside(f, sample_at(f, place)), is_upwards = f->spacing[axis] > 0;
        normal[f->along[axis]] = is_falling == is_upwards ? 1 : -1;
        length = 1;
    }
    for (int i = 0; i < 3; i++)
        out[i] = (float)(normal[i] / length);
}

/* Adds the vertex of the edge that begins at `place`, from the edge alone: all its cells agree. */
static void add_vertex(const field *f, owned_mesh *m, const size_t place[3], int axis) {
    size_t lower = sample_at(f, place);
    double t = crossing(f, lower, lower + f->stride[axis]);
    float *position = m->positions + 3 * m->vertices;
    for (int i = 0; i < 3; i++)
        position[f->along[i]] = (float)(f->origin[i] + ((double)place[i] + (i == axis ? t : 0)) * f->spacing[i]);
    write_normal(f, place, axis, t, m->normals + 3 * m->vertices);
    if (m->edges) {
        m->edges[m->vertices] =
            (hpyr_point){(uint32_t)place[0], (uint32_t)place[1], (uint32_t)place[2], (uint32_t)axis};
    }
    m->vertices++;
}

/* ---- cells ---- */

/* `ids`: indices of the edges in two slices of samples, three a sample; the even slice is first. */
static uint32_t id_at(const field *f, const uint32_t *ids, const size_t place[3], int axis) {
    return ids[3 * (place[0] + f->stride[1] * place[1] + f->stride[2] * (place[2] % 2)) + (size_t)axis];
}

static void add_corner(const field *f, owned_mesh *m, const uint32_t *ids, const size_t cell[3], uint32_t edge,
                       uint64_t corner) {
    uint32_t low = hpi_cube_edge_corner(edge);
    int axis = (int)hpi_cube_edge_axis(edge);
    size_t place[3] = {cell[0] + (low & 1), cell[1] + (low >> 1 & 1), cell[2] + (low >> 2)};
    if (f->is_soup)
        add_vertex(f, m, place, axis);
    else
        m->indices[corner] = id_at(f, ids, place, axis);
}

static void add_triangles(const field *f, owned_mesh *m, const uint32_t *ids, const size_t cell[3],
                          const case_triangles *c) {
    static const uint8_t forwards[3] = {0, 1, 2}, backwards[3] = {0, 2, 1};
    const uint8_t *turn = f->is_reversed ? backwards : forwards;
    for (uint32_t i = 0; i < c->triangles; i++) {
        for (uint32_t k = 0; k < 3; k++)
            add_corner(f, m, ids, cell, c->edges[3 * i + turn[k]], 3 * m->triangles + k);
        if (m->cells)
            m->cells[m->triangles] = (hpyr_point){(uint32_t)cell[0], (uint32_t)cell[1], (uint32_t)cell[2], i};
        m->triangles++;
    }
}

static void add_layer_of_cells(const field *f, owned_mesh *m, const uint32_t *ids, size_t z) {
    size_t cell[3] = {0, 0, z};
    for (cell[1] = 0; cell[1] < cells_along(f, 1); cell[1]++) {
        uint32_t at = 0;
        for (cell[0] = 0; cell[0] < cells_along(f, 0); cell[0]++) {
            at = case_of_cell(f, cell, at);
            add_triangles(f, m, ids, cell, &f->cases[at]);
        }
    }
}

static void add_slice_of_vertices(const field *f, owned_mesh *m, uint32_t *ids, size_t z) {
    size_t place[3] = {0, 0, z};
    uint32_t *id = ids + 3 * f->stride[2] * (z % 2);
    for (place[1] = 0; place[1] < f->size[1]; place[1]++) {
        for (place[0] = 0; place[0] < f->size[0]; place[0]++) {
            size_t sample = sample_at(f, place), sample_in_slice = place[0] + f->stride[1] * place[1];
            for (int axis = 2; axis >= 0; axis--) {
                if (is_crossed(f, place, sample, axis)) {
                    id[3 * sample_in_slice + (size_t)axis] = (uint32_t)m->vertices;
                    add_vertex(f, m, place, axis);
                }
            }
        }
    }
}

static void fill_mesh(const field *f, owned_mesh *m, uint32_t *ids) {
    for (size_t z = 0; z < f->size[2]; z++) {
        if (!f->is_soup)
            add_slice_of_vertices(f, m, ids, z);
        if (z > 0)
            add_layer_of_cells(f, m, ids, z - 1);
    }
}

/* ---- counts ---- */

static void count_slice(const field *f, size_t z, hpyr_mesh_statistics *counts) {
    size_t place[3] = {0, 0, z};
    for (place[1] = 0; place[1] < f->size[1]; place[1]++) {
        uint32_t at = 0;
        for (place[0] = 0; place[0] < f->size[0]; place[0]++) {
            size_t sample = sample_at(f, place);
            for (int axis = 0; axis < 3; axis++)
                counts->crossed_edges += is_crossed(f, place, sample, axis);
            if (place[0] + 1 < f->size[0] && place[1] + 1 < f->size[1] && z + 1 < f->size[2]) {
                at = case_of_cell(f, place, at);
                counts->active_cells += f->cases[at].triangles > 0;
                counts->triangles += f->cases[at].triangles;
            }
        }
    }
}

static hpyr_mesh_statistics count_field(const field *f) {
    hpyr_mesh_statistics counts = {0, 0, 0, 0};
    counts.cells = (uint64_t)cells_along(f, 0) * cells_along(f, 1) * cells_along(f, 2);
    for (size_t z = 0; counts.cells > 0 && z < f->size[2]; z++)
        count_slice(f, z, &counts);
    return counts;
}

/* ---- descriptors ---- */

/* Each coordinate is named once, or none is. */
static bool are_axes(const uint8_t axes[3]) {
    uint32_t named = 0;
    for (int i = 0; i < 3; i++) {
        if (axes[i] > 3)
            return false;
        named |= 1u << axes[i];
    }
    return named == 1 || named == 14;
}

static bool is_valid(const hpyr_ref_isosurface_desc *d) {
    if (!d || !d->samples || !d->width || !d->height || !d->depth || isnan(d->iso))
        return false;
    for (int i = 0; i < 3; i++)
        if (!isfinite(d->spacing[i]) || !isfinite(d->origin[i]) || (d->spacing[i] == 0 && d->origin[i] != 0))
            return false;
    uint64_t slice = (uint64_t)d->width * d->height;
    return slice <= SIZE_MAX / sizeof(float) / d->depth && are_axes(d->axes) && d->mesh >= HPYR_MESH_FORM_DEFAULT &&
           d->mesh <= HPYR_MESH_FORM_WELDED && d->vertex >= HPYR_EDGE_VERTEX_DEFAULT &&
           d->vertex <= HPYR_EDGE_VERTEX_MIDPOINT && d->gradient >= HPYR_GRADIENT_DEFAULT &&
           d->gradient <= HPYR_GRADIENT_CENTRAL && d->winding >= HPYR_WINDING_DEFAULT &&
           d->winding <= HPYR_WINDING_CLOCKWISE;
}

static void set_field(field *f, const hpyr_ref_isosurface_desc *d) {
    bool is_mirrored = d->axes[0] && d->axes[1] != d->axes[0] % 3 + 1; /* the permutation is odd */
    *f = (field){.samples = d->samples,
                 .size = {d->width, d->height, d->depth},
                 .stride = {1, d->width, (size_t)d->width * d->height},
                 .iso = d->iso,
                 .is_soup = d->mesh == HPYR_MESH_FORM_SOUP,
                 .is_midpoint = d->vertex == HPYR_EDGE_VERTEX_MIDPOINT,
                 .is_central = d->gradient == HPYR_GRADIENT_CENTRAL};
    for (int i = 0; i < 3; i++) {
        bool is_default = d->spacing[i] == 0;
        f->spacing[i] = !is_default ? d->spacing[i] : f->size[i] > 1 ? 2.0 / (double)(f->size[i] - 1) : 2;
        f->origin[i] = is_default ? -1 : d->origin[i];
        f->along[i] = d->axes[0] ? d->axes[i] - 1 : i;
        is_mirrored = is_mirrored != (d->spacing[i] < 0);
    }
    f->is_reversed = (d->winding == HPYR_WINDING_CLOCKWISE) != is_mirrored;
    for (uint32_t i = 0; i < HPYR_CUBE_CASES; i++)
        f->cases[i].triangles = (uint8_t)hpi_cube_case(i, f->cases[i].edges);
}

hpyr_result hpyr_ref_isosurface_count(const hpyr_ref_isosurface_desc *desc, hpyr_mesh_statistics *counts) {
    field f;
    if (!counts || !is_valid(desc))
        return HPYR_ERROR_INVALID_ARGUMENT;
    set_field(&f, desc);
    *counts = count_field(&f);
    return HPYR_OK;
}

hpyr_result hpyr_ref_cube_case(uint32_t cube_case, uint8_t edges[HPYR_CUBE_CORNERS], uint32_t *triangles) {
    if (cube_case >= HPYR_CUBE_CASES || !edges || !triangles)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *triangles = hpi_cube_case(cube_case, edges);
    return HPYR_OK;
}

/* ---- meshes ---- */

/* Returns NULL if `count` is 0 or, with *failed set, if memory runs out. */
static void *allocate(uint64_t count, size_t size, bool *failed) {
    void *memory = NULL;
    if (count > 0 && !*failed) {
        memory = count <= SIZE_MAX / size ? malloc((size_t)count * size) : NULL;
        *failed = !memory;
    }
    return memory;
}

static hpyr_result allocate_mesh(const field *f, const hpyr_mesh_statistics *counts, bool trace, owned_mesh **out) {
    bool failed = false;
    owned_mesh *m = calloc(1, sizeof *m);
    if (!m)
        return HPYR_ERROR_OUT_OF_MEMORY;
    m->seen.counts = *counts;
    m->seen.triangle_count = counts->triangles;
    m->seen.vertex_count = f->is_soup ? 3 * counts->triangles : counts->crossed_edges;
    m->seen.positions = m->positions = allocate(m->seen.vertex_count, 3 * sizeof *m->positions, &failed);
    m->seen.normals = m->normals = allocate(m->seen.vertex_count, 3 * sizeof *m->normals, &failed);
    if (!f->is_soup)
        m->seen.indices = m->indices = allocate(counts->triangles, 3 * sizeof *m->indices, &failed);
    if (trace) {
        m->seen.cells = m->cells = allocate(counts->triangles, sizeof *m->cells, &failed);
        m->seen.edges = m->edges = allocate(m->seen.vertex_count, sizeof *m->edges, &failed);
    }
    *out = m;
    return failed ? HPYR_ERROR_OUT_OF_MEMORY : HPYR_OK;
}

hpyr_result hpyr_ref_isosurface_create(const hpyr_ref_isosurface_desc *desc, hpyr_ref_isosurface **out) {
    field f;
    owned_mesh *m = NULL;
    uint32_t *ids = NULL;
    bool failed = false;
    if (!out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (!is_valid(desc))
        return HPYR_ERROR_INVALID_ARGUMENT;
    set_field(&f, desc);
    hpyr_mesh_statistics counts = count_field(&f);
    if (!f.is_soup && counts.crossed_edges >= UINT32_MAX)
        return HPYR_ERROR_OVERFLOW;
    hpyr_result result = allocate_mesh(&f, &counts, desc->trace, &m);
    if (result == HPYR_OK && !f.is_soup && counts.triangles > 0) {
        ids = allocate(f.stride[2], 2 * 3 * sizeof *ids, &failed);
        result = failed ? HPYR_ERROR_OUT_OF_MEMORY : HPYR_OK;
    }
    if (result == HPYR_OK && counts.triangles > 0)
        fill_mesh(&f, m, ids);
    free(ids);
    if (result != HPYR_OK) {
        hpyr_ref_isosurface_destroy(m ? &m->seen : NULL);
        return result;
    }
    *out = &m->seen;
    return HPYR_OK;
}

void hpyr_ref_isosurface_destroy(hpyr_ref_isosurface *isosurface) {
    if (isosurface) {
        owned_mesh *m = (owned_mesh *)isosurface; /* `seen` is its first member */
        free(m->positions);
        free(m->normals);
        free(m->indices);
        free(m->cells);
        free(m->edges);
        free(m);
    }
}
