/* surface.c - surfaces of Poisson functions: what callers call.
 * Source: Zhou et al. 2011, section IV-D.  SPDX-License-Identifier: MIT */
#include "octree/surface.h"

#include "tables/cube_cases.h"

#include <math.h>

enum { WORD_BYTES = 4, TEXEL_BYTES = 16, CASE_WORDS = 4, EDGES_OF_WORD = 8, EDGE_BITS = 4 };

/* ---- life ---- */

/* The edges of a case's vertices in the first two words, the number of triangles in the third, and its fans in the fourth. */
static void write_case(uint32_t number, GLuint words[CASE_WORDS]) {
    uint8_t edges[HPYR_CUBE_CORNERS];
    words[2] = hpi_cube_case(number, edges);
    words[3] = hpi_cube_fans(number);
    for (uint32_t i = 0; i < 3 * words[2]; i++)
        words[i / EDGES_OF_WORD] |= (GLuint)edges[i] << (EDGE_BITS * (i % EDGES_OF_WORD));
}

static hpyr_result need_cases(hpyr_poisson *poisson) {
    GLuint texels[HPYR_CUBE_CASES][CASE_WORDS] = {{0}};
    struct hpi_surface *surface = poisson->surface;
    if (surface->cases)
        return HPYR_OK;
    for (uint32_t i = 0; i < HPYR_CUBE_CASES; i++)
        write_case(i, texels[i]);
    surface->cases = hpi_gl_texture_create(poisson->context, HPYR_FORMAT_RGBA32UI, HPYR_CUBE_CASES, 1);
    if (!surface->cases)
        return HPYR_ERROR_OUT_OF_MEMORY;
    hpi_gl_use_unpacking(poisson->context, HPI_ROWS_ANY);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, HPYR_CUBE_CASES, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    return HPYR_OK;
}

hpyr_result hpi_surface_create(hpyr_poisson *poisson) {
    poisson->surface = hpi_alloc_zeros(poisson->context, 1, sizeof *poisson->surface);
    return poisson->surface ? HPYR_OK
                            : hpi_gl_fail(poisson->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a surface");
}

static void visit_planes(struct hpi_surface *s, hpi_plane_visit *visit) {
    hpi_planes_visit(visit, WORD_BYTES,
                     HPI_PLANES(&s->flags, &s->places, &s->edges, &s->triangles, &s->firsts, &s->triangle_places));
    hpi_planes_visit(visit, TEXEL_BYTES, HPI_PLANES(&s->values, &s->positions, &s->normals));
    for (int i = 0; i < 2; i++) {
        hpi_surface_cells *cells = &s->cells[i];
        hpi_planes_visit(visit, WORD_BYTES, HPI_PLANES(&cells->keys));
        hpi_planes_visit(visit, TEXEL_BYTES, HPI_PLANES(&cells->corners.lower, &cells->corners.upper));
    }
}

void hpi_surface_destroy(hpyr_poisson *poisson) {
    if (!poisson->surface)
        return;
    visit_planes(poisson->surface, &(hpi_plane_visit){.destroys = poisson->context});
    hpi_gl_textures_delete(poisson->context, 1, &poisson->surface->cases);
    hpi_free(poisson->context, poisson->surface);
}

uint64_t hpi_surface_bytes(const hpyr_poisson *poisson) {
    hpi_plane_visit visit = {.bytes = 0};
    visit_planes(poisson->surface, &visit);
    return visit.bytes + (poisson->surface->cases ? HPYR_CUBE_CASES * TEXEL_BYTES : 0);
}

void hpi_surface_forget(hpyr_poisson *poisson) {
    poisson->surface->has_values = poisson->surface->is_built = false;
}

/* ---- build ---- */

static hpyr_result build(hpyr_poisson *poisson) {
    hpyr_result result = need_cases(poisson);
    if (result == HPYR_OK)
        result = hpi_surface_make_values(poisson);
    if (result == HPYR_OK)
        result = hpi_surface_find_cells(poisson);
    return result == HPYR_OK ? hpi_surface_find_mesh(poisson) : result;
}

static hpyr_result check_desc(const hpyr_poisson *poisson, const hpyr_poisson_surface_desc *desc, float *isovalue) {
    const hpyr_context *context = poisson->context;
    hpyr_result result = hpi_poisson_check_solved(poisson);
    if (result != HPYR_OK)
        return result;
    *isovalue = (float)(poisson->report.isovalue + desc->offset);
    if (!isfinite(*isovalue) || !isfinite(desc->trim) || desc->trim < 0)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "poisson: an offset of %g, a trim of %g", desc->offset,
                           desc->trim);
    return HPYR_OK;
}

hpyr_result hpyr_poisson_surface_build(hpyr_poisson *poisson, const hpyr_poisson_surface_desc *desc) {
    static const hpyr_poisson_surface_desc none = {0};
    hpi_gl_state state;
    float isovalue = 0;
    if (!poisson)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!desc)
        desc = &none;
    struct hpi_surface *surface = poisson->surface;
    hpyr_result result = check_desc(poisson, desc, &isovalue);
    if (result == HPYR_ERROR_NO_CONTEXT)
        return result;
    surface->is_built = surface->has_normals = false;
    surface->cell_count = surface->vertex_count = surface->triangle_count = 0;
    if (result != HPYR_OK)
        return result;
    surface->isovalue = isovalue;
    surface->trim = desc->trim;
    hpi_gl_state_enter(poisson->context, &state);
    if (poisson->octree->report.points)
        result = build(poisson);
    hpi_gl_target_release(poisson->context);
    result = hpi_gl_state_leave(poisson->context, &state, result);
    surface->is_built = result == HPYR_OK;
    return result;
}

hpyr_result hpi_surface_check_built(const hpyr_poisson *poisson) {
    return poisson->surface->is_built ? HPYR_OK
                                      : hpi_gl_fail(poisson->context, HPYR_ERROR_NOT_BUILT,
                                                    "poisson: there is no surface yet, or its build failed");
}

hpyr_result hpyr_poisson_surface_counts(const hpyr_poisson *poisson, hpyr_mesh_counts *counts) {
    if (counts)
        *counts = (hpyr_mesh_counts){0};
    if (!poisson || !counts)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_surface_check_built(poisson);
    if (result == HPYR_OK)
        *counts = (hpyr_mesh_counts){poisson->surface->vertex_count, poisson->surface->triangle_count};
    return result;
}

hpyr_result hpyr_poisson_surface_statistics(const hpyr_poisson *poisson, hpyr_mesh_statistics *statistics) {
    if (statistics)
        *statistics = (hpyr_mesh_statistics){0};
    if (!poisson || !statistics)
        return HPYR_ERROR_INVALID_ARGUMENT;
    const struct hpi_surface *surface = poisson->surface;
    hpyr_result result = hpi_surface_check_built(poisson);
    if (result == HPYR_OK)
        *statistics = (hpyr_mesh_statistics){poisson->octree->report.leaves, surface->cell_count,
                                             surface->triangle_count, surface->vertex_count};
    return result;
}
