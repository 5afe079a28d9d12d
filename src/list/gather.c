/* gather.c - whole records in the order that a list of positions gives.
 * SPDX-License-Identifier: MIT
 *
 * A fragment copies a record. Into a texture it is drawn at once. For a buffer, records are drawn to
 * a texture of our own, a chunk after the other, and the GPU copies them from there. From buffer to
 * buffer they travel as unsigned integers of the same size, so that every bit stays what it was.
 *
 * OpenGL ES can copy few formats from a texture to a buffer. So there a fragment packs records for
 * a buffer into a texel of RGBA32UI: one of 16 bytes, or 16 of one byte. */
#include "list/operands.h"
#include "list/parts.h"

enum { INPUT_UNIT = 0, RECORDS_UNIT = 2, LENGTH_UNIT = 3, CHUNK_WIDTH = 1024, CHUNK_ROWS = 1024, TEXEL = 16 };

/* The texture that records are drawn to on their way to a buffer. */
struct hpi_list_gatherer {
    GLuint texture;
    hpyr_format format;
    uint32_t rows;
    hpi_gl_texels source; /* a buffer, as shaders read it */
};

/* One side of a gather, after it was checked. */
typedef struct records {
    GLuint buffer;
    uint64_t offset;
    hpyr_texture texture;
    hpyr_format format;
} records;

typedef struct gather {
    hpi_list_input positions;
    hpi_list_length length;
    records source, output;
    GLuint positions_buffer; /* or 0 */
    uint32_t source_count;
    hpyr_format format; /* as which records travel */
    uint32_t per_texel; /* records that a fragment writes */
    hpi_gl_borrowed borrowed;
} gather;

/* ---- the part of the workspace ---- */

static uint32_t chunk_rows(uint32_t capacity) {
    uint32_t rows = (capacity - 1) / CHUNK_WIDTH + 1;
    return rows < CHUNK_ROWS ? rows : CHUNK_ROWS;
}

static uint64_t part_bytes(const hpyr_context *context, uint32_t capacity) {
    (void)context;
    return (uint64_t)chunk_rows(capacity) * CHUNK_WIDTH * TEXEL;
}

static hpyr_result part_create(hpyr_lists *lists) {
    lists->gatherer = hpi_alloc_zeros(lists->context, 1, sizeof *lists->gatherer);
    if (!lists->gatherer)
        return hpi_gl_fail(lists->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a workspace");
    lists->gatherer->rows = chunk_rows(lists->desc.capacity);
    return HPYR_OK;
}

static void part_destroy(hpyr_lists *lists) {
    if (!lists->gatherer)
        return;
    hpi_gl_textures_delete(lists->context, 1, &lists->gatherer->texture);
    hpi_gl_texels_delete(lists->context, &lists->gatherer->source);
    hpi_free(lists->context, lists->gatherer);
}

const hpi_list_part hpi_list_gather_part = {HPYR_LIST_OPERATION_GATHER, part_bytes, part_create, part_destroy};

/* ---- checks ---- */

/* RGB32F, and the formats behind it, are for inputs of other modules. */
static hpyr_result check_format(const hpyr_context *context, hpyr_format format, const char *what) {
    if (!hpi_gl_is_format(format))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: %d is no hpyr_format", what, (int)format);
    if (format >= HPYR_FORMAT_RGB32F)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: no records are of %s", what,
                           hpi_gl_format_of(format)->name);
    return HPYR_OK;
}

static hpyr_result check_buffer(const hpyr_context *context, const hpyr_records *given, const char *what,
                                uint32_t count, records *out) {
    uint64_t size;
    hpyr_result result = check_format(context, given->format, what);
    if (result != HPYR_OK)
        return result;
    uint64_t bytes = hpi_gl_texel_bytes(given->format);
    if (given->offset % bytes)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "%s: offset %llu is no multiple of a record's %llu bytes", what,
                           (unsigned long long)given->offset, (unsigned long long)bytes);
    result = hpi_gl_buffer_holds(context, what, given->buffer, given->offset, count * bytes, &size);
    if (result != HPYR_OK)
        return result;
    *out = (records){.buffer = given->buffer, .offset = given->offset, .format = given->format};
    return HPYR_OK;
}

static hpyr_result check_texture(const hpyr_context *context, const hpyr_records *given, const char *what,
                                 uint32_t count, records *out) {
    hpyr_texture texture;
    if (given->offset || given->format)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: `offset` and `format` are for buffers", what);
    hpyr_result result = hpi_gl_texture_check(context, &given->texture, what, &texture);
    if (result == HPYR_OK)
        result = check_format(context, texture.format, what);
    if (result != HPYR_OK)
        return result;
    if (texture.target != GL_TEXTURE_2D || (uint64_t)texture.width * texture.height < count)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "%s: it must be a 2D texture with room for %u records; it has %ux%u", what, count,
                           texture.width, texture.height);
    *out = (records){.texture = texture, .format = texture.format};
    return HPYR_OK;
}

