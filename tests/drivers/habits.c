/* habits.c - preloaded into a program, makes the GL driver behave as drivers do that are not here.  SPDX-License-Identifier: MIT
 *
 *     HPYR_DRIVER_HABIT=bits_512,four_targets LD_PRELOAD=libhabits.so test_octree
 *
 * Each habit is a row of HABITS, and says which driver has it. A function of GL that a habit changes is defined here under its own
 * name. Programs that link it get it from here; those that ask for its address get it from here too, for this library answers
 * glXGetProcAddress and eglGetProcAddress. An unknown habit ends the program, so that a misspelt one is no test that passes. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <GL/glcorearb.h>

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* X(name): what the driver does. */
#define HABITS(X)                                                                                                      \
    X(four_targets)   /* has four render targets, as OpenGL ES 3.0 promises and as Raspberry Pi 4 has */               \
    X(bits_512)       /* refuses framebuffers of more than 512 bits a pixel, as ANGLE on Apple's GPUs */               \
    X(joins_products) /* joins a * b + c in programs that traverse, and not in others: rules there are off by 2^-22 */ \
    X(no_float_targets)           /* lacks GL_EXT_color_buffer_float, as many of the first GPUs with OpenGL ES 3.0 */  \
    X(raspberry_pi_4)             /* has the limits of VideoCore VI */                                                 \
    X(mipmaps_read_wrong)         /* reads zeros from a texture while another level of it is drawn, as Intel HD 620 */ \
    X(mutable_mipmaps_read_wrong) /* the same, only without glTexStorage */                                            \
    X(own_filters) /* reads zeros from a texture whose own filters do not suit it, whatever the sampler says: macOS */ \
    X(no_context_crashes) /* crashes in GL's functions where no context is current, as macOS and Windows */            \
    X(small_syncs)        /* numbers fences 1, 2, 3.. in each context, as it does other objects */                     \
    X(one_more)           /* fault: a read of up to 16 bytes of a buffer gives numbers that are too large by one */    \
    X(nan)                /* fault: the first float of every read of pixels is NaN */                                  \
    X(lost_row)           /* fault: a draw leaves out the last row of the viewport */                                  \
    X(hang)               /* fault: the 20th draw never returns */                                                     \
    X(lost)               /* fault: the context is lost at the 20th draw */                                            \
    X(crash)              /* fault: the 20th draw is the program's last act */                                         \
    X(pack_whole_pitch)   /* wants room for the whole pitch of the last row that it packs, too: Apple, NVIDIA */       \
    X(empty_uploads_pass) /* checks nothing of uploads without texels */                                               \
    X(logic_op_once)  /* combines bits by a logic operation in the first target alone, copies them into the others */  \
    X(captures_zeros) /* captures zeros where there are two varyings or more, as drivers of macOS */

typedef enum habit {
#define X(name) HABIT_##name,
    HABITS(X)
#undef X
        HABIT_COUNT
} habit;

static bool is_on[HABIT_COUNT];

static void turn_on(const char *name) {
    static const char *const names[] = {
#define X(name) #name,
        HABITS(X)
#undef X
    };
    for (int i = 0; i < HABIT_COUNT; i++)
        if (strcmp(name, names[i]) == 0) {
            is_on[i] = true;
            return;
        }
    fprintf(stderr, "habits.c: there is no habit \"%s\"\n", name);
    exit(2);
}

