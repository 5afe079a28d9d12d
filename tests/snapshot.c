/* snapshot.c - reads GL's state, variable by variable, in the order of the specification's tables.
 * SPDX-License-Identifier: MIT */
#include "snapshot.h"

#include <GL/glew.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define NAMED(e)                                                                                                       \
    { #e, e }

/* Tables 6.4 to 6.32: integers and booleans; up to four values each. */
static const snapshot_name integers[] = {
    NAMED(GL_VERTEX_ARRAY_BINDING),
    NAMED(GL_ARRAY_BUFFER_BINDING),
    NAMED(GL_PRIMITIVE_RESTART),
    NAMED(GL_PRIMITIVE_RESTART_INDEX),
    NAMED(GL_COPY_READ_BUFFER),
    NAMED(GL_COPY_WRITE_BUFFER),
    NAMED(GL_VIEWPORT),
    NAMED(GL_DEPTH_CLAMP),
    NAMED(GL_CLAMP_READ_COLOR),
    NAMED(GL_PROVOKING_VERTEX),
    NAMED(GL_RASTERIZER_DISCARD),
    NAMED(GL_POINT_SPRITE_COORD_ORIGIN),
    NAMED(GL_PROGRAM_POINT_SIZE),
    NAMED(GL_LINE_SMOOTH),
    NAMED(GL_CULL_FACE),
    NAMED(GL_CULL_FACE_MODE),
    NAMED(GL_FRONT_FACE),
    NAMED(GL_POLYGON_SMOOTH),
    NAMED(GL_POLYGON_MODE),
    NAMED(GL_POLYGON_OFFSET_POINT),
    NAMED(GL_POLYGON_OFFSET_LINE),
    NAMED(GL_POLYGON_OFFSET_FILL),
    NAMED(GL_MULTISAMPLE),
    NAMED(GL_SAMPLE_ALPHA_TO_COVERAGE),
    NAMED(GL_SAMPLE_ALPHA_TO_ONE),
    NAMED(GL_SAMPLE_COVERAGE),
    NAMED(GL_SAMPLE_COVERAGE_INVERT),
    NAMED(GL_SAMPLE_MASK),
    NAMED(GL_ACTIVE_TEXTURE),
    NAMED(GL_TEXTURE_BUFFER),
    NAMED(GL_TEXTURE_CUBE_MAP_SEAMLESS),
    NAMED(GL_SCISSOR_TEST),
    NAMED(GL_SCISSOR_BOX),
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
    NAMED(GL_BLEND_SRC_RGB),
    NAMED(GL_BLEND_SRC_ALPHA),
    NAMED(GL_BLEND_DST_RGB),
    NAMED(GL_BLEND_DST_ALPHA),
    NAMED(GL_BLEND_EQUATION_RGB),
    NAMED(GL_BLEND_EQUATION_ALPHA),
    NAMED(GL_FRAMEBUFFER_SRGB),
    NAMED(GL_DITHER),
    NAMED(GL_COLOR_LOGIC_OP),
    NAMED(GL_LOGIC_OP_MODE),
    NAMED(GL_DEPTH_WRITEMASK),
    NAMED(GL_STENCIL_WRITEMASK),
    NAMED(GL_STENCIL_BACK_WRITEMASK),
    NAMED(GL_STENCIL_CLEAR_VALUE),
    NAMED(GL_DRAW_FRAMEBUFFER_BINDING),
    NAMED(GL_READ_FRAMEBUFFER_BINDING),
    NAMED(GL_RENDERBUFFER_BINDING),
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
    NAMED(GL_CURRENT_PROGRAM),
    NAMED(GL_UNIFORM_BUFFER_BINDING),
    NAMED(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING),
    NAMED(GL_LINE_SMOOTH_HINT),
    NAMED(GL_POLYGON_SMOOTH_HINT),
    NAMED(GL_TEXTURE_COMPRESSION_HINT),
    NAMED(GL_FRAGMENT_SHADER_DERIVATIVE_HINT),
};

/* State of GL 4 that a library for 3.3 could still disturb; read where the context has it. */
static const snapshot_name integers_40[] = {
    NAMED(GL_TRANSFORM_FEEDBACK_BINDING),       NAMED(GL_TRANSFORM_FEEDBACK_BUFFER_ACTIVE),
    NAMED(GL_TRANSFORM_FEEDBACK_BUFFER_PAUSED), NAMED(GL_SAMPLE_SHADING),
    NAMED(GL_DRAW_INDIRECT_BUFFER_BINDING),     NAMED(GL_PATCH_VERTICES),
};
static const snapshot_name integers_45[] = {
    NAMED(GL_PROGRAM_PIPELINE_BINDING),
    NAMED(GL_PRIMITIVE_RESTART_FIXED_INDEX),
    NAMED(GL_DISPATCH_INDIRECT_BUFFER_BINDING),
    NAMED(GL_SHADER_STORAGE_BUFFER_BINDING),
    NAMED(GL_QUERY_BUFFER_BINDING),
    NAMED(GL_DEBUG_GROUP_STACK_DEPTH),
};

static const snapshot_name integers_clip_control[] = {NAMED(GL_CLIP_ORIGIN), NAMED(GL_CLIP_DEPTH_MODE)};

static const snapshot_name floats[] = {
    NAMED(GL_DEPTH_RANGE),
    NAMED(GL_POINT_SIZE),
    NAMED(GL_POINT_FADE_THRESHOLD_SIZE),
    NAMED(GL_LINE_WIDTH),
    NAMED(GL_POLYGON_OFFSET_FACTOR),
    NAMED(GL_POLYGON_OFFSET_UNITS),
    NAMED(GL_SAMPLE_COVERAGE_VALUE),
    NAMED(GL_BLEND_COLOR),
    NAMED(GL_COLOR_CLEAR_VALUE),
    NAMED(GL_DEPTH_CLEAR_VALUE),
};

static const snapshot_name unit_bindings[] = {
    NAMED(GL_TEXTURE_BINDING_1D),
    NAMED(GL_TEXTURE_BINDING_2D),
    NAMED(GL_TEXTURE_BINDING_3D),
    NAMED(GL_TEXTURE_BINDING_1D_ARRAY),
    NAMED(GL_TEXTURE_BINDING_2D_ARRAY),
    NAMED(GL_TEXTURE_BINDING_RECTANGLE),
    NAMED(GL_TEXTURE_BINDING_BUFFER),
    NAMED(GL_TEXTURE_BINDING_CUBE_MAP),
    NAMED(GL_TEXTURE_BINDING_2D_MULTISAMPLE),
    NAMED(GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY),
    NAMED(GL_SAMPLER_BINDING),
};

static const snapshot_name attributes[] = {
    NAMED(GL_VERTEX_ATTRIB_ARRAY_ENABLED),    NAMED(GL_VERTEX_ATTRIB_ARRAY_SIZE),
    NAMED(GL_VERTEX_ATTRIB_ARRAY_STRIDE),     NAMED(GL_VERTEX_ATTRIB_ARRAY_TYPE),
    NAMED(GL_VERTEX_ATTRIB_ARRAY_NORMALIZED), NAMED(GL_VERTEX_ATTRIB_ARRAY_INTEGER),
    NAMED(GL_VERTEX_ATTRIB_ARRAY_DIVISOR),    NAMED(GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING),
};

static const snapshot_name queries[] = {
    NAMED(GL_SAMPLES_PASSED),       NAMED(GL_ANY_SAMPLES_PASSED),
    NAMED(GL_PRIMITIVES_GENERATED), NAMED(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN),
    NAMED(GL_TIME_ELAPSED),
};

static const snapshot_name texture_integers[] = {
    NAMED(GL_TEXTURE_BASE_LEVEL), NAMED(GL_TEXTURE_MAX_LEVEL),    NAMED(GL_TEXTURE_MIN_FILTER),
    NAMED(GL_TEXTURE_MAG_FILTER), NAMED(GL_TEXTURE_WRAP_S),       NAMED(GL_TEXTURE_WRAP_T),
    NAMED(GL_TEXTURE_WRAP_R),     NAMED(GL_TEXTURE_COMPARE_MODE), NAMED(GL_TEXTURE_COMPARE_FUNC),
    NAMED(GL_TEXTURE_SWIZZLE_R),  NAMED(GL_TEXTURE_SWIZZLE_G),    NAMED(GL_TEXTURE_SWIZZLE_B),
    NAMED(GL_TEXTURE_SWIZZLE_A),
};
static const snapshot_name texture_floats[] = {
    NAMED(GL_TEXTURE_MIN_LOD),
    NAMED(GL_TEXTURE_MAX_LOD),
    NAMED(GL_TEXTURE_LOD_BIAS),
    NAMED(GL_TEXTURE_BORDER_COLOR),
};

int64_t *snapshot_add(snapshot *s, const char *name, int index) {
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 2048;
        s->entries = realloc(s->entries, s->capacity * sizeof *s->entries);
        if (!s->entries)
            abort();
    }
    snapshot_entry *entry = &s->entries[s->count++];
    memset(entry, 0, sizeof *entry);
    entry->name = name;
    entry->index = index;
    return entry->values;
}

