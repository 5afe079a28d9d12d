/* bits_mesh.c - ranges of vertices and triangles: a list of texels, packed, then copied into a buffer on the GPU. One fragment makes
 * a vertex or a triangle; buffers take texels by glReadPixels, as the core's lists do.  SPDX-License-Identifier: MIT */
#include "isosurface/bits_engine.h"

#include <string.h>

enum { LIST_WIDTH = 1536, LIST_MAX_ROWS = 1024 }; /* a multiple of 12: whole triangles, whole texels when packed */

enum { VERTEX_BYTES = sizeof(hpyr_mesh_vertex), TRIANGLE_BYTES = 3 * sizeof(uint32_t) };

/* Where records go: a buffer object, or memory. */
typedef struct target {
    GLuint buffer;
    uintptr_t at; /* offset in the buffer, or address */
} target;

/* Keys [first, end) become records; without waiting, those past the GPU's totals become zeros. */
typedef struct key_range {
    uint64_t first, count;
    uint32_t base;
    bool waits;
} key_range;

/* ---- lists ---- */

static uint32_t rows_for(uint64_t count) {
    uint64_t rows = (count - 1) / LIST_WIDTH + 1;
    return rows > LIST_MAX_ROWS ? LIST_MAX_ROWS : hpyr_core_power_of_two((uint32_t)rows);
}

static hpyr_result reserve_vertices(hpyr_isosurface *iso, uint64_t count) {
    mesh_lists *l = &iso->bits->lists;
    uint32_t rows = rows_for(count);
    if (rows <= l->vertex_rows)
        return HPYR_OK;
    glDeleteFramebuffers(1, &l->vertices_framebuffer);
    glDeleteTextures(1, &l->vertices);
    glDeleteTextures(1, &l->packed_vertices);
    l->vertices_framebuffer = 0;
    l->vertex_rows = 0;
    l->vertices = hpyr_gl_array_create(iso->context, HPYR_FORMAT_RGBA32F, LIST_WIDTH, rows, 2);
    l->packed_vertices = hpyr_gl_texture_create(iso->context, HPYR_FORMAT_RGBA32F, LIST_WIDTH / 2 * 3, rows);
    if (!l->vertices || !l->packed_vertices)
        return HPYR_ERROR_OUT_OF_MEMORY;
    l->vertices_framebuffer = hpyr_gl_layers_framebuffer(iso->context, l->vertices, 0, 0, 2);
    if (!l->vertices_framebuffer)
        return HPYR_ERROR_GL;
    l->vertex_rows = rows;
    return HPYR_OK;
}

static hpyr_result reserve_triangles(hpyr_isosurface *iso, uint64_t count) {
    mesh_lists *l = &iso->bits->lists;
    uint32_t rows = rows_for(count);
    if (rows <= l->triangle_rows)
        return HPYR_OK;
    glDeleteTextures(1, &l->triangles);
    glDeleteTextures(1, &l->packed_indices);
    l->triangle_rows = 0;
    l->triangles = hpyr_gl_texture_create(iso->context, HPYR_FORMAT_RGBA32UI, LIST_WIDTH, rows);
    l->packed_indices = hpyr_gl_texture_create(iso->context, HPYR_FORMAT_RGBA32UI, LIST_WIDTH / 4 * 3, rows);
    if (!l->triangles || !l->packed_indices)
        return HPYR_ERROR_OUT_OF_MEMORY;
    l->triangle_rows = rows;
    return HPYR_OK;
}

void hpyr_isosurface_lists_destroy(mesh_lists *l) {
    const GLuint textures[] = {l->vertices, l->packed_vertices, l->triangles, l->packed_indices};
    glDeleteFramebuffers(1, &l->vertices_framebuffer);
    glDeleteTextures(sizeof textures / sizeof *textures, textures);
}

/* `words` of four bytes from the rows of the target that is bound, `width` texels of four words each, to where they belong. */
static void read_words(const target *to, uint64_t offset, uint32_t width, uint64_t words, bool floats) {
    static const GLenum integers[] = {0, GL_RED_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER},
                        reals[] = {0, GL_RED, GL_RG, GL_RGB};
    GLenum all = floats ? GL_RGBA : GL_RGBA_INTEGER, type = floats ? GL_FLOAT : GL_UNSIGNED_INT;
    GLsizei row = (GLsizei)(words / (4 * width)), texels = (GLsizei)(words / 4 % width), rest = (GLsizei)(words % 4);
    uintptr_t at = to->at + (uintptr_t)offset;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, to->buffer);
    if (row)
        glReadPixels(0, 0, (GLsizei)width, row, all, type, (void *)at);
    at += (uintptr_t)row * width * 16;
    if (texels)
        glReadPixels(0, row, texels, 1, all, type, (void *)at);
    at += (uintptr_t)texels * 16;
    if (rest)
        glReadPixels(texels, row, 1, 1, floats ? reals[rest] : integers[rest], type, (void *)at);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