__attribute__((constructor)) static void read_habits(void) {
    char text[256], *rest = NULL;
    const char *wanted = getenv("HPYR_DRIVER_HABIT");
    snprintf(text, sizeof text, "%s", wanted ? wanted : "");
    for (char *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
        turn_on(name);
    is_on[HABIT_four_targets] |= is_on[HABIT_raspberry_pi_4];
}

/* ---- the driver's own functions ---- */

typedef void (*function)(void);
typedef function (*address_query)(const char *name);

/* C has no way from an object pointer to a function pointer. */
static function linked(const char *name) {
    union {
        void *object;
        function function;
    } found = {dlsym(RTLD_NEXT, name)};
    return found.function;
}

static function own(const char *name) {
    static const char *const queries[] = {"glXGetProcAddressARB", "eglGetProcAddress"};
    function found = linked(name);
    for (int i = 0; !found && i < 2; i++) {
        address_query query = (address_query)linked(queries[i]);
        found = query ? query(name) : NULL;
    }
    return found;
}

/* Calls a function of GL by its type and name. */
#define GL(type, name) ((type)own(#name))

/* Declares `driver`, the driver's own function of the same name as the one around it. */
#define DRIVER(type, name)                                                                                             \
    static type driver;                                                                                                \
    if (!driver)                                                                                                       \
    driver = GL(type, name)

static void *current_context(void) {
    static const char *const queries[] = {"eglGetCurrentContext", "glXGetCurrentContext"};
    void *context = NULL;
    for (int i = 0; !context && i < 2; i++) {
        void *(*query)(void) = (void *(*)(void))linked(queries[i]);
        context = query ? query() : NULL;
    }
    return context;
}

/* In the functions that a program may call to find out whether there is a context. */
static void need_context(void) {
    if (is_on[HABIT_no_context_crashes] && !current_context())
        abort();
}

/* ---- functions that tell of contexts ---- */

enum { LAST_DRAW = 20 };
static int draws;

static bool is_lost(void) {
    return is_on[HABIT_lost] && draws >= LAST_DRAW;
}

const GLubyte *glGetString(GLenum name) {
    DRIVER(PFNGLGETSTRINGPROC, glGetString);
    need_context();
    return driver(name);
}

GLenum glGetError(void) {
    DRIVER(PFNGLGETERRORPROC, glGetError);
    need_context();
    return is_lost() ? GL_CONTEXT_LOST : driver();
}

GLenum glGetGraphicsResetStatus(void) {
    return is_lost() ? GL_GUILTY_CONTEXT_RESET : GL_NO_ERROR;
}

GLboolean glIsProgram(GLuint program) {
    DRIVER(PFNGLISPROGRAMPROC, glIsProgram);
    need_context();
    return driver(program);
}

GLboolean glIsShader(GLuint shader) {
    DRIVER(PFNGLISSHADERPROC, glIsShader);
    need_context();
    return driver(shader);
}

/* ---- fences ---- */

enum { CONTEXTS = 256, FENCES = 4096 };
static struct {
    void *context;
    GLsync fences[FENCES];
} fences[CONTEXTS]; /* none is forgotten: a context that is gone has no fence, and its place may be a new one's */

/* The driver's own fence, by its number in the context that is current. */
static GLsync *place_of(GLsync number) {
    static GLsync none;
    void *context = current_context();
    uintptr_t n = (uintptr_t)number;
    int i = 0;
    while (i < CONTEXTS - 1 && fences[i].context && fences[i].context != context)
        i++;
    fences[i].context = context;
    none = NULL;
    return n < FENCES ? &fences[i].fences[n] : &none;
}

static GLsync real_fence(GLsync sync) {
    return is_on[HABIT_small_syncs] ? *place_of(sync) : sync;
}

GLsync glFenceSync(GLenum condition, GLbitfield flags) {
    DRIVER(PFNGLFENCESYNCPROC, glFenceSync);
    GLsync real = driver(condition, flags);
    uintptr_t number = 1;
    while (is_on[HABIT_small_syncs] && number < FENCES && *place_of((GLsync)number))
        number++;
    if (!is_on[HABIT_small_syncs] || !real || number == FENCES)
        return real;
    *place_of((GLsync)number) = real;
    return (GLsync)number;
}

GLboolean glIsSync(GLsync sync) {
    DRIVER(PFNGLISSYNCPROC, glIsSync);
    need_context();
    return driver(real_fence(sync));
}

void glDeleteSync(GLsync sync) {
    DRIVER(PFNGLDELETESYNCPROC, glDeleteSync);
    driver(real_fence(sync));
    if (is_on[HABIT_small_syncs])
        *place_of(sync) = NULL;
}

GLenum glClientWaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout) {
    DRIVER(PFNGLCLIENTWAITSYNCPROC, glClientWaitSync);
    return driver(real_fence(sync), flags, timeout);
}

/* ---- limits and texts ---- */

