/* attributes.c - colour and normal of surface voxels, as dense lists in the point list's order: our own mechanism, twice with general counts
 * (Dyken and Ziegler, section 4) and once with rank.
 *
 *     triangles --columns each--> pyramid --> columns --voxels each--> pyramid --> voxels --rank--> texels of the lists
 *
 * SPDX-License-Identifier: MIT */
#include "core/pyramid.h"
#include "volume/voxelizer.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WORD = 4,
    ROW = 256,       /* triangles in a row of the texture of counts */
    LIST_ROW = 1024, /* columns in a row of their list */
    LIST_ROWS = 1024,
    LOOK_WORDS = 8,      /* a vertex */
    MAX_DEPTH = 1 << 18, /* see pack_column */
    LOOK_TEXELS = 3 * LOOK_WORDS / 4,
    COLUMN_UNIT = 0, /* units of the pyramid over columns, then of the caller's */
    PYRAMID_UNIT = 2,
    TRIANGLE_UNIT = 5,
    LOOK_UNIT = 6,
    TEXTURE_UNIT = 7
};

/* What one call holds, so that one function frees it all. */
typedef struct attributes {
    hpyr_voxelizer *v;
    hpyr_context *context;
    hpyr_pyramid *pyramid; /* the caller's */
    uint32_t list[2];      /* size of the lists */
    GLuint framebuffer, depth, sampler;
    setup setup;
    uint32_t batch; /* triangles at a time */
    GLuint looks, look_texture;
    hpyr_texture counts, columns;
    hpyr_pyramid *triangle_pyramid, *column_pyramid;
    char *snippet;
} attributes;

/* ---- the lists ---- */

static hpyr_result check_list(attributes *a, const hpyr_texture *list, const char *what, hpyr_format format,
                              hpyr_texture *resolved) {
    resolved->name = 0;
    if (!list)
        return HPYR_OK;
    hpyr_result result = hpyr_gl_texture_check(a->context, list, what, resolved);
    if (result != HPYR_OK)
        return result;
    if (resolved->target != GL_TEXTURE_2D || resolved->format != format)
        return hpyr_gl_fail(a->context, HPYR_ERROR_TEXTURE, "%s: a 2D texture of %s is needed", what,
                            hpyr_gl_format_of(format)->name);
    if (a->list[0] && a->list[0] != resolved->width)
        return hpyr_gl_fail(a->context, HPYR_ERROR_TEXTURE, "%s: %u texels wide, the other list %u", what,
                            resolved->width, a->list[0]);
    a->list[0] = resolved->width;
    if (!a->list[1] || a->list[1] > resolved->height)
        a->list[1] = resolved->height;
    return HPYR_OK;
}

/* A list must not be what the passes read. */
static hpyr_result check_alias(const attributes *a, GLuint list, const hpyr_surface *surfaces, uint32_t surface_count) {
    const hpyr_pyramid *pyramid = a->pyramid;
    bool read = list == a->v->output.name || (pyramid->borrows && list == pyramid->source.input.name);
    for (uint32_t i = 0; i < surface_count; ++i)
        read = read || list == surfaces[i].texture.name;
    if (!list || !read)
        return HPYR_OK;
    return hpyr_gl_fail(a->context, HPYR_ERROR_TEXTURE, "attributes: texture %u is a list and an input", list);
}

static void attach(GLenum attachment, const hpyr_texture *list, GLenum *draw) {
    *draw = list->name ? attachment : GL_NONE;
    if (list->name)
        glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, list->name, list->level);
}

