/* traffic_watch.c - counters in shaders, and what is bound when they run.  SPDX-License-Identifier: MIT */
#include "traffic.h"

#include "traffic_glsl.h"

#include "gl/counts.h"

#include "common/files/error.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

enum { UNITS = 32, BINDING = 7, MOST_PROGRAMS = 4096, MOST_LEVELS = 15 };

/* What traffic_430.glsl has in front of the marks. */
typedef struct counters {
    GLuint vertices, shaded, written, unused, fetches[UNITS], first[UNITS], filtered[UNITS], texels[UNITS];
} counters;

/* A texture that a program reads. */
typedef struct unit {
    GLenum target; /* 0: none */
    bool is_integer;
    GLint sampler, texture; /* bound before the draw */
    GLuint own_sampler, copy, copy_buffer;
    uint64_t texels, texel_bytes;
} unit;

struct traffic_watch {
    hpi_gl_watcher watcher;
    GLuint buffer, query;
    GLsizeiptr size; /* of the buffer */
    char *text;
    const char *files[MOST_PROGRAMS];
    unit units[UNITS];
    counters counters;
    uint64_t target_bytes, vertex_bytes; /* of a fragment's targets, of a vertex' attributes */
    bool captures, reads_targets;
    const char *failure;
};

/* ---- text ---- */

static const char *compiles(void *user, unsigned kind, const char *text) {
    static const char VERSION[] = "#version 430\n", EXTENSION[] = "#extension";
    static const char
        VERTEX[] =
            "\n#undef main\nvoid main() {\n    atomicAdd(hpyr_traffic.vertices, 1u);\n    hpyr_traffic_of_main();\n}\n",
        GEOMETRY[] = "\n#undef main\nvoid main() {\n    hpyr_traffic_of_main();\n}\n",
        FRAGMENT[] =
            "\n#undef main\nvoid main() {\n    atomicAdd(hpyr_traffic.shaded, 1u);\n    hpyr_traffic_of_main();\n"
            "    atomicAdd(hpyr_traffic.written, 1u);\n}\n";
    struct traffic_watch *w = ((traffic *)user)->watch;
    const char *body = strchr(text, '\n'), *begin;
    const char *end = kind == GL_VERTEX_SHADER ? VERTEX : kind == GL_FRAGMENT_SHADER ? FRAGMENT : GEOMETRY;
    if (!body)
        return text;
    begin = ++body;
    while (strncmp(body, EXTENSION, sizeof EXTENSION - 1) == 0)
        body = strchr(body, '\n') + 1;
    free(w->text);
    const size_t size = sizeof VERSION + traffic_glsl_size + strlen(begin) + strlen(end) + 2;
    w->text = malloc(size);
    if (!w->text) {
        w->failure = "out of memory";
        return text;
    }
    snprintf(w->text, size, "%s%.*s%.*s\n%s%s", VERSION, (int)(body - begin), begin, (int)traffic_glsl_size,
             (const char *)traffic_glsl, body, end);
    return w->text;
}

static void linked(void *user, unsigned program, const char *file) {
    traffic *t = user;
    if (program < MOST_PROGRAMS)
        t->watch->files[program] = file;
    else
        t->watch->failure = "too many programs";
}

/* ---- what is bound ---- */