static uint32_t rows_of(uint32_t count) {
    return (count - 1) / LIST_WIDTH + 1;
}

static hpyr_result pack(hpyr_isosurface *iso, const char *file, GLenum list_target, GLuint list, GLuint packed,
                        uint32_t list_rows, uint32_t width, uint32_t rows) {
    const char *const files[] = {file, NULL};
    const gl_program_desc desc = {.vertex = hpyr_gl_fullscreen, .fragment = files};
    GLuint program;
    hpyr_result result = hpyr_gl_program_get(iso->context, &desc, &program);
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    if (!hpyr_gl_target(iso->context, packed, 0, width, rows))
        return HPYR_ERROR_GL;
    hpyr_isosurface_bind_texture(iso, program, "list", BITS_UNIT, list_target, list);
    glUniform2f(hpyr_gl_uniform(program, "", "texel"), 1.0f / LIST_WIDTH, 1.0f / (float)list_rows);
    hpyr_gl_draw_fullscreen(iso->context);
    return HPYR_OK;
}

/* ---- passes ---- */

/* There is no key UINT32_MAX, nor any behind it, which a caller that does not wait may ask for. */
static GLuint key_at(uint64_t first, uint64_t more) {
    return first > UINT32_MAX || first + more > UINT32_MAX ? UINT32_MAX : (GLuint)(first + more);
}

static void set_range(const hpyr_isosurface *iso, GLuint program, const key_range *range, uint64_t done,
                      uint32_t count) {
    glUniform1ui(hpyr_gl_uniform(program, "", "first"), key_at(range->first, done));
    glUniform1ui(hpyr_gl_uniform(program, "", "end"), key_at(range->first, done + count));
    glUniform1ui(hpyr_gl_uniform(program, "", "base"), range->base);
    glUniform1i(hpyr_gl_uniform(program, "", "waits"), range->waits);
    hpyr_isosurface_set_blocks(iso, program);
}

/* Vertices of a welded mesh, or of a soup: then keys are triangles, three vertices each. `count` keys. */
static hpyr_result draw_vertices(hpyr_isosurface *iso, const key_range *range, uint64_t done, uint32_t count) {
    static const char *const welded[] = {"core/popcount.glsl",
                                         "isosurface/field.glsl",
                                         "isosurface/edge.glsl",
                                         "isosurface/blocks.glsl",
                                         "isosurface/records.glsl",
                                         "isosurface/end_of_keys.glsl",
                                         "isosurface/vertices.frag.glsl",
                                         NULL};
    static const char *const soup[] = {
        "core/popcount.glsl",          "isosurface/field.glsl",     "isosurface/edge.glsl",
        "isosurface/blocks.glsl",      "isosurface/records.glsl",   "isosurface/cell.glsl",
        "isosurface/end_of_keys.glsl", "isosurface/soup.frag.glsl", NULL};
    enum { TABLE_UNIT = BITS_UNIT + 2, TOTALS_UNIT };
    bits_engine *e = iso->bits;
    bool is_soup = iso->desc.mesh == HPYR_MESH_SOUP;
    const block_pyramid *keys = is_soup ? &e->triangles : &e->vertices;
    gl_borrowed levels, field;
    GLuint program;
    hpyr_result result =
        hpyr_isosurface_program(iso, is_soup ? soup : welded,
                                is_soup ? "#define HPYR_TOTAL g\n" : "#define HPYR_TOTAL r\n", keys, NULL, &program);
    if (result == HPYR_OK)
        result = hpyr_core_use(keys->pyramid, program, keys->prefix, GL_PYRAMID_UNIT, GL_STATE_UNITS, &levels);
    if (result != HPYR_OK)
        return result;
    result = hpyr_isosurface_field_use(iso, program, "hpyr_", FIELD_UNIT, GL_STATE_UNITS, &field);
    if (result == HPYR_OK) {
        set_range(iso, program, range, done, count);
        glUniform1i(hpyr_gl_uniform(program, "", "width"), LIST_WIDTH);
        hpyr_isosurface_bind_texture(iso, program, "counts", BITS_UNIT, GL_TEXTURE_2D, e->counts);
        hpyr_isosurface_bind_texture(iso, program, "records", BITS_UNIT + 1, GL_TEXTURE_2D_ARRAY, e->records);
        hpyr_isosurface_bind_texture(iso, program, "table", TABLE_UNIT, GL_TEXTURE_2D, e->table);
        hpyr_isosurface_bind_texture(iso, program, "totals", TOTALS_UNIT, GL_TEXTURE_2D, e->totals);
        glBindFramebuffer(GL_FRAMEBUFFER, e->lists.vertices_framebuffer);
        hpyr_gl_viewport(iso->context, 0, 0, LIST_WIDTH, rows_of(is_soup ? 3 * count : count));
        hpyr_gl_draw_fullscreen(iso->context);
        hpyr_isosurface_field_release(iso, &field, FIELD_UNIT);
    }
    hpyr_core_release(keys->pyramid, &levels, GL_PYRAMID_UNIT);
    return result;
}

