/* program.c - programs from embedded shader files, cached per context; shader logs that name files and lines.
 * SPDX-License-Identifier: MIT */
#include "gl/gl.h"

#include "gl/shaders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PIECES = 24, SNIPPET_NUMBER = 900, UNIFORM_NAME = 128 };

struct gl_program_entry {
    gl_program_entry *next;
    char *key;
    GLuint program;
};

static const char version_330[] = "#version 330\n";
/* Where an extension is missing this is a warning; what needs it asks caps before. */
static const char version_120[] = "#version 120\n#extension GL_ARB_shader_texture_lod : enable\n"
                                  "#extension GL_ARB_texture_rectangle : enable\n";
static const char snippet_line[] = "\n#line 1 900\n"; /* SNIPPET_NUMBER */

const char *const hpyr_gl_fullscreen[] = {"core/fullscreen.vert.glsl", NULL};

static const hpyr_shader_file *find_file(const char *name) {
    for (unsigned i = 0; i < hpyr_shader_count; ++i)
        if (!strcmp(hpyr_shaders[i].name, name))
            return &hpyr_shaders[i];
    return NULL;
}

const char *hpyr_gl_shader_text(const char *name) {
    const hpyr_shader_file *file = find_file(name);
    const char *end = file ? strchr(file->text, '\n') : NULL;
    return end ? end + 1 : NULL;
}

/* The file of #line number `number`; 0 is what some drivers give where they have lost it. */
static const char *file_of_number(long number) {
    if (number == SNIPPET_NUMBER)
        return "caller's GLSL";
    if (number == 0)
        return "shader";
    return number >= 1 && number <= (long)hpyr_shader_count ? hpyr_shaders[number - 1].name : NULL;
}

static size_t prefix_of(const char *line) {
    static const char *const prefixes[] = {"ERROR: ", "WARNING: "};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
        if (!strncmp(line, prefixes[i], strlen(prefixes[i])))
            return strlen(prefixes[i]);
    return 0;
}

/* Drivers begin a line with "N:LINE" or "N(LINE)", N being the number of the last #line: put the file's name in its place. */
static void name_files(const char *log, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    while (*log && used + 1 < size) {
        size_t line = strcspn(log, "\n"), prefix = prefix_of(log), digits = strspn(log + prefix, "0123456789");
        char after = log[prefix + digits];
        const char *name =
            digits && (after == ':' || after == '(') ? file_of_number(strtol(log + prefix, NULL, 10)) : NULL;
        size_t skip = name ? prefix + digits : 0;
        int written = snprintf(out + used, size - used, "%.*s%s%.*s%s", name ? (int)prefix : 0, log, name ? name : "",
                               (int)(line - skip), log + skip, log[line] ? "\n" : "");
        used = (size_t)written < size - used ? used + (size_t)written : size - 1;
        log += line + (log[line] != '\0');
    }
}

static void log_driver(const hpyr_context *context, const char *what, const char *text) {
    enum { SIZE = 8192 };
    char *named = malloc(SIZE);
    if (named) {
        name_files(text, named, SIZE);
        for (size_t end = strlen(named); end && named[end - 1] == '\n';)
            named[--end] = '\0';
    }
    hpyr_gl_log(context, HPYR_LOG_ERROR, "%s: %s", what, named ? named : text);
    free(named);
}

/* The pieces of one stage, in source order; `snippet_before` says where the caller's GLSL goes. */
static int collect_pieces(const hpyr_context *context, const gl_program_desc *desc, const char *const *files,
                          const char **pieces) {
    int count = 0;
    pieces[count++] = context->legacy ? version_120 : version_330;
    pieces[count++] = find_file("core/prelude.glsl")->text;
    if (desc->defines)
        pieces[count++] = desc->defines;
    for (; *files && count + 4 <= MAX_PIECES; ++files) {
        const hpyr_shader_file *file = find_file(*files);
        if (desc->snippet && desc->snippet_before && !strcmp(*files, desc->snippet_before)) {
            pieces[count++] = snippet_line;
            pieces[count++] = desc->snippet;
            pieces[count++] = "\n";
        }
        if (file)
            pieces[count++] = file->text;
    }
    return count;
}