/* The lists with a depth of their own, cleared. */
static hpyr_result make_target(attributes *a, const hpyr_texture *colours, const hpyr_texture *normals) {
    static const GLfloat nothing[4] = {0.0f, 0.0f, 0.0f, 0.0f}, farthest = 1.0f;
    GLenum draws[2];
    GLint renderbuffer = hpyr_gl_bound_renderbuffer();
    glGenFramebuffers(1, &a->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, a->framebuffer);
    attach(GL_COLOR_ATTACHMENT0, colours, &draws[0]);
    attach(GL_COLOR_ATTACHMENT1, normals, &draws[1]);
    glGenRenderbuffers(1, &a->depth);
    glBindRenderbuffer(GL_RENDERBUFFER, a->depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT32F, (GLsizei)a->list[0], (GLsizei)a->list[1]);
    glBindRenderbuffer(GL_RENDERBUFFER, (GLuint)renderbuffer);
    if (glGetError() != GL_NO_ERROR)
        return hpyr_gl_fail(a->context, HPYR_ERROR_OUT_OF_MEMORY, "attributes: GL refused a depth of %ux%u texels",
                            a->list[0], a->list[1]);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, a->depth);
    glDrawBuffers(2, draws);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return hpyr_gl_fail(a->context, HPYR_ERROR_TEXTURE,
                            "attributes: this GL cannot render to lists of %ux%u texels", a->list[0], a->list[1]);
    hpyr_gl_viewport(a->context, 0, 0, a->list[0], a->list[1]);
    for (int i = 0; i < 2; ++i)
        if (draws[i] != GL_NONE)
            glClearBufferfv(GL_COLOR, i, nothing);
    glClearBufferfv(GL_DEPTH, 0, &farthest);
    return HPYR_OK;
}

/* ---- surfaces ---- */

static hpyr_result check_surface(attributes *a, const hpyr_surface *given, hpyr_surface *s) {
    hpyr_result result = hpyr_volume_setup_begin(&a->setup, &given->mesh, &s->mesh);
    if (result == HPYR_OK && s->normal_buffer)
        result = hpyr_volume_check_array(a->context, &s->mesh, "normals", s->normal_buffer, s->normal_offset,
                                         &s->normal_stride, 3 * WORD);
    if (result == HPYR_OK && s->texcoord_buffer)
        result = hpyr_volume_check_array(a->context, &s->mesh, "texture coordinates", s->texcoord_buffer,
                                         s->texcoord_offset, &s->texcoord_stride, 2 * WORD);
    if (!s->texcoord_buffer)
        s->texture.name = 0;
    if (result == HPYR_OK && s->texture.name)
        result = hpyr_gl_texture_check(a->context, &given->texture, "surface", &s->texture);
    if (result == HPYR_OK && s->texture.name &&
        (s->texture.target != GL_TEXTURE_2D || s->texture.format != HPYR_FORMAT_RGBA8))
        result = hpyr_gl_fail(a->context, HPYR_ERROR_TEXTURE, "surface: a 2D texture of RGBA8 is needed");
    return result;
}

static void point_at_array(GLuint index, GLint words, GLuint buffer, uint32_t stride, uint64_t offset) {
    if (!buffer)
        return;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glVertexAttribPointer(index, words, GL_FLOAT, GL_FALSE, (GLsizei)stride, (const void *)(uintptr_t)offset);
    glEnableVertexAttribArray(index);
}

static GLuint surface_array(const hpyr_surface *s) {
    GLuint array = hpyr_volume_mesh_array(&s->mesh);
    point_at_array(2, 3, s->normal_buffer, s->normal_stride, s->normal_offset);
    point_at_array(3, 2, s->texcoord_buffer, s->texcoord_stride, s->texcoord_offset);
    return array;
}

/* ---- passes ---- */

static hpyr_result get_program(attributes *a, const char *const *vertex, const char *const *fragment,
                               const char *const *captured, const char *snippet, GLuint *program) {
    char defines[128];
    snprintf(defines, sizeof defines, "#define HPYR_ROW %d\n#define HPYR_LIST_ROW %d\n%s", ROW, LIST_ROW,
             a->v->fill == HPYR_FILL_SOLID ? "#define HPYR_SOLID\n" : "");
    const gl_program_desc desc = {.vertex = vertex,
                                  .fragment = fragment,
                                  .defines = defines,
                                  .captured = captured,
                                  .snippet = snippet,
                                  .snippet_before = "volume/exact.glsl"};
    hpyr_result result = hpyr_gl_program_get(a->context, &desc, program);
    if (result == HPYR_OK)
        glUseProgram(*program);
    return result;
}

