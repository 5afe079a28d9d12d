/* program.c - programs from entry files, types of uniforms, vertex numbers on GL 2.1.  SPDX-License-Identifier: MIT */
#include "gl/legacy.h"

#include <stdio.h>
#include <string.h>

enum { UNIFORM_NAME = 128 };

static const char version_330[] = "#version 330\n", version_300_es[] = "#version 300 es\n";
/* A missing extension causes a warning only. Code that needs one checks the caps. */
static const char version_120[] = "#version 120\n#extension GL_ARB_shader_texture_lod : enable\n"
                                  "#extension GL_ARB_texture_rectangle : enable\n";

static void log_driver(const hpyr_context *context, const char *what, const char *log) {
    char *named = hpi_gl_name_files(context, log);
    hpi_gl_log(context, HPYR_LOG_LEVEL_ERROR, "%s: %s", what, named ? named : log);
    hpi_free(context, named);
}

/* Writes the source of a stage: version, prelude, GLSL of other objects, defines, files. */
static void write_source(const hpyr_context *context, const hpi_gl_program_desc *desc, const hpi_gl_stage *stage,
                         hpi_text *text) {
    static const hpi_gl_stage prelude = {.entry = "core/prelude.glsl"};
    hpi_gl_lines lines = context->legacy ? HPI_LINES_120 : HPI_LINES_330;
    hpi_text_add(text, context->es ? version_300_es : context->legacy ? version_120 : version_330);
    if (desc->gathers)
        hpi_text_add(text, "#extension GL_ARB_texture_gather : require\n");
    hpi_gl_add_stage(text, &prelude, NULL, lines);
    if (desc->front && stage == (desc->vertex.entry ? &desc->vertex : &desc->fragment))
        hpi_text_add(text, hpi_text_get(desc->front));
    if (desc->defines)
        hpi_text_add(text, hpi_text_get(desc->defines));
    hpi_gl_add_stage(text, stage, desc->caller, lines);
}

static const char *failure_of(GLenum kind) {
    return kind == GL_VERTEX_SHADER     ? "vertex shader does not compile"
           : kind == GL_GEOMETRY_SHADER ? "geometry shader does not compile"
                                        : "fragment shader does not compile";
}

/* ---- sources ---- */

void hpi_gl_sources_free(hpi_gl_sources *sources) {
    for (int i = 0; i < sources->count; i++)
        hpi_text_free(&sources->texts[i]);
}

static void add_source(const hpyr_context *context, const hpi_gl_program_desc *desc, GLenum kind,
                       const hpi_gl_stage *stage, hpi_gl_sources *sources) {
    hpi_text *text = &sources->texts[sources->count];
    *text = HPI_TEXT(context);
    write_source(context, desc, stage, text);
    sources->failed = sources->failed || text->failed;
    sources->kinds[sources->count++] = kind;
}

hpyr_result hpi_gl_sources_write(const hpyr_context *context, const hpi_gl_program_desc *desc,
                                 hpi_gl_sources *sources) {
    static const hpi_gl_stage fullscreen = {.entry = "core/fullscreen.vert.glsl"},
                              nothing = {.entry = "core/nothing.frag.glsl"};
    *sources = (hpi_gl_sources){0};
    add_source(context, desc, GL_VERTEX_SHADER, desc->vertex.entry ? &desc->vertex : &fullscreen, sources);
    if (HPI_GL_DESKTOP && desc->geometry.entry)
        add_source(context, desc, GL_GEOMETRY_SHADER, &desc->geometry, sources);
    add_source(context, desc, GL_FRAGMENT_SHADER, desc->fragment.entry ? &desc->fragment : &nothing, sources);
    return sources->failed ? hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a shader") : HPYR_OK;
}

/* ---- programs ---- */

static void delete_shaders(hpi_gl_program *program) {
    while (program->shader_count)
        glDeleteShader(program->shaders[--program->shader_count]); /* an attached shader lives on */
}

void hpi_gl_program_delete(hpi_gl_program *program) {
    delete_shaders(program);
    glDeleteProgram(program->name);
    program->name = 0;
}

