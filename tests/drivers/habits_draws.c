/* habits_draws.c - what is drawn, and what textures hold meanwhile.  SPDX-License-Identifier: MIT */
#include "habits.h"

/* ---- draws that read zeros from some textures ---- */

enum { UNITS = 32, KINDS = 3 };
static const struct {
    GLenum target, query;
} kinds[KINDS] = {{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D},
                  {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D},
                  {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY}};

static bool is_drawn(GLint texture) {
    PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC query =
        GL(PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC, glGetFramebufferAttachmentParameteriv);
    GLint framebuffer = 0, type = GL_NONE, name = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    for (GLenum i = GL_COLOR_ATTACHMENT0; framebuffer && i < GL_COLOR_ATTACHMENT0 + 4; i++) {
        query(GL_DRAW_FRAMEBUFFER, i, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
        if (type == GL_TEXTURE)
            query(GL_DRAW_FRAMEBUFFER, i, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
        if (type == GL_TEXTURE && name == texture)
            return true;
    }
    return false;
}

static bool is_es(void) {
    return strncmp((const char *)GL(PFNGLGETSTRINGPROC, glGetString)(GL_VERSION), "OpenGL ES", 9) == 0;
}

/* Whether its own filters suit the texture that is bound: none of integers is linear, and mipmaps are there if they are asked for. */
static bool suits(GLenum target) {
    PFNGLGETTEXPARAMETERIVPROC parameter = GL(PFNGLGETTEXPARAMETERIVPROC, glGetTexParameteriv);
    PFNGLGETTEXLEVELPARAMETERIVPROC of_level = GL(PFNGLGETTEXLEVELPARAMETERIVPROC, glGetTexLevelParameteriv);
    GLint small = 0, large = 0, first = 0, last = 0, type = 0, width = 0, height = 0, depth = 0;
    if (is_es())
        return true; /* OpenGL ES 3.0 does not tell formats, and macOS has none */
    parameter(target, GL_TEXTURE_MIN_FILTER, &small);
    parameter(target, GL_TEXTURE_MAG_FILTER, &large);
    parameter(target, GL_TEXTURE_BASE_LEVEL, &first);
    parameter(target, GL_TEXTURE_MAX_LEVEL, &last);
    of_level(target, first, GL_TEXTURE_RED_TYPE, &type);
    of_level(target, first, GL_TEXTURE_WIDTH, &width);
    of_level(target, first, GL_TEXTURE_HEIGHT, &height);
    of_level(target, first, GL_TEXTURE_DEPTH, &depth);
    bool is_integer = type == GL_INT || type == GL_UNSIGNED_INT;
    if (is_integer && (large != GL_NEAREST || (small != GL_NEAREST && small != GL_NEAREST_MIPMAP_NEAREST)))
        return false;
    if (small == GL_NEAREST || small == GL_LINEAR)
        return true;
    GLint side = width > height ? width : height, next = 1;
    side = target == GL_TEXTURE_3D && depth > side ? depth : side;
    for (GLint level = first + 1; next && level <= last && side >> (level - first); level++)
        of_level(target, level, GL_TEXTURE_WIDTH, &next);
    return next != 0;
}

static bool reads_zeros(GLenum target, GLint texture) {
    GLint is_immutable = 0;
    GL(PFNGLGETTEXPARAMETERIVPROC, glGetTexParameteriv)(target, GL_TEXTURE_IMMUTABLE_FORMAT, &is_immutable);
    bool is_wrong = is_on[HABIT_mipmaps_read_wrong] || (is_on[HABIT_mutable_mipmaps_read_wrong] && !is_immutable);
    return (is_wrong && is_drawn(texture)) || (is_on[HABIT_own_filters] && !suits(target));
}

/* Around a draw: binds the texture 0 in place of those that read zeros, and binds them again. */
static void hide_textures(GLint hidden[UNITS][KINDS], bool hides) {
    GLint active = 0, units = 0;
    if (!is_on[HABIT_mipmaps_read_wrong] && !is_on[HABIT_mutable_mipmaps_read_wrong] && !is_on[HABIT_own_filters])
        return;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    for (GLint i = 0; i < (units < UNITS ? units : UNITS) * KINDS; i++) {
        const GLint unit = i / KINDS, kind = i % KINDS;
        GLint *name = &hidden[unit][kind];
        GL(PFNGLACTIVETEXTUREPROC, glActiveTexture)(GL_TEXTURE0 + (GLenum)unit);
        if (hides)
            glGetIntegerv(kinds[kind].query, name);
        if (hides && *name && !reads_zeros(kinds[kind].target, *name))
            *name = 0;
        if (*name)
            GL(PFNGLBINDTEXTUREPROC, glBindTexture)(kinds[kind].target, hides ? 0 : (GLuint)*name);
    }
    GL(PFNGLACTIVETEXTUREPROC, glActiveTexture)((GLenum)active);
}

/* ---- draws ---- */

/* Whether the first target has one channel. */
static bool draws_one_channel(void) {
    GLint framebuffer = 0, green = 1;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    if (framebuffer)
        GL(PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC, glGetFramebufferAttachmentParameteriv)
    (GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE, &green);
    return green == 0;
}

static void mask_targets(bool is_first, bool others) {
    for (GLuint i = 0; i < 8; i++) {
        GLboolean mask = i ? others : is_first;
        GL(PFNGLCOLORMASKIPROC, glColorMaski)(i, mask, mask, mask, mask);
    }
}

/* Leaves out the last row of the viewport in what is drawn from now on. Returns whether scissors were on. */
static GLboolean begin_lost_row(GLint box[4]) {
    GLint viewport[4];
    GLboolean scissors = glIsEnabled(GL_SCISSOR_TEST);
    glGetIntegerv(GL_SCISSOR_BOX, box);
    glGetIntegerv(GL_VIEWPORT, viewport);
    glEnable(GL_SCISSOR_TEST);
    glScissor(viewport[0], viewport[1], viewport[2], viewport[3] > 1 ? viewport[3] - 1 : 1);
    return scissors;
}

static void end_lost_row(const GLint box[4], GLboolean scissors) {
    glScissor(box[0], box[1], box[2], box[3]);
    if (!scissors)
        glDisable(GL_SCISSOR_TEST);
}

/* What a draw changes for its time. */
typedef struct drawing {
    GLint hidden[UNITS][KINDS], box[4];
    GLboolean scissors;
    bool is_split; /* takes two passes: the first target with its logic operation, and then the others without */
    bool copies;   /* takes place without its logic operation */
} drawing;

static void begin_drawing(drawing *d) {
    const bool combines = (is_on[HABIT_logic_op_once] || is_on[HABIT_logic_op_copies_r32ui]) && !is_es() &&
                          glIsEnabled(GL_COLOR_LOGIC_OP);
    memset(d, 0, sizeof *d);
    d->is_split = combines && is_on[HABIT_logic_op_once];
    d->copies = combines && is_on[HABIT_logic_op_copies_r32ui] && draws_one_channel();
    count_draw();
    if (is_on[HABIT_lost_row])
        d->scissors = begin_lost_row(d->box);
    hide_textures(d->hidden, true);
    if (d->is_split)
        mask_targets(true, false);
    if (d->copies)
        glDisable(GL_COLOR_LOGIC_OP);
}

static void begin_second_pass(void) {
    glDisable(GL_COLOR_LOGIC_OP);
    mask_targets(false, true);
}

static void end_drawing(drawing *d) {
    if (d->is_split)
        mask_targets(true, true);
    if (d->is_split || d->copies)
        glEnable(GL_COLOR_LOGIC_OP);
    hide_textures(d->hidden, false);
    if (is_on[HABIT_lost_row])
        end_lost_row(d->box, d->scissors);
}

#define DRAW(type, name, parameters, arguments)                                                                        \
    void name parameters {                                                                                             \
        drawing d;                                                                                                     \
        DRIVER(type, name);                                                                                            \
        begin_drawing(&d);                                                                                             \
        if (!is_lost())                                                                                                \
            driver arguments;                                                                                          \
        if (d.is_split) {                                                                                              \
            begin_second_pass();                                                                                       \
            driver arguments;                                                                                          \
        }                                                                                                              \
        end_drawing(&d);                                                                                               \
    }

DRAW(PFNGLDRAWARRAYSPROC, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))
DRAW(PFNGLDRAWARRAYSINSTANCEDPROC, glDrawArraysInstanced, (GLenum mode, GLint first, GLsizei count, GLsizei copies),
     (mode, first, count, copies))
DRAW(PFNGLDRAWELEMENTSPROC, glDrawElements, (GLenum mode, GLsizei count, GLenum type, const void *indices),
     (mode, count, type, indices))
