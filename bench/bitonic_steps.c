/* bitonic_steps.c - a bitonic sort with a draw for each step: the one that is found in books and on the web.
 * SPDX-License-Identifier: MIT */
#include "bitonic_steps.h"

#include "bitonic.h"
#include "program.h"
#include "shaders.h"

#include "common/files/error.h"
#include "common/platform/gl.h"

#include <stdio.h>
#include <stdlib.h>

struct bitonic_steps {
    uint32_t count, room, width, height;
    GLuint first, step; /* programs */
    GLint step_location, run_location;
    GLuint textures[2], framebuffers[2], lists[2], vertex_array;
};

static GLuint make_program(uint32_t width_bits, int first) {
    char constants[64];
    snprintf(constants, sizeof constants, "#define WIDTH_BITS %u\n#define FIRST %d\n", (unsigned)width_bits, first);
    const char *texts[] = {constants, demo_shader(bench_shaders, "bitonic_steps.frag.glsl"), NULL};
    return program_of(texts);
}

static bool make_programs(bitonic_steps *b, uint32_t width_bits) {
    b->first = make_program(width_bits, 1);
    b->step = b->first ? make_program(width_bits, 0) : 0;
    if (!b->step)
        return false;
    b->step_location = glGetUniformLocation(b->step, "u_step");
    b->run_location = glGetUniformLocation(b->step, "u_run");
    glUseProgram(b->first);
    glUniform1i(glGetUniformLocation(b->first, "u_values"), 1);
    glUniform1ui(glGetUniformLocation(b->first, "u_count"), b->count);
    glUseProgram(0);
    return true;
}

static bool make_textures(bitonic_steps *b) {
    bool ok = true;
    glGenTextures(2, b->textures);
    glGenTextures(2, b->lists);
    glGenFramebuffers(2, b->framebuffers);
    glGenVertexArrays(1, &b->vertex_array);
    for (int i = 0; i < 2 && ok; i++) {
        glBindTexture(GL_TEXTURE_2D, b->textures[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32UI, (GLsizei)b->width, (GLsizei)b->height, 0, GL_RG_INTEGER,
                     GL_UNSIGNED_INT, NULL);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glBindFramebuffer(GL_FRAMEBUFFER, b->framebuffers[i]);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, b->textures[i], 0);
        ok = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE ||
             error_set("this OpenGL cannot draw pairs of 32-bit integers");
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    return ok;
}

bitonic_steps *bitonic_steps_open(uint32_t count) {
    bitonic_steps *b = calloc(1, sizeof *b);
    uint32_t width_bits = 0;
    if (!b) {
        error_set("out of memory");
        return NULL;
    }
    b->count = count;
    b->room = bitonic_room(count);
    while (1u << 2 * width_bits < b->room)
        width_bits++;
    b->width = 1u << width_bits;
    b->height = b->room / b->width;
    if (!make_programs(b, width_bits) || !make_textures(b)) {
        bitonic_steps_close(b);
        return NULL;
    }
    return b;
}

void bitonic_steps_close(bitonic_steps *b) {
    if (!b)
        return;
    glDeleteProgram(b->first);
    glDeleteProgram(b->step);
    glDeleteFramebuffers(2, b->framebuffers);
    glDeleteTextures(2, b->textures);
    glDeleteTextures(2, b->lists);
    glDeleteVertexArrays(1, &b->vertex_array);
    free(b);
}

static void read_lists(const bitonic_steps *b, uint32_t sorted_keys, uint32_t sorted_values) {
    const uint32_t buffers[] = {sorted_keys, sorted_values};
    const GLenum formats[] = {GL_RED_INTEGER, GL_GREEN_INTEGER};
    for (int i = 0; i < 2; i++) {
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[i]);
        glReadPixels(0, 0, (GLsizei)b->width, (GLsizei)b->height, formats[i], GL_UNSIGNED_INT, NULL);
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

void bitonic_steps_run(bitonic_steps *b, uint32_t keys, uint32_t values, uint32_t sorted_keys, uint32_t sorted_values) {
    const uint32_t buffers[] = {keys, values};
    int current = 0;
    for (GLuint i = 2; i-- > 0;) { /* unit 0 stays the active one */
        glActiveTexture(GL_TEXTURE0 + i);
        glBindTexture(GL_TEXTURE_BUFFER, b->lists[i]);
        glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffers[i]);
    }
    glBindVertexArray(b->vertex_array);
    glViewport(0, 0, (GLsizei)b->width, (GLsizei)b->height);
    glBindFramebuffer(GL_FRAMEBUFFER, b->framebuffers[0]);
    glUseProgram(b->first);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glUseProgram(b->step);
    for (uint32_t run = 2; run <= b->room; run *= 2)
        for (uint32_t step = run / 2; step > 0; step /= 2) {
            glBindTexture(GL_TEXTURE_2D, b->textures[current]);
            current = 1 - current;
            glBindFramebuffer(GL_FRAMEBUFFER, b->framebuffers[current]);
            glUniform1ui(b->step_location, step);
            glUniform1ui(b->run_location, run);
            glDrawArrays(GL_TRIANGLES, 0, 3);
        }
    read_lists(b, sorted_keys, sorted_values);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindVertexArray(0);
    glUseProgram(0);
}