static bool compile(const hpyr_context *context, const gl_program_desc *desc, GLenum stage, const char *const *files,
                    GLuint program) {
    const char *pieces[MAX_PIECES];
    GLint status = GL_FALSE;
    char text[4096] = "";
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, collect_pieces(context, desc, files, pieces), pieces, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
    if (status) {
        glAttachShader(program, shader);
    } else {
        glGetShaderInfoLog(shader, sizeof text, NULL, text);
        log_driver(context,
                   stage == GL_VERTEX_SHADER     ? "vertex shader does not compile"
                   : stage == GL_GEOMETRY_SHADER ? "geometry shader does not compile"
                                                 : "fragment shader does not compile",
                   text);
    }
    glDeleteShader(shader); /* lives on while attached */
    return status;
}

static GLuint build(const hpyr_context *context, const gl_program_desc *desc) {
    static const char *const nothing[] = {"core/nothing.frag.glsl", NULL};
    GLint status = GL_FALSE;
    GLuint program = glCreateProgram();
    if (!compile(context, desc, GL_VERTEX_SHADER, desc->vertex, program) ||
        (desc->geometry && !compile(context, desc, GL_GEOMETRY_SHADER, desc->geometry, program)) ||
        !compile(context, desc, GL_FRAGMENT_SHADER, desc->fragment ? desc->fragment : nothing, program))
        goto fail;
    for (GLuint i = 0; desc->attributes && desc->attributes[i]; ++i)
        glBindAttribLocation(program, i, desc->attributes[i]);
    if (desc->captured) {
        GLsizei count = 0;
        while (desc->captured[count])
            ++count;
        glTransformFeedbackVaryings(program, count, (const GLchar *const *)desc->captured, GL_INTERLEAVED_ATTRIBS);
    }
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    if (!status) {
        char text[4096] = "";
        glGetProgramInfoLog(program, sizeof text, NULL, text);
        log_driver(context, "program does not link", text);
        goto fail;
    }
    return program;
fail:
    glDeleteProgram(program);
    return 0;
}

static size_t append(char *out, size_t used, const char *text) {
    size_t length = text ? strlen(text) : 0;
    if (out)
        memcpy(out + used, text ? text : "", length + 1);
    return used + length;
}

static size_t write_key(const gl_program_desc *desc, char *out) {
    const char *const *const stages[] = {desc->vertex, desc->geometry, desc->fragment};
    size_t used = 0;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; ++i)
        for (const char *const *file = stages[i]; file && *file; ++file)
            used = append(out, append(out, used, *file), "|");
    used = append(out, used, desc->defines);
    return append(out, append(out, used, "|"), desc->snippet);
}

static char *make_key(const gl_program_desc *desc) {
    char *key = malloc(write_key(desc, NULL) + 1);
    if (key)
        write_key(desc, key);
    return key;
}

hpyr_result hpyr_gl_program_get(hpyr_context *context, const gl_program_desc *desc, GLuint *program) {
    char *key = make_key(desc);
    gl_program_entry *entry;
    *program = 0;
    if (!key)
        return hpyr_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program");
    for (entry = context->programs; entry; entry = entry->next)
        if (!strcmp(entry->key, key)) {
            free(key);
            *program = entry->program;
            return HPYR_OK;
        }
    entry = malloc(sizeof *entry);
    if (!entry) {
        free(key);
        return hpyr_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program");
    }
    *program = build(context, desc);
    if (!*program) {
        free(entry);
        free(key);
        return HPYR_ERROR_SHADER;
    }
    entry->key = key;
    entry->program = *program;
    entry->next = context->programs;
    context->programs = entry;
    return HPYR_OK;
}

