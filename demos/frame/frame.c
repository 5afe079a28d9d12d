/* frame.c - what a demo asks of the frame: names, options, pictures, what is odd.  SPDX-License-Identifier: MIT */
#include "frame/own.h"

#include "common/files/image.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program = ""; /* of frame_warn: who warns takes a line and nothing else */

void frame_set_program(const char *name) {
    program = name;
}

void frame_warn(const char *line) {
    warnings_add(program, line);
}

const char *frame_name(const frame *f) {
    return f->demo->name ? f->demo->name(f->self) : f->path[0] ? f->path : f->demo->built_in;
}

void frame_odd(frame *f, const char *format, ...) {
    char line[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    line_write_all(line, sizeof line, format, arguments);
    va_end(arguments);
    messages_set_oddity(&f->messages, line, f->is_live && f->viewer.window);
}

/* ---- options ---- */

bool frame_given(const frame *f, const char *option) {
    for (size_t i = 0; i < FRAME_OPTIONS && f->own->options[i]; i++)
        if (strcmp(f->own->options[i], option) == 0)
            return f->own->given[i];
    return false;
}

const char *frame_operand(const frame *f) {
    return f->own->operand;
}

void frame_set_operand(frame *f, const char *operand, const char *file) {
    f->own->operand = operand;
    f->own->input = file;
}

const char *frame_output(const frame *f) {
    return f->own->output;
}

/* ---- pictures ---- */

static uint8_t *draw_picture(frame *f, int width, int height) {
    picture *p = &f->own->picture;
    if (!picture_resize(p, f->viewer.library.gl, width, height))
        return NULL;
    const frame_target target = {p->framebuffer, width, height, true, false, false};
    double ms[FRAME_TIMES];
    memcpy(ms, f->ms, sizeof ms);
    const bool ok = f->demo->draw(f->self, f, &target);
    memcpy(f->ms, ms, sizeof ms); /* a picture takes no time */
    return ok ? picture_read(p) : NULL;
}

bool frame_is_fine(const frame_target *t) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    return t->is_picture && !t->is_coarse && t->width <= most / 2 && t->height <= most / 2;
}

bool frame_save_picture(frame *f, const char *path, uint32_t width, uint32_t height) {
    uint8_t *rgb = draw_picture(f, (int)width, (int)height);
    const bool ok = rgb && image_write_png(path, rgb, width, height);
    free(rgb);
    return ok;
}

bool frame_save_screenshot(frame *f, const char *path) {
    return frame_save_picture(f, path, f->own->pixels[0], f->own->pixels[1]);
}
