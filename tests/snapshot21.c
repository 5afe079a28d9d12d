/* snapshot21.c - reads the state of GL 2.1, fixed function and client state included, by functions that GL 2.1 has.
 * SPDX-License-Identifier: MIT */
#include "snapshot.h"

#include <GL/glew.h>

#include <stdlib.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define NAMED(e)                                                                                                       \
    { #e, e }

/* Tables 6.5 to 6.36 of the GL 2.1 specification: integers and booleans; up to four values each. */
static const snapshot_name integers[] = {
    NAMED(GL_CLIENT_ACTIVE_TEXTURE),
    NAMED(GL_VERTEX_ARRAY),
    NAMED(GL_NORMAL_ARRAY),
    NAMED(GL_FOG_COORD_ARRAY),
    NAMED(GL_COLOR_ARRAY),
    NAMED(GL_SECONDARY_COLOR_ARRAY),
    NAMED(GL_INDEX_ARRAY),
    NAMED(GL_EDGE_FLAG_ARRAY),
    NAMED(GL_VERTEX_ARRAY_SIZE),
    NAMED(GL_VERTEX_ARRAY_TYPE),
    NAMED(GL_VERTEX_ARRAY_STRIDE),
    NAMED(GL_VERTEX_ARRAY_BUFFER_BINDING),
    NAMED(GL_NORMAL_ARRAY_BUFFER_BINDING),
    NAMED(GL_COLOR_ARRAY_SIZE),
    NAMED(GL_COLOR_ARRAY_BUFFER_BINDING),
    NAMED(GL_EDGE_FLAG_ARRAY_BUFFER_BINDING),
    NAMED(GL_ARRAY_BUFFER_BINDING),
    NAMED(GL_ELEMENT_ARRAY_BUFFER_BINDING),
    NAMED(GL_VIEWPORT),
    NAMED(GL_MATRIX_MODE),
    NAMED(GL_MODELVIEW_STACK_DEPTH),
    NAMED(GL_PROJECTION_STACK_DEPTH),
    NAMED(GL_TEXTURE_STACK_DEPTH),
    NAMED(GL_ATTRIB_STACK_DEPTH),
    NAMED(GL_CLIENT_ATTRIB_STACK_DEPTH),
    NAMED(GL_NORMALIZE),
    NAMED(GL_RESCALE_NORMAL),
    NAMED(GL_FOG),
    NAMED(GL_FOG_MODE),
    NAMED(GL_FOG_COORD_SRC),
    NAMED(GL_COLOR_SUM),
    NAMED(GL_SHADE_MODEL),
    NAMED(GL_LIGHTING),
    NAMED(GL_COLOR_MATERIAL),
    NAMED(GL_LIGHT_MODEL_TWO_SIDE),
    NAMED(GL_POINT_SMOOTH),
    NAMED(GL_POINT_SPRITE),
    NAMED(GL_POINT_SPRITE_COORD_ORIGIN),
    NAMED(GL_VERTEX_PROGRAM_POINT_SIZE),
    NAMED(GL_VERTEX_PROGRAM_TWO_SIDE),
    NAMED(GL_LINE_SMOOTH),
    NAMED(GL_LINE_STIPPLE),
    NAMED(GL_LINE_STIPPLE_PATTERN),
    NAMED(GL_LINE_STIPPLE_REPEAT),
    NAMED(GL_CULL_FACE),
    NAMED(GL_CULL_FACE_MODE),
    NAMED(GL_FRONT_FACE),
    NAMED(GL_POLYGON_SMOOTH),
    NAMED(GL_POLYGON_MODE),
    NAMED(GL_POLYGON_OFFSET_POINT),
    NAMED(GL_POLYGON_OFFSET_LINE),
    NAMED(GL_POLYGON_OFFSET_FILL),
    NAMED(GL_POLYGON_STIPPLE),
    NAMED(GL_MULTISAMPLE),
    NAMED(GL_SAMPLE_ALPHA_TO_COVERAGE),
    NAMED(GL_SAMPLE_ALPHA_TO_ONE),
    NAMED(GL_SAMPLE_COVERAGE),
    NAMED(GL_SAMPLE_COVERAGE_INVERT),
    NAMED(GL_ACTIVE_TEXTURE),
    NAMED(GL_TEXTURE_1D),
    NAMED(GL_TEXTURE_2D),
    NAMED(GL_TEXTURE_3D),
    NAMED(GL_TEXTURE_CUBE_MAP),
    NAMED(GL_TEXTURE_GEN_S),
    NAMED(GL_SCISSOR_TEST),
    NAMED(GL_SCISSOR_BOX),
    NAMED(GL_ALPHA_TEST),
    NAMED(GL_ALPHA_TEST_FUNC),
    NAMED(GL_STENCIL_TEST),
    NAMED(GL_STENCIL_FUNC),
    NAMED(GL_STENCIL_VALUE_MASK),
    NAMED(GL_STENCIL_REF),
    NAMED(GL_STENCIL_FAIL),
    NAMED(GL_STENCIL_PASS_DEPTH_FAIL),
    NAMED(GL_STENCIL_PASS_DEPTH_PASS),
    NAMED(GL_STENCIL_BACK_FUNC),
    NAMED(GL_STENCIL_BACK_VALUE_MASK),
    NAMED(GL_STENCIL_BACK_REF),
    NAMED(GL_STENCIL_BACK_FAIL),
    NAMED(GL_STENCIL_BACK_PASS_DEPTH_FAIL),
    NAMED(GL_STENCIL_BACK_PASS_DEPTH_PASS),
    NAMED(GL_DEPTH_TEST),
    NAMED(GL_DEPTH_FUNC),
    NAMED(GL_BLEND),
    NAMED(GL_BLEND_SRC_RGB),
    NAMED(GL_BLEND_SRC_ALPHA),
    NAMED(GL_BLEND_DST_RGB),
    NAMED(GL_BLEND_DST_ALPHA),
    NAMED(GL_BLEND_EQUATION_RGB),
    NAMED(GL_BLEND_EQUATION_ALPHA),
    NAMED(GL_DITHER),
    NAMED(GL_INDEX_LOGIC_OP),
    NAMED(GL_COLOR_LOGIC_OP),
    NAMED(GL_LOGIC_OP_MODE),
    NAMED(GL_INDEX_WRITEMASK),
    NAMED(GL_COLOR_WRITEMASK),
    NAMED(GL_DEPTH_WRITEMASK),
    NAMED(GL_STENCIL_WRITEMASK),
    NAMED(GL_STENCIL_BACK_WRITEMASK),
    NAMED(GL_STENCIL_CLEAR_VALUE),
    NAMED(GL_UNPACK_SWAP_BYTES),
    NAMED(GL_UNPACK_LSB_FIRST),
    NAMED(GL_UNPACK_IMAGE_HEIGHT),
    NAMED(GL_UNPACK_SKIP_IMAGES),
    NAMED(GL_UNPACK_ROW_LENGTH),
    NAMED(GL_UNPACK_SKIP_ROWS),
    NAMED(GL_UNPACK_SKIP_PIXELS),
    NAMED(GL_UNPACK_ALIGNMENT),
    NAMED(GL_PACK_SWAP_BYTES),
    NAMED(GL_PACK_LSB_FIRST),
    NAMED(GL_PACK_IMAGE_HEIGHT),
    NAMED(GL_PACK_SKIP_IMAGES),
    NAMED(GL_PACK_ROW_LENGTH),
    NAMED(GL_PACK_SKIP_ROWS),
    NAMED(GL_PACK_SKIP_PIXELS),
    NAMED(GL_PACK_ALIGNMENT),
    NAMED(GL_PIXEL_PACK_BUFFER_BINDING),
    NAMED(GL_PIXEL_UNPACK_BUFFER_BINDING),
    NAMED(GL_MAP_COLOR),
    NAMED(GL_MAP_STENCIL),
    NAMED(GL_INDEX_SHIFT),
    NAMED(GL_INDEX_OFFSET),
    NAMED(GL_PIXEL_MAP_R_TO_R_SIZE),
    NAMED(GL_PIXEL_MAP_G_TO_G_SIZE),
    NAMED(GL_PIXEL_MAP_B_TO_B_SIZE),
    NAMED(GL_PIXEL_MAP_A_TO_A_SIZE),
    NAMED(GL_PIXEL_MAP_S_TO_S_SIZE),
    NAMED(GL_READ_BUFFER),
    NAMED(GL_RENDER_MODE),
    NAMED(GL_LIST_BASE),
    NAMED(GL_CURRENT_PROGRAM),
    NAMED(GL_FRAMEBUFFER_BINDING_EXT),
    NAMED(GL_RENDERBUFFER_BINDING_EXT),
    NAMED(GL_PERSPECTIVE_CORRECTION_HINT),
    NAMED(GL_POINT_SMOOTH_HINT),
    NAMED(GL_LINE_SMOOTH_HINT),
    NAMED(GL_POLYGON_SMOOTH_HINT),
    NAMED(GL_FOG_HINT),
    NAMED(GL_GENERATE_MIPMAP_HINT),
    NAMED(GL_TEXTURE_COMPRESSION_HINT),
    NAMED(GL_FRAGMENT_SHADER_DERIVATIVE_HINT),
};

/* GL_ARB_color_buffer_float */
static const snapshot_name clamps[] = {NAMED(GL_CLAMP_VERTEX_COLOR_ARB), NAMED(GL_CLAMP_FRAGMENT_COLOR_ARB),
                                       NAMED(GL_CLAMP_READ_COLOR_ARB)};

static const snapshot_name floats[] = {
    NAMED(GL_CURRENT_COLOR),
    NAMED(GL_CURRENT_SECONDARY_COLOR),
    NAMED(GL_CURRENT_NORMAL),
    NAMED(GL_CURRENT_TEXTURE_COORDS),
    NAMED(GL_CURRENT_FOG_COORD),
    NAMED(GL_CURRENT_RASTER_POSITION),
    NAMED(GL_DEPTH_RANGE),
    NAMED(GL_FOG_COLOR),
    NAMED(GL_FOG_DENSITY),
    NAMED(GL_POINT_SIZE),
    NAMED(GL_POINT_SIZE_MIN),
    NAMED(GL_POINT_SIZE_MAX),
    NAMED(GL_POINT_FADE_THRESHOLD_SIZE),
    NAMED(GL_POINT_DISTANCE_ATTENUATION),
    NAMED(GL_LINE_WIDTH),
    NAMED(GL_POLYGON_OFFSET_FACTOR),
    NAMED(GL_POLYGON_OFFSET_UNITS),
    NAMED(GL_SAMPLE_COVERAGE_VALUE),
    NAMED(GL_ALPHA_TEST_REF),
    NAMED(GL_BLEND_COLOR),
    NAMED(GL_COLOR_CLEAR_VALUE),
    NAMED(GL_DEPTH_CLEAR_VALUE),
    NAMED(GL_ACCUM_CLEAR_VALUE),
    NAMED(GL_RED_SCALE),
    NAMED(GL_GREEN_SCALE),
    NAMED(GL_BLUE_SCALE),
    NAMED(GL_ALPHA_SCALE),
    NAMED(GL_DEPTH_SCALE),
    NAMED(GL_RED_BIAS),
    NAMED(GL_GREEN_BIAS),
    NAMED(GL_BLUE_BIAS),
    NAMED(GL_ALPHA_BIAS),
    NAMED(GL_DEPTH_BIAS),
    NAMED(GL_ZOOM_X),
    NAMED(GL_ZOOM_Y),
};

static const snapshot_name matrices[] = {NAMED(GL_MODELVIEW_MATRIX), NAMED(GL_PROJECTION_MATRIX),
                                         NAMED(GL_TEXTURE_MATRIX)};

static const snapshot_name unit_bindings[] = {
    NAMED(GL_TEXTURE_BINDING_1D),       NAMED(GL_TEXTURE_BINDING_2D),        NAMED(GL_TEXTURE_BINDING_3D),
    NAMED(GL_TEXTURE_BINDING_CUBE_MAP), NAMED(GL_TEXTURE_BINDING_RECTANGLE), /* the last one by an extension */
};

static const snapshot_name attributes[] = {
    NAMED(GL_VERTEX_ATTRIB_ARRAY_ENABLED),    NAMED(GL_VERTEX_ATTRIB_ARRAY_SIZE),
    NAMED(GL_VERTEX_ATTRIB_ARRAY_STRIDE),     NAMED(GL_VERTEX_ATTRIB_ARRAY_TYPE),
    NAMED(GL_VERTEX_ATTRIB_ARRAY_NORMALIZED), NAMED(GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING),
};

static const snapshot_name client_arrays[] = {
    NAMED(GL_VERTEX_ARRAY_POINTER), NAMED(GL_NORMAL_ARRAY_POINTER),        NAMED(GL_COLOR_ARRAY_POINTER),
    NAMED(GL_INDEX_ARRAY_POINTER),  NAMED(GL_TEXTURE_COORD_ARRAY_POINTER), NAMED(GL_EDGE_FLAG_ARRAY_POINTER),
};

static const snapshot_name texture_integers[] = {
    NAMED(GL_TEXTURE_BASE_LEVEL), NAMED(GL_TEXTURE_MAX_LEVEL),    NAMED(GL_TEXTURE_MIN_FILTER),
    NAMED(GL_TEXTURE_MAG_FILTER), NAMED(GL_TEXTURE_WRAP_S),       NAMED(GL_TEXTURE_WRAP_T),
    NAMED(GL_TEXTURE_WRAP_R),     NAMED(GL_TEXTURE_COMPARE_MODE), NAMED(GL_TEXTURE_COMPARE_FUNC),
    NAMED(GL_DEPTH_TEXTURE_MODE), NAMED(GL_GENERATE_MIPMAP),
};
static const snapshot_name texture_floats[] = {
    NAMED(GL_TEXTURE_MIN_LOD),      NAMED(GL_TEXTURE_MAX_LOD),  NAMED(GL_TEXTURE_LOD_BIAS),
    NAMED(GL_TEXTURE_BORDER_COLOR), NAMED(GL_TEXTURE_PRIORITY),
};

static void add_floats(snapshot *s) {
    for (size_t i = 0; i < LENGTH(floats); ++i) {
        GLfloat values[4] = {0, 0, 0, 0};
        glGetFloatv(floats[i].value, values);
        snapshot_store_floats(snapshot_add(s, floats[i].name, -1), values);
    }
    for (size_t i = 0; i < LENGTH(matrices); ++i) {
        GLfloat values[16] = {0};
        glGetFloatv(matrices[i].value, values);
        for (int column = 0; column < 4; ++column)
            snapshot_store_floats(snapshot_add(s, matrices[i].name, column), values + 4 * column);
    }
}

static void add_clip_planes(snapshot *s) {
    GLint planes = 0;
    glGetIntegerv(GL_MAX_CLIP_PLANES, &planes);
    for (int i = 0; i < planes; ++i) {
        GLdouble plane[4] = {0, 0, 0, 0};
        snapshot_add(s, "GL_CLIP_PLANE enabled", i)[0] = glIsEnabled(GL_CLIP_PLANE0 + (GLenum)i);
        glGetClipPlane(GL_CLIP_PLANE0 + (GLenum)i, plane);
        const GLfloat values[4] = {(GLfloat)plane[0], (GLfloat)plane[1], (GLfloat)plane[2], (GLfloat)plane[3]};
        snapshot_store_floats(snapshot_add(s, "GL_CLIP_PLANE", i), values);
    }
}

/* The maps and the stipple are read into memory, so no pixel buffer may be bound and no row length set meanwhile. */
static void add_pixel_transfer(snapshot *s) {
    static const GLenum maps[] = {GL_PIXEL_MAP_R_TO_R, GL_PIXEL_MAP_G_TO_G, GL_PIXEL_MAP_B_TO_B, GL_PIXEL_MAP_A_TO_A};
    GLfloat values[256];
    GLubyte stipple[256 * 32] = {0}; /* any pack parameters that the tests set stay within */
    GLint buffer = 0, largest = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    glGetIntegerv(GL_MAX_PIXEL_MAP_TABLE, &largest);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (size_t i = 0; i < LENGTH(maps) && largest <= 256; ++i) {
        for (int k = 0; k < 256; ++k)
            values[k] = 0;
        glGetPixelMapfv(maps[i], values);
        snapshot_store_floats(snapshot_add(s, "GL_PIXEL_MAP", (int)i), values);
    }
    glGetPolygonStipple(stipple);
    int64_t *out = snapshot_add(s, "polygon stipple", -1);
    for (size_t i = 0; i < sizeof stipple; ++i)
        out[0] = (int64_t)(((uint64_t)out[0] * 31 + stipple[i]) & 0xffffffff);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)buffer);
}