void snapshot_add_integers(snapshot *s, const snapshot_name *list, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        GLint values[4] = {0, 0, 0, 0};
        glGetIntegerv(list[i].value, values);
        int64_t *out = snapshot_add(s, list[i].name, -1);
        for (int k = 0; k < 4; ++k)
            out[k] = values[k];
    }
}

/* Floats are compared by their bits. */
void snapshot_store_floats(int64_t out[4], const float values[4]) {
    for (int k = 0; k < 4; ++k) {
        uint32_t bits;
        memcpy(&bits, &values[k], sizeof bits);
        out[k] = bits;
    }
}

static void add_floats(snapshot *s) {
    for (size_t i = 0; i < LENGTH(floats); ++i) {
        GLfloat values[4] = {0, 0, 0, 0};
        glGetFloatv(floats[i].value, values);
        snapshot_store_floats(snapshot_add(s, floats[i].name, -1), values);
    }
}

static void add_units(snapshot *s) {
    GLint active, units;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    for (int unit = 0; unit < units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        for (size_t i = 0; i < LENGTH(unit_bindings); ++i) {
            GLint value = 0;
            glGetIntegerv(unit_bindings[i].value, &value);
            snapshot_add(s, unit_bindings[i].name, unit)[0] = value;
            s->entries[s->count - 1].per_unit = true;
        }
    }
    glActiveTexture((GLenum)active);
}