static GLint integer(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

static GLenum target_of(GLenum type, bool *is_integer) {
    *is_integer = type != GL_SAMPLER_2D && type != GL_SAMPLER_3D && type != GL_SAMPLER_2D_ARRAY &&
                  type != GL_SAMPLER_2D_RECT && type != GL_SAMPLER_BUFFER;
    switch (type) {
    case GL_SAMPLER_2D:
    case GL_INT_SAMPLER_2D:
    case GL_UNSIGNED_INT_SAMPLER_2D:
        return GL_TEXTURE_2D;
    case GL_SAMPLER_3D:
    case GL_INT_SAMPLER_3D:
    case GL_UNSIGNED_INT_SAMPLER_3D:
        return GL_TEXTURE_3D;
    case GL_SAMPLER_2D_ARRAY:
    case GL_INT_SAMPLER_2D_ARRAY:
    case GL_UNSIGNED_INT_SAMPLER_2D_ARRAY:
        return GL_TEXTURE_2D_ARRAY;
    case GL_SAMPLER_2D_RECT:
    case GL_INT_SAMPLER_2D_RECT:
    case GL_UNSIGNED_INT_SAMPLER_2D_RECT:
        return GL_TEXTURE_RECTANGLE;
    case GL_SAMPLER_BUFFER:
    case GL_INT_SAMPLER_BUFFER:
    case GL_UNSIGNED_INT_SAMPLER_BUFFER:
        return GL_TEXTURE_BUFFER;
    default:
        return 0;
    }
}

static GLenum binding_of(GLenum target) {
    return target == GL_TEXTURE_2D         ? GL_TEXTURE_BINDING_2D
           : target == GL_TEXTURE_3D       ? GL_TEXTURE_BINDING_3D
           : target == GL_TEXTURE_2D_ARRAY ? GL_TEXTURE_BINDING_2D_ARRAY
           : target == GL_TEXTURE_BUFFER   ? GL_TEXTURE_BINDING_BUFFER
                                           : GL_TEXTURE_BINDING_RECTANGLE;
}

static GLint level_integer(GLenum target, GLint level, GLenum name) {
    GLint value = 0;
    glGetTexLevelParameteriv(target, level, name, &value);
    return value;
}

static void measure_texture(unit *u) {
    static const GLenum BITS[] = {GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE,
                                  GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_DEPTH_SIZE};
    uint64_t bits = 0;
    u->texels = 0;
    const GLint levels = u->target == GL_TEXTURE_RECTANGLE || u->target == GL_TEXTURE_BUFFER ? 1 : MOST_LEVELS;
    GLint level = 0, base = 0;
    if (levels > 1)
        glGetTexParameteriv(u->target, GL_TEXTURE_BASE_LEVEL, &base);
    for (size_t i = 0; i < sizeof BITS / sizeof *BITS; i++)
        bits += (uint64_t)level_integer(u->target, base, BITS[i]);
    u->texel_bytes = bits / 8;
    for (; level < levels; level++) {
        const uint64_t width = (uint64_t)level_integer(u->target, level, GL_TEXTURE_WIDTH);
        if (width == 0 && level > base)
            break;
        u->texels += width * (uint64_t)level_integer(u->target, level, GL_TEXTURE_HEIGHT) *
                     (uint64_t)level_integer(u->target, level, GL_TEXTURE_DEPTH);
    }
}

/* A sampler with the parameters of what is bound, but for its border. */
static void set_sampler(unit *u, GLuint number, counters *c) {
    GLint min = GL_NEAREST, mag = GL_NEAREST;
    glGetIntegerv(GL_SAMPLER_BINDING, &u->sampler);
    if (u->sampler) {
        glGetSamplerParameteriv((GLuint)u->sampler, GL_TEXTURE_MIN_FILTER, &min);
        glGetSamplerParameteriv((GLuint)u->sampler, GL_TEXTURE_MAG_FILTER, &mag);
    } else {
        glGetTexParameteriv(u->target, GL_TEXTURE_MIN_FILTER, &min);
        glGetTexParameteriv(u->target, GL_TEXTURE_MAG_FILTER, &mag);
    }
    c->filtered[number] = mag == GL_LINEAR;
    glGenSamplers(1, &u->own_sampler);
    glSamplerParameteri(u->own_sampler, GL_TEXTURE_MIN_FILTER, min);
    glSamplerParameteri(u->own_sampler, GL_TEXTURE_MAG_FILTER, mag);
    static const GLenum WRAPS[] = {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R};
    for (size_t i = 0; i < sizeof WRAPS / sizeof *WRAPS; i++)
        glSamplerParameteri(u->own_sampler, WRAPS[i], GL_CLAMP_TO_BORDER);
    if (u->is_integer) {
        const GLuint border[4] = {number, number, number, number};
        glSamplerParameterIuiv(u->own_sampler, GL_TEXTURE_BORDER_COLOR, border);
    } else {
        const GLfloat n = (GLfloat)number / 255, border[4] = {n, n, n, n};
        glSamplerParameterfv(u->own_sampler, GL_TEXTURE_BORDER_COLOR, border);
    }
    glBindSampler(number, u->own_sampler);
}

/* A copy of a buffer that is longer by so many texels that no other one has its length. */
static void copy_texels(unit *u, GLuint number, GLuint most, counters *c) {
    GLint format = level_integer(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_INTERNAL_FORMAT), from = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING, &from);
    const GLint read = integer(GL_COPY_READ_BUFFER_BINDING), write = integer(GL_COPY_WRITE_BUFFER_BINDING);
    const GLsizeiptr bytes = (GLsizeiptr)(u->texels * u->texel_bytes);
    c->texels[number] = most + 1 + number;
    glGenBuffers(1, &u->copy_buffer);
    glBindBuffer(GL_COPY_READ_BUFFER, (GLuint)from);
    glBindBuffer(GL_COPY_WRITE_BUFFER, u->copy_buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(c->texels[number] * u->texel_bytes), NULL, GL_STREAM_COPY);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                        level_integer(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_OFFSET), 0, bytes);
    glBindBuffer(GL_COPY_READ_BUFFER, (GLuint)read);
    glBindBuffer(GL_COPY_WRITE_BUFFER, (GLuint)write);
    glGenTextures(1, &u->copy);
    glBindTexture(GL_TEXTURE_BUFFER, u->copy);
    glTexBuffer(GL_TEXTURE_BUFFER, (GLenum)format, u->copy_buffer);
    u->texels = c->texels[number];
}