static hpyr_result check_records(const hpyr_context *context, const hpyr_records *given, const char *what,
                                 uint32_t count, records *out) {
    if (!given->buffer == !given->texture.name)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: one of a buffer and a texture", what);
    return given->buffer ? check_buffer(context, given, what, count, out)
                         : check_texture(context, given, what, count, out);
}

/* How many records a texture holds is known; of a buffer, whose end may have something else, only the caller knows. */
static hpyr_result count_source(const hpyr_context *context, gather *g) {
    if (!g->source_count && g->source.buffer && g->length.count)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "gather: source: `count` is 0; in a buffer, tell how many records there are");
    if (!g->source_count && !g->source.buffer)
        g->source_count = g->source.texture.width * g->source.texture.height;
    return HPYR_OK;
}

/* The unsigned integer format of as many bytes. */
static hpyr_format words_of(hpyr_format format) {
    switch (hpi_gl_texel_bytes(format)) {
    case 1:
        return HPYR_FORMAT_R8UI;
    case 2:
        return HPYR_FORMAT_R16UI;
    case 4:
        return HPYR_FORMAT_R32UI;
    default:
        return HPYR_FORMAT_RGBA32UI;
    }
}

/* Whether records are packed on their way to a buffer. */
static bool packs(const hpyr_context *context, const gather *g) {
    return context->es && g->output.buffer;
}

static hpyr_result check_pair(const hpyr_context *context, gather *g) {
    const records *source = &g->source, *output = &g->output;
    if (source->format != output->format)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "gather: records of %s cannot go to %s",
                           hpi_gl_format_of(source->format)->name, hpi_gl_format_of(output->format)->name);
    if (source->texture.name && source->texture.name == output->texture.name)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "gather: the output lies in the source's texture");
    g->format = source->buffer && output->buffer ? words_of(source->format) : source->format;
    g->per_texel = packs(context, g) ? TEXEL / hpi_gl_texel_bytes(g->format) : 1;
    uint64_t end = source->buffer ? source->offset / hpi_gl_texel_bytes(source->format) + g->source_count : 0;
    if (!context->es && (end > context->caps.max_buffer_texels || end > INT32_MAX))
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                           "gather: shaders cannot read %llu records of a buffer; this GL allows %u",
                           (unsigned long long)end, context->caps.max_buffer_texels);
    return HPYR_OK;
}

/* ---- passes ---- */

/* The types of the kinds of texels. */
static const struct {
    const char *buffer, *sampler, *texel;
} types[] = {[HPI_CLASS_UNORM] = {"HPYR_BUFFER", "sampler2D", "vec4"},
             [HPI_CLASS_FLOAT] = {"HPYR_BUFFER", "sampler2D", "vec4"},
             [HPI_CLASS_UINT] = {"HPYR_UBUFFER", "usampler2D", "uvec4"},
             [HPI_CLASS_INT] = {"HPYR_IBUFFER", "isampler2D", "ivec4"}};

/* The bits of a record, from its texel: of 16 bytes a uvec4, else a uint. */
static const char *bits_of(hpyr_format format) {
    switch (format) {
    case HPYR_FORMAT_R8:
        return "uint(t.x * 255.0 + 0.5)";
    case HPYR_FORMAT_RGBA8:
        return "hpyr_bytes(uvec4(t * 255.0 + 0.5))";
    case HPYR_FORMAT_R16F:
        return "packHalf2x16(vec2(t.x, 0.0))";
    case HPYR_FORMAT_R32F:
        return "floatBitsToUint(t.x)";
    case HPYR_FORMAT_RGBA32F:
        return "floatBitsToUint(t)";
    case HPYR_FORMAT_R16I:
        return "(uint(t.x) & 0xFFFFu)";
    case HPYR_FORMAT_RGBA32UI:
        return "(t)";
    default:
        return "(t.x)";
    }
}

static void add_types(const hpyr_context *context, const gather *g, hpi_text *defines) {
    const hpi_gl_class kind = hpi_gl_format_of(g->format)->kind;
    hpi_text_print(defines, "%s#define HPYR_SAMPLER %s\n#define HPYR_TEXEL %s\n",
                   g->source.buffer ? "#define HPYR_FROM_BUFFER\n" : "",
                   g->source.buffer ? types[kind].buffer : types[kind].sampler, types[kind].texel);
    if (packs(context, g))
        hpi_text_print(defines, "#define HPYR_PACKED %u\n#define HPYR_BITS(t) %s\n", g->per_texel, bits_of(g->format));
}

