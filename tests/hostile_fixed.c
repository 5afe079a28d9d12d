/* hostile_fixed.c - fixed function and client state that no pass survives by luck; calls nothing newer than GL 2.1.
 * SPDX-License-Identifier: MIT */
#include "hostile_fixed.h"
#include "snapshot_variables.h"

#include <stdint.h>
#include <string.h>

enum { ARRAYS = 6 };

static void set_enabled(GLenum name, bool on) {
    if (on)
        glEnable(name);
    else
        glDisable(name);
}

/* The planes clip everything. */
static void set_planes(bool on) {
    static const GLdouble nothing[4] = {0, 0, 0, -1}, zero[4] = {0, 0, 0, 0};
    GLint planes = 0;
    glGetIntegerv(GL_MAX_CLIP_PLANES, &planes);
    for (GLint i = 0; i < planes; i++) {
        glClipPlane(GL_CLIP_PLANE0 + (GLenum)i, on ? nothing : zero);
        set_enabled(GL_CLIP_PLANE0 + (GLenum)i, on);
    }
}

static void set_rasterizer(bool on) {
    GLubyte stipple[128];
    memset(stipple, on ? 0 : 0xff, sizeof stipple);
    glPolygonStipple(stipple);
    glLineStipple(on ? 3 : 1, on ? 0 : 0xffff);
    if (on)
        glPolygonMode(GL_FRONT, GL_LINE); /* the back has points: one value cannot put two modes back */
    glShadeModel(on ? GL_FLAT : GL_SMOOTH);
    glPointParameterf(GL_POINT_SIZE_MIN, on ? 5.0f : 0.0f);
    glAlphaFunc(on ? GL_NEVER : GL_ALWAYS, on ? 0.5f : 0.0f);
    glColor4f(on ? 0.5f : 1, on ? 0.25f : 1, 1, on ? 0 : 1);
}

static void set_matrices(bool on) {
    static const GLenum modes[] = {GL_TEXTURE, GL_PROJECTION, GL_MODELVIEW};
    for (size_t i = 0; i < LENGTH(modes); i++) {
        glMatrixMode(modes[i]);
        glLoadIdentity();
        if (on) {
            glTranslatef(5.0f, -7.0f, 2.0f);
            glScalef(-3.0f, 0.0f, 2.0f + (GLfloat)i);
        }
    }
    glMatrixMode(on ? GL_PROJECTION : GL_MODELVIEW);
}

static void set_pixels(bool on) {
    static const GLfloat upside_down[2] = {1, 0}, zero[1] = {0};
    static const GLenum maps[] = {GL_PIXEL_MAP_R_TO_R, GL_PIXEL_MAP_G_TO_G, GL_PIXEL_MAP_B_TO_B, GL_PIXEL_MAP_A_TO_A};
    for (size_t i = 0; i < LENGTH(maps); i++)
        glPixelMapfv(maps[i], on ? 2 : 1, on ? upside_down : zero);
    for (const snapshot_parameter *p = snapshot_pixel_transfer; p->variable.name; p++)
        glPixelTransferf(p->variable.value, on ? p->hostile : p->neutral);
    glPixelZoom(on ? -2.0f : 1.0f, on ? 0.5f : 1.0f);
    if (!GLEW_ARB_color_buffer_float)
        return;
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, on ? GL_TRUE : GL_FIXED_ONLY_ARB);
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, on ? GL_TRUE : GL_FIXED_ONLY_ARB);
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_TRUE); /* the default already */
}

void hostile_fixed_set(bool on) {
    set_planes(on);
    set_rasterizer(on);
    set_matrices(on);
    set_pixels(on);
}

static void point_arrays(void) {
    for (GLuint i = 0; i < ARRAYS; i++)
        glVertexAttribPointer(i, 1 + (GLint)i % 4, GL_UNSIGNED_BYTE, GL_TRUE, 5 + (GLsizei)i,
                              (const GLvoid *)(uintptr_t)i);
    glVertexPointer(3, GL_SHORT, 10, (const GLvoid *)2);
    glNormalPointer(GL_BYTE, 5, (const GLvoid *)1);
    glColorPointer(4, GL_UNSIGNED_BYTE, 12, (const GLvoid *)4);
    glEdgeFlagPointer(3, (const GLvoid *)7);
}

/* The buffer is short: a draw that reads a caller's array reads past its end. */
void hostile_fixed_set_arrays(unsigned int buffer, bool on) {
    static const GLenum arrays[] = {GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_COLOR_ARRAY, GL_EDGE_FLAG_ARRAY};
    GLint coords = 0;
    glGetIntegerv(GL_MAX_TEXTURE_COORDS, &coords);
    glBindBuffer(GL_ARRAY_BUFFER, on ? buffer : 0);
    if (on)
        point_arrays();
    for (GLuint i = 0; i < ARRAYS; i++)
        if (on)
            glEnableVertexAttribArray(i);
        else
            glDisableVertexAttribArray(i);
    for (size_t i = 0; i < LENGTH(arrays); i++)
        (on ? glEnableClientState : glDisableClientState)(arrays[i]);
    for (GLint unit = 0; unit < coords; unit++) {
        glClientActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        if (on)
            glTexCoordPointer(2, GL_FLOAT, 8, (const GLvoid *)8);
        (on ? glEnableClientState : glDisableClientState)(GL_TEXTURE_COORD_ARRAY);
    }
    glClientActiveTexture(GL_TEXTURE0 + (on && coords > 3 ? 3 : 0));
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void hostile_fixed_set_unit(int unit, unsigned int target, bool on) {
    GLint coords = 0;
    glGetIntegerv(GL_MAX_TEXTURE_COORDS, &coords);
    glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, on ? 2.0f : 0.0f);
    if (unit < coords)
        set_enabled(target, on);
}