static void add_draw_buffers(snapshot *s) {
    GLint count = 0, draw_framebuffer = 0, clip_distances = 0, words = 0, value;
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &count);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_framebuffer);
    glGetIntegerv(GL_MAX_CLIP_DISTANCES, &clip_distances);
    glGetIntegerv(GL_MAX_SAMPLE_MASK_WORDS, &words);
    for (int i = 0; i < count; ++i) {
        GLboolean mask[4];
        glGetBooleani_v(GL_COLOR_WRITEMASK, (GLuint)i, mask);
        int64_t *out = snapshot_add(s, "GL_COLOR_WRITEMASK", i);
        for (int k = 0; k < 4; ++k)
            out[k] = mask[k];
        snapshot_add(s, "GL_BLEND", i)[0] = glIsEnabledi(GL_BLEND, (GLuint)i);
        if (draw_framebuffer) {
            glGetIntegerv(GL_DRAW_BUFFER0 + (GLenum)i, &value);
            snapshot_add(s, "GL_DRAW_BUFFER", i)[0] = value;
        }
    }
    for (int i = 0; i < clip_distances; ++i)
        snapshot_add(s, "GL_CLIP_DISTANCE", i)[0] = glIsEnabled(GL_CLIP_DISTANCE0 + (GLenum)i);
    for (int i = 0; i < words; ++i) {
        glGetIntegeri_v(GL_SAMPLE_MASK_VALUE, (GLuint)i, &value);
        snapshot_add(s, "GL_SAMPLE_MASK_VALUE", i)[0] = value;
    }
}

