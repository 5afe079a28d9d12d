/* bits_mesh.c - ranges of vertices and triangles. A fragment makes one vertex, one triangle's
 * indices, or one triangle of a soup.  SPDX-License-Identifier: MIT */
#include "core/output.h"
#include "isosurface/bits_engine.h"

enum { VERTEX_BYTES = sizeof(hpyr_mesh_vertex), TRIANGLE_BYTES = 3 * sizeof(uint32_t) };

/* Texel fetches of a triangle from the records of blocks. */
enum { RECORD_FETCHES = 16 };

/* Keys first .. first + count - 1, which become records. If nobody waits, records of keys past the
 * total become zeros. */
typedef struct key_range {
    uint64_t first, count;
    bool by_triangle; /* a key is a triangle; else it is a vertex */
    uint32_t per_key; /* number of records that a key becomes */
    uint32_t base;    /* is added to all indices */
    bool waits;
} key_range;

/* ---- passes ---- */

/* A caller that does not wait may ask for keys past 2^32 - 1. No mesh has that key, so it stands
 * for all keys from there on. */
static GLuint key_at(uint64_t first, uint64_t more) {
    return first > UINT32_MAX || first + more > UINT32_MAX ? UINT32_MAX : (GLuint)(first + more);
}

/* Sets what passes over keys read, from BITS_UNIT on, and which keys this pass draws. */
static void set_range(const hpyr_isosurface *iso, GLuint program, const key_range *range, uint64_t done, uint32_t count,
                      uint32_t width) {
    const hpi_bits_engine *e = &iso->bits;
    glUniform1ui(hpi_gl_location(iso->context, program, "", "first"), key_at(range->first, done));
    glUniform1ui(hpi_gl_location(iso->context, program, "", "end"), key_at(range->first, done + count));
    glUniform1ui(hpi_gl_location(iso->context, program, "", "base"), range->base);
    glUniform1i(hpi_gl_location(iso->context, program, "", "width"), (GLint)width);
    hpi_isosurface_set_blocks(iso, program);
    hpi_isosurface_bind_texture(iso, program, "before", BITS_UNIT, GL_TEXTURE_2D,
                                e->counts[range->by_triangle ? TRIANGLES_BEFORE : VERTICES_BEFORE]);
    hpi_isosurface_bind_texture(iso, program, "records", BITS_UNIT + 1, GL_TEXTURE_2D_ARRAY, e->records);
    hpi_isosurface_bind_texture(iso, program, "table", BITS_UNIT + 2, GL_TEXTURE_2D, e->table);
    hpi_isosurface_bind_texture(iso, program, "totals", BITS_UNIT + 3, GL_TEXTURE_2D, e->totals);
}

/* Makes records of `count` keys in the list of that kind. Indices need no field. */
static hpyr_result draw_keys(hpyr_isosurface *iso, hpi_list_kind kind, const key_range *range, uint64_t done,
                             uint32_t count) {
    bool makes_indices = kind == LIST_TRIANGLES || kind == MESH_TRIANGLES;
    const char *entry = makes_indices        ? "isosurface/triangles.frag.glsl"
                        : range->by_triangle ? "isosurface/soup.frag.glsl"
                                             : "isosurface/vertices.frag.glsl";
    const hpi_block_pyramid *keys = range->by_triangle ? &iso->bits.triangles : &iso->bits.vertices;
    const uint32_t fetches = RECORD_FETCHES + hpi_core_traversal_fetches(keys->pyramid) +
                             (makes_indices ? 0 : hpi_field_vertex_fetches(&iso->field));
    const char *total = range->waits ? NULL : range->by_triangle ? "#define HPYR_TOTAL g\n" : "#define HPYR_TOTAL r\n";
    hpi_loan levels;
    hpi_gl_borrowed field;
    GLuint program;
    hpyr_result result = hpi_isosurface_traverse(iso, entry, total, keys, &program, &levels);
    if (result != HPYR_OK)
        return result;
    if (!makes_indices)
        result = hpi_field_use(&iso->field, program, "hpyr_", FIELD_UNIT, HPI_STATE_UNITS, &field);
    if (result == HPYR_OK) {
        set_range(iso, program, range, done, count, hpi_isosurface_list_width(kind));
        if (hpi_isosurface_list_target(iso, kind, count * range->per_key))
            hpi_gl_draw_bands(iso->context, (uint64_t)count * range->per_key * fetches);
        else
            result = HPYR_ERROR_GL;
        if (!makes_indices)
            hpi_field_release(&iso->field, &field, FIELD_UNIT);
    }
    hpi_core_loan_end(keys->pyramid->context, &levels);
    return result;
}