void glGetIntegerv(GLenum name, GLint *values) {
    static const struct {
        habit habit;
        GLenum name;
        GLint most;
    } limits[] = {
        {HABIT_four_targets, GL_MAX_DRAW_BUFFERS, 4},
        {HABIT_four_targets, GL_MAX_COLOR_ATTACHMENTS, 4},
        {HABIT_raspberry_pi_4, GL_MAX_TEXTURE_SIZE, 4096},
        {HABIT_raspberry_pi_4, GL_MAX_3D_TEXTURE_SIZE, 4096},
        {HABIT_raspberry_pi_4, GL_MAX_ARRAY_TEXTURE_LAYERS, 2048},
        {HABIT_raspberry_pi_4, GL_MAX_VIEWPORT_DIMS, 4096},
        {HABIT_raspberry_pi_4, GL_MAX_TEXTURE_IMAGE_UNITS, 24},
        {HABIT_raspberry_pi_4, GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, 24},
        {HABIT_raspberry_pi_4, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 96},
    };
    DRIVER(PFNGLGETINTEGERVPROC, glGetIntegerv);
    const int parts = name == GL_MAX_VIEWPORT_DIMS ? 2 : 1;
    driver(name, values);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (int part = 0; name == limits[i].name && is_on[limits[i].habit] && part < parts; part++)
            if (values[part] > limits[i].most)
                values[part] = limits[i].most;
}

const GLubyte *glGetStringi(GLenum name, GLuint index) {
    DRIVER(PFNGLGETSTRINGIPROC, glGetStringi);
    const GLubyte *text = driver(name, index);
    bool is_hidden = is_on[HABIT_no_float_targets] && text && strstr((const char *)text, "color_buffer_float");
    return is_hidden ? (const GLubyte *)"GL_HPYR_hidden" : text;
}

/* Bits of all channels of a color attachment of the framebuffer that is bound. */
static int attached_bits(GLenum target, GLenum attachment) {
    static const GLenum channels[] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
                                      GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE};
    PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC query =
        GL(PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC, glGetFramebufferAttachmentParameteriv);
    GLint type = GL_NONE, bits = 0;
    query(target, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
    for (int i = 0; type != GL_NONE && i < 4; i++) {
        GLint size = 0;
        query(target, attachment, channels[i], &size);
        bits += size;
    }
    return bits;
}

GLenum glCheckFramebufferStatus(GLenum target) {
    DRIVER(PFNGLCHECKFRAMEBUFFERSTATUSPROC, glCheckFramebufferStatus);
    GLint framebuffer = 0, bits = 0;
    GLenum status = driver(target);
    glGetIntegerv(target == GL_READ_FRAMEBUFFER ? GL_READ_FRAMEBUFFER_BINDING : GL_DRAW_FRAMEBUFFER_BINDING,
                  &framebuffer);
    for (GLenum i = 0; framebuffer && status == GL_FRAMEBUFFER_COMPLETE && i < 8; i++) {
        int here = attached_bits(target, GL_COLOR_ATTACHMENT0 + i);
        bits += here;
        if ((here && i >= 4 && is_on[HABIT_four_targets]) || (is_on[HABIT_bits_512] && bits > 512))
            status = GL_FRAMEBUFFER_UNSUPPORTED;
    }
    return status;
}

/* A copy of a text in which the limits of rules are scaled. */
static char *scale_limits(const char *text) {
    static const char *const limits[] = {">= u_hpyr_limit", "<= u_hpyr_limit", ">= u_hpyr_flow_threshold"};
    static const char *const factors[] = {">= 1.00000024 * ", "<= 0.99999976 * ", ">= 1.00000024 * "};
    char *out = malloc(2 * strlen(text) + 1), *end = out;
    while (out && *text) {
        int i = 0;
        while (i < 3 && strncmp(text, limits[i], strlen(limits[i])))
            i++;
        if (i < 3) {
            end = stpcpy(end, factors[i]);
            text += 3;
        } else {
            *end++ = *text++;
        }
    }
    if (out)
        *end = '\0';
    return out;
}

/* Integers are exact everywhere. */
void glShaderSource(GLuint shader, GLsizei count, const GLchar *const *texts, const GLint *lengths) {
    DRIVER(PFNGLSHADERSOURCEPROC, glShaderSource);
    bool joins = is_on[HABIT_joins_products] && count == 1 && !lengths && strstr(texts[0], "hpyr_descend") &&
                 !strstr(texts[0], "#define HPYR_EXACT");
    const GLchar *changed = joins ? scale_limits(texts[0]) : NULL;
    driver(shader, count, changed ? &changed : texts, lengths);
    free((void *)changed);
}

