/* snapshot_state.c - reads GL's state, variable by variable.  SPDX-License-Identifier: MIT
 *
 * A context that is, or is held to be, a GL 2.1 counts as version 21 here: fixed function and client state are read there, by
 * functions that GL 2.1 has, and nowhere else. */
#include "snapshot.h"

#include <GL/glew.h>

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* A state variable and the versions that have it. */
typedef struct variable {
    const char *name;
    GLenum value;
    int first, last;
} variable;

#define ALL(e)                                                                                                         \
    { #e, e, 21, 99 }
#define OLD(e)                                                                                                         \
    { #e, e, 21, 21 }
#define SINCE(version, e)                                                                                              \
    { #e, e, version, 99 }

/* Tables 6.4 to 6.32 of the GL 3.3 core specification, 6.5 to 6.36 of the GL 2.1 specification, and state of GL 4 that a
 * library for 3.3 could still disturb: integers and booleans, up to four values each. */
static const variable integers[] = {
    SINCE(33, GL_VERTEX_ARRAY_BINDING),
    ALL(GL_ARRAY_BUFFER_BINDING),
    SINCE(33, GL_PRIMITIVE_RESTART),
    SINCE(33, GL_PRIMITIVE_RESTART_INDEX),
    SINCE(33, GL_COPY_READ_BUFFER),
    SINCE(33, GL_COPY_WRITE_BUFFER),
    ALL(GL_VIEWPORT),
    SINCE(33, GL_DEPTH_CLAMP),
    SINCE(33, GL_CLAMP_READ_COLOR),
    SINCE(33, GL_PROVOKING_VERTEX),
    SINCE(33, GL_RASTERIZER_DISCARD),
    ALL(GL_POINT_SPRITE_COORD_ORIGIN),
    ALL(GL_PROGRAM_POINT_SIZE),
    ALL(GL_LINE_SMOOTH),
    ALL(GL_CULL_FACE),
    ALL(GL_CULL_FACE_MODE),
    ALL(GL_FRONT_FACE),
    ALL(GL_POLYGON_SMOOTH),
    ALL(GL_POLYGON_MODE),
    ALL(GL_POLYGON_OFFSET_POINT),
    ALL(GL_POLYGON_OFFSET_LINE),
    ALL(GL_POLYGON_OFFSET_FILL),
    ALL(GL_MULTISAMPLE),
    ALL(GL_SAMPLE_ALPHA_TO_COVERAGE),
    ALL(GL_SAMPLE_ALPHA_TO_ONE),
    ALL(GL_SAMPLE_COVERAGE),
    ALL(GL_SAMPLE_COVERAGE_INVERT),
    SINCE(33, GL_SAMPLE_MASK),
    ALL(GL_ACTIVE_TEXTURE),
    SINCE(33, GL_TEXTURE_BUFFER),
    SINCE(33, GL_TEXTURE_CUBE_MAP_SEAMLESS),
    ALL(GL_SCISSOR_TEST),
    ALL(GL_SCISSOR_BOX),
    ALL(GL_STENCIL_TEST),
    ALL(GL_STENCIL_FUNC),
    ALL(GL_STENCIL_VALUE_MASK),
    ALL(GL_STENCIL_REF),
    ALL(GL_STENCIL_FAIL),
    ALL(GL_STENCIL_PASS_DEPTH_FAIL),
    ALL(GL_STENCIL_PASS_DEPTH_PASS),
    ALL(GL_STENCIL_BACK_FUNC),
    ALL(GL_STENCIL_BACK_VALUE_MASK),
    ALL(GL_STENCIL_BACK_REF),
    ALL(GL_STENCIL_BACK_FAIL),
    ALL(GL_STENCIL_BACK_PASS_DEPTH_FAIL),
    ALL(GL_STENCIL_BACK_PASS_DEPTH_PASS),
    ALL(GL_DEPTH_TEST),
    ALL(GL_DEPTH_FUNC),
    ALL(GL_BLEND_SRC_RGB),
    ALL(GL_BLEND_SRC_ALPHA),
    ALL(GL_BLEND_DST_RGB),
    ALL(GL_BLEND_DST_ALPHA),
    ALL(GL_BLEND_EQUATION_RGB),
    ALL(GL_BLEND_EQUATION_ALPHA),
    SINCE(33, GL_FRAMEBUFFER_SRGB),
    ALL(GL_DITHER),
    ALL(GL_COLOR_LOGIC_OP),
    ALL(GL_LOGIC_OP_MODE),
    ALL(GL_DEPTH_WRITEMASK),
    ALL(GL_STENCIL_WRITEMASK),
    ALL(GL_STENCIL_BACK_WRITEMASK),
    ALL(GL_STENCIL_CLEAR_VALUE),
    ALL(GL_DRAW_FRAMEBUFFER_BINDING),
    SINCE(33, GL_READ_FRAMEBUFFER_BINDING),
    ALL(GL_RENDERBUFFER_BINDING),
    ALL(GL_UNPACK_SWAP_BYTES),
    ALL(GL_UNPACK_LSB_FIRST),
    ALL(GL_UNPACK_IMAGE_HEIGHT),
    ALL(GL_UNPACK_SKIP_IMAGES),
    ALL(GL_UNPACK_ROW_LENGTH),
    ALL(GL_UNPACK_SKIP_ROWS),
    ALL(GL_UNPACK_SKIP_PIXELS),
    ALL(GL_UNPACK_ALIGNMENT),
    ALL(GL_PACK_SWAP_BYTES),
    ALL(GL_PACK_LSB_FIRST),
    ALL(GL_PACK_IMAGE_HEIGHT),
    ALL(GL_PACK_SKIP_IMAGES),
    ALL(GL_PACK_ROW_LENGTH),
    ALL(GL_PACK_SKIP_ROWS),
    ALL(GL_PACK_SKIP_PIXELS),
    ALL(GL_PACK_ALIGNMENT),
    ALL(GL_PIXEL_PACK_BUFFER_BINDING),
    ALL(GL_PIXEL_UNPACK_BUFFER_BINDING),
    ALL(GL_CURRENT_PROGRAM),
    SINCE(33, GL_UNIFORM_BUFFER_BINDING),
    SINCE(33, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING),
    ALL(GL_LINE_SMOOTH_HINT),
    ALL(GL_POLYGON_SMOOTH_HINT),
    ALL(GL_TEXTURE_COMPRESSION_HINT),
    ALL(GL_FRAGMENT_SHADER_DERIVATIVE_HINT),
    SINCE(40, GL_TRANSFORM_FEEDBACK_BINDING),
    SINCE(40, GL_TRANSFORM_FEEDBACK_BUFFER_ACTIVE),
    SINCE(40, GL_TRANSFORM_FEEDBACK_BUFFER_PAUSED),
    SINCE(40, GL_SAMPLE_SHADING),
    SINCE(40, GL_DRAW_INDIRECT_BUFFER_BINDING),
    SINCE(40, GL_PATCH_VERTICES),
    SINCE(45, GL_PROGRAM_PIPELINE_BINDING),
    SINCE(45, GL_PRIMITIVE_RESTART_FIXED_INDEX),
    SINCE(45, GL_DISPATCH_INDIRECT_BUFFER_BINDING),
    SINCE(45, GL_SHADER_STORAGE_BUFFER_BINDING),
    SINCE(45, GL_QUERY_BUFFER_BINDING),
    SINCE(45, GL_DEBUG_GROUP_STACK_DEPTH),
    OLD(GL_CLIENT_ACTIVE_TEXTURE),
    OLD(GL_VERTEX_ARRAY),
    OLD(GL_NORMAL_ARRAY),
    OLD(GL_FOG_COORD_ARRAY),
    OLD(GL_COLOR_ARRAY),
    OLD(GL_SECONDARY_COLOR_ARRAY),
    OLD(GL_INDEX_ARRAY),
    OLD(GL_EDGE_FLAG_ARRAY),
    OLD(GL_VERTEX_ARRAY_SIZE),
    OLD(GL_VERTEX_ARRAY_TYPE),
    OLD(GL_VERTEX_ARRAY_STRIDE),
    OLD(GL_VERTEX_ARRAY_BUFFER_BINDING),
    OLD(GL_NORMAL_ARRAY_BUFFER_BINDING),
    OLD(GL_COLOR_ARRAY_SIZE),
    OLD(GL_COLOR_ARRAY_BUFFER_BINDING),
    OLD(GL_EDGE_FLAG_ARRAY_BUFFER_BINDING),
    OLD(GL_MATRIX_MODE),
    OLD(GL_MODELVIEW_STACK_DEPTH),
    OLD(GL_PROJECTION_STACK_DEPTH),
    OLD(GL_TEXTURE_STACK_DEPTH),
    OLD(GL_ATTRIB_STACK_DEPTH),
    OLD(GL_CLIENT_ATTRIB_STACK_DEPTH),
    OLD(GL_NORMALIZE),
    OLD(GL_RESCALE_NORMAL),
    OLD(GL_FOG),
    OLD(GL_FOG_MODE),
    OLD(GL_FOG_COORD_SRC),
    OLD(GL_COLOR_SUM),
    OLD(GL_SHADE_MODEL),
    OLD(GL_LIGHTING),
    OLD(GL_COLOR_MATERIAL),
    OLD(GL_LIGHT_MODEL_TWO_SIDE),
    OLD(GL_POINT_SMOOTH),
    OLD(GL_POINT_SPRITE),
    OLD(GL_VERTEX_PROGRAM_TWO_SIDE),
    OLD(GL_LINE_STIPPLE),
    OLD(GL_LINE_STIPPLE_PATTERN),
    OLD(GL_LINE_STIPPLE_REPEAT),
    OLD(GL_POLYGON_STIPPLE),
    OLD(GL_TEXTURE_1D),
    OLD(GL_TEXTURE_2D),
    OLD(GL_TEXTURE_3D),
    OLD(GL_TEXTURE_CUBE_MAP),
    OLD(GL_TEXTURE_GEN_S),
    OLD(GL_ALPHA_TEST),
    OLD(GL_ALPHA_TEST_FUNC),
    OLD(GL_BLEND),
    OLD(GL_INDEX_LOGIC_OP),
    OLD(GL_INDEX_WRITEMASK),
    OLD(GL_COLOR_WRITEMASK),
    OLD(GL_MAP_COLOR),
    OLD(GL_MAP_STENCIL),
    OLD(GL_INDEX_SHIFT),
    OLD(GL_INDEX_OFFSET),
    OLD(GL_PIXEL_MAP_R_TO_R_SIZE),
    OLD(GL_PIXEL_MAP_G_TO_G_SIZE),
    OLD(GL_PIXEL_MAP_B_TO_B_SIZE),
    OLD(GL_PIXEL_MAP_A_TO_A_SIZE),
    OLD(GL_PIXEL_MAP_S_TO_S_SIZE),
    OLD(GL_READ_BUFFER),
    OLD(GL_RENDER_MODE),
    OLD(GL_LIST_BASE),
    OLD(GL_PERSPECTIVE_CORRECTION_HINT),
    OLD(GL_POINT_SMOOTH_HINT),
    OLD(GL_FOG_HINT),
    OLD(GL_GENERATE_MIPMAP_HINT),
};

static const variable floats[] = {
    ALL(GL_DEPTH_RANGE),
    ALL(GL_POINT_SIZE),
    ALL(GL_POINT_FADE_THRESHOLD_SIZE),
    ALL(GL_LINE_WIDTH),
    ALL(GL_POLYGON_OFFSET_FACTOR),
    ALL(GL_POLYGON_OFFSET_UNITS),
    ALL(GL_SAMPLE_COVERAGE_VALUE),
    ALL(GL_BLEND_COLOR),
    ALL(GL_COLOR_CLEAR_VALUE),
    ALL(GL_DEPTH_CLEAR_VALUE),
    OLD(GL_CURRENT_COLOR),
    OLD(GL_CURRENT_SECONDARY_COLOR),
    OLD(GL_CURRENT_NORMAL),
    OLD(GL_CURRENT_TEXTURE_COORDS),
    OLD(GL_CURRENT_FOG_COORD),
    OLD(GL_CURRENT_RASTER_POSITION),
    OLD(GL_FOG_COLOR),
    OLD(GL_FOG_DENSITY),
    OLD(GL_POINT_SIZE_MIN),
    OLD(GL_POINT_SIZE_MAX),
    OLD(GL_POINT_DISTANCE_ATTENUATION),
    OLD(GL_ALPHA_TEST_REF),
    OLD(GL_ACCUM_CLEAR_VALUE),
    OLD(GL_RED_SCALE),
    OLD(GL_GREEN_SCALE),
    OLD(GL_BLUE_SCALE),
    OLD(GL_ALPHA_SCALE),
    OLD(GL_DEPTH_SCALE),
    OLD(GL_RED_BIAS),
    OLD(GL_GREEN_BIAS),
    OLD(GL_BLUE_BIAS),
    OLD(GL_ALPHA_BIAS),
    OLD(GL_DEPTH_BIAS),
    OLD(GL_ZOOM_X),
    OLD(GL_ZOOM_Y),
};

static const variable matrices[] = {OLD(GL_MODELVIEW_MATRIX), OLD(GL_PROJECTION_MATRIX), OLD(GL_TEXTURE_MATRIX)};

/* Integers of extensions, read where the context offers them. */
static const variable clip_control[] = {SINCE(33, GL_CLIP_ORIGIN), SINCE(33, GL_CLIP_DEPTH_MODE)};
static const variable float_clamps[] = {OLD(GL_CLAMP_VERTEX_COLOR_ARB), OLD(GL_CLAMP_FRAGMENT_COLOR_ARB),
                                        OLD(GL_CLAMP_READ_COLOR_ARB)};

static const struct {
    GLenum target;
    variable binding;
} targets[] = {
    {GL_TEXTURE_1D, ALL(GL_TEXTURE_BINDING_1D)},
    {GL_TEXTURE_2D, ALL(GL_TEXTURE_BINDING_2D)},
    {GL_TEXTURE_3D, ALL(GL_TEXTURE_BINDING_3D)},
    {GL_TEXTURE_CUBE_MAP, ALL(GL_TEXTURE_BINDING_CUBE_MAP)},
    {GL_TEXTURE_RECTANGLE, ALL(GL_TEXTURE_BINDING_RECTANGLE)}, /* of GL 2.1 by an extension */
    {GL_TEXTURE_1D_ARRAY, SINCE(30, GL_TEXTURE_BINDING_1D_ARRAY)},
    {GL_TEXTURE_2D_ARRAY, SINCE(30, GL_TEXTURE_BINDING_2D_ARRAY)},
    {GL_TEXTURE_BUFFER, SINCE(31, GL_TEXTURE_BINDING_BUFFER)},
    {GL_TEXTURE_2D_MULTISAMPLE, SINCE(32, GL_TEXTURE_BINDING_2D_MULTISAMPLE)},
    {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, SINCE(32, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY)},
    {GL_TEXTURE_CUBE_MAP_ARRAY, SINCE(40, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY)},
    {0, SINCE(33, GL_SAMPLER_BINDING)},
};

static const variable attributes[] = {
    ALL(GL_VERTEX_ATTRIB_ARRAY_ENABLED),       ALL(GL_VERTEX_ATTRIB_ARRAY_SIZE),
    ALL(GL_VERTEX_ATTRIB_ARRAY_STRIDE),        ALL(GL_VERTEX_ATTRIB_ARRAY_TYPE),
    ALL(GL_VERTEX_ATTRIB_ARRAY_NORMALIZED),    SINCE(33, GL_VERTEX_ATTRIB_ARRAY_INTEGER),
    SINCE(33, GL_VERTEX_ATTRIB_ARRAY_DIVISOR), ALL(GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING),
};

static const variable client_arrays[] = {
    OLD(GL_VERTEX_ARRAY_POINTER), OLD(GL_NORMAL_ARRAY_POINTER),        OLD(GL_COLOR_ARRAY_POINTER),
    OLD(GL_INDEX_ARRAY_POINTER),  OLD(GL_TEXTURE_COORD_ARRAY_POINTER), OLD(GL_EDGE_FLAG_ARRAY_POINTER),
};

static const variable queries[] = {
    ALL(GL_SAMPLES_PASSED),
    SINCE(33, GL_ANY_SAMPLES_PASSED),
    SINCE(30, GL_PRIMITIVES_GENERATED),
    SINCE(30, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN),
    SINCE(33, GL_TIME_ELAPSED),
};

static const variable texture_integers[] = {
    ALL(GL_TEXTURE_BASE_LEVEL),      ALL(GL_TEXTURE_MAX_LEVEL),       ALL(GL_TEXTURE_MIN_FILTER),
    ALL(GL_TEXTURE_MAG_FILTER),      ALL(GL_TEXTURE_WRAP_S),          ALL(GL_TEXTURE_WRAP_T),
    ALL(GL_TEXTURE_WRAP_R),          ALL(GL_TEXTURE_COMPARE_MODE),    ALL(GL_TEXTURE_COMPARE_FUNC),
    SINCE(33, GL_TEXTURE_SWIZZLE_R), SINCE(33, GL_TEXTURE_SWIZZLE_G), SINCE(33, GL_TEXTURE_SWIZZLE_B),
    SINCE(33, GL_TEXTURE_SWIZZLE_A), OLD(GL_DEPTH_TEXTURE_MODE),      OLD(GL_GENERATE_MIPMAP),
};
static const variable texture_floats[] = {
    ALL(GL_TEXTURE_MIN_LOD),      ALL(GL_TEXTURE_MAX_LOD),  ALL(GL_TEXTURE_LOD_BIAS),
    ALL(GL_TEXTURE_BORDER_COLOR), OLD(GL_TEXTURE_PRIORITY),
};

/* ---- values ---- */

static bool exists(const variable *v, int version) {
    return v->first <= version && version <= v->last;
}

/* Floats are compared by their bits. */
static void store_floats(int64_t out[4], const GLfloat values[4]) {
    for (int k = 0; k < 4; ++k) {
        uint32_t bits;
        memcpy(&bits, &values[k], sizeof bits);
        out[k] = bits;
    }
}

static void add_integers(snapshot *s, int version, const variable *list, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        GLint values[4] = {0, 0, 0, 0};
        if (!exists(&list[i], version))
            continue;
        glGetIntegerv(list[i].value, values);
        int64_t *out = snapshot_add(s, list[i].name, -1);
        for (int k = 0; k < 4; ++k)
            out[k] = values[k];
    }
}

static void add_floats(snapshot *s, int version) {
    for (size_t i = 0; i < LENGTH(floats); ++i) {
        GLfloat values[4] = {0, 0, 0, 0};
        if (!exists(&floats[i], version))
            continue;
        glGetFloatv(floats[i].value, values);
        store_floats(snapshot_add(s, floats[i].name, -1), values);
    }
    for (size_t i = 0; i < LENGTH(matrices) && version == 21; ++i) {
        GLfloat values[16] = {0};
        glGetFloatv(matrices[i].value, values);
        for (int column = 0; column < 4; ++column)
            store_floats(snapshot_add(s, matrices[i].name, column), values + 4 * column);
    }
}

/* ---- rasterizer and fragments ---- */

/* The first of them is also among the integers and floats. */
static void add_viewports(snapshot *s) {
    GLint count = 0, box[4];
    GLfloat values[4] = {0, 0, 0, 0};
    glGetIntegerv(GL_MAX_VIEWPORTS, &count);
    for (GLuint i = 0; i < (GLuint)count; ++i) {
        glGetFloati_v(GL_VIEWPORT, i, values);
        store_floats(snapshot_add(s, "viewport", (int)i), values);
        glGetFloati_v(GL_DEPTH_RANGE, i, values);
        values[2] = values[3] = 0;
        store_floats(snapshot_add(s, "depth range", (int)i), values);
        glGetIntegeri_v(GL_SCISSOR_BOX, i, box);
        int64_t *out = snapshot_add(s, "scissor box", (int)i);
        for (int k = 0; k < 4; ++k)
            out[k] = box[k];
        snapshot_add(s, "scissor test", (int)i)[0] = glIsEnabledi(GL_SCISSOR_TEST, i);
    }
}

static void add_draw_buffers(snapshot *s) {
    GLint count = 0, clip_distances = 0, words = 0, value;
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &count);
    glGetIntegerv(GL_MAX_CLIP_DISTANCES, &clip_distances);
    glGetIntegerv(GL_MAX_SAMPLE_MASK_WORDS, &words);
    for (int i = 0; i < count; ++i) {
        GLboolean mask[4];
        glGetBooleani_v(GL_COLOR_WRITEMASK, (GLuint)i, mask);
        int64_t *out = snapshot_add(s, "GL_COLOR_WRITEMASK", i);
        for (int k = 0; k < 4; ++k)
            out[k] = mask[k];
        snapshot_add(s, "GL_BLEND", i)[0] = glIsEnabledi(GL_BLEND, (GLuint)i);
    }
    for (int i = 0; i < clip_distances; ++i)
        snapshot_add(s, "GL_CLIP_DISTANCE", i)[0] = glIsEnabled(GL_CLIP_DISTANCE0 + (GLenum)i);
    for (int i = 0; i < words; ++i) {
        glGetIntegeri_v(GL_SAMPLE_MASK_VALUE, (GLuint)i, &value);
        snapshot_add(s, "GL_SAMPLE_MASK_VALUE", i)[0] = value;
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
        store_floats(snapshot_add(s, "GL_CLIP_PLANE", i), values);
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
        store_floats(snapshot_add(s, "GL_PIXEL_MAP", (int)i), values);
    }
    glGetPolygonStipple(stipple);
    int64_t *out = snapshot_add(s, "polygon stipple", -1);
    for (size_t i = 0; i < sizeof stipple; ++i)
        out[0] = (int64_t)(((uint64_t)out[0] * 31 + stipple[i]) & 0xffffffff);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)buffer);
}