/* ---- ranges ---- */

static hpyr_result write_list(hpyr_isosurface *iso, hpi_list_kind kind, const key_range *range,
                              const hpi_list_target *to) {
    uint32_t largest = hpi_isosurface_list_capacity(iso->context, kind) / range->per_key;
    if (!range->count)
        return HPYR_OK;
    hpyr_result result = hpi_isosurface_list_reserve(iso, kind, range->count * range->per_key);
    for (uint64_t done = 0; result == HPYR_OK && done < range->count;) {
        uint32_t keys = range->count - done < largest ? (uint32_t)(range->count - done) : largest;
        result = draw_keys(iso, kind, range, done, keys);
        if (result == HPYR_OK)
            result = hpi_isosurface_list_send(iso, kind, keys * range->per_key, to, done * range->per_key);
        done += keys;
    }
    return result;
}

hpi_mesh_form hpi_isosurface_form(const hpyr_isosurface *iso) {
    return (hpi_mesh_form){.is_soup = iso->desc.mesh == HPYR_MESH_FORM_SOUP};
}

hpyr_mesh_counts hpi_isosurface_counts(const hpyr_isosurface *iso) {
    const uint32_t *found = iso->bits.totals_found;
    return (hpyr_mesh_counts){hpi_isosurface_form(iso).is_soup ? 3 * (uint64_t)found[1] : found[0], found[1]};
}

/* Finds what there is to write, and what fits. */
static void make_report(const hpyr_isosurface *iso, const hpyr_mesh_output *o, const uint64_t room[2],
                        hpyr_mesh_report *report) {
    const hpyr_mesh_counts size = hpi_isosurface_counts(iso);
    hpi_mesh_make_report(hpi_isosurface_form(iso), o, &size, room, report);
}

static hpyr_result write_all(hpyr_isosurface *iso, const hpyr_mesh_output *o, const hpi_list_target *vertices,
                             const hpi_list_target *indices, const hpyr_mesh_report *report) {
    bool is_soup = iso->desc.mesh == HPYR_MESH_FORM_SOUP;
    uint32_t per_key = is_soup ? 3 : 1;
    const key_range vertex_keys = {.first = o->first_vertex / per_key,
                                   .count = report->vertices_written / per_key,
                                   .by_triangle = is_soup,
                                   .per_key = per_key,
                                   .waits = !o->no_wait};
    const key_range triangle_keys = {.first = o->first_triangle,
                                     .count = report->triangles_written,
                                     .by_triangle = true,
                                     .per_key = 1,
                                     .base = o->index_base,
                                     .waits = !o->no_wait};
    hpyr_result result = write_list(iso, LIST_VERTICES, &vertex_keys, vertices);
    if (result == HPYR_OK)
        result = write_list(iso, LIST_TRIANGLES, &triangle_keys, indices);
    hpi_gl_target_release(iso->context);
    return result;
}

hpyr_result hpi_isosurface_write_mesh(hpyr_isosurface *iso, const hpyr_mesh_output *o, hpyr_mesh_report *found) {
    uint64_t room[2];
    hpyr_result result = o->no_wait ? HPYR_OK : hpi_isosurface_totals(iso, true);
    if (result == HPYR_OK)
        result = hpi_room_in_buffer(iso->context, o->vertex_buffer, o->vertex_offset, VERTEX_BYTES, &room[0]);
    if (result == HPYR_OK)
        result = hpi_room_in_buffer(iso->context, o->index_buffer, o->index_offset, TRIANGLE_BYTES, &room[1]);
    if (result != HPYR_OK)
        return result;
    const hpi_list_target vertices = {o->vertex_buffer, (uintptr_t)o->vertex_offset},
                          indices = {o->index_buffer, (uintptr_t)o->index_offset};
    make_report(iso, o, room, found);
    return write_all(iso, o, &vertices, &indices, found);
}

