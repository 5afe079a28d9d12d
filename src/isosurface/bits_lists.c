/* bits_lists.c - lists of vertices and triangles, and their way into a buffer.
 * SPDX-License-Identifier: MIT
 *
 * A pass draws a list: a record is one texel, or one texel in each of two layers. If that leaves
 * gaps between the records, a second pass packs them. Then glReadPixels copies the texels into the
 * buffer, on the GPU. */
#include "isosurface/bits_engine.h"

#include <string.h>

enum { LIST_MAX_ROWS = 16384, PACKED_WIDTH = 1536, MESH_WIDTH = 1024 /* as in mesh.glsl */ };

typedef struct list_shape {
    const char *pack; /* the pass that removes the gaps, or NULL if there are none */
    int format;
    uint32_t layers, words;   /* of a record; a word has four bytes */
    GLenum type, external[5]; /* GL's format for a texel of so many words */
} list_shape;

static const list_shape vertices = {"isosurface/pack_vertices.frag.glsl", HPYR_FORMAT_RGBA32F, 2, 6, GL_FLOAT,
                                    {0, GL_RED, GL_RG, GL_RGB, GL_RGBA}};

static const list_shape triangles = {"isosurface/pack_indices.frag.glsl",
                                     HPYR_FORMAT_RGBA32UI,
                                     1,
                                     3,
                                     GL_UNSIGNED_INT,
                                     {0, GL_RED_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER, GL_RGBA_INTEGER}};

static const list_shape dense_triangles = {NULL, HPI_FORMAT_RGB32UI, 1, 3, GL_UNSIGNED_INT, {[3] = GL_RGB_INTEGER}};

/* These are never sent. */
static const list_shape mesh_vertices = {.format = HPYR_FORMAT_RGBA32F, .layers = 2};
static const list_shape mesh_triangles = {.format = HPYR_FORMAT_RGBA32UI, .layers = 1};

static const list_shape *shape_of(const hpi_bits_engine *e, hpi_list_kind kind) {
    switch (kind) {
    case LIST_VERTICES:
        return &vertices;
    case MESH_VERTICES:
        return &mesh_vertices;
    case MESH_TRIANGLES:
        return &mesh_triangles;
    default:
        return e->dense_triangles ? &dense_triangles : &triangles;
    }
}

static bool is_whole_mesh(hpi_list_kind kind) {
    return kind == MESH_VERTICES || kind == MESH_TRIANGLES;
}

uint32_t hpi_isosurface_list_width(hpi_list_kind kind) {
    return is_whole_mesh(kind) ? MESH_WIDTH : LIST_WIDTH;
}

static uint32_t rows_for(uint64_t texels, uint32_t width) {
    return (uint32_t)((texels - 1) / width + 1);
}

static uint32_t packed_rows(const list_shape *shape, uint64_t records) {
    return rows_for((records * shape->words - 1) / 4 + 1, PACKED_WIDTH);
}

static uint32_t most_rows(const hpyr_context *context, hpi_list_kind kind) {
    uint32_t most =
        context->caps.max_texture_size < context->max_viewport ? context->caps.max_texture_size : context->max_viewport;
    return is_whole_mesh(kind) || most < LIST_MAX_ROWS ? most : LIST_MAX_ROWS;
}

uint32_t hpi_isosurface_list_capacity(const hpyr_context *context, hpi_list_kind kind) {
    return hpi_isosurface_list_width(kind) * most_rows(context, kind) / 3 * 3;
}

/* ---- textures ---- */

/* A GL may be able to render to texels of three words, but need not (GL 3.3, section 4.4.4). So try
 * it. */
hpyr_result hpi_isosurface_lists_create(hpyr_isosurface *iso) {
    if (iso->context->capped || iso->context->es)
        return HPYR_OK;
    GLuint probe = hpi_gl_plane_create(iso->context, GL_TEXTURE_2D, HPI_FORMAT_RGB32UI, 1, 1);
    if (!probe) /* GL 3.3 always has such textures */
        return HPYR_ERROR_OUT_OF_MEMORY;
    iso->bits.dense_triangles = hpi_gl_try_target(iso->context, probe, 0, 1, 1);
    hpi_gl_target_release(iso->context);
    glDeleteTextures(1, &probe);
    return HPYR_OK;
}

static void destroy(const hpyr_context *context, hpi_key_list *list) {
    hpi_gl_framebuffers_delete(context, 1, &list->framebuffer);
    hpi_gl_textures_delete(context, 1, &list->keys);
    hpi_gl_textures_delete(context, 1, &list->packed);
    *list = (hpi_key_list){0};
}

void hpi_isosurface_lists_destroy(hpyr_isosurface *iso) {
    for (int kind = 0; kind < LIST_KINDS; kind++)
        destroy(iso->context, &iso->bits.lists[kind]);
}

hpyr_result hpi_isosurface_list_reserve(hpyr_isosurface *iso, hpi_list_kind kind, uint64_t records) {
    const hpyr_context *context = iso->context;
    const list_shape *shape = shape_of(&iso->bits, kind);
    hpi_key_list *list = &iso->bits.lists[kind];
    uint32_t rows = most_rows(context, kind), width = hpi_isosurface_list_width(kind);
    if (records < (uint64_t)width * rows / 2)
        rows = hpi_core_power_of_two(rows_for(records, width));
    if (rows <= list->rows)
        return HPYR_OK;
    destroy(context, list);
    if (shape->layers > 1)
        list->keys = hpi_gl_array_create(context, (hpyr_format)shape->format, width, rows, shape->layers);
    else
        list->keys = hpi_gl_plane_create(context, GL_TEXTURE_2D, shape->format, width, rows);
    if (shape->pack)
        list->packed = hpi_gl_plane_create(context, GL_TEXTURE_2D, shape->format, PACKED_WIDTH,
                                           packed_rows(shape, (uint64_t)LIST_WIDTH * rows));
    if (!list->keys || (shape->pack && !list->packed))
        return HPYR_ERROR_OUT_OF_MEMORY;
    if (shape->layers > 1)
        list->framebuffer = hpi_gl_layers_framebuffer(context, list->keys, 0, 0, shape->layers);
    if (shape->layers > 1 && !list->framebuffer)
        return HPYR_ERROR_GL;
    list->rows = rows;
    return HPYR_OK;
}