/* ---- objects ---- */

static bool target_exists(size_t i, int version) {
    bool rectangle = targets[i].target == GL_TEXTURE_RECTANGLE;
    return exists(&targets[i].binding, version) && (!rectangle || version > 21 || GLEW_ARB_texture_rectangle);
}

static void add_units(snapshot *s, int version) {
    GLint active, units, value = 0;
    GLfloat bias = 0;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    for (int unit = 0; unit < units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        for (size_t i = 0; i < LENGTH(targets); ++i) {
            if (!target_exists(i, version))
                continue;
            glGetIntegerv(targets[i].binding.value, &value);
            snapshot_add(s, targets[i].binding.name, unit)[0] = value;
            s->entries[s->count - 1].per_unit = true;
        }
        if (version > 21)
            continue;
        glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &bias);
        snapshot_add(s, "GL_TEXTURE_LOD_BIAS of the unit", unit)[0] = (GLint)(256.0f * bias);
        s->entries[s->count - 1].per_unit = true;
    }
    glActiveTexture((GLenum)active);
}

static void get_attachment(int version, GLenum target, GLenum point, GLenum name, GLint *value) {
    if (version == 21)
        glGetFramebufferAttachmentParameterivEXT(target, point, name, value);
    else
        glGetFramebufferAttachmentParameteriv(target, point, name, value);
}