static void add_units(snapshot *s) {
    GLint active = 0, client_active = 0, units = 0, coords = 0;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE, &client_active);
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    glGetIntegerv(GL_MAX_TEXTURE_COORDS, &coords);
    for (int unit = 0; unit < units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        for (size_t i = 0; i < LENGTH(unit_bindings) - (GLEW_ARB_texture_rectangle ? 0 : 1); ++i) {
            GLint value = 0;
            glGetIntegerv(unit_bindings[i].value, &value);
            snapshot_add(s, unit_bindings[i].name, unit)[0] = value;
            s->entries[s->count - 1].per_unit = true;
        }
        GLfloat bias = 0;
        glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &bias);
        snapshot_add(s, "GL_TEXTURE_LOD_BIAS of the unit", unit)[0] = (GLint)(256.0f * bias);
        s->entries[s->count - 1].per_unit = true;
    }
    glActiveTexture((GLenum)active);
    for (int unit = 0; unit < coords; ++unit) {
        glClientActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        snapshot_add(s, "GL_TEXTURE_COORD_ARRAY", unit)[0] = glIsEnabled(GL_TEXTURE_COORD_ARRAY);
    }
    glClientActiveTexture((GLenum)client_active);
}

/* Of a framebuffer object only what it has attached; draw buffers where one is bound. */
static void add_framebuffer(snapshot *s) {
    static const GLenum points[] = {GL_COLOR_ATTACHMENT0_EXT, GL_COLOR_ATTACHMENT1_EXT, GL_COLOR_ATTACHMENT2_EXT,
                                    GL_DEPTH_ATTACHMENT_EXT, GL_STENCIL_ATTACHMENT_EXT};
    GLint framebuffer = 0, count = 0, value = 0;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING_EXT, &framebuffer);
    if (!framebuffer)
        return;
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &count);
    for (int i = 0; i < count; ++i) {
        glGetIntegerv(GL_DRAW_BUFFER0 + (GLenum)i, &value);
        snapshot_add(s, "GL_DRAW_BUFFER", i)[0] = value;
    }
    for (size_t i = 0; i < LENGTH(points); ++i) {
        GLint type = 0, object = 0;
        glGetFramebufferAttachmentParameterivEXT(GL_FRAMEBUFFER_EXT, points[i],
                                                 GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE_EXT, &type);
        if (type != GL_NONE)
            glGetFramebufferAttachmentParameterivEXT(GL_FRAMEBUFFER_EXT, points[i],
                                                     GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME_EXT, &object);
        int64_t *out = snapshot_add(s, "framebuffer attachment", (int)i);
        out[0] = type;
        out[1] = object;
    }
}

