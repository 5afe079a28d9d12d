/* context.h - the library's hold on one GL context: caps, log, limits.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CONTEXT_H
#define HPYR_CONTEXT_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of these headers. Compare with hpyr_version() for the library's own. */
#define HPYR_VERSION_MAJOR 0
#define HPYR_VERSION_MINOR 1
#define HPYR_VERSION_PATCH 0
#define HPYR_VERSION_NUMBER (HPYR_VERSION_MAJOR * 10000 + HPYR_VERSION_MINOR * 100 + HPYR_VERSION_PATCH)

typedef struct hpyr_context hpyr_context;

typedef enum hpyr_log_level { HPYR_LOG_INFO = 0, HPYR_LOG_WARNING = 1, HPYR_LOG_ERROR = 2 } hpyr_log_level;

/** Receives one message without a trailing newline; shader logs span several lines inside one message.
 *  Called on the thread that made the failing call, with the caller's GL state possibly not yet restored: the callback
 *  must not call GL or this library. `message` lives until the callback returns. */
typedef void (*hpyr_log_fn)(hpyr_log_level level, const char *message, void *user);

/** | field            | zero means                                                        |
 *  |------------------|-------------------------------------------------------------------|
 *  | log, log_user    | messages are dropped                                              |
 *  | gl_version_cap   | use what the context has; 33 keeps to GL 3.3 on a newer context,  |
 *  |                  | 21 to GL 2.1 and its extensions (needs a compatibility context)   |
 *  | skip_restore     | every call restores the caller's GL state (see docs/gl-state.md)  |
 */
typedef struct hpyr_context_desc {
    hpyr_log_fn log;
    void *log_user;
    int gl_version_cap;
    bool skip_restore;
} hpyr_context_desc;

/** What this GL can do, probed once at creation. Strings live as long as the context. */
typedef struct hpyr_caps {
    int gl_version;                   /**< 10 * major + minor, after the cap. */
    const char *version;              /**< GL_VERSION */
    const char *renderer;             /**< GL_RENDERER */
    int glsl_version;                 /**< Dialect of every shader and of hpyr_pyramid_glsl: 330, or 120 below GL 3.3. */
    uint32_t max_texture_size;        /**< Largest width and height of a 2D texture and of a viewport, in texels. */
    uint32_t max_texture_3d_size;     /**< Largest side of a 3D texture, in texels. */
    uint32_t max_texture_units;       /**< Texture image units over all stages. */
    uint32_t max_vertex_texture_units;/**< Texture image units of the vertex stage. */
    uint32_t max_array_layers;        /**< Layers of an array texture: of bits, 128 slices each. */
    uint32_t max_buffer_texels;       /**< Texels of a buffer texture; GL promises 65 536. */
    uint32_t max_draw_buffers;        /**< Render targets of one pass: of bits, 128 slices each. */
    bool logic_op;                    /**< A probe found that glLogicOp works on integer targets: bits can be voxelized. */
    bool fragment_lod;                /**< Fragment shaders choose mipmaps: GL 3.3, or GL_ARB_shader_texture_lod. */
    bool rectangle_textures;          /**< GL 3.3, or GL_ARB_texture_rectangle: layout RECT. */
    bool filter_float;                /**< A probe found the filter of 32-bit floats exact: BILINEAR with FLOAT counts. */
    bool filter_half;                 /**< The same of pairs of 16-bit floats: BILINEAR with HALF counts. */
    bool gpu_timer;                   /**< A probe found GPU timestamps that agree with the wall clock. */
} hpyr_caps;

/** Takes hold of the GL context that is current on this thread. `desc` may be NULL for all defaults.
 *  GL 3.3 and later, core or compatibility, speaks GLSL 3.30. GL 2.1 to 3.2 speaks GLSL 1.20 and needs GL_ARB_texture_float and
 *  GL_EXT_framebuffer_object or GL_ARB_framebuffer_object; nothing newer than GL 2.1 is called there.
 *  Errors: NO_CONTEXT (nothing current), UNSUPPORTED (older than GL 2.1; the log names the extensions that are missing; a core
 *  profile with a cap of 21), INVALID_ARGUMENT, OUT_OF_MEMORY; then *out is NULL.
 *  Cost: loads entry points, compiles one probe; tens of milliseconds, once.
 *  Lifetime: until hpyr_context_destroy, and until the last object that was created from it is destroyed.
 *  Threads: a context and its objects are used on the thread on which the GL context is current. Calls on other threads, or while
 *  another GL context is current, answer NO_CONTEXT and do nothing. On GL 2.1 a foreign context is told apart only where it has no
 *  program of the same name.
 *  GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_context_create(const hpyr_context_desc *desc, hpyr_context **out);

/** Gives the context up; no message is logged from here on. Objects that were created from it stay usable, and keep what they
 *  need of it until the last of them is destroyed. Destroy objects and context while their GL context is current: elsewhere
 *  memory is freed, but GL objects stay in the GL context until it goes. NULL is legal. GL: state restored. Since: 0.1. */
HPYR_API void hpyr_context_destroy(hpyr_context *context);

/** Never NULL for a valid context. Lifetime: until the context is destroyed. Since: 0.1. */
HPYR_API const hpyr_caps *hpyr_context_caps(const hpyr_context *context);

/** A short name such as "TOO_LARGE"; a static string, never NULL, for any value. Since: 0.1. */
HPYR_API const char *hpyr_result_string(hpyr_result result);

/** HPYR_VERSION_NUMBER of the library that is linked. Since: 0.1. */
HPYR_API int hpyr_version(void);

#ifdef __cplusplus
}
#endif

#endif