static void add_attachments(snapshot *s, int version, GLenum target, const char *type_name, const char *object_name) {
    static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                    GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
    for (size_t i = 0; i < LENGTH(points); ++i) {
        GLint type = 0, object = 0, level = 0;
        get_attachment(version, target, points[i], GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
        snapshot_add(s, type_name, (int)i)[0] = type;
        if (type == GL_NONE)
            continue;
        get_attachment(version, target, points[i], GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &object);
        if (type == GL_TEXTURE)
            get_attachment(version, target, points[i], GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &level);
        int64_t *out = snapshot_add(s, object_name, (int)i);
        out[0] = object;
        out[1] = level;
    }
}

/* What is attached, and draw and read buffers, which belong to the framebuffer object. */
static void add_framebuffers(snapshot *s, int version) {
    GLint draw = 0, read = 0, count = 0, value = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw);
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &count);
    for (int i = 0; i < count && draw; ++i) {
        glGetIntegerv(GL_DRAW_BUFFER0 + (GLenum)i, &value);
        snapshot_add(s, "GL_DRAW_BUFFER", i)[0] = value;
    }
    if (draw)
        add_attachments(s, version, version == 21 ? GL_FRAMEBUFFER : GL_DRAW_FRAMEBUFFER, "draw attachment type",
                        "draw attachment");
    if (version > 21)
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
    if (!read)
        return;
    glGetIntegerv(GL_READ_BUFFER, &value);
    snapshot_add(s, "GL_READ_BUFFER", -1)[0] = value;
    add_attachments(s, version, GL_READ_FRAMEBUFFER, "read attachment type", "read attachment");
}

