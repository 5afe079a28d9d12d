/* blend.c - draws that combine bits with those of their targets, which hold one bit a channel. They
 * stand in for logic operations where a GL has none that work.  SPDX-License-Identifier: MIT */
#include "gl/state_desktop.h"

static void enable(const hpyr_context *context, uint32_t targets, bool on) {
    if (HPI_GL_DESKTOP && !context->es)
        hpi_gl_draw_buffers_blend(targets, on);
    else if (on)
        glEnable(GL_BLEND);
    else
        glDisable(GL_BLEND);
}

void hpi_gl_blend_begin(const hpyr_context *context, uint32_t targets, bool toggles) {
    /* s (1 - d) + d (1 - s), which is exact for 0 and 1. The maximum takes no factors. */
    const GLint equation = toggles ? GL_FUNC_ADD : GL_MAX, source = GL_ONE_MINUS_DST_COLOR,
                target = GL_ONE_MINUS_SRC_COLOR,
                p[HPI_STATE_BLENDING] = {equation, equation, source, target, source, target};
    hpi_gl_blending_save(context, hpi_gl_state_keeper(context));
    hpi_gl_blending_set(context, p);
    enable(context, targets, true);
}

void hpi_gl_blend_end(const hpyr_context *context, uint32_t targets) {
    enable(context, targets, false);
}

void hpi_gl_write_channel(const hpyr_context *context, int channel) {
    GLboolean on[4];
    for (int i = 0; i < 4; i++)
        on[i] = channel < 0 || i == channel;
    if (HPI_GL_DESKTOP && !context->es)
        hpi_gl_first_color_mask(on);
    else
        glColorMask(on[0], on[1], on[2], on[3]);
}