/* Triangles [first, first + count) of the surface: records, and what their corners look like. */
static hpyr_result set_up(attributes *a, const hpyr_surface *s, GLuint array, const float *transform, uint32_t first,
                          uint32_t count) {
    static const char *const vertex[] = {"volume/looks.vert.glsl", NULL};
    static const char *const words[] = {"v_look0", "v_look1", NULL};
    GLuint program;
    hpyr_result result = get_program(a, vertex, NULL, words, NULL, &program);
    if (result != HPYR_OK)
        return result;
    glUniform1i(hpyr_gl_uniform(program, "", "coloured"), s->mesh.colour_buffer != 0);
    glUniform1i(hpyr_gl_uniform(program, "", "has_normals"), s->normal_buffer != 0);
    glUniform1i(hpyr_gl_uniform(program, "", "has_texcoords"), s->texcoord_buffer != 0);
    glBindFramebuffer(GL_FRAMEBUFFER, a->framebuffer); /* even captures need a complete one */
    glBindVertexArray(array);
    hpyr_gl_capture_begin(a->looks, GL_TRIANGLES);
    hpyr_volume_draw_mesh(&s->mesh, first, count);
    hpyr_gl_capture_end();
    hpyr_volume_setup_run(&a->setup, array, &s->mesh, transform, &a->v->map, first, count);
    return HPYR_OK;
}

static hpyr_result draw_into(attributes *a, const hpyr_texture *target) {
    if (!hpyr_gl_target(a->context, target->name, 0, target->width, target->height))
        return hpyr_gl_fail(a->context, HPYR_ERROR_GL, "attributes: this GL cannot render to integers");
    hpyr_gl_draw_fullscreen(a->context);
    return HPYR_OK;
}

static hpyr_result count_columns(attributes *a, uint32_t count, uint32_t *total) {
    static const char *const fragment[] = {"volume/exact.glsl", "volume/columns.glsl", "volume/count_columns.frag.glsl",
                                           NULL};
    GLuint program;
    hpyr_result result = get_program(a, hpyr_gl_fullscreen, fragment, NULL, NULL, &program);
    if (result != HPYR_OK)
        return result;
    hpyr_volume_setup_bind(&a->setup, program, TRIANGLE_UNIT, &a->v->map);
    glUniform1i(hpyr_gl_uniform(program, "", "count"), (GLint)count);
    result = draw_into(a, &a->counts);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build_counts(a->triangle_pyramid, &a->counts);
    return result == HPYR_OK ? hpyr_pyramid_total(a->triangle_pyramid, total) : result;
}