/* In a compatibility profile attribute 0 is the vertex, which has no current value. */
static void add_current_attributes(snapshot *s, int version, GLint count) {
    GLint profile = GL_CONTEXT_COMPATIBILITY_PROFILE_BIT;
    if (version > 21)
        glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    for (int i = profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT ? 1 : 0; i < count; ++i) {
        GLfloat current[4] = {0, 0, 0, 0};
        glGetVertexAttribfv((GLuint)i, GL_CURRENT_VERTEX_ATTRIB, current);
        store_floats(snapshot_add(s, "GL_CURRENT_VERTEX_ATTRIB", i), current);
    }
}

static void add_vertex_array(snapshot *s, int version) {
    GLint vertex_array = 1, count = 0, value = 0;
    GLvoid *pointer = NULL;
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &count);
    add_current_attributes(s, version, count);
    if (version > 21)
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array);
    if (!vertex_array) /* core contexts keep no arrays in object 0 */
        return;
    glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &value);
    snapshot_add(s, "GL_ELEMENT_ARRAY_BUFFER_BINDING", -1)[0] = value;
    for (int i = 0; i < count; ++i) {
        for (size_t k = 0; k < LENGTH(attributes); ++k)
            if (exists(&attributes[k], version)) {
                glGetVertexAttribiv((GLuint)i, attributes[k].value, &value);
                snapshot_add(s, attributes[k].name, i)[0] = value;
            }
        glGetVertexAttribPointerv((GLuint)i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
        snapshot_add(s, "GL_VERTEX_ATTRIB_ARRAY_POINTER", i)[0] = (int64_t)(intptr_t)pointer;
    }
}