hpyr_result hpi_isosurface_read_mesh(hpyr_isosurface *iso, hpyr_mesh_vertex *vertices, uint64_t vertex_capacity,
                                     uint32_t *indices, uint64_t triangle_capacity, hpyr_mesh_report *found) {
    const hpyr_mesh_output all = {.vertex_buffer = vertices ? 1 : 0,
                                  .vertex_count = HPYR_ALL,
                                  .index_buffer = indices ? 1 : 0,
                                  .triangle_count = HPYR_ALL};
    const uint64_t room[2] = {vertex_capacity, triangle_capacity};
    const hpi_list_target to_vertices = {0, (uintptr_t)vertices}, to_indices = {0, (uintptr_t)indices};
    hpyr_result result = hpi_isosurface_totals(iso, true);
    if (result != HPYR_OK)
        return result;
    make_report(iso, &all, room, found);
    return write_all(iso, &all, &to_vertices, &to_indices, found);
}

/* ---- textures ---- */

/* Makes a list with all records, or with room for one if there are none. */
static hpyr_result fill_texture(hpyr_isosurface *iso, hpi_list_kind kind, const key_range *range) {
    const hpyr_context *context = iso->context;
    uint64_t records = range->count * range->per_key;
    uint32_t most = hpi_isosurface_list_capacity(context, kind);
    if (records > most)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "isosurface: a texture for %llu %s; this GL allows %u",
                           (unsigned long long)records, kind == MESH_TRIANGLES ? "triangles" : "vertices", most);
    hpyr_result result = hpi_isosurface_list_reserve(iso, kind, records ? records : 1);
    return result == HPYR_OK && records ? draw_keys(iso, kind, range, 0, (uint32_t)range->count) : result;
}

static hpyr_result fill_textures(hpyr_isosurface *iso, uint32_t vertex_count, uint32_t triangle_count) {
    bool is_soup = iso->desc.mesh == HPYR_MESH_FORM_SOUP;
    const key_range triangles = {
        .count = triangle_count, .by_triangle = true, .per_key = is_soup ? 3 : 1, .waits = true};
    const key_range vertices = {.count = vertex_count, .per_key = 1, .waits = true};
    hpyr_result result = fill_texture(iso, MESH_VERTICES, is_soup ? &triangles : &vertices);
    if (result == HPYR_OK && !is_soup)
        result = fill_texture(iso, MESH_TRIANGLES, &triangles);
    hpi_gl_target_release(iso->context);
    return result;
}

hpyr_result hpi_isosurface_fill_textures(hpyr_isosurface *iso) {
    const hpi_bits_engine *e = &iso->bits;
    bool has_cells = hpi_field_has_cells(&iso->field);
    uint32_t vertices = 0;
    hpyr_result result = has_cells ? hpi_isosurface_totals(iso, true) : HPYR_OK;
    if (result == HPYR_OK && has_cells) /* a slab's triangles have vertices that the next slab adds */
        result = hpyr_pyramid_total(e->vertices.pyramid, &vertices);
    return result == HPYR_OK ? fill_textures(iso, vertices, has_cells ? e->totals_found[1] : 0) : result;
}

/* ---- commands ---- */

hpyr_result hpi_isosurface_write_command(hpyr_isosurface *iso, GLuint buffer, uint64_t offset) {
    const hpi_bits_engine *e = &iso->bits;
    GLuint program, target = hpi_gl_texture_create(iso->context, HPYR_FORMAT_RGBA32UI, 2, 1);
    hpyr_result result = target ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
    if (result == HPYR_OK)
        result = hpi_isosurface_program(iso, "isosurface/command.frag.glsl", NULL, NULL, NULL, &program);
    if (result == HPYR_OK && !hpi_gl_target(iso->context, target, 0, 2, 1))
        result = HPYR_ERROR_GL;
    if (result == HPYR_OK) {
        hpi_isosurface_bind_texture(iso, program, "totals", BITS_UNIT, GL_TEXTURE_2D, e->totals);
        hpi_gl_draw_fullscreen(iso->context);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        hpi_gl_pack_to_the_end(iso->context);
        hpi_gl_pixels_read(iso->context, 0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, (void *)(uintptr_t)offset);
        hpi_gl_pixels_read(iso->context, 1, 0, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, (void *)(uintptr_t)(offset + 16));
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        result = hpi_gl_buffer_settle(iso->context, buffer);
    }
    hpi_gl_target_release(iso->context);
    glDeleteTextures(1, &target);
    return result;
}