static void find_units(struct traffic_watch *w, GLuint program) {
    GLint count = 0;
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    for (GLuint i = 0; i < (GLuint)count; i++) {
        char name[128];
        GLint elements = 0;
        GLenum type = 0;
        bool is_integer;
        glGetActiveUniform(program, i, sizeof name, NULL, &elements, &type, name);
        const GLenum target = target_of(type, &is_integer);
        const GLint place = target ? glGetUniformLocation(program, name) : -1;
        for (GLint k = 0; place >= 0 && k < elements; k++) {
            GLint number = 0;
            glGetUniformiv(program, place + k, &number);
            if (number >= UNITS)
                w->failure = "a unit too high";
            else
                w->units[number] = (unit){.target = target, .is_integer = is_integer};
        }
    }
}

/* Bytes that a fragment writes. */
static uint64_t bytes_of_targets(void) {
    static const GLenum BITS[] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
                                  GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE};
    uint64_t bits = 0;
    if (integer(GL_DRAW_FRAMEBUFFER_BINDING) == 0)
        return 0;
    for (GLenum i = 0; i < 8; i++) {
        const GLint target = integer(GL_DRAW_BUFFER0 + i);
        GLint kind = GL_NONE;
        GLboolean mask[4];
        glGetBooleani_v(GL_COLOR_WRITEMASK, i, mask);
        if (target != GL_NONE)
            glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, (GLenum)target,
                                                  GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
        for (size_t k = 0; kind != GL_NONE && k < 4; k++) {
            GLint size = 0;
            glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, (GLenum)target, BITS[k], &size);
            bits += mask[k] ? (uint64_t)size : 0;
        }
    }
    return bits / 8;
}

/* Bytes of the attributes that a vertex reads from buffers. */
static uint64_t bytes_of_attributes(void) {
    enum { ATTRIBUTES = 16 }; /* which all OpenGLs have */
    uint64_t bytes = 0;
    for (GLuint i = 0; i < ATTRIBUTES; i++) {
        GLint is_enabled = 0, size = 0, type = 0;
        glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &is_enabled);
        glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_SIZE, &size);
        glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_TYPE, &type);
        const unsigned each = type == GL_UNSIGNED_BYTE || type == GL_BYTE     ? 1
                              : type == GL_UNSIGNED_SHORT || type == GL_SHORT ? 2
                                                                              : 4;
        bytes += is_enabled ? each * (uint64_t)size : 0;
    }
    return bytes;
}