static void add_client_arrays(snapshot *s) {
    GLint active = 0, coords = 0;
    GLvoid *pointer = NULL;
    for (size_t k = 0; k < LENGTH(client_arrays); ++k) {
        glGetPointerv(client_arrays[k].value, &pointer);
        snapshot_add(s, client_arrays[k].name, -1)[0] = (int64_t)(intptr_t)pointer;
    }
    glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE, &active);
    glGetIntegerv(GL_MAX_TEXTURE_COORDS, &coords);
    for (int unit = 0; unit < coords; ++unit) {
        glClientActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        snapshot_add(s, "GL_TEXTURE_COORD_ARRAY", unit)[0] = glIsEnabled(GL_TEXTURE_COORD_ARRAY);
    }
    glClientActiveTexture((GLenum)active);
}

static void add_indexed_buffers(snapshot *s, const char *name, GLenum count_name, GLenum binding, GLenum start,
                                GLenum size) {
    GLint count = 0;
    glGetIntegerv(count_name, &count);
    for (int i = 0; i < count; ++i) {
        GLint buffer = 0;
        GLint64 begin = 0, bytes = 0;
        glGetIntegeri_v(binding, (GLuint)i, &buffer);
        glGetInteger64i_v(start, (GLuint)i, &begin);
        glGetInteger64i_v(size, (GLuint)i, &bytes);
        int64_t *out = snapshot_add(s, name, i);
        out[0] = buffer;
        out[1] = begin;
        out[2] = bytes;
    }
}