/* False where GL makes no shader. A program links without it, and draws nonsense. */
static bool attach(const hpi_text *text, GLenum kind, hpi_gl_program *program) {
    const char *source = hpi_text_get(text);
#ifdef HPYR_COUNT_CALLS
    if (hpi_gl_watched_by)
        source = hpi_gl_watched_by->compiles(hpi_gl_watched_by->user, kind, source);
#endif
    const GLuint shader = glCreateShader(kind);
    if (!shader)
        return false;
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glAttachShader(program->name, shader);
    program->shaders[program->shader_count++] = shader;
    return true;
}

/* What a program has beside its stages. */
static void prepare_link(const hpyr_context *context, const hpi_gl_program_desc *desc, GLuint program) {
    for (GLuint i = 0; desc->attributes && desc->attributes[i]; i++)
        glBindAttribLocation(program, i, desc->attributes[i]);
    if (desc->captured) {
        GLsizei count = 0;
        while (desc->captured[count])
            count++;
        hpi_gl_use_feedback(context); /* GL forbids this while the caller's feedback is bound, even if it is paused */
        glTransformFeedbackVaryings(program, count, (const GLchar *const *)desc->captured, GL_INTERLEAVED_ATTRIBS);
    }
}

bool hpi_gl_program_start(const hpyr_context *context, const hpi_gl_program_desc *desc, const hpi_gl_sources *sources,
                          hpi_gl_program *program) {
    *program = (hpi_gl_program){.name = glCreateProgram()};
    bool is_whole = program->name != 0;
    for (int i = 0; is_whole && i < sources->count; i++)
        is_whole = attach(&sources->texts[i], sources->kinds[i], program);
    if (!is_whole) {
        hpi_gl_program_delete(program);
        return false;
    }
    prepare_link(context, desc, program->name);
#if !HPI_GL_WEB
    if (context->keeps_binaries)
        glProgramParameteri(program->name, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
#endif
    glLinkProgram(program->name);
    return true;
}

#ifdef HPYR_COUNT_CALLS
static const char *last_stage(const hpi_gl_program_desc *desc) {
    return desc->fragment.entry   ? desc->fragment.entry
           : desc->geometry.entry ? desc->geometry.entry
                                  : desc->vertex.entry;
}
#endif

/* Logs what the compiler says of the first stage that does not compile, else what the linker says. */
static hpyr_result explain(const hpyr_context *context, const hpi_gl_program *program) {
    char log[4096] = "";
    for (int i = 0; i < program->shader_count; i++) {
        GLint status = GL_TRUE, kind = GL_FRAGMENT_SHADER;
        glGetShaderiv(program->shaders[i], GL_COMPILE_STATUS, &status);
        if (status)
            continue;
        glGetShaderiv(program->shaders[i], GL_SHADER_TYPE, &kind);
        glGetShaderInfoLog(program->shaders[i], sizeof log, NULL, log);
        log_driver(context, failure_of((GLenum)kind), log);
        return HPYR_ERROR_SHADER;
    }
    glGetProgramInfoLog(program->name, sizeof log, NULL, log);
    log_driver(context, "program does not link", log);
    return HPYR_ERROR_SHADER;
}

hpyr_result hpi_gl_program_finish(const hpyr_context *context, const hpi_gl_program_desc *desc,
                                  hpi_gl_program *program) {
    GLint status = GL_FALSE;
    glGetProgramiv(program->name, GL_LINK_STATUS, &status);
#ifdef HPYR_COUNT_CALLS
    if (status && hpi_gl_watched_by)
        hpi_gl_watched_by->linked(hpi_gl_watched_by->user, program->name, last_stage(desc));
#else
    (void)desc;
#endif
    const hpyr_result result = status ? HPYR_OK : explain(context, program);
    delete_shaders(program);
    return result;
}

bool hpi_gl_program_is_compiled(const hpyr_context *context, GLuint program) {
    GLint done = GL_TRUE;
    if (context->compiles_apart)
        glGetProgramiv(program, GL_COMPLETION_STATUS_ARB, &done);
    return done;
}

void hpi_gl_draw_fullscreen(const hpyr_context *context) {
    if (HPI_GL_DESKTOP && context->legacy) {
        hpi_gl_legacy_draw_fullscreen();
        return;
    }
    glBindVertexArray(context->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

bool hpi_gl_program_linked(GLuint program) {
    GLint status = GL_FALSE;
    if (glIsProgram(program))
        glGetProgramiv(program, GL_LINK_STATUS, &status);
    return status;
}

/* An active uniform: its type, and how many elements it has. GL_NONE where the program has none of that name. */
static GLenum type_of_uniform(const hpyr_context *context, GLuint program, const char *name, GLint *elements) {
    GLuint index = GL_INVALID_INDEX;
    GLint type = GL_NONE, count = 0;
    *elements = 0;
    if (!context->legacy) {
        glGetUniformIndices(program, 1, &name, &index); /* that of an array has the array's name, too */
        if (index != GL_INVALID_INDEX) {
            glGetActiveUniformsiv(program, 1, &index, GL_UNIFORM_TYPE, &type);
            glGetActiveUniformsiv(program, 1, &index, GL_UNIFORM_SIZE, elements);
        }
        return (GLenum)type;
    }
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    for (GLuint i = 0; i < (GLuint)count; i++) {
        char other[UNIFORM_NAME] = "";
        GLenum its_type;
        glGetActiveUniform(program, i, sizeof other, NULL, elements, &its_type, other);
        if (!strcmp(other, name))
            return its_type;
    }
    return GL_NONE;
}

hpyr_result hpi_gl_check_uniforms(const hpyr_context *context, GLuint program, const char *prefix,
                                  const hpi_gl_uniform *uniforms, int count, const char *what) {
    for (int i = 0; i < count; i++) {
        const hpi_gl_uniform *wanted = &uniforms[i];
        char name[UNIFORM_NAME];
        GLint elements;
        snprintf(name, sizeof name, "u_%s%s", prefix, wanted->name);
        GLenum type = type_of_uniform(context, program, name, &elements);
        if (type != GL_NONE && (type != wanted->type || (wanted->is_array && elements < 2)))
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                               "%s: %s of program %u has type 0x%04x, not 0x%04x%s; it was made from the GLSL of "
                               "another input",
                               what, name, program, type, wanted->type, wanted->is_array ? " as an array" : "");
    }
    return HPYR_OK;
}

void hpi_gl_set_count(const hpyr_context *context, GLint location, uint32_t value) {
    if (context->legacy)
        glUniform1f(location, (GLfloat)value);
    else
        glUniform1ui(location, value);
}

/* ---- vertices that know their number, on GL 2.1 ---- */

static void save_attribute(GLuint location, hpi_gl_vertices *before) {
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &before->bound);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &before->buffer);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &before->enabled);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_SIZE, &before->size);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_TYPE, &before->type);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, &before->normalized);
    glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &before->stride);
    glGetVertexAttribPointerv(location, GL_VERTEX_ATTRIB_ARRAY_POINTER, &before->pointer);
}

hpyr_result hpi_gl_vertices_begin(const hpyr_context *context, GLuint program, hpi_gl_vertices *before) {
    before->location = -1;
    if (!context->legacy)
        return HPYR_OK;
    GLint location = glGetAttribLocation(program, "a_hpyr_vertex");
    if (location < 0)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "draw: program %u has no attribute float a_hpyr_vertex, which GL 2.1 needs", program);
    save_attribute((GLuint)location, before);
    before->location = location;
    glBindBuffer(GL_ARRAY_BUFFER, context->vertices);
    glVertexAttribPointer((GLuint)location, 1, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray((GLuint)location);
    return HPYR_OK;
}

void hpi_gl_vertices_end(const hpi_gl_vertices *before) {
    if (before->location < 0)
        return;
    GLuint location = (GLuint)before->location;
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)before->buffer);
    glVertexAttribPointer(location, before->size, (GLenum)before->type, (GLboolean)before->normalized, before->stride,
                          before->pointer);
    if (!before->enabled)
        glDisableVertexAttribArray(location);
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)before->bound);
}