static hpyr_result bind_source(const hpyr_lists *lists, gather *g, GLuint program) {
    const hpyr_context *context = lists->context;
    hpyr_result result = HPYR_OK;
    uint32_t first;
    if (g->source.buffer) {
        result = hpi_gl_texels_bind(context, &lists->gatherer->source, RECORDS_UNIT, (int)g->format, g->source.buffer,
                                    g->source.offset, g->source_count, &first);
        glUniform1i(hpi_gl_location(context, program, "", "records_first"), (GLint)first);
    } else {
        hpi_gl_texture_borrow(context, &g->source.texture, RECORDS_UNIT, &g->borrowed);
        glUniform1i(hpi_gl_location(context, program, "", "records_width"), (GLint)g->source.texture.width);
    }
    glUniform1i(hpi_gl_location(context, program, "", "records"), RECORDS_UNIT);
    glUniform1ui(hpi_gl_location(context, program, "", "records_count"), g->source_count);
    return result;
}

static void release_source(const hpyr_lists *lists, const gather *g) {
    if (g->source.buffer)
        hpi_gl_texels_release(lists->context, &lists->gatherer->source, RECORDS_UNIT);
    else
        hpi_gl_texture_return(lists->context, &g->borrowed, RECORDS_UNIT);
}

/* Draws records [first, end) into a texture of `width` texels in a row. */
static hpyr_result draw(const hpyr_context *context, const gather *g, GLuint program, GLuint texture, GLint level,
                        uint32_t width, uint32_t first, uint32_t end) {
    const uint32_t texels = (end - first - 1) / g->per_texel + 1;
    if (!hpi_gl_try_target(context, texture, level, width, (texels - 1) / width + 1))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "gather: this GL cannot render to such records");
    glUniform1i(hpi_gl_location(context, program, "", "first"), (GLint)first);
    glUniform1i(hpi_gl_location(context, program, "", "width"), (GLint)width);
    hpi_list_draw_first(context, width, texels);
    return HPYR_OK;
}

static bool reserve_chunk(hpyr_lists *lists, hpyr_format format) {
    struct hpi_list_gatherer *chunk = lists->gatherer;
    if (chunk->texture && chunk->format == format)
        return true;
    hpi_gl_textures_delete(lists->context, 1, &chunk->texture);
    chunk->texture = hpi_gl_texture_create(lists->context, format, CHUNK_WIDTH, chunk->rows);
    chunk->format = format;
    return chunk->texture;
}

/* Copies `count` records of the framebuffer that is bound to a buffer. */
static hpyr_result read_chunk(const hpyr_lists *lists, const gather *g, const records *output, uint32_t done,
                              uint32_t count) {
    const hpi_gl_format *format = hpi_gl_format_of(g->format);
    uint64_t bytes = hpi_gl_texel_bytes(g->format), at = output->offset + done * bytes;
    if (packs(lists->context, g))
        return hpi_list_download(lists, CHUNK_WIDTH, output->buffer, at, count * bytes);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, output->buffer);
    hpi_gl_pixels_read_rows(lists->context, CHUNK_WIDTH, count, format->external, format->type, (uint32_t)bytes,
                            (void *)(uintptr_t)at);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return HPYR_OK;
}

/* How many records a chunk has room for. */
static uint32_t chunk_records(const hpyr_lists *lists, const gather *g) {
    return CHUNK_WIDTH * lists->gatherer->rows * g->per_texel;
}

static hpyr_result draw_chunks_to(hpyr_lists *lists, const gather *g, GLuint program, const records *output) {
    const uint32_t largest = chunk_records(lists, g), count = g->length.count;
    hpyr_result result = HPYR_OK;
    for (uint32_t done = 0; result == HPYR_OK && done < count; done += largest) {
        uint32_t end = count - done < largest ? count : done + largest;
        result = draw(lists->context, g, program, lists->gatherer->texture, 0, CHUNK_WIDTH, done, end);
        if (result == HPYR_OK)
            result = read_chunk(lists, g, output, done, end - done);
    }
    return result == HPYR_OK ? hpi_gl_buffer_settle(lists->context, output->buffer) : result;
}

