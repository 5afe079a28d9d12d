/* draws.c - checks lists in buffers and textures, and a pyramid that a vertex shader reads.  SPDX-License-Identifier: MIT */
#include "check.h"
#include "gl.h"
#include "modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, CELLS = SIDE * SIDE, OFFSET = 16, STRIDE = 32, FIRST = 5 };

/* Every third cell of an image or so, in a pyramid; and its list. */
typedef struct subject {
    hpyr_pyramid *pyramid;
    hpyr_point *want;
    uint32_t total;
} subject;

static bool make_subject(check *c, subject *s) {
    const hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE, .layout = HPYR_LAYOUT_VEC4};
    const hpyr_flat3d map = {SIDE, SIDE, 1, 1, 1};
    float *texels = check_memory(c, CELLS * sizeof *texels);
    uint32_t *counts = check_memory(c, CELLS * sizeof *counts);
    hpyr_ref_pyramid *oracle = NULL;
    for (size_t i = 0; i < CELLS; i++)
        texels[i] = (float)(counts[i] = check_random(c, 3) == 0);
    uint64_t total;
    if (hpyr_ref_pyramid_create(counts, &map, HPYR_ORDER_MORTON, &oracle) != HPYR_OK ||
        hpyr_ref_pyramid_total(oracle, &total) != HPYR_OK)
        abort();
    s->total = (uint32_t)total;
    s->want = check_memory(c, s->total * sizeof *s->want);
    hpyr_ref_pyramid_list(oracle, 0, s->total, s->want, NULL);
    hpyr_ref_pyramid_destroy(oracle);
    hpyr_texture input = check_texture(c, GL_TEXTURE_2D, HPYR_FORMAT_R32F, SIDE, SIDE, 1, texels);
    return CALL(c, hpyr_pyramid_create(c->context, &desc, &s->pyramid)) &&
           CALL(c, hpyr_pyramid_build_counts(s->pyramid, &input));
}

/* On OpenGL 2.1 points are floats, and -1 stands for HPYR_UNUSED. */
static void to_integers(const check *c, void *words, size_t count) {
    for (size_t i = 0; c->is_legacy && i < count; i++) {
        float number;
        uint32_t whole;
        memcpy(&number, (char *)words + 4 * i, 4);
        whole = number < 0 ? HPYR_UNUSED : (uint32_t)number;
        memcpy((char *)words + 4 * i, &whole, 4);
    }
}

/* ---- lists ---- */

static void check_list_in_buffer(check *c, const subject *s) {
    size_t size = OFFSET + STRIDE * (size_t)s->total;
    unsigned char *got = check_memory(c, size), *before = check_memory(c, size);
    for (size_t i = 0; i < size; i++)
        before[i] = (unsigned char)check_random(c, 64); /* small floats, too */
    uint32_t buffer = check_buffer(c, before, size), count = s->total - FIRST;
    check_part(c, "buffer");
    if (!CALL(c, hpyr_pyramid_extract_buffer(s->pyramid, FIRST, HPYR_ALL, buffer, OFFSET, STRIDE, NULL)))
        return;
    check_read(c, buffer, 0, size, got);
    for (uint32_t i = 0; i < count; i++) {
        unsigned char *record = got + OFFSET + STRIDE * (size_t)i;
        to_integers(c, record, 4);
        if (!check_words(c, "record", record, &s->want[FIRST + i], 4) ||
            (i + 1 < count && !check_words(c, "gap", record + 16, before + OFFSET + STRIDE * (size_t)i + 16, 4)))
            return;
    }
}

/* Texels of a target of SIDE x SIDE, as points. False where framebuffers have other names. */
static bool read_target(check *c, uint32_t framebuffer, hpyr_point *got) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    if (c->is_legacy)
        glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_FLOAT, got);
    else
        glReadPixels(0, 0, SIDE, SIDE, GL_RGBA_INTEGER, GL_UNSIGNED_INT, got);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    to_integers(c, got, 4 * (size_t)CELLS);
    return true;
}

static uint32_t make_framebuffer(check *c, const hpyr_texture *target) {
    uint32_t framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->name, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        check_wrong(c, "a framebuffer with four numbers of 32 bits is not complete");
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return framebuffer;
}

static hpyr_texture make_target(check *c) {
    const float none = -1;
    uint32_t *unused = check_memory(c, 16 * (size_t)CELLS);
    memset(unused, 0xFF, 16 * (size_t)CELLS);
    for (int i = 0; c->is_legacy && i < 4 * CELLS; i++)
        memcpy(&unused[i], &none, sizeof none);
    return check_texture(c, GL_TEXTURE_2D, c->is_legacy ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_RGBA32UI, SIDE, SIDE, 1,
                         unused);
}

static void check_target(check *c, const subject *s, uint32_t framebuffer) {
    hpyr_point *got = check_memory(c, CELLS * sizeof *got);
    if (read_target(c, framebuffer, got) && check_words(c, "list", got, s->want, 4 * (size_t)s->total))
        check_count(c, "the texel behind the list", got[s->total].x, HPYR_UNUSED);
}