/* ---- a draw ---- */

static traffic_pass *pass_of(traffic *t, const char *file) {
    size_t i = 0;
    while (i < t->count && strcmp(t->passes[i].file, file) != 0)
        i++;
    if (i == TRAFFIC_PASSES) {
        t->watch->failure = "too many passes";
        i--;
    } else if (i == t->count) {
        t->passes[t->count++] = (traffic_pass){.file = file};
    }
    return &t->passes[i];
}

static void make_room(struct traffic_watch *w, uint64_t bits) {
    const GLuint nothing = 0;
    const GLsizeiptr size = (GLsizeiptr)(sizeof(counters) + (bits + 31) / 32 * 4 + 4);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, w->buffer);
    if (size > w->size) {
        glBufferData(GL_SHADER_STORAGE_BUFFER, size, NULL, GL_DYNAMIC_COPY);
        w->size = size;
    }
    glClearBufferSubData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, 0, size, GL_RED_INTEGER, GL_UNSIGNED_INT, &nothing);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof w->counters, &w->counters);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, BINDING, w->buffer);
}

static void before_draw(traffic *t) {
    struct traffic_watch *w = t->watch;
    const GLint active = integer(GL_ACTIVE_TEXTURE);
    GLuint most = 0;
    uint64_t bits = 0;
    memset(w->units, 0, sizeof w->units);
    memset(&w->counters, 0, sizeof w->counters);
    find_units(w, (GLuint)integer(GL_CURRENT_PROGRAM));
    for (GLuint i = 0; i < UNITS; i++) {
        unit *u = &w->units[i];
        if (!u->target)
            continue;
        glActiveTexture(GL_TEXTURE0 + i);
        glGetIntegerv(binding_of(u->target), &u->texture);
        measure_texture(u);
        if (u->target == GL_TEXTURE_BUFFER && u->texels > most)
            most = (GLuint)u->texels;
    }
    for (GLuint i = 0; i < UNITS; i++) {
        unit *u = &w->units[i];
        if (!u->target)
            continue;
        glActiveTexture(GL_TEXTURE0 + i);
        if (u->target == GL_TEXTURE_BUFFER)
            copy_texels(u, i, most, &w->counters);
        else
            set_sampler(u, i, &w->counters);
        w->counters.first[i] = (GLuint)bits;
        bits += (u->texels + 31) / 32 * 32;
    }
    glActiveTexture((GLenum)active);
    make_room(w, bits);
    w->target_bytes = bytes_of_targets();
    w->vertex_bytes = bytes_of_attributes();
    w->reads_targets = glIsEnabled(GL_BLEND) || glIsEnabled(GL_COLOR_LOGIC_OP);
    w->captures = integer(GL_TRANSFORM_FEEDBACK_BUFFER_ACTIVE) != 0;
    if (w->captures)
        glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, w->query);
}

/* Bytes that a primitive writes: points, as the library captures, or as many vertices as there are. */
static uint64_t captured_bytes(GLuint program) {
    GLint count = 0;
    uint64_t bytes = 0;
    glGetProgramiv(program, GL_TRANSFORM_FEEDBACK_VARYINGS, &count);
    for (GLuint i = 0; i < (GLuint)count; i++) {
        char name[128];
        GLsizei size = 0;
        GLenum type = 0;
        glGetTransformFeedbackVarying(program, i, sizeof name, NULL, &size, &type, name);
        const unsigned words = type == GL_FLOAT_VEC4 || type == GL_UNSIGNED_INT_VEC4 || type == GL_INT_VEC4   ? 4
                               : type == GL_FLOAT_VEC3 || type == GL_UNSIGNED_INT_VEC3 || type == GL_INT_VEC3 ? 3
                               : type == GL_FLOAT_VEC2 || type == GL_UNSIGNED_INT_VEC2 || type == GL_INT_VEC2 ? 2
                                                                                                              : 1;
        bytes += 4u * words * (uint64_t)size;
    }
    return bytes;
}