/* GLSL of the pyramids that a program traverses, one after the other, in a->snippet. */
static hpyr_result make_snippet(attributes *a, const hpyr_pyramid *first, const char *prefix,
                                const hpyr_pyramid *second) {
    size_t size = 0, size2 = 0;
    free(a->snippet);
    a->snippet = NULL;
    hpyr_result result = hpyr_pyramid_glsl(first, prefix, NULL, 0, &size);
    if (second && (result == HPYR_TRUNCATED || result == HPYR_OK))
        result = hpyr_pyramid_glsl(second, NULL, NULL, 0, &size2);
    if (result < 0)
        return result;
    a->snippet = malloc(size + size2);
    if (!a->snippet)
        return hpyr_gl_fail(a->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a shader");
    result = hpyr_pyramid_glsl(first, prefix, a->snippet, size, NULL);
    if (result == HPYR_OK && second)
        result = hpyr_pyramid_glsl(second, NULL, a->snippet + size - 1, size2, NULL);
    return result;
}

/* Columns [first, first + keys) of the batch's triangles, then the number of voxels in them. */
static hpyr_result list_columns(attributes *a, uint32_t first, uint32_t keys, uint32_t *total) {
    static const char *const fragment[] = {"volume/exact.glsl", "volume/columns.glsl", "volume/list_columns.frag.glsl",
                                           NULL};
    gl_borrowed borrowed;
    GLuint program;
    hpyr_result result = make_snippet(a, a->triangle_pyramid, NULL, NULL);
    if (result == HPYR_OK)
        result = get_program(a, hpyr_gl_fullscreen, fragment, NULL, a->snippet, &program);
    if (result == HPYR_OK)
        result = hpyr_core_use(a->triangle_pyramid, program, "hpyr_", COLUMN_UNIT, GL_STATE_UNITS, &borrowed);
    if (result != HPYR_OK)
        return result;
    hpyr_volume_setup_bind(&a->setup, program, TRIANGLE_UNIT, &a->v->map);
    glUniform1ui(hpyr_gl_uniform(program, "", "first"), first);
    glUniform1ui(hpyr_gl_uniform(program, "", "keys"), keys);
    result = draw_into(a, &a->columns);
    hpyr_core_release(a->triangle_pyramid, &borrowed, COLUMN_UNIT);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build_counts(a->column_pyramid, &a->columns);
    return result == HPYR_OK ? hpyr_pyramid_total(a->column_pyramid, total) : result;
}

static void bind_surface(attributes *a, const hpyr_surface *s, GLuint program, gl_borrowed *borrowed) {
    borrowed->name = 0;
    hpyr_gl_texture_bind(a->context, TEXTURE_UNIT, GL_TEXTURE_2D, 0); /* not a list of the caller's */
    if (s->texture.name) {
        hpyr_gl_texture_borrow(a->context, &s->texture, TEXTURE_UNIT, borrowed);
        glBindSampler(TEXTURE_UNIT, a->sampler);
    }
    glUniform1i(hpyr_gl_uniform(program, "", "texture"), TEXTURE_UNIT);
    glUniform1i(hpyr_gl_uniform(program, "", "textured"), s->texture.name != 0);
    glUniform1i(hpyr_gl_uniform(program, "", "has_normals"), s->normal_buffer != 0);
}

/* The voxels of the columns listed, as points. */
static hpyr_result draw_voxels(attributes *a, const hpyr_surface *s, uint32_t total) {
    static const char *const vertex[] = {"volume/exact.glsl", "volume/columns.glsl", "volume/attributes.vert.glsl",
                                         NULL};
    static const char *const fragment[] = {"volume/attributes.frag.glsl", NULL};
    gl_borrowed columns, input, texture;
    GLuint program;
    hpyr_result result = make_snippet(a, a->column_pyramid, "column_", a->pyramid);
    if (result == HPYR_OK)
        result = get_program(a, vertex, fragment, NULL, a->snippet, &program);
    if (result == HPYR_OK)
        result = hpyr_core_use(a->column_pyramid, program, "column_", COLUMN_UNIT, GL_STATE_UNITS, &columns);
    if (result != HPYR_OK)
        return result;
    result = hpyr_core_use(a->pyramid, program, "hpyr_", PYRAMID_UNIT, GL_STATE_UNITS, &input);
    if (result == HPYR_OK) {
        hpyr_volume_setup_bind(&a->setup, program, TRIANGLE_UNIT, &a->v->map);
        hpyr_gl_texture_bind(a->context, LOOK_UNIT, GL_TEXTURE_BUFFER, a->look_texture);
        glUniform1i(hpyr_gl_uniform(program, "", "looks"), LOOK_UNIT);
        glUniform1i(hpyr_gl_uniform(program, "", "columns"), COLUMN_UNIT + PYRAMID_INPUT_OFFSET);
        glUniform1i(hpyr_gl_uniform(program, "column_", "vertices"), 1);
        glUniform2i(hpyr_gl_uniform(program, "", "list"), (GLint)a->list[0], (GLint)a->list[1]);
        bind_surface(a, s, program, &texture);
        glBindFramebuffer(GL_FRAMEBUFFER, a->framebuffer);
        hpyr_gl_viewport(a->context, 0, 0, a->list[0], a->list[1]);
        hpyr_gl_depth_test(true);
        glBindVertexArray(a->context->vertex_array);
        for (uint32_t first = 0, limit = a->context->vertex_limit; first < total;) {
            uint32_t count = total - first < limit ? total - first : limit;
            glUniform1ui(hpyr_gl_uniform(program, "column_", "first_key"), first);
            glDrawArrays(GL_POINTS, 0, (GLsizei)count);
            first += count;
        }
        hpyr_gl_depth_test(false);
        hpyr_gl_texture_return(a->context, &texture, TEXTURE_UNIT);
        hpyr_core_release(a->pyramid, &input, PYRAMID_UNIT);
    }
    hpyr_core_release(a->column_pyramid, &columns, COLUMN_UNIT);
    return result;
}

/* ---- buffers ---- */

static hpyr_texture make_texture(attributes *a, hpyr_format format, uint32_t width, uint32_t height) {
    return (hpyr_texture){.name = hpyr_gl_texture_create(a->context, format, width, height),
                          .target = GL_TEXTURE_2D,
                          .width = width,
                          .height = height,
                          .depth = 1,
                          .format = format};
}

static hpyr_result make_pyramid(attributes *a, const hpyr_texture *over, hpyr_pyramid **out) {
    const hpyr_pyramid_desc desc = {.width = over->width, .height = over->height, .layout = HPYR_LAYOUT_SINGLE};
    return over->name ? hpyr_pyramid_create(a->context, &desc, out) : HPYR_ERROR_OUT_OF_MEMORY;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* So few triangles that their looks fit into a buffer texture, and the number of their columns into a total. */
static uint32_t batch_size(const attributes *a, uint32_t triangle_count) {
    const hpyr_flat3d *map = &a->v->map;
    uint64_t sides = (uint64_t)map->width * map->height, other = (uint64_t)map->width * map->depth;
    if (sides < other)
        sides = other;
    other = (uint64_t)map->height * map->depth;
    if (sides < other)
        sides = other;
    uint64_t most = (UINT32_MAX - 1) / sides;
    uint32_t batch = smaller(a->setup.capacity, a->context->caps.max_buffer_texels / LOOK_TEXELS);
    batch = smaller(batch, triangle_count);
    return most && most < batch ? (uint32_t)most : batch;
}

/* Room for batches of a surface: counts and looks of its triangles. */
static hpyr_result reserve_batch(attributes *a, uint32_t triangle_count) {
    a->batch = batch_size(a, triangle_count);
    a->counts = make_texture(a, HPYR_FORMAT_R32UI, ROW, (a->batch - 1) / ROW + 1);
    glGenBuffers(1, &a->looks);
    glGenTextures(1, &a->look_texture);
    glBindBuffer(GL_ARRAY_BUFFER, a->looks);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)a->batch * 3 * LOOK_WORDS * WORD, NULL, GL_DYNAMIC_COPY);
    hpyr_gl_texture_bind(a->context, LOOK_UNIT, GL_TEXTURE_BUFFER, a->look_texture);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, a->looks);
    if (glGetError() != GL_NO_ERROR)
        return hpyr_gl_fail(a->context, HPYR_ERROR_OUT_OF_MEMORY, "attributes: GL refused a buffer for %u triangles",
                            a->batch);
    return make_pyramid(a, &a->counts, &a->triangle_pyramid);
}