void hpyr_gl_draw_fullscreen(const hpyr_context *context) {
    if (context->legacy) { /* vertex by vertex: touches no array of the caller's */
        glBegin(GL_TRIANGLES);
        glVertex2f(-1.0f, -1.0f);
        glVertex2f(3.0f, -1.0f);
        glVertex2f(-1.0f, 3.0f);
        glEnd();
        return;
    }
    glBindVertexArray(context->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

bool hpyr_gl_program_linked(GLuint program) {
    GLint status = GL_FALSE;
    if (glIsProgram(program))
        glGetProgramiv(program, GL_LINK_STATUS, &status);
    return status;
}

GLint hpyr_gl_uniform(GLuint program, const char *prefix, const char *name) {
    char full[UNIFORM_NAME];
    snprintf(full, sizeof full, "u_%s%s", prefix, name);
    return glGetUniformLocation(program, full);
}

/* The type of an active uniform, GL_NONE where the program has none of that name. */
static GLenum type_of_uniform(const hpyr_context *context, GLuint program, const char *name) {
    GLuint index = GL_INVALID_INDEX;
    GLint type = GL_NONE, count = 0, size;
    if (!context->legacy) {
        glGetUniformIndices(program, 1, &name, &index);
        if (index != GL_INVALID_INDEX)
            glGetActiveUniformsiv(program, 1, &index, GL_UNIFORM_TYPE, &type);
        return (GLenum)type;
    }
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    for (GLuint i = 0; i < (GLuint)count; ++i) {
        char other[UNIFORM_NAME] = "";
        GLenum its_type;
        glGetActiveUniform(program, i, sizeof other, NULL, &size, &its_type, other);
        if (!strcmp(other, name))
            return its_type;
    }
    return GL_NONE;
}

hpyr_result hpyr_gl_check_uniforms(const hpyr_context *context, GLuint program, const char *prefix,
                                   const gl_uniform *uniforms, int count, const char *what) {
    for (int i = 0; i < count; ++i) {
        char name[UNIFORM_NAME];
        snprintf(name, sizeof name, "u_%s%s", prefix, uniforms[i].name);
        GLenum type = type_of_uniform(context, program, name);
        if (type != GL_NONE && type != uniforms[i].type)
            return hpyr_gl_fail(
                context, HPYR_ERROR_INVALID_ARGUMENT,
                "%s: %s of program %u has type 0x%04x, not 0x%04x; it was made from the GLSL of another input", what,
                name, program, type, uniforms[i].type);
    }
    return HPYR_OK;
}

void hpyr_gl_set_count(const hpyr_context *context, GLint location, uint32_t value) {
    if (context->legacy)
        glUniform1f(location, (GLfloat)value);
    else
        glUniform1ui(location, value);
}

/* ---- vertices that know their number, on GL 2.1 ---- */

static void save_attribute(GLuint location, gl_vertices *before) {
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &before->bound);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &before->buffer);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &before->enabled);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_SIZE, &before->size);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_TYPE, &before->type);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, &before->normalised);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &before->stride);
    glGetVertexAttribPointerv(location, GL_VERTEX_ATTRIB_ARRAY_POINTER, &before->pointer);
}

hpyr_result hpyr_gl_vertices_begin(const hpyr_context *context, GLuint program, gl_vertices *before) {
    before->location = -1;
    if (!context->legacy)
        return HPYR_OK;
    GLint location = glGetAttribLocation(program, "a_hpyr_vertex");
    if (location < 0)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                            "draw: program %u has no attribute float a_hpyr_vertex, which GL 2.1 needs", program);
    save_attribute((GLuint)location, before);
    before->location = location;
    glBindBuffer(GL_ARRAY_BUFFER, context->vertices);
    glVertexAttribPointer((GLuint)location, 1, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray((GLuint)location);
    return HPYR_OK;
}

void hpyr_gl_vertices_end(const gl_vertices *before) {
    if (before->location < 0)
        return;
    GLuint location = (GLuint)before->location;
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)before->buffer);
    glVertexAttribPointer(location, before->size, (GLenum)before->type, (GLboolean)before->normalised, before->stride,
                          before->pointer);
    if (!before->enabled)
        glDisableVertexAttribArray(location);
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)before->bound);
}

void hpyr_gl_programs_delete(const hpyr_context *context) {
    for (const gl_program_entry *entry = context->programs; entry; entry = entry->next)
        glDeleteProgram(entry->program);
}

void hpyr_gl_programs_free(hpyr_context *context) {
    while (context->programs) {
        gl_program_entry *entry = context->programs;
        context->programs = entry->next;
        free(entry->key);
        free(entry);
    }
}