static void after_draw(traffic *t) {
    struct traffic_watch *w = t->watch;
    const GLuint program = (GLuint)integer(GL_CURRENT_PROGRAM);
    const GLint active = integer(GL_ACTIVE_TEXTURE);
    GLuint primitives = 0;
    if (w->captures) {
        glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
        glGetQueryObjectuiv(w->query, GL_QUERY_RESULT, &primitives);
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, w->buffer);
    const GLuint *seen = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, w->size, GL_MAP_READ_BIT);
    const counters *c = (const counters *)seen;
    const char *file = program < MOST_PROGRAMS ? w->files[program] : NULL;
    if (!seen) {
        w->failure = "counters cannot be read";
    } else {
        traffic_pass *p = pass_of(t, file ? file : "a program of the caller's");
        const GLuint *marks = seen + sizeof *c / sizeof *seen;
        p->draws++;
        p->vertices += c->vertices;
        p->fragments += c->shaded;
        p->read += c->vertices * w->vertex_bytes + (w->reads_targets ? c->written * w->target_bytes : 0);
        p->written += c->written * w->target_bytes + primitives * (w->captures ? captured_bytes(program) : 0);
        for (GLuint i = 0; i < UNITS; i++) {
            const unit *u = &w->units[i];
            uint64_t texels = 0;
            p->fetches += c->fetches[i];
            for (uint64_t k = 0; u->target && k < (u->texels + 31) / 32; k++)
                for (GLuint word = marks[w->counters.first[i] / 32 + k]; word; word &= word - 1)
                    texels++;
            p->read += texels * u->texel_bytes;
        }
    }
    if (seen)
        glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    for (GLuint i = 0; i < UNITS; i++) {
        unit *u = &w->units[i];
        if (!u->target)
            continue;
        glActiveTexture(GL_TEXTURE0 + i);
        if (u->copy)
            glBindTexture(GL_TEXTURE_BUFFER, (GLuint)u->texture);
        else
            glBindSampler(i, (GLuint)u->sampler);
        glDeleteTextures(1, &u->copy);
        glDeleteBuffers(1, &u->copy_buffer);
        glDeleteSamplers(1, &u->own_sampler);
    }
    glActiveTexture((GLenum)active);
}

static void draws(void *user, bool is_over) {
    if (is_over)
        after_draw(user);
    else
        before_draw(user);
}

static void moves(void *user, const char *function, uint64_t read, uint64_t written, bool waits) {
    traffic *t = user;
    traffic_pass *p = pass_of(t, function);
    p->draws++;
    p->read += read;
    p->written += written;
    t->waits += waits;
}

/* ---- begin and end ---- */

bool traffic_open(traffic *t) {
    memset(t, 0, sizeof *t);
#ifndef HPYR_COUNT_CALLS
    return error_set("traffic: this program was built without HPYR_COUNT_CALLS");
#endif
    if (!GLEW_VERSION_4_5)
        return error_set("traffic: counting takes OpenGL 4.5");
    t->watch = calloc(1, sizeof *t->watch);
    if (!t->watch)
        return error_set("traffic: out of memory");
    t->watch->watcher = (hpi_gl_watcher){t, compiles, linked, draws, moves};
    glGenBuffers(1, &t->watch->buffer);
    glGenQueries(1, &t->watch->query);
    return true;
}

void traffic_close(traffic *t) {
    if (!t->watch)
        return;
    glDeleteBuffers(1, &t->watch->buffer);
    glDeleteQueries(1, &t->watch->query);
    free(t->watch->text);
    free(t->watch);
    t->watch = NULL;
}

static void watch(const hpi_gl_watcher *watcher) {
#ifdef HPYR_COUNT_CALLS
    hpi_gl_watched_by = watcher;
#else
    (void)watcher;
#endif
}

void traffic_begin(traffic *t) {
    traffic_clear(t);
    watch(&t->watch->watcher);
}

void traffic_clear(traffic *t) {
    memset(t->passes, 0, sizeof t->passes);
    t->count = 0;
    t->waits = 0;
}

bool traffic_end(traffic *t) {
    watch(NULL);
    return !t->watch->failure || error_set("traffic: %s", t->watch->failure);
}