/* Room for the list of `keys` columns, at most LIST_ROW x LIST_ROWS. */
static hpyr_result reserve_columns(attributes *a, uint32_t keys) {
    uint32_t rows = (keys - 1) / LIST_ROW + 1;
    if (a->columns.name && rows <= a->columns.height)
        return HPYR_OK;
    glDeleteTextures(1, &a->columns.name);
    hpyr_pyramid_destroy(a->column_pyramid);
    a->column_pyramid = NULL;
    a->columns = make_texture(a, HPYR_FORMAT_RGBA32UI, LIST_ROW, hpyr_core_power_of_two(rows));
    return make_pyramid(a, &a->columns, &a->column_pyramid);
}

static void free_buffers(attributes *a) {
    hpyr_pyramid_destroy(a->triangle_pyramid);
    hpyr_pyramid_destroy(a->column_pyramid);
    glDeleteTextures(1, &a->counts.name);
    glDeleteTextures(1, &a->columns.name);
    glDeleteTextures(1, &a->look_texture);
    glDeleteBuffers(1, &a->looks);
    a->triangle_pyramid = a->column_pyramid = NULL;
    a->counts.name = a->columns.name = a->look_texture = a->looks = 0;
    free(a->snippet);
    a->snippet = NULL;
}

/* ---- the whole ---- */

static hpyr_result draw_batch(attributes *a, const hpyr_surface *s, uint32_t count) {
    const uint32_t largest = LIST_ROW * LIST_ROWS;
    uint32_t columns = 0, voxels = 0;
    hpyr_result result = count_columns(a, count, &columns);
    for (uint32_t first = 0; result == HPYR_OK && first < columns;) {
        uint32_t keys = columns - first < largest ? columns - first : largest;
        result = reserve_columns(a, keys);
        if (result == HPYR_OK)
            result = list_columns(a, first, keys, &voxels);
        if (result == HPYR_OK && voxels)
            result = draw_voxels(a, s, voxels);
        first += keys;
    }
    return result;
}

static hpyr_result draw_surface(attributes *a, const hpyr_surface *given, const float *transform) {
    hpyr_surface s = *given;
    if (!given->mesh.triangle_count)
        return HPYR_OK;
    hpyr_result result = check_surface(a, given, &s);
    if (result == HPYR_OK)
        result = reserve_batch(a, s.mesh.triangle_count);
    if (result == HPYR_OK) {
        GLuint array = surface_array(&s);
        for (uint32_t first = 0; result == HPYR_OK && first < s.mesh.triangle_count; first += a->batch) {
            uint32_t left = s.mesh.triangle_count - first, count = left < a->batch ? left : a->batch;
            result = set_up(a, &s, array, transform, first, count);
            if (result == HPYR_OK)
                result = draw_batch(a, &s, count);
        }
        glDeleteVertexArrays(1, &array);
    }
    free_buffers(a);
    return result;
}