/* Of formats with channels of 32 bits. */
void glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *out) {
    DRIVER(PFNGLREADPIXELSPROC, glReadPixels);
    const uint32_t not_a_number = 0x7FC00000;
    GLint buffer = 0, length = 0, texel = format == GL_RED || format == GL_RED_INTEGER ? 4 : 16;
    GLint64 size = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    glGetIntegerv(GL_PACK_ROW_LENGTH, &length);
    if (is_on[HABIT_pack_whole_pitch] && buffer && length > width) {
        GL(PFNGLGETBUFFERPARAMETERI64VPROC, glGetBufferParameteri64v)(GL_PIXEL_PACK_BUFFER, GL_BUFFER_SIZE, &size);
        if ((GLint64)(uintptr_t)out + (GLint64)height * length * texel > size)
            height = -1; /* an error, and nothing is written */
    }
    driver(x, y, width, height, format, type, out);
    if (is_on[HABIT_nan] && !buffer && type == GL_FLOAT)
        memcpy(out, &not_a_number, sizeof not_a_number);
}

void glTexSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                     GLenum type, const void *texels) {
    DRIVER(PFNGLTEXSUBIMAGE2DPROC, glTexSubImage2D);
    if (!is_on[HABIT_empty_uploads_pass] || (width && height))
        driver(target, level, x, y, width, height, format, type, texels);
}

void glTexSubImage3D(GLenum target, GLint level, GLint x, GLint y, GLint z, GLsizei width, GLsizei height,
                     GLsizei depth, GLenum format, GLenum type, const void *texels) {
    DRIVER(PFNGLTEXSUBIMAGE3DPROC, glTexSubImage3D);
    if (!is_on[HABIT_empty_uploads_pass] || (width && height && depth))
        driver(target, level, x, y, z, width, height, depth, format, type, texels);
}