static void add_queries(snapshot *s, int version) {
    for (size_t i = 0; i < LENGTH(queries); ++i) {
        GLint query = 0;
        if (!exists(&queries[i], version))
            continue;
        glGetQueryiv(queries[i].value, GL_CURRENT_QUERY, &query);
        snapshot_add(s, queries[i].name, -1)[0] = query;
    }
}

static GLenum binding_of(GLenum target) {
    size_t i = 0;
    while (targets[i].target && targets[i].target != target)
        ++i;
    return targets[i].binding.value;
}

/* Reading parameters of a texture needs it bound: to the unit that is active, and back. */
static void add_texture(snapshot *s, int version, const snapshot_watch *watch) {
    GLint bound = 0, value = 0;
    glGetIntegerv(binding_of(watch->target), &bound);
    glBindTexture(watch->target, watch->name);
    for (size_t i = 0; i < LENGTH(texture_integers); ++i)
        if (exists(&texture_integers[i], version)) {
            glGetTexParameteriv(watch->target, texture_integers[i].value, &value);
            snapshot_add(s, texture_integers[i].name, (int)watch->name)[0] = value;
        }
    for (size_t i = 0; i < LENGTH(texture_floats); ++i) {
        GLfloat values[4] = {0, 0, 0, 0};
        if (!exists(&texture_floats[i], version))
            continue;
        glGetTexParameterfv(watch->target, texture_floats[i].value, values);
        store_floats(snapshot_add(s, texture_floats[i].name, (int)watch->name), values);
    }
    glBindTexture(watch->target, (GLuint)bound);
}

