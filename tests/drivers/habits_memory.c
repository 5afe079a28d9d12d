/* habits_memory.c - what new textures and buffers hold before anything is written into them, and the order of what is written.
 * SPDX-License-Identifier: MIT */
#include "habits.h"

/* Words that are as bad in floats as in integers: NaN, infinities, large and small numbers, and bits everywhere. */
static void *garbage_make(size_t bytes) {
    static uint32_t seed = 0x2545F491;
    static const uint32_t odd[] = {0x7FC00000, 0x7F800000, 0xFF800000, 0xFFFFFFFF};
    uint32_t *words = malloc(bytes + 4);
    if (!words)
        abort();
    for (size_t i = 0; i < bytes / 4 + 1; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        words[i] = seed % 16 < 4 ? odd[seed % 16] : seed;
    }
    return words;
}

/* ---- buffers ---- */

enum { BUFFERS = 1 << 16 };
static bool written[BUFFERS]; /* by GL, which has not read the buffer since */

static GLuint bound_to(GLenum target) {
    static const GLenum queries[][2] = {{GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING},
                                        {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING},
                                        {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING},
                                        {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING},
                                        {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING},
                                        {GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING}};
    GLint name = 0;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        if (queries[i][0] == target)
            glGetIntegerv(queries[i][1], &name);
    return (GLuint)name % BUFFERS;
}

void set_written(GLenum target, bool is_written) {
    if (is_on[HABIT_uploads_overtake])
        written[bound_to(target)] = is_written;
}

/* What comes too early is replaced by what GL writes later. */
void glBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data) {
    DRIVER(PFNGLBUFFERSUBDATAPROC, glBufferSubData);
    if (!is_on[HABIT_uploads_overtake] || !written[bound_to(target)])
        driver(target, offset, size, data);
}

void glCopyBufferSubData(GLenum from, GLenum to, GLintptr from_offset, GLintptr to_offset, GLsizeiptr size) {
    DRIVER(PFNGLCOPYBUFFERSUBDATAPROC, glCopyBufferSubData);
    driver(from, to, from_offset, to_offset, size);
    set_written(from, false);
    set_written(to, true);
}

void glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
    DRIVER(PFNGLBUFFERDATAPROC, glBufferData);
    set_written(target, false);
    void *garbage = is_on[HABIT_dirty_storage] && !data && size > 0 ? garbage_make((size_t)size) : NULL;
    driver(target, size, garbage ? garbage : data, usage);
    free(garbage);
}

/* ---- textures ---- */

/* How garbage of a texture is uploaded; integers and floats of one channel and of four are all that is drawn into. */
typedef struct transfer {
    GLenum internal, external, type;
    size_t bytes; /* of a texel */
} transfer;

static const transfer *transfer_of(GLenum internal) {
    static const transfer transfers[] = {
        {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1},
        {GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 2},
        {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4},
        {GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, 4},
        {GL_R16F, GL_RED, GL_HALF_FLOAT, 2},
        {GL_RG16F, GL_RG, GL_HALF_FLOAT, 4},
        {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 8},
        {GL_R32F, GL_RED, GL_FLOAT, 4},
        {GL_RG32F, GL_RG, GL_FLOAT, 8},
        {GL_RGBA32F, GL_RGBA, GL_FLOAT, 16},
        {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1},
        {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, 2},
        {GL_R16I, GL_RED_INTEGER, GL_SHORT, 2},
        {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 4},
        {GL_R32I, GL_RED_INTEGER, GL_INT, 4},
        {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 8},
        {GL_RGB32UI, GL_RGB_INTEGER, GL_UNSIGNED_INT, 12},
        {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16},
        {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 4},
    };
    for (size_t i = 0; i < sizeof transfers / sizeof *transfers; i++)
        if (transfers[i].internal == internal)
            return &transfers[i];
    return NULL;
}

enum { UNPACK_STATES = 6 };
static const GLenum unpack_states[UNPACK_STATES] = {GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_PIXELS,
                                                    GL_UNPACK_SKIP_ROWS,  GL_UNPACK_SKIP_IMAGES,  GL_UNPACK_ALIGNMENT};

