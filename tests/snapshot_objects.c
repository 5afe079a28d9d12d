/* snapshot_objects.c - reads the state of objects: what is bound, attached and set in textures, framebuffers, vertex arrays, buffers
 * and queries.  SPDX-License-Identifier: MIT */
#include "snapshot_variables.h"

const snapshot_target snapshot_targets[SNAPSHOT_TARGETS + 1] = {
    {GL_TEXTURE_2D, ALL(GL_TEXTURE_BINDING_2D)},
    {GL_TEXTURE_1D, DESKTOP(GL_TEXTURE_BINDING_1D)},
    {GL_TEXTURE_3D, ALL(GL_TEXTURE_BINDING_3D)},
    {GL_TEXTURE_CUBE_MAP, ALL(GL_TEXTURE_BINDING_CUBE_MAP)},
    {GL_TEXTURE_RECTANGLE, DESKTOP(GL_TEXTURE_BINDING_RECTANGLE)}, /* of GL 2.1 by an extension */
    {GL_TEXTURE_1D_ARRAY, SINCE(30, GL_TEXTURE_BINDING_1D_ARRAY)},
    {GL_TEXTURE_2D_ARRAY, SINCE_AND_ES(30, GL_TEXTURE_BINDING_2D_ARRAY)},
    {GL_TEXTURE_BUFFER, SINCE(31, GL_TEXTURE_BINDING_BUFFER)},
    {GL_TEXTURE_2D_MULTISAMPLE, SINCE(32, GL_TEXTURE_BINDING_2D_MULTISAMPLE)},
    {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, SINCE(32, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY)},
    {GL_TEXTURE_CUBE_MAP_ARRAY, SINCE(40, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY)},
    {0, SINCE_AND_ES(33, GL_SAMPLER_BINDING)},
};

static const variable attributes[] = {
    ALL(GL_VERTEX_ATTRIB_ARRAY_ENABLED),
    ALL(GL_VERTEX_ATTRIB_ARRAY_SIZE),
    ALL(GL_VERTEX_ATTRIB_ARRAY_STRIDE),
    ALL(GL_VERTEX_ATTRIB_ARRAY_TYPE),
    ALL(GL_VERTEX_ATTRIB_ARRAY_NORMALIZED),
    SINCE_AND_ES(33, GL_VERTEX_ATTRIB_ARRAY_INTEGER),
    SINCE_AND_ES(33, GL_VERTEX_ATTRIB_ARRAY_DIVISOR),
    ALL(GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING),
};

static const variable client_arrays[] = {
    OLD(GL_VERTEX_ARRAY_POINTER), OLD(GL_NORMAL_ARRAY_POINTER),        OLD(GL_COLOR_ARRAY_POINTER),
    OLD(GL_INDEX_ARRAY_POINTER),  OLD(GL_TEXTURE_COORD_ARRAY_POINTER), OLD(GL_EDGE_FLAG_ARRAY_POINTER),
};

static const variable queries[] = {
    DESKTOP(GL_SAMPLES_PASSED),
    SINCE_AND_ES(33, GL_ANY_SAMPLES_PASSED),
    ES(GL_ANY_SAMPLES_PASSED_CONSERVATIVE),
    SINCE(30, GL_PRIMITIVES_GENERATED),
    SINCE_AND_ES(30, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN),
    SINCE(33, GL_TIME_ELAPSED),
};

static const variable texture_integers[] = {
    ALL(GL_TEXTURE_BASE_LEVEL),
    ALL(GL_TEXTURE_MAX_LEVEL),
    ALL(GL_TEXTURE_MIN_FILTER),
    ALL(GL_TEXTURE_MAG_FILTER),
    ALL(GL_TEXTURE_WRAP_S),
    ALL(GL_TEXTURE_WRAP_T),
    ALL(GL_TEXTURE_WRAP_R),
    ALL(GL_TEXTURE_COMPARE_MODE),
    ALL(GL_TEXTURE_COMPARE_FUNC),
    SINCE_AND_ES(33, GL_TEXTURE_SWIZZLE_R),
    SINCE_AND_ES(33, GL_TEXTURE_SWIZZLE_G),
    SINCE_AND_ES(33, GL_TEXTURE_SWIZZLE_B),
    SINCE_AND_ES(33, GL_TEXTURE_SWIZZLE_A),
    OLD(GL_DEPTH_TEXTURE_MODE),
    OLD(GL_GENERATE_MIPMAP),
};
static const variable texture_floats[] = {
    ALL(GL_TEXTURE_MIN_LOD),          ALL(GL_TEXTURE_MAX_LOD),  DESKTOP(GL_TEXTURE_LOD_BIAS),
    DESKTOP(GL_TEXTURE_BORDER_COLOR), OLD(GL_TEXTURE_PRIORITY),
};

/* ---- textures ---- */

bool snapshot_has_target(const snapshot_target *target, int version) {
    bool rectangle = target->target == GL_TEXTURE_RECTANGLE;
    return snapshot_has(&target->binding, version) && (!rectangle || version > 21 || GLEW_ARB_texture_rectangle);
}

