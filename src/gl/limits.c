/* limits.c - what is asked of the driver: extensions, limits, and what is in use.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

#include <float.h>
#include <math.h>
#include <string.h>

bool hpi_gl_has_listed_extension(const char *name) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++)
        if (!strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), name))
            return true;
    return false;
}

/* Windows resets a GPU that does not come back for two seconds, and browsers take the context away. 2^28 fetches are a twentieth of a
 * second where a GPU does 5 * 10^9 of them a second, as integrated ones do, and one second where it does a twentieth of that, as slow
 * phones and software do. Smaller parts cost more: a GPU that draws by tiles may load and store the whole target for each. */
uint64_t hpi_gl_draw_budget(void) {
    return UINT64_C(1) << 28;
}

uint32_t hpi_gl_get(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value > 0 ? (uint32_t)value : 0;
}

GLuint hpi_gl_current_program(void) {
    GLint program;
    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    return (GLuint)program;
}

GLint hpi_gl_active_unit(void) {
    GLint active;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    return active;
}

GLint hpi_gl_bound_renderbuffer(void) {
    GLint name;
    glGetIntegerv(GL_RENDERBUFFER_BINDING, &name);
    return name;
}

/* A GPU may flush numbers below FLT_MIN to 0. Then a tiny bound and the tiny samples above it
 * compare as equal zeros; so round the bound up to FLT_MIN. */
float hpi_gl_float_above(double value) {
    float rounded = (float)value;
    if (value > 0 && value < FLT_MIN)
        return FLT_MIN;
    return (double)rounded < value ? nextafterf(rounded, INFINITY) : rounded;
}