/* Fills one level of the texture that is bound. */
static void fill(GLenum target, GLint level, GLsizei width, GLsizei height, GLsizei depth, const transfer *t) {
    GLint buffer = 0, kept[UNPACK_STATES] = {0};
    if (width < 1 || height < 1 || depth < 1)
        return;
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &buffer);
    GL(PFNGLBINDBUFFERPROC, glBindBuffer)(GL_PIXEL_UNPACK_BUFFER, 0);
    for (int i = 0; i < UNPACK_STATES; i++) {
        glGetIntegerv(unpack_states[i], &kept[i]);
        GL(PFNGLPIXELSTOREIPROC, glPixelStorei)(unpack_states[i], unpack_states[i] == GL_UNPACK_ALIGNMENT);
    }
    void *garbage = garbage_make((size_t)width * (size_t)height * (size_t)depth * t->bytes);
    if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
        GL(PFNGLTEXSUBIMAGE3DPROC, glTexSubImage3D)
    (target, level, 0, 0, 0, width, height, depth, t->external, t->type, garbage);
    else GL(PFNGLTEXSUBIMAGE2DPROC, glTexSubImage2D)(target, level, 0, 0, width, height, t->external, t->type, garbage);
    free(garbage);
    for (int i = 0; i < UNPACK_STATES; i++)
        GL(PFNGLPIXELSTOREIPROC, glPixelStorei)(unpack_states[i], kept[i]);
    GL(PFNGLBINDBUFFERPROC, glBindBuffer)(GL_PIXEL_UNPACK_BUFFER, (GLuint)buffer);
}

/* Whether the texture that is bound has such a level now; where memory was out it has none, and filling it would be an error more. */
static bool has_level(GLenum target, GLint level, GLsizei width) {
    GLint there = 0;
    GL(PFNGLGETTEXLEVELPARAMETERIVPROC, glGetTexLevelParameteriv)(target, level, GL_TEXTURE_WIDTH, &there);
    return there == width;
}

static void fill_levels(GLenum target, GLint levels, GLenum internal, GLsizei width, GLsizei height, GLsizei depth) {
    const transfer *t = is_on[HABIT_dirty_storage] ? transfer_of(internal) : NULL;
    for (GLint level = 0; t && level < levels && has_level(target, level, width); level++) {
        fill(target, level, width, height, depth, t);
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
        if (target == GL_TEXTURE_3D)
            depth = depth > 1 ? depth / 2 : 1;
    }
}

void glTexStorage2D(GLenum target, GLsizei levels, GLenum internal, GLsizei width, GLsizei height) {
    DRIVER(PFNGLTEXSTORAGE2DPROC, glTexStorage2D);
    driver(target, levels, internal, width, height);
    fill_levels(target, levels, internal, width, height, 1);
}

void glTexStorage3D(GLenum target, GLsizei levels, GLenum internal, GLsizei width, GLsizei height, GLsizei depth) {
    DRIVER(PFNGLTEXSTORAGE3DPROC, glTexStorage3D);
    driver(target, levels, internal, width, height, depth);
    fill_levels(target, levels, internal, width, height, depth);
}

static bool is_empty(const void *texels) {
    GLint buffer = 0;
    if (is_on[HABIT_dirty_storage] && !texels)
        glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &buffer);
    return is_on[HABIT_dirty_storage] && !texels && !buffer;
}

void glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                  GLenum format, GLenum type, const void *texels) {
    DRIVER(PFNGLTEXIMAGE2DPROC, glTexImage2D);
    const transfer *t = is_empty(texels) ? transfer_of((GLenum)internal) : NULL;
    driver(target, level, internal, width, height, border, format, type, texels);
    if (t && has_level(target, level, width))
        fill(target, level, width, height, 1, t);
}

void glTexImage3D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLsizei depth,
                  GLint border, GLenum format, GLenum type, const void *texels) {
    DRIVER(PFNGLTEXIMAGE3DPROC, glTexImage3D);
    const transfer *t = is_empty(texels) ? transfer_of((GLenum)internal) : NULL;
    driver(target, level, internal, width, height, depth, border, format, type, texels);
    if (t && has_level(target, level, width))
        fill(target, level, width, height, depth, t);
}