/* Draws all records to another buffer first, and then copies them to the output. */
static hpyr_result draw_chunks_aside(hpyr_lists *lists, const gather *g, GLuint program) {
    const GLsizeiptr bytes = (GLsizeiptr)(g->length.count * (uint64_t)hpi_gl_texel_bytes(g->format));
    records aside = {.format = g->format};
    glGenBuffers(1, &aside.buffer);
    glBindBuffer(GL_COPY_READ_BUFFER, aside.buffer);
    glBufferData(GL_COPY_READ_BUFFER, bytes, NULL, GL_STREAM_COPY);
    hpyr_result result = draw_chunks_to(lists, g, program, &aside);
    if (result == HPYR_OK) {
        glBindBuffer(GL_COPY_READ_BUFFER, aside.buffer);
        glBindBuffer(GL_COPY_WRITE_BUFFER, g->output.buffer);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, (GLintptr)g->output.offset, bytes);
        result = hpi_gl_buffer_settle(lists->context, g->output.buffer);
    }
    glDeleteBuffers(1, &aside.buffer);
    return result;
}

/* What a chunk replaces, a later one may still have to read. And GL reads words to places of words only. */
static hpyr_result draw_chunks(hpyr_lists *lists, const gather *g, GLuint program) {
    bool replaces = g->output.buffer == g->source.buffer || g->output.buffer == g->positions_buffer;
    bool is_long = g->length.count > chunk_records(lists, g);
    bool is_crooked = packs(lists->context, g) && g->output.offset % 4;
    hpi_gl_texture_bind(lists->context, HPI_INPUT_UNIT, GL_TEXTURE_2D, 0);
    return (replaces && is_long) || is_crooked ? draw_chunks_aside(lists, g, program)
                                               : draw_chunks_to(lists, g, program, &g->output);
}

static hpyr_result draw_texture(const hpyr_lists *lists, const gather *g, GLuint program) {
    const hpyr_context *context = lists->context;
    const hpyr_texture *texture = &g->output.texture;
    hpi_gl_borrowed borrowed;
    hpi_gl_texture_borrow(context, texture, HPI_INPUT_UNIT, &borrowed); /* its level alone is complete */
    hpyr_result result = draw(context, g, program, texture->name, texture->level, texture->width, 0, g->length.count);
    hpi_gl_target_return(context, &borrowed, HPI_INPUT_UNIT);
    return result;
}

static hpyr_result draw_all(hpyr_lists *lists, gather *g) {
    hpi_text defines = HPI_TEXT(lists->context);
    GLuint program;
    const hpyr_format format = packs(lists->context, g) ? HPYR_FORMAT_RGBA32UI : g->format;
    if (g->output.buffer && !reserve_chunk(lists, format)) /* before units are used: it changes them */
        return HPYR_ERROR_OUT_OF_MEMORY;
    add_types(lists->context, g, &defines);
    hpi_list_input_define(&g->positions, &defines);
    hpi_list_length_define(&g->length, &defines);
    hpyr_result result = hpi_list_program(lists, "list/gather.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    result = bind_source(lists, g, program);
    hpi_list_input_bind(lists, &g->positions, program, INPUT_UNIT);
    hpi_list_length_bind(lists, &g->length, program, LENGTH_UNIT);
    if (result == HPYR_OK)
        result = g->output.buffer ? draw_chunks(lists, g, program) : draw_texture(lists, g, program);
    release_source(lists, g);
    return result;
}

/* ---- public ---- */

static hpyr_result gather_records(hpyr_lists *lists, const void *given) {
    const hpyr_lists_gather_desc *desc = given;
    const hpyr_context *context = lists->context;
    gather g = {.source_count = desc->source.count, .positions_buffer = desc->positions.buffer};
    if (desc->output.count)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "gather: the output has no count of its own");
    hpyr_result result = hpi_list_length_open(lists, &desc->length, "gather", &g.length);
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->positions, "gather: positions", g.length.count, 0, &g.positions);
    if (result == HPYR_OK && (!g.positions.is_there || g.positions.type == HPYR_LIST_TYPE_FLOAT))
        result =
            hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "gather: there are no positions, or they are floats");
    if (result == HPYR_OK)
        result = check_records(context, &desc->source, "gather: source", g.source_count, &g.source);
    if (result == HPYR_OK)
        result = count_source(context, &g);
    if (result == HPYR_OK)
        result = check_records(context, &desc->output, "gather: output", g.length.count, &g.output);
    if (result == HPYR_OK)
        result = check_pair(context, &g);
    return result == HPYR_OK && g.length.count ? draw_all(lists, &g) : result;
}

hpyr_result hpyr_lists_gather(hpyr_lists *lists, const hpyr_lists_gather_desc *desc) {
    return hpi_list_run(lists, HPYR_LIST_OPERATION_GATHER, "gather", false, gather_records, desc);
}