static hpyr_result draw_triangles(hpyr_isosurface *iso, const key_range *range, uint64_t done, uint32_t count) {
    static const char *const files[] = {"core/popcount.glsl",
                                        "isosurface/blocks.glsl",
                                        "isosurface/records.glsl",
                                        "isosurface/cell.glsl",
                                        "isosurface/end_of_keys.glsl",
                                        "isosurface/triangles.frag.glsl",
                                        NULL};
    enum { TABLE_UNIT = BITS_UNIT + 2, TOTALS_UNIT };
    bits_engine *e = iso->bits;
    gl_borrowed levels;
    GLuint program;
    hpyr_result result = hpyr_isosurface_program(iso, files, "#define HPYR_TOTAL g\n", &e->triangles, NULL, &program);
    if (result == HPYR_OK)
        result =
            hpyr_core_use(e->triangles.pyramid, program, e->triangles.prefix, GL_PYRAMID_UNIT, GL_STATE_UNITS, &levels);
    if (result != HPYR_OK)
        return result;
    set_range(iso, program, range, done, count);
    glUniform1i(hpyr_gl_uniform(program, "", "width"), LIST_WIDTH);
    hpyr_isosurface_bind_texture(iso, program, "counts", BITS_UNIT, GL_TEXTURE_2D, e->counts);
    hpyr_isosurface_bind_texture(iso, program, "records", BITS_UNIT + 1, GL_TEXTURE_2D_ARRAY, e->records);
    hpyr_isosurface_bind_texture(iso, program, "table", TABLE_UNIT, GL_TEXTURE_2D, e->table);
    hpyr_isosurface_bind_texture(iso, program, "totals", TOTALS_UNIT, GL_TEXTURE_2D, e->totals);
    if (!hpyr_gl_target(iso->context, e->lists.triangles, 0, LIST_WIDTH, rows_of(count)))
        result = HPYR_ERROR_GL;
    if (result == HPYR_OK)
        hpyr_gl_draw_fullscreen(iso->context);
    hpyr_core_release(e->triangles.pyramid, &levels, GL_PYRAMID_UNIT);
    return result;
}

/* ---- ranges ---- */

/* `range` in keys, each of which gives `per_key` vertices. */
static hpyr_result write_vertices(hpyr_isosurface *iso, const key_range *range, const target *to) {
    const mesh_lists *l = &iso->bits->lists;
    uint32_t per_key = iso->desc.mesh == HPYR_MESH_SOUP ? 3 : 1, largest = LIST_WIDTH * LIST_MAX_ROWS / per_key;
    hpyr_result result = range->count ? reserve_vertices(iso, range->count * per_key) : HPYR_OK;
    for (uint64_t done = 0; result == HPYR_OK && done < range->count;) {
        uint32_t keys = range->count - done < largest ? (uint32_t)(range->count - done) : largest;
        uint32_t vertices = keys * per_key;
        result = draw_vertices(iso, range, done, keys);
        if (result == HPYR_OK)
            result = pack(iso, "isosurface/pack_vertices.frag.glsl", GL_TEXTURE_2D_ARRAY, l->vertices,
                          l->packed_vertices, l->vertex_rows, LIST_WIDTH / 2 * 3, rows_of(vertices));
        if (result == HPYR_OK)
            read_words(to, done * per_key * VERTEX_BYTES, LIST_WIDTH / 2 * 3, (uint64_t)vertices * 6, true);
        done += keys;
    }
    return result;
}