static hpyr_result run(attributes *a, const hpyr_surface *surfaces, uint32_t surface_count, const float *transform,
                       const hpyr_texture *colours, const hpyr_texture *normals) {
    hpyr_texture lists[2], input;
    hpyr_result result = check_list(a, colours, "colours", HPYR_FORMAT_RGBA8, &lists[0]);
    if (result == HPYR_OK)
        result = check_list(a, normals, "normals", HPYR_FORMAT_RGBA32F, &lists[1]);
    for (int i = 0; result == HPYR_OK && i < 2; ++i)
        result = check_alias(a, lists[i].name, surfaces, surface_count);
    if (result == HPYR_OK && a->pyramid->borrows)
        result = hpyr_gl_texture_check(a->context, &a->pyramid->source.input, "input", &input);
    if (result == HPYR_OK && a->list[0])
        result = make_target(a, &lists[0], &lists[1]);
    if (result == HPYR_OK)
        result = hpyr_volume_setup_create(&a->setup, a->context, SETUP_EXACT);
    for (uint32_t i = 0; result == HPYR_OK && a->list[0] && i < surface_count; ++i)
        result = draw_surface(a, &surfaces[i], transform);
    uint32_t voxels = a->pyramid->total / a->pyramid->desc.clones;
    if (result == HPYR_OK && a->list[0] && (uint64_t)a->list[0] * a->list[1] < voxels)
        result = HPYR_TRUNCATED;
    if (result == HPYR_TRUNCATED)
        hpyr_gl_log(a->context, HPYR_LOG_WARNING, "attributes: lists of %ux%u texels for %u voxels", a->list[0],
                    a->list[1], voxels);
    return result;
}

static hpyr_result check_pyramid(const hpyr_voxelizer *v, hpyr_pyramid *pyramid) {
    const hpyr_flat3d *map = &v->map, *cells = &pyramid->map;
    if (map->width != cells->width || map->height != cells->height || map->depth != cells->depth)
        return hpyr_gl_fail(v->context, HPYR_ERROR_INVALID_ARGUMENT,
                            "attributes: a pyramid of %ux%ux%u cells, a volume of %ux%ux%u", cells->width,
                            cells->height, cells->depth, map->width, map->height, map->depth);
    if (map->depth > MAX_DEPTH)
        return hpyr_gl_fail(v->context, HPYR_ERROR_TOO_LARGE, "attributes: %u slices; at most %d", map->depth,
                            (int)MAX_DEPTH);
    return hpyr_core_wait_total(pyramid);
}

hpyr_result hpyr_voxelizer_attributes(hpyr_voxelizer *voxelizer, hpyr_pyramid *pyramid, const hpyr_surface *surfaces,
                                      uint32_t surface_count, const float transform[16], const hpyr_texture *colours,
                                      const hpyr_texture *normals) {
    gl_state state;
    if (!voxelizer || !pyramid || (surface_count && !surfaces))
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (voxelizer->context->legacy)
        return hpyr_gl_fail(voxelizer->context, HPYR_ERROR_UNSUPPORTED,
                            "attributes: they need general counts by triangles in integers, and GL 2.1 has none");
    hpyr_result result = check_pyramid(voxelizer, pyramid);
    if (result != HPYR_OK)
        return result;
    attributes a = {.v = voxelizer, .context = voxelizer->context, .pyramid = pyramid};
    hpyr_gl_state_enter(a.context, &state);
    a.sampler = hpyr_gl_sampler_create(GL_LINEAR, GL_LINEAR, GL_REPEAT);
    result = run(&a, surfaces, surface_count, transform ? transform : hpyr_volume_identity, colours, normals);
    free_buffers(&a);
    hpyr_volume_setup_destroy(&a.setup);
    glDeleteSamplers(1, &a.sampler);
    glDeleteFramebuffers(1, &a.framebuffer);
    glDeleteRenderbuffers(1, &a.depth);
    hpyr_gl_target_release(a.context);
    return hpyr_gl_state_leave(a.context, &state, result);
}