static void check_list_in_texture(check *c, const subject *s) {
    hpyr_texture target = make_target(c);
    uint32_t framebuffer = make_framebuffer(c, &target);
    check_part(c, "texture");
    if (CALL(c, hpyr_pyramid_extract_texture(s->pyramid, 0, HPYR_ALL, &target, NULL)))
        check_target(c, s, framebuffer);
    glDeleteFramebuffers(1, &framebuffer);
}

static bool has_framebuffers(check *c) {
#ifndef __EMSCRIPTEN__
    if (!glGenFramebuffers) {
        check_missing(c, "this check needs GL_ARB_framebuffer_object");
        return false;
    }
#endif
    (void)c;
    return true;
}

void check_extraction(check *c) {
    subject s = {NULL, NULL, 0};
    if (make_subject(c, &s)) {
        check_list_in_buffer(c, &s);
        if (has_framebuffers(c))
            check_list_in_texture(c, &s);
    }
    hpyr_pyramid_destroy(s.pyramid);
}

/* ---- a vertex shader ---- */

static const char VERTEX[] = "flat out uvec4 v_point;\n"
                             "void main() {\n"
                             "    uint key = hpyr_key_of_vertex(gl_VertexID);\n"
                             "    vec2 pixel = vec2(float(key % 64u), float(key / 64u)) + 0.5;\n"
                             "    v_point = hpyr_point_at(key);\n"
                             "    gl_PointSize = 1.0;\n"
                             "    gl_Position = vec4(pixel / 32.0 - 1.0, 0.0, 1.0);\n"
                             "}\n";
static const char FRAGMENT[] = "flat in uvec4 v_point;\n"
                               "out uvec4 o_point;\n"
                               "void main() {\n"
                               "    o_point = v_point;\n"
                               "}\n";
static const char VERTEX_21[] = "attribute float a_hpyr_vertex;\n"
                                "varying vec4 v_point;\n"
                                "void main() {\n"
                                "    float key = hpyr_key_of_vertex(int(a_hpyr_vertex));\n"
                                "    vec2 pixel = vec2(mod(key, 64.0), floor(key / 64.0)) + 0.5;\n"
                                "    v_point = hpyr_point_at(key);\n"
                                "    gl_Position = vec4(pixel / 32.0 - 1.0, 0.0, 1.0);\n"
                                "}\n";
static const char FRAGMENT_21[] = "varying vec4 v_point;\n"
                                  "void main() {\n"
                                  "    gl_FragColor = floor(v_point + 0.5);\n" /* which is interpolated */
                                  "}\n";

static void add_stage(check *c, uint32_t program, uint32_t stage, const char *library, const char *text) {
    const char *version = c->is_legacy ? "#version 120\n"
                          : c->caps->gl == HPYR_GL_ES3
                              ? "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                              : "#version 330\n";
    const char *texts[] = {version, library, text};
    uint32_t shader = glCreateShader(stage);
    glShaderSource(shader, 3, texts, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

static uint32_t make_program(check *c, const char *library) {
    GLint linked = 0;
    uint32_t program = glCreateProgram();
    add_stage(c, program, GL_VERTEX_SHADER, library, c->is_legacy ? VERTEX_21 : VERTEX);
    add_stage(c, program, GL_FRAGMENT_SHADER, "", c->is_legacy ? FRAGMENT_21 : FRAGMENT);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) {
        char log[CHECK_TEXT] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        check_wrong(c, "a program with the library's text does not link: %.400s", log);
    }
    return program;
}

/* Point i of the list is drawn into texel i. */
static void draw_list(check *c, const subject *s, uint32_t program, uint32_t framebuffer) {
    uint32_t array = 0;
    hpyr_report report;
    if (!CALL(c, hpyr_pyramid_bind(s->pyramid, program, NULL, 0, NULL)))
        return;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, SIDE, SIDE);
    if (!c->is_legacy) {
        glGenVertexArrays(1, &array);
        glBindVertexArray(array);
    }
    CALL(c, hpyr_pyramid_draw(s->pyramid, GL_POINTS, 0, HPYR_ALL, 1, &report));
    if (!c->is_legacy)
        glDeleteVertexArrays(1, &array);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    CALL(c, hpyr_pyramid_unbind(s->pyramid));
    check_target(c, s, framebuffer);
}

void check_drawing(check *c) {
    static char library[32768];
    subject s = {NULL, NULL, 0};
    if (has_framebuffers(c) && make_subject(c, &s) &&
        CALL(c, hpyr_pyramid_glsl(s.pyramid, NULL, library, sizeof library, NULL))) {
        hpyr_texture target = make_target(c);
        uint32_t framebuffer = make_framebuffer(c, &target), program = make_program(c, library);
        draw_list(c, &s, program, framebuffer);
        glDeleteProgram(program);
        glDeleteFramebuffers(1, &framebuffer);
    }
    hpyr_pyramid_destroy(s.pyramid);
}