/* ---- all of it ---- */

static void add_fixed_function(snapshot *s) {
    if (GLEW_ARB_texture_rectangle)
        snapshot_add(s, "GL_TEXTURE_RECTANGLE", -1)[0] = glIsEnabled(GL_TEXTURE_RECTANGLE);
    if (GLEW_ARB_color_buffer_float)
        add_integers(s, 21, float_clamps, LENGTH(float_clamps));
    add_clip_planes(s);
    add_pixel_transfer(s);
    add_client_arrays(s);
}

static void add_newer(snapshot *s, int version) {
    if (GLEW_ARB_clip_control) /* GL 4.5, but older contexts offer it too */
        add_integers(s, version, clip_control, LENGTH(clip_control));
    if (version >= 41 && glGetFloati_v) /* a test takes newer functions away */
        add_viewports(s);
    add_draw_buffers(s);
    add_indexed_buffers(s, "uniform buffer", GL_MAX_UNIFORM_BUFFER_BINDINGS, GL_UNIFORM_BUFFER_BINDING,
                        GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE);
    add_indexed_buffers(s, "transform feedback buffer", GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS,
                        GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER_START,
                        GL_TRANSFORM_FEEDBACK_BUFFER_SIZE);
}

void snapshot_take(snapshot *s, bool gl21, const snapshot_watch *watches, size_t watch_count) {
    GLint major = 2, minor = 1;
    if (!gl21) {
        glGetIntegerv(GL_MAJOR_VERSION, &major);
        glGetIntegerv(GL_MINOR_VERSION, &minor);
    }
    int version = 10 * major + minor;
    s->count = 0;
    add_integers(s, version, integers, LENGTH(integers));
    add_floats(s, version);
    add_units(s, version);
    if (gl21)
        add_fixed_function(s);
    else
        add_newer(s, version);
    add_framebuffers(s, version);
    add_vertex_array(s, version);
    add_queries(s, version);
    for (size_t i = 0; i < watch_count; ++i)
        add_texture(s, version, &watches[i]);
}