/* Attribute 0 is the vertex, which has no current value. */
static void add_vertex_arrays(snapshot *s) {
    GLint count = 0, value = 0;
    GLvoid *pointer = NULL;
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &count);
    for (int i = 0; i < count; ++i) {
        GLfloat current[4] = {0, 0, 0, 0};
        if (i > 0)
            glGetVertexAttribfv((GLuint)i, GL_CURRENT_VERTEX_ATTRIB, current);
        snapshot_store_floats(snapshot_add(s, "GL_CURRENT_VERTEX_ATTRIB", i), current);
        for (size_t k = 0; k < LENGTH(attributes); ++k) {
            glGetVertexAttribiv((GLuint)i, attributes[k].value, &value);
            snapshot_add(s, attributes[k].name, i)[0] = value;
        }
        glGetVertexAttribPointerv((GLuint)i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
        snapshot_add(s, "GL_VERTEX_ATTRIB_ARRAY_POINTER", i)[0] = (int64_t)(intptr_t)pointer;
    }
    for (size_t k = 0; k < LENGTH(client_arrays); ++k) {
        glGetPointerv(client_arrays[k].value, &pointer);
        snapshot_add(s, client_arrays[k].name, -1)[0] = (int64_t)(intptr_t)pointer;
    }
}

static void add_texture(snapshot *s, const snapshot_watch *watch) {
    GLenum binding = watch->target == GL_TEXTURE_3D          ? GL_TEXTURE_BINDING_3D
                     : watch->target == GL_TEXTURE_RECTANGLE ? GL_TEXTURE_BINDING_RECTANGLE
                                                             : GL_TEXTURE_BINDING_2D;
    GLint bound = 0, value = 0;
    glGetIntegerv(binding, &bound);
    glBindTexture(watch->target, watch->name);
    for (size_t i = 0; i < LENGTH(texture_integers); ++i) {
        glGetTexParameteriv(watch->target, texture_integers[i].value, &value);
        snapshot_add(s, texture_integers[i].name, (int)watch->name)[0] = value;
    }
    for (size_t i = 0; i < LENGTH(texture_floats); ++i) {
        GLfloat values[4] = {0, 0, 0, 0};
        glGetTexParameterfv(watch->target, texture_floats[i].value, values);
        snapshot_store_floats(snapshot_add(s, texture_floats[i].name, (int)watch->name), values);
    }
    glBindTexture(watch->target, (GLuint)bound);
}

void snapshot_take_21(snapshot *s, const snapshot_watch *watches, size_t watch_count) {
    GLint query = 0;
    s->count = 0;
    snapshot_add_integers(s, integers, LENGTH(integers));
    if (GLEW_ARB_texture_rectangle)
        snapshot_add(s, "GL_TEXTURE_RECTANGLE", -1)[0] = glIsEnabled(GL_TEXTURE_RECTANGLE);
    if (GLEW_ARB_color_buffer_float)
        snapshot_add_integers(s, clamps, LENGTH(clamps));
    add_floats(s);
    add_clip_planes(s);
    add_pixel_transfer(s);
    add_units(s);
    add_framebuffer(s);
    add_vertex_arrays(s);
    glGetQueryiv(GL_SAMPLES_PASSED, GL_CURRENT_QUERY, &query);
    snapshot_add(s, "GL_SAMPLES_PASSED", -1)[0] = query;
    for (size_t i = 0; i < watch_count; ++i)
        add_texture(s, &watches[i]);
}