bool hpi_isosurface_list_target(hpyr_isosurface *iso, hpi_list_kind kind, uint32_t records) {
    const hpi_key_list *list = &iso->bits.lists[kind];
    uint32_t width = hpi_isosurface_list_width(kind);
    if (!list->framebuffer)
        return hpi_gl_target(iso->context, list->keys, 0, width, rows_for(records, width));
    hpi_gl_targets_bind(iso->context, list->framebuffer, shape_of(&iso->bits, kind)->layers);
    hpi_gl_viewport(iso->context, 0, 0, width, rows_for(records, width));
    return true;
}

/* ---- to a buffer ---- */

static hpyr_result pack(hpyr_isosurface *iso, const list_shape *shape, const hpi_key_list *list, uint32_t records) {
    hpi_text defines = HPI_TEXT(iso->context);
    const hpi_gl_program_desc desc = {.fragment = {.entry = shape->pack}, .defines = &defines};
    GLenum target = shape->layers > 1 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
    GLuint program;
    hpi_text_print(&defines, "#define HPYR_LIST_WIDTH %du\n#define HPYR_PACKED_WIDTH %du\n", LIST_WIDTH, PACKED_WIDTH);
    hpyr_result result = hpi_gl_program_get(iso->context, &desc, &program);
    hpi_text_free(&defines);
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    if (!hpi_gl_target(iso->context, list->packed, 0, PACKED_WIDTH, packed_rows(shape, records)))
        return HPYR_ERROR_GL;
    hpi_isosurface_bind_texture(iso, program, "list", BITS_UNIT, target, list->keys);
    glUniform2f(hpi_gl_location(iso->context, program, "", "texel"), 1.0f / LIST_WIDTH, 1.0f / (float)list->rows);
    hpi_gl_draw_fullscreen(iso->context);
    return HPYR_OK;
}

/* Copies the first `words` of one texel. OpenGL ES reads whole texels only: here into a buffer of
 * ours, or into four words of the CPU's. */
static hpyr_result read_part(const hpyr_context *context, const hpi_list_target *to, uintptr_t at,
                             const list_shape *shape, GLint x, GLint y, uint32_t words) {
    GLuint texel[4], buffer = 0;
    GLsizeiptr bytes = (GLsizeiptr)(words * sizeof *texel);
    if (!context->es) {
        hpi_gl_pack_to_the_end(context);
        hpi_gl_pixels_read(context, x, y, 1, 1, shape->external[words], shape->type, (void *)at);
        return HPYR_OK;
    }
    if (to->buffer) {
        glGenBuffers(1, &buffer);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        glBufferData(GL_PIXEL_PACK_BUFFER, sizeof texel, NULL, GL_STREAM_COPY);
    }
    hpi_gl_pixels_read(context, x, y, 1, 1, shape->external[4], shape->type, buffer ? NULL : texel);
    if (!buffer) {
        memcpy((void *)at, texel, (size_t)bytes);
        return HPYR_OK;
    }
    hpyr_result result = hpi_gl_buffer_settle(context, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, to->buffer);
    glCopyBufferSubData(GL_PIXEL_PACK_BUFFER, GL_COPY_WRITE_BUFFER, 0, (GLintptr)at, bytes);
    glDeleteBuffers(1, &buffer);
    return result;
}

/* Copies texels of `channels` words, `width` in a row, from the framebuffer that is bound. */
static hpyr_result read_words(const hpyr_context *context, const hpi_list_target *to, uint64_t offset,
                              const list_shape *shape, uint32_t channels, uint32_t width, uint64_t words) {
    hpyr_result result = HPYR_OK;
    const GLenum all = shape->external[channels];
    uint64_t texels = words / channels;
    uint32_t rest = (uint32_t)(words % channels), texel_bytes = channels * (uint32_t)sizeof(uint32_t);
    uintptr_t at = to->at + (uintptr_t)offset;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, to->buffer);
    hpi_gl_pixels_read_rows(context, width, texels, all, shape->type, texel_bytes, (void *)at);
    if (rest)
        result = read_part(context, to, at + (uintptr_t)texels * texel_bytes, shape, (GLsizei)(texels % width),
                           (GLsizei)(texels / width), rest);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return result;
}

hpyr_result hpi_isosurface_list_send(hpyr_isosurface *iso, hpi_list_kind kind, uint32_t records,
                                     const hpi_list_target *to, uint64_t first) {
    const list_shape *shape = shape_of(&iso->bits, kind);
    uint64_t words = (uint64_t)records * shape->words, offset = first * shape->words * sizeof(uint32_t);
    hpyr_result result = shape->pack ? pack(iso, shape, &iso->bits.lists[kind], records) : HPYR_OK;
    if (result == HPYR_OK && shape->pack)
        result = read_words(iso->context, to, offset, shape, 4, PACKED_WIDTH, words);
    else if (result == HPYR_OK)
        result = read_words(iso->context, to, offset, shape, shape->words, LIST_WIDTH, words);
    return result == HPYR_OK && to->buffer ? hpi_gl_buffer_settle(iso->context, to->buffer) : result;
}
