/* habits_limits.c - what a driver says that it can do, and what it makes of programs.  SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* stpcpy */
#include "habits.h"

void glGetIntegerv(GLenum name, GLint *values) {
    static const struct {
        habit habit;
        GLenum name;
        GLint most;
    } limits[] = {
        {HABIT_four_targets, GL_MAX_DRAW_BUFFERS, 4},
        {HABIT_four_targets, GL_MAX_COLOR_ATTACHMENTS, 4},
        {HABIT_raspberry_pi_4, GL_MAX_TEXTURE_SIZE, 4096},
        {HABIT_raspberry_pi_4, GL_MAX_3D_TEXTURE_SIZE, 4096},
        {HABIT_raspberry_pi_4, GL_MAX_ARRAY_TEXTURE_LAYERS, 2048},
        {HABIT_raspberry_pi_4, GL_MAX_VIEWPORT_DIMS, 4096},
        {HABIT_raspberry_pi_4, GL_MAX_TEXTURE_IMAGE_UNITS, 24},
        {HABIT_raspberry_pi_4, GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, 24},
        {HABIT_raspberry_pi_4, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 96},
    };
    DRIVER(PFNGLGETINTEGERVPROC, glGetIntegerv);
    const int parts = name == GL_MAX_VIEWPORT_DIMS ? 2 : 1;
    driver(name, values);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (int part = 0; name == limits[i].name && is_on[limits[i].habit] && part < parts; part++)
            if (values[part] > limits[i].most)
                values[part] = limits[i].most;
}

const GLubyte *glGetStringi(GLenum name, GLuint index) {
    DRIVER(PFNGLGETSTRINGIPROC, glGetStringi);
    const GLubyte *text = driver(name, index);
    bool is_hidden = is_on[HABIT_no_float_targets] && text && strstr((const char *)text, "color_buffer_float");
    return is_hidden ? (const GLubyte *)"GL_HPYR_hidden" : text;
}

/* Bits of all channels of a color attachment of the framebuffer that is bound. */
static int attached_bits(GLenum target, GLenum attachment) {
    static const GLenum channels[] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
                                      GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE};
    PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC query =
        GL(PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC, glGetFramebufferAttachmentParameteriv);
    GLint type = GL_NONE, bits = 0;
    query(target, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
    for (int i = 0; type != GL_NONE && i < 4; i++) {
        GLint size = 0;
        query(target, attachment, channels[i], &size);
        bits += size;
    }
    return bits;
}

GLenum glCheckFramebufferStatus(GLenum target) {
    DRIVER(PFNGLCHECKFRAMEBUFFERSTATUSPROC, glCheckFramebufferStatus);
    GLint framebuffer = 0, bits = 0;
    GLenum status = driver(target);
    glGetIntegerv(target == GL_READ_FRAMEBUFFER ? GL_READ_FRAMEBUFFER_BINDING : GL_DRAW_FRAMEBUFFER_BINDING,
                  &framebuffer);
    for (GLenum i = 0; framebuffer && status == GL_FRAMEBUFFER_COMPLETE && i < 8; i++) {
        int here = attached_bits(target, GL_COLOR_ATTACHMENT0 + i);
        bits += here;
        if ((here && i >= 4 && is_on[HABIT_four_targets]) || (is_on[HABIT_bits_512] && bits > 512))
            status = GL_FRAMEBUFFER_UNSUPPORTED;
    }
    return status;
}

/* A copy of a text in which the limits of rules are scaled. */
static char *scale_limits(const char *text) {
    static const char *const limits[] = {">= u_hpyr_limit", "<= u_hpyr_limit", ">= u_hpyr_flow_threshold"};
    static const char *const factors[] = {">= 1.00000024 * ", "<= 0.99999976 * ", ">= 1.00000024 * "};
    char *out = malloc(2 * strlen(text) + 1), *end = out;
    while (out && *text) {
        int i = 0;
        while (i < 3 && strncmp(text, limits[i], strlen(limits[i])))
            i++;
        if (i < 3) {
            end = stpcpy(end, factors[i]);
            text += 3;
        } else {
            *end++ = *text++;
        }
    }
    if (out)
        *end = '\0';
    return out;
}

/* Integers are exact everywhere. All traversals have hpyr_select(key). */
void glShaderSource(GLuint shader, GLsizei count, const GLchar *const *texts, const GLint *lengths) {
    DRIVER(PFNGLSHADERSOURCEPROC, glShaderSource);
    bool joins = is_on[HABIT_joins_products] && count == 1 && !lengths && !strstr(texts[0], "#define HPYR_EXACT") &&
                 (strstr(texts[0], "hpyr_select(HPYR_UINT key)") || strstr(texts[0], "hpyr_select(uint key)"));
    const GLchar *changed = joins ? scale_limits(texts[0]) : NULL;
    driver(shader, count, changed ? &changed : texts, lengths);
    free((void *)changed);
}