static void add_framebuffer(snapshot *s, GLenum target, GLenum binding, const char *type_name,
                            const char *object_name) {
    static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                    GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
    GLint framebuffer = 0;
    glGetIntegerv(binding, &framebuffer);
    if (!framebuffer)
        return;
    if (target == GL_READ_FRAMEBUFFER) {
        GLint value = 0;
        glGetIntegerv(GL_READ_BUFFER, &value);
        snapshot_add(s, "GL_READ_BUFFER", -1)[0] = value;
    }
    for (size_t i = 0; i < LENGTH(points); ++i) {
        GLint type = 0, object = 0, level = 0;
        glGetFramebufferAttachmentParameteriv(target, points[i], GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
        snapshot_add(s, type_name, (int)i)[0] = type;
        if (type == GL_NONE)
            continue;
        glGetFramebufferAttachmentParameteriv(target, points[i], GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &object);
        if (type == GL_TEXTURE)
            glGetFramebufferAttachmentParameteriv(target, points[i], GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &level);
        int64_t *out = snapshot_add(s, object_name, (int)i);
        out[0] = object;
        out[1] = level;
    }
}

static void add_vertex_array(snapshot *s) {
    GLint vertex_array = 0, count = 0, profile = 0, value;
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array);
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &count);
    glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    /* In a compatibility profile attribute 0 is the vertex, which has no current value. */
    for (int i = profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT ? 1 : 0; i < count; ++i) {
        GLfloat current[4];
        glGetVertexAttribfv((GLuint)i, GL_CURRENT_VERTEX_ATTRIB, current);
        snapshot_store_floats(snapshot_add(s, "GL_CURRENT_VERTEX_ATTRIB", i), current);
    }
    if (!vertex_array) /* core contexts keep no arrays in object 0 */
        return;
    glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &value);
    snapshot_add(s, "GL_ELEMENT_ARRAY_BUFFER_BINDING", -1)[0] = value;
    for (int i = 0; i < count; ++i) {
        for (size_t k = 0; k < LENGTH(attributes); ++k) {
            glGetVertexAttribiv((GLuint)i, attributes[k].value, &value);
            snapshot_add(s, attributes[k].name, i)[0] = value;
        }
        GLvoid *pointer = NULL;
        glGetVertexAttribPointerv((GLuint)i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
        snapshot_add(s, "GL_VERTEX_ATTRIB_ARRAY_POINTER", i)[0] = (int64_t)(intptr_t)pointer;
    }
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

static void add_queries(snapshot *s) {
    for (size_t i = 0; i < LENGTH(queries); ++i) {
        GLint query = 0;
        glGetQueryiv(queries[i].value, GL_CURRENT_QUERY, &query);
        snapshot_add(s, queries[i].name, -1)[0] = query;
    }
}

/* Reading parameters of a texture needs it bound: to the unit that is active, and back. */
static void add_texture(snapshot *s, const snapshot_watch *watch) {
    GLenum binding = watch->target == GL_TEXTURE_3D         ? GL_TEXTURE_BINDING_3D
                     : watch->target == GL_TEXTURE_2D_ARRAY ? GL_TEXTURE_BINDING_2D_ARRAY
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

void snapshot_take(snapshot *s, const snapshot_watch *watches, size_t watch_count) {
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    s->count = 0;
    snapshot_add_integers(s, integers, LENGTH(integers));
    if (10 * major + minor >= 40)
        snapshot_add_integers(s, integers_40, LENGTH(integers_40));
    if (10 * major + minor >= 45)
        snapshot_add_integers(s, integers_45, LENGTH(integers_45));
    if (GLEW_ARB_clip_control) /* GL 4.5, but older contexts offer it too */
        snapshot_add_integers(s, integers_clip_control, LENGTH(integers_clip_control));
    add_floats(s);
    add_units(s);
    add_draw_buffers(s);
    add_framebuffer(s, GL_DRAW_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER_BINDING, "draw attachment type", "draw attachment");
    add_framebuffer(s, GL_READ_FRAMEBUFFER, GL_READ_FRAMEBUFFER_BINDING, "read attachment type", "read attachment");
    add_vertex_array(s);
    add_indexed_buffers(s, "uniform buffer", GL_MAX_UNIFORM_BUFFER_BINDINGS, GL_UNIFORM_BUFFER_BINDING,
                        GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE);
    add_indexed_buffers(s, "transform feedback buffer", GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS,
                        GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER_START,
                        GL_TRANSFORM_FEEDBACK_BUFFER_SIZE);
    add_queries(s);
    for (size_t i = 0; i < watch_count; ++i)
        add_texture(s, &watches[i]);
}

static bool is_bound_by_pyramid(const snapshot_entry *entry, const snapshot_except *except) {
    if (entry->per_unit)
        return entry->index >= except->first_unit && entry->index < except->first_unit + except->unit_count;
    return except->program && strcmp(entry->name, "GL_CURRENT_PROGRAM") == 0;
}

/* The next entry from `i` on that the filter wants. */
static size_t skip(const snapshot *s, size_t i, const snapshot_except *filter, bool inside) {
    while (i < s->count && filter && is_bound_by_pyramid(&s->entries[i], filter) != inside)
        ++i;
    return i;
}

static void report(const snapshot_entry *x, const snapshot_entry *y, const char *what) {
    fprintf(stderr, "%s: state %s[%d] was %lld %lld %lld %lld, is %s[%d] %lld %lld %lld %lld\n", what, x->name,
            x->index, (long long)x->values[0], (long long)x->values[1], (long long)x->values[2],
            (long long)x->values[3], y->name, y->index, (long long)y->values[0], (long long)y->values[1],
            (long long)y->values[2], (long long)y->values[3]);
}

static size_t compare(const snapshot *a, const snapshot *b, const snapshot_except *filter, bool inside,
                      const char *what) {
    size_t different = 0, i = skip(a, 0, filter, inside), k = skip(b, 0, filter, inside);
    while (i < a->count && k < b->count) {
        const snapshot_entry *x = &a->entries[i], *y = &b->entries[k];
        bool same_variable = strcmp(x->name, y->name) == 0 && x->index == y->index;
        if (!same_variable || memcmp(x->values, y->values, sizeof x->values) != 0)
            if (different++ < 20)
                report(x, y, what);
        if (!same_variable) /* other objects are bound, so that the lists run apart; the cause is reported above */
            return different;
        i = skip(a, i + 1, filter, inside);
        k = skip(b, k + 1, filter, inside);
    }
    if (i < a->count || k < b->count) {
        fprintf(stderr, "%s: not the same number of state variables before and after\n", what);
        ++different;
    }
    return different;
}

size_t snapshot_compare(const snapshot *before, const snapshot *after, const snapshot_except *except,
                        const char *what) {
    return compare(before, after, except, false, what);
}

size_t snapshot_compare_bound(const snapshot *before, const snapshot *after, const snapshot_except *only,
                              const char *what) {
    return compare(before, after, only, true, what);
}

void snapshot_copy(snapshot *to, const snapshot *from) {
    if (to->capacity < from->count) {
        free(to->entries);
        to->capacity = from->capacity;
        to->entries = malloc(to->capacity * sizeof *to->entries);
        if (!to->entries)
            abort();
    }
    to->count = from->count;
    memcpy(to->entries, from->entries, from->count * sizeof *from->entries);
}

void snapshot_free(snapshot *s) {
    free(s->entries);
    *s = (snapshot){NULL, 0, 0};
}