void glEndTransformFeedback(void) {
    DRIVER(PFNGLENDTRANSFORMFEEDBACKPROC, glEndTransformFeedback);
    GLint program = 0, count = 0, buffer = 0, bound = 0;
    GLint64 size = 0;
    driver();
    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    if (is_on[HABIT_captures_zeros] && program)
        GL(PFNGLGETPROGRAMIVPROC, glGetProgramiv)((GLuint)program, GL_TRANSFORM_FEEDBACK_VARYINGS, &count);
    if (count < 2)
        return;
    GL(PFNGLGETINTEGERI_VPROC, glGetIntegeri_v)(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &buffer);
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
    GL(PFNGLBINDBUFFERPROC, glBindBuffer)(GL_ARRAY_BUFFER, (GLuint)buffer);
    GL(PFNGLGETBUFFERPARAMETERI64VPROC, glGetBufferParameteri64v)(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    void *zeros = calloc((size_t)size, 1);
    if (zeros)
        GL(PFNGLBUFFERSUBDATAPROC, glBufferSubData)(GL_ARRAY_BUFFER, 0, (GLsizeiptr)size, zeros);
    free(zeros);
    GL(PFNGLBINDBUFFERPROC, glBindBuffer)(GL_ARRAY_BUFFER, (GLuint)bound);
}

/* ---- draws that read zeros from some textures ---- */

enum { UNITS = 32, KINDS = 3 };
static const struct {
    GLenum target, query;
} kinds[KINDS] = {{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D},
                  {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D},
                  {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY}};

static bool is_drawn(GLint texture) {
    PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC query =
        GL(PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC, glGetFramebufferAttachmentParameteriv);
    GLint framebuffer = 0, type = GL_NONE, name = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    for (GLenum i = GL_COLOR_ATTACHMENT0; framebuffer && i < GL_COLOR_ATTACHMENT0 + 4; i++) {
        query(GL_DRAW_FRAMEBUFFER, i, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
        if (type == GL_TEXTURE)
            query(GL_DRAW_FRAMEBUFFER, i, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
        if (type == GL_TEXTURE && name == texture)
            return true;
    }
    return false;
}

/* Whether its own filters suit the texture that is bound: none of integers is linear, and mipmaps are there if they are asked for. */
static bool suits(GLenum target) {
    PFNGLGETTEXPARAMETERIVPROC parameter = GL(PFNGLGETTEXPARAMETERIVPROC, glGetTexParameteriv);
    PFNGLGETTEXLEVELPARAMETERIVPROC of_level = GL(PFNGLGETTEXLEVELPARAMETERIVPROC, glGetTexLevelParameteriv);
    GLint small = 0, large = 0, first = 0, last = 0, type = 0, width = 0, height = 0, depth = 0;
    if (strncmp((const char *)GL(PFNGLGETSTRINGPROC, glGetString)(GL_VERSION), "OpenGL ES", 9) == 0)
        return true; /* OpenGL ES 3.0 does not tell formats, and macOS has none */
    parameter(target, GL_TEXTURE_MIN_FILTER, &small);
    parameter(target, GL_TEXTURE_MAG_FILTER, &large);
    parameter(target, GL_TEXTURE_BASE_LEVEL, &first);
    parameter(target, GL_TEXTURE_MAX_LEVEL, &last);
    of_level(target, first, GL_TEXTURE_RED_TYPE, &type);
    of_level(target, first, GL_TEXTURE_WIDTH, &width);
    of_level(target, first, GL_TEXTURE_HEIGHT, &height);
    of_level(target, first, GL_TEXTURE_DEPTH, &depth);
    bool is_integer = type == GL_INT || type == GL_UNSIGNED_INT;
    if (is_integer && (large != GL_NEAREST || (small != GL_NEAREST && small != GL_NEAREST_MIPMAP_NEAREST)))
        return false;
    if (small == GL_NEAREST || small == GL_LINEAR)
        return true;
    GLint side = width > height ? width : height, next = 1;
    side = target == GL_TEXTURE_3D && depth > side ? depth : side;
    for (GLint level = first + 1; next && level <= last && side >> (level - first); level++)
        of_level(target, level, GL_TEXTURE_WIDTH, &next);
    return next != 0;
}

static bool reads_zeros(GLenum target, GLint texture) {
    GLint is_immutable = 0;
    GL(PFNGLGETTEXPARAMETERIVPROC, glGetTexParameteriv)(target, GL_TEXTURE_IMMUTABLE_FORMAT, &is_immutable);
    bool is_wrong = is_on[HABIT_mipmaps_read_wrong] || (is_on[HABIT_mutable_mipmaps_read_wrong] && !is_immutable);
    return (is_wrong && is_drawn(texture)) || (is_on[HABIT_own_filters] && !suits(target));
}

/* Around a draw: binds the texture 0 in place of those that read zeros, and binds them again. */
static void hide_textures(GLint hidden[UNITS][KINDS], bool hides) {
    GLint active = 0, units = 0;
    if (!is_on[HABIT_mipmaps_read_wrong] && !is_on[HABIT_mutable_mipmaps_read_wrong] && !is_on[HABIT_own_filters])
        return;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    for (GLint i = 0; i < (units < UNITS ? units : UNITS) * KINDS; i++) {
        const GLint unit = i / KINDS, kind = i % KINDS;
        GLint *name = &hidden[unit][kind];
        GL(PFNGLACTIVETEXTUREPROC, glActiveTexture)(GL_TEXTURE0 + (GLenum)unit);
        if (hides)
            glGetIntegerv(kinds[kind].query, name);
        if (hides && *name && !reads_zeros(kinds[kind].target, *name))
            *name = 0;
        if (*name)
            GL(PFNGLBINDTEXTUREPROC, glBindTexture)(kinds[kind].target, hides ? 0 : (GLuint)*name);
    }
    GL(PFNGLACTIVETEXTUREPROC, glActiveTexture)((GLenum)active);
}

/* ---- draws ---- */

/* Whether a draw takes two passes: the first target with its logic operation, and then the others without. */
static bool splits_targets(void) {
    return is_on[HABIT_logic_op_once] && GL(PFNGLISENABLEDPROC, glIsEnabled)(GL_COLOR_LOGIC_OP);
}

static void mask_targets(bool is_first, bool others) {
    for (GLuint i = 0; i < 8; i++) {
        GLboolean mask = i ? others : is_first;
        GL(PFNGLCOLORMASKIPROC, glColorMaski)(i, mask, mask, mask, mask);
    }
}

/* Leaves out the last row of the viewport in what is drawn from now on. Returns whether scissors were on. */
static GLboolean begin_lost_row(GLint box[4]) {
    GLint viewport[4];
    GLboolean scissors = glIsEnabled(GL_SCISSOR_TEST);
    glGetIntegerv(GL_SCISSOR_BOX, box);
    glGetIntegerv(GL_VIEWPORT, viewport);
    glEnable(GL_SCISSOR_TEST);
    glScissor(viewport[0], viewport[1], viewport[2], viewport[3] > 1 ? viewport[3] - 1 : 1);
    return scissors;
}

static void end_lost_row(const GLint box[4], GLboolean scissors) {
    glScissor(box[0], box[1], box[2], box[3]);
    if (!scissors)
        glDisable(GL_SCISSOR_TEST);
}

static void count_draw(void) {
    draws++;
    while (is_on[HABIT_hang] && draws >= LAST_DRAW)
        pause();
    if (is_on[HABIT_crash] && draws >= LAST_DRAW)
        raise(SIGSEGV);
}

#define DRAW(type, name, parameters, arguments)                                                                        \
    void name parameters {                                                                                             \
        GLint hidden[UNITS][KINDS] = {{0}}, box[4];                                                                    \
        bool is_split = splits_targets();                                                                              \
        DRIVER(type, name);                                                                                            \
        count_draw();                                                                                                  \
        GLboolean scissors = is_on[HABIT_lost_row] ? begin_lost_row(box) : GL_FALSE;                                   \
        hide_textures(hidden, true);                                                                                   \
        if (is_split)                                                                                                  \
            mask_targets(true, false);                                                                                 \
        if (!is_lost())                                                                                                \
            driver arguments;                                                                                          \
        if (is_split) {                                                                                                \
            GL(PFNGLDISABLEPROC, glDisable)(GL_COLOR_LOGIC_OP);                                                        \
            mask_targets(false, true);                                                                                 \
            driver arguments;                                                                                          \
            mask_targets(true, true);                                                                                  \
            GL(PFNGLENABLEPROC, glEnable)(GL_COLOR_LOGIC_OP);                                                          \
        }                                                                                                              \
        hide_textures(hidden, false);                                                                                  \
        if (is_on[HABIT_lost_row])                                                                                     \
            end_lost_row(box, scissors);                                                                               \
    }

DRAW(PFNGLDRAWARRAYSPROC, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))
DRAW(PFNGLDRAWARRAYSINSTANCEDPROC, glDrawArraysInstanced, (GLenum mode, GLint first, GLsizei count, GLsizei copies),
     (mode, first, count, copies))
DRAW(PFNGLDRAWELEMENTSPROC, glDrawElements, (GLenum mode, GLsizei count, GLenum type, const void *indices),
     (mode, count, type, indices))

/* ---- read-backs ---- */

void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data) {
    DRIVER(PFNGLGETBUFFERSUBDATAPROC, glGetBufferSubData);
    uint32_t words[4];
    driver(target, offset, size, data);
    if (!is_on[HABIT_one_more] || size > (GLsizeiptr)sizeof words)
        return;
    memcpy(words, data, (size_t)size);
    for (int i = 0; i < 4; i++)
        words[i]++;
    memcpy(data, words, (size_t)size);
}

/* ---- programs that ask for addresses ---- */

function glXGetProcAddressARB(const GLubyte *name);
function glXGetProcAddress(const GLubyte *name);
function eglGetProcAddress(const char *name);

static function address(const char *query, const char *name) {
    static const struct {
        const char *name;
        function function;
    } changed[] = {
        {"glGetIntegerv", (function)glGetIntegerv},
        {"glGetStringi", (function)glGetStringi},
        {"glCheckFramebufferStatus", (function)glCheckFramebufferStatus},
        {"glShaderSource", (function)glShaderSource},
        {"glReadPixels", (function)glReadPixels},
        {"glEndTransformFeedback", (function)glEndTransformFeedback},
        {"glTexSubImage2D", (function)glTexSubImage2D},
        {"glTexSubImage3D", (function)glTexSubImage3D},
        {"glDrawArrays", (function)glDrawArrays},
        {"glDrawArraysInstanced", (function)glDrawArraysInstanced},
        {"glDrawElements", (function)glDrawElements},
        {"glGetString", (function)glGetString},
        {"glGetError", (function)glGetError},
        {"glIsProgram", (function)glIsProgram},
        {"glIsShader", (function)glIsShader},
        {"glFenceSync", (function)glFenceSync},
        {"glIsSync", (function)glIsSync},
        {"glDeleteSync", (function)glDeleteSync},
        {"glClientWaitSync", (function)glClientWaitSync},
        {"glGetBufferSubData", (function)glGetBufferSubData},
        {"glGetGraphicsResetStatus", (function)glGetGraphicsResetStatus},
    };
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        if (strcmp(name, changed[i].name) == 0)
            return changed[i].function;
    return ((address_query)linked(query))(name);
}

function glXGetProcAddressARB(const GLubyte *name) {
    return address("glXGetProcAddressARB", (const char *)name);
}

function glXGetProcAddress(const GLubyte *name) {
    return address("glXGetProcAddress", (const char *)name);
}

function eglGetProcAddress(const char *name) {
    return address("eglGetProcAddress", name);
}