static void add_units(snapshot *s, int version) {
    GLint active, units, value = 0;
    GLfloat bias = 0;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    for (int unit = 0; unit < units; unit++) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        for (size_t i = 0; i < LENGTH(snapshot_targets); i++) {
            if (!snapshot_has_target(&snapshot_targets[i], version))
                continue;
            glGetIntegerv(snapshot_targets[i].binding.value, &value);
            snapshot_add(s, snapshot_targets[i].binding.name, unit)[0] = value;
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

static GLenum binding_of(GLenum target) {
    size_t i = 0;
    while (snapshot_targets[i].target && snapshot_targets[i].target != target)
        i++;
    return snapshot_targets[i].binding.value;
}

void snapshot_add_texture(snapshot *s, int version, const snapshot_watch *watch) {
    GLint bound = 0, value = 0;
    glGetIntegerv(binding_of(watch->target), &bound);
    glBindTexture(watch->target, watch->name);
    for (size_t i = 0; i < LENGTH(texture_integers); i++)
        if (snapshot_has(&texture_integers[i], version)) {
            glGetTexParameteriv(watch->target, texture_integers[i].value, &value);
            snapshot_add(s, texture_integers[i].name, (int)watch->name)[0] = value;
        }
    for (size_t i = 0; i < LENGTH(texture_floats); i++) {
        GLfloat values[4] = {0, 0, 0, 0};
        if (!snapshot_has(&texture_floats[i], version))
            continue;
        glGetTexParameterfv(watch->target, texture_floats[i].value, values);
        snapshot_store_floats(snapshot_add(s, texture_floats[i].name, (int)watch->name), values);
    }
    glBindTexture(watch->target, (GLuint)bound);
}

/* ---- framebuffers ---- */

static void get_attachment(int version, GLenum target, GLenum point, GLenum name, GLint *value) {
    if (version == 21)
        glGetFramebufferAttachmentParameterivEXT(target, point, name, value);
    else
        glGetFramebufferAttachmentParameteriv(target, point, name, value);
}

static void add_attachments(snapshot *s, int version, GLenum target, const char *type_name, const char *object_name) {
    static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                    GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
    for (size_t i = 0; i < LENGTH(points); i++) {
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
    for (int i = 0; i < count && draw; i++) {
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

/* ---- vertices ---- */

/* In a compatibility profile attribute 0 is the vertex, which has no current value. */
static void add_current_attributes(snapshot *s, int version, GLint count) {
    GLint profile = version == GL_ES3 ? 0 : GL_CONTEXT_COMPATIBILITY_PROFILE_BIT;
    if (version > 21 && version != GL_ES3)
        glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    for (int i = profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT ? 1 : 0; i < count; i++) {
        GLfloat current[4] = {0, 0, 0, 0};
        glGetVertexAttribfv((GLuint)i, GL_CURRENT_VERTEX_ATTRIB, current);
        snapshot_store_floats(snapshot_add(s, "GL_CURRENT_VERTEX_ATTRIB", i), current);
    }
}

static void add_vertex_array(snapshot *s, int version) {
    GLint vertex_array = 1, count = 0, value = 0;
    GLvoid *pointer = NULL;
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &count);
    add_current_attributes(s, version, count);
    if (version > 21)
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array);
    if (!vertex_array && version != GL_ES3) /* core contexts keep no arrays in object 0 */
        return;
    glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &value);
    snapshot_add(s, "GL_ELEMENT_ARRAY_BUFFER_BINDING", -1)[0] = value;
    for (int i = 0; i < count; i++) {
        for (size_t k = 0; k < LENGTH(attributes); k++)
            if (snapshot_has(&attributes[k], version)) {
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
    for (size_t k = 0; k < LENGTH(client_arrays); k++) {
        glGetPointerv(client_arrays[k].value, &pointer);
        snapshot_add(s, client_arrays[k].name, -1)[0] = (int64_t)(intptr_t)pointer;
    }
    glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE, &active);
    glGetIntegerv(GL_MAX_TEXTURE_COORDS, &coords);
    for (int unit = 0; unit < coords; unit++) {
        glClientActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        snapshot_add(s, "GL_TEXTURE_COORD_ARRAY", unit)[0] = glIsEnabled(GL_TEXTURE_COORD_ARRAY);
    }
    glClientActiveTexture((GLenum)active);
}

/* ---- buffers and queries ---- */

static void add_indexed_buffers(snapshot *s, const char *name, GLenum count_name, GLenum binding, GLenum start,
                                GLenum size) {
    GLint count = 0;
    glGetIntegerv(count_name, &count);
    for (int i = 0; i < count; i++) {
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
    for (size_t i = 0; i < LENGTH(queries); i++) {
        GLint query = 0;
        if (!snapshot_has(&queries[i], version))
            continue;
        glGetQueryiv(queries[i].value, GL_CURRENT_QUERY, &query);
        snapshot_add(s, queries[i].name, -1)[0] = query;
    }
}

/* ---- all of them ---- */

void snapshot_add_objects(snapshot *s, int version) {
    add_units(s, version);
    if (version == 21) {
        add_client_arrays(s);
    } else {
        add_indexed_buffers(s, "uniform buffer", GL_MAX_UNIFORM_BUFFER_BINDINGS, GL_UNIFORM_BUFFER_BINDING,
                            GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE);
        add_indexed_buffers(s, "transform feedback buffer", GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS,
                            GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER_START,
                            GL_TRANSFORM_FEEDBACK_BUFFER_SIZE);
    }
    add_framebuffers(s, version);
    add_vertex_array(s, version);
    add_queries(s, version);
}