static hpyr_result write_indices(hpyr_isosurface *iso, const key_range *range, const target *to) {
    const mesh_lists *l = &iso->bits->lists;
    const uint32_t largest = LIST_WIDTH * LIST_MAX_ROWS;
    hpyr_result result = range->count ? reserve_triangles(iso, range->count) : HPYR_OK;
    for (uint64_t done = 0; result == HPYR_OK && done < range->count;) {
        uint32_t count = range->count - done < largest ? (uint32_t)(range->count - done) : largest;
        result = draw_triangles(iso, range, done, count);
        if (result == HPYR_OK)
            result = pack(iso, "isosurface/pack_indices.frag.glsl", GL_TEXTURE_2D, l->triangles, l->packed_indices,
                          l->triangle_rows, LIST_WIDTH / 4 * 3, rows_of(count));
        if (result == HPYR_OK)
            read_words(to, done * TRIANGLE_BYTES, LIST_WIDTH / 4 * 3, (uint64_t)count * 3, false);
        done += count;
    }
    return result;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* What is there to write, and what fits. */
static void make_report(const hpyr_isosurface *iso, const hpyr_isosurface_output *o, const uint64_t room[2],
                        hpyr_isosurface_report *report) {
    const bits_engine *e = iso->bits;
    uint64_t vertices = iso->desc.mesh == HPYR_MESH_SOUP ? 3 * (uint64_t)e->totals_found[1] : e->totals_found[0];
    uint64_t triangles = e->totals_found[1];
    report->vertices_available =
        o->vertex_buffer ? hpyr_isosurface_items_in_range(vertices, o->first_vertex, o->vertex_count) : 0;
    report->triangles_available =
        o->index_buffer ? hpyr_isosurface_items_in_range(triangles, o->first_triangle, o->triangle_count) : 0;
    if (o->no_wait) {
        report->vertices_available = o->vertex_buffer ? o->vertex_count : 0;
        report->triangles_available = o->index_buffer ? o->triangle_count : 0;
    }
    report->vertices_written = smaller(report->vertices_available, room[0]);
    report->triangles_written = smaller(report->triangles_available, room[1]);
    if (iso->desc.mesh == HPYR_MESH_SOUP) /* whole triangles */
        report->vertices_written -= report->vertices_written % 3;
}

static hpyr_result write_all(hpyr_isosurface *iso, const hpyr_isosurface_output *o, const target *vertices,
                             const target *indices, const hpyr_isosurface_report *report) {
    uint32_t per_key = iso->desc.mesh == HPYR_MESH_SOUP ? 3 : 1;
    key_range vertex_keys = {o->first_vertex / per_key, report->vertices_written / per_key, 0, !o->no_wait};
    key_range triangle_keys = {o->first_triangle, report->triangles_written, o->index_base, !o->no_wait};
    hpyr_result result = write_vertices(iso, &vertex_keys, vertices);
    if (result == HPYR_OK)
        result = write_indices(iso, &triangle_keys, indices);
    hpyr_gl_target_release(iso->context);
    if (result == HPYR_OK && (report->vertices_written < report->vertices_available ||
                              report->triangles_written < report->triangles_available))
        result = HPYR_TRUNCATED;
    return result;
}

hpyr_result hpyr_isosurface_write_mesh(hpyr_isosurface *iso, const hpyr_isosurface_output *o,
                                       hpyr_isosurface_report *report) {
    gl_state state;
    uint64_t room[2];
    hpyr_result result = o->no_wait ? HPYR_OK : hpyr_isosurface_totals(iso, true);
    if (result != HPYR_OK)
        return result;
    hpyr_gl_state_enter(iso->context, &state);
    result = hpyr_isosurface_room(iso, o->vertex_buffer, o->vertex_offset, VERTEX_BYTES, &room[0]);
    if (result == HPYR_OK)
        result = hpyr_isosurface_room(iso, o->index_buffer, o->index_offset, TRIANGLE_BYTES, &room[1]);
    if (result == HPYR_OK) {
        const target vertices = {o->vertex_buffer, (uintptr_t)o->vertex_offset},
                     indices = {o->index_buffer, (uintptr_t)o->index_offset};
        make_report(iso, o, room, report);
        result = write_all(iso, o, &vertices, &indices, report);
    }
    if (result < 0 || o->no_wait)
        memset(report, 0, sizeof *report);
    return hpyr_gl_state_leave(iso->context, &state, result);
}

hpyr_result hpyr_isosurface_read_mesh(hpyr_isosurface *iso, hpyr_mesh_vertex *vertices, uint64_t vertex_capacity,
                                      uint32_t *indices, uint64_t triangle_capacity, hpyr_isosurface_report *report) {
    const hpyr_isosurface_output all = {.vertex_buffer = vertices ? 1 : 0, .index_buffer = indices ? 1 : 0};
    const uint64_t room[2] = {vertex_capacity, triangle_capacity};
    const target to_vertices = {0, (uintptr_t)vertices}, to_indices = {0, (uintptr_t)indices};
    gl_state state;
    hpyr_result result = hpyr_isosurface_totals(iso, true);
    if (result != HPYR_OK)
        return result;
    hpyr_gl_state_enter(iso->context, &state);
    make_report(iso, &all, room, report);
    result = write_all(iso, &all, &to_vertices, &to_indices, report);
    if (result < 0)
        memset(report, 0, sizeof *report);
    return hpyr_gl_state_leave(iso->context, &state, result);
}
