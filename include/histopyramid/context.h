/* context.h - connects the library to one GL context: log, limits, lifetime.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_CONTEXT_H
#define HPYR_CONTEXT_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HPYR_VERSION_MAJOR 0 /**< First number of the version of these headers. */
#define HPYR_VERSION_MINOR 1 /**< Second number. */
#define HPYR_VERSION_PATCH 0 /**< Third number. */

/** The version of these headers as one number: 100 for 0.1.0. hpyr_version returns the version of
 *  the library that is linked. */
#define HPYR_VERSION_NUMBER (HPYR_VERSION_MAJOR * 10000 + HPYR_VERSION_MINOR * 100 + HPYR_VERSION_PATCH)

/** What the library knows about one GL context. Every object of the library is created from one.
 *  Threads: These rules hold for all functions of the library; where one has others, its comment says
 *    so.
 *      - A context and the objects created from it belong to one GL context. Use them on the thread on
 *        which this GL context is current. If you make it current on another thread, go on there. On
 *        other threads, or while another GL context is current, calls that use GL answer NO_CONTEXT
 *        and do nothing. For `_destroy` see hpyr_context_destroy. But the library cannot tell apart GL
 *        contexts that share objects. Then a call is not refused, and its effects are undefined.
 *      - Functions with "GL: no call" need no current GL context. But no two threads may use a context
 *        and the objects created from it at the same time, by whatever function.
 *      - Several threads may work at the same time, each with a GL context and a hpyr_context of its
 *        own. hpyr_context_create is the exception: see there.
 *      - Functions that are given neither a context nor an object, as hpyr_version, those of flat3d.h
 *        and those of reference.h, may be called on all threads at any time. So may the `_bytes`
 *        functions whose context is NULL. */
typedef struct hpyr_context hpyr_context;

/** How serious a message of the log is. */
typedef enum hpyr_log_level {
    HPYR_LOG_LEVEL_INFO = 0,    /**< Good to know: for example, which default was chosen and why. */
    HPYR_LOG_LEVEL_WARNING = 1, /**< The call goes on, but you may not get all that you expect. */
    HPYR_LOG_LEVEL_ERROR = 2    /**< The call fails, and the message says why. A call that answers a
                           *   hpyr_result that is not negative logs none. */
} hpyr_log_level;

/** Receives one message of the log. You write this function.
 *  `message` has no newline at its end; a driver's shader log can be several lines in one message.
 *  The function runs on the thread that called the library. The library may not have restored your
 *  GL state yet, so the function must call neither GL nor this library. */
typedef void (*hpyr_log_fn)(hpyr_log_level level, const char *message, void *user);

/** The kinds of GL. */
typedef enum hpyr_gl {
    HPYR_GL_ANY = 0,     /**< Whatever is current; its string GL_VERSION tells. */
    HPYR_GL_DESKTOP = 1, /**< OpenGL 2.1 and later. */
    HPYR_GL_ES3 = 2      /**< OpenGL ES 3.0 to 3.2, and WebGL 2. The library then uses only what
                          *   OpenGL ES 3.0 has, and the extensions that hpyr_caps names. */
} hpyr_gl;

/** Where the library gets the memory of the CPU's that a context and its objects have. You write
 *  these functions. They run on the thread that called the library, in each call of it, `_destroy`
 *  included. They must call neither GL nor this library. Contexts on several threads may share an
 *  allocator if several threads may call its functions at the same time.
 *
 *  | member     | meaning                                                                         |
 *  |------------|---------------------------------------------------------------------------------|
 *  | allocate   | returns `bytes` bytes, aligned as malloc aligns them. It may return NULL: then  |
 *  |            | the call answers OUT_OF_MEMORY. `bytes` is at least 1                           |
 *  | reallocate | as realloc: the bytes of `memory` go to a block of another size, and `memory`   |
 *  |            | is freed. If it returns NULL, `memory` stays. If `memory` is NULL, it is as     |
 *  |            | `allocate`                                                                      |
 *  | free       | frees `memory`, which one of the two returned. It is never NULL                 |
 *  | user       | is passed to the functions                                                      |
 *
 *  Give all three functions, or none of them: then they are malloc, realloc and free.
 *  Pointers: `allocate` may be NULL. `reallocate` may be NULL. `free` may be NULL.
 *  Lifetime: the functions and `user` must live until the context and the last object created from
 *    it are destroyed. */
typedef struct hpyr_allocator {
    void *(*allocate)(size_t bytes, void *user);
    void *(*reallocate)(void *memory, size_t bytes, void *user);
    void (*free)(void *memory, void *user);
    void *user;
} hpyr_allocator;

/** A function of GL without its type. */
typedef void (*hpyr_function)(void);

/** Finds a function of GL by its name, for example "glClear", and returns NULL if there is none. You
 *  write this function: it calls glfwGetProcAddress, SDL_GL_GetProcAddress, eglGetProcAddress or the
 *  like. It must find functions of OpenGL 1.1, too, which wglGetProcAddress does not.
 *  Pointers: The result may be NULL. */
typedef hpyr_function (*hpyr_load_fn)(const char *name, void *user);

/** Where the library keeps programs from run to run, as the driver has compiled them. You write both functions: `save` writes a file, for
 *  example, and `load` reads it. They run on the thread that called the library, in any call that needs a program. The library may not
 *  have restored your GL state yet, so they must call neither GL nor this library.
 *
 *  | member | meaning                                                                             |
 *  |--------|-------------------------------------------------------------------------------------|
 *  | load   | returns how many bytes are kept under `name`, 0 if there are none. If `capacity`    |
 *  |        | is at least that, it copies them to `blob`. First it is called with a `capacity` of |
 *  |        | 0 and a `blob` of NULL                                                              |
 *  | save   | keeps `bytes` bytes under `name`, in place of what was kept there                   |
 *  | user   | is passed to both                                                                   |
 *
 *  A name has 32 digits from 0 to f, so it can be a file's name. It is a hash of the program's text and of the driver's name and version:
 *  after an update of the driver or of the library other names are asked for, and nothing deletes the old ones.
 *  A blob that is damaged, or that the driver does not take, is no error: the program is compiled, and kept anew. The library checks
 *  each blob before the driver sees it; but whoever can write your files can also write a blob that passes.
 *  Give both functions, or none. They are not called on GL 2.1, in browsers, which keep programs themselves, with a `gl_version_cap`, and
 *  where GL has neither version 4.1 nor GL_ARB_get_program_binary.
 *  Pointers: `load` may be NULL. `save` may be NULL.
 *  Lifetime: the functions and `user` must live until the context and the last object created from
 *    it are destroyed. */
typedef struct hpyr_program_store {
    size_t (*load)(const char *name, void *blob, size_t capacity, void *user);
    void (*save)(const char *name, const void *blob, size_t bytes, void *user);
    void *user;
} hpyr_program_store;

/** How the library uses the GL context. `log` and `user` stay the first two members in all
 *  versions.
 *
 *  | member         | meaning                                                  | zero means                        |
 *  |----------------|----------------------------------------------------------|-----------------------------------|
 *  | log            | receives all messages                                    | messages are dropped              |
 *  | user           | is passed to `log`                                       | NULL                              |
 *  | gl             | the kind of GL that the context must be of               | any                               |
 *  | gl_version_cap | newest GL that is used, as 10 * major + minor. 33: GL    | use what the context has          |
 *  |                | 3.3 at most. 21 to 32: GL 2.1 and its extensions; this   |                                   |
 *  |                | needs a compatibility context. No cap below 30 allows    |                                   |
 *  |                | OpenGL ES                                                |                                   |
 *  | skip_restore   | true: calls leave GL state changed, see docs/gl-state.md | every call restores your GL state |
 *  | allocator      | allocates all memory of the CPU's                        | malloc, realloc and free          |
 *  | load           | finds GL's functions. It is called only inside of        | GLEW finds them                   |
 *  |                | hpyr_context_create, on the caller's thread and with its |                                   |
 *  |                | GL context current, and more than once for a name. All   |                                   |
 *  |                | contexts of a process share the functions, so they must  |                                   |
 *  |                | all come from one GL library                             |                                   |
 *  | load_user      | is passed to `load`                                      | NULL                              |
 *  | programs       | keeps compiled programs from run to run                  | every run compiles its programs   |
 *  | no_compile_wait | true: no call waits for the driver's compiler, see      | a call waits for its programs     |
 *  |                | hpyr_context_ready                                       |                                   |
 *
 *  A library that was built with HPYR_LOADER=caller has no GLEW, and needs `load`. One with GLEW is
 *  linked to the functions of OpenGL 1.1, and does not ask `load` for those. A library for OpenGL ES
 *  alone (HPYR_GLES) is linked to all functions, and ignores `load`.
 *  Pointers: `log` may be NULL. `log` lives until hpyr_context_destroy. `user` lives until
 *    hpyr_context_destroy. `load` may be NULL. `load_user` may be NULL. */
typedef struct hpyr_context_desc {
    hpyr_log_fn log;
    void *user;
    hpyr_gl gl;
    int gl_version_cap;
    bool skip_restore;
    hpyr_allocator allocator;
    hpyr_load_fn load;
    void *load_user;
    hpyr_program_store programs;
    bool no_compile_wait;
} hpyr_context_desc;

/** What this GL can do. hpyr_context_create fills it once.
 *  A "probe" is a small drawing whose result is compared with what it should be.
 *  Pointers: `version` lives until hpyr_context_destroy. `renderer` lives until hpyr_context_destroy. */
typedef struct hpyr_caps {
    hpyr_gl gl;                        /**< The kind of GL: DESKTOP or ES3. */
    int gl_version;                    /**< The GL that is used: 10 * major + minor from GL 3.3 on,
                                        *   21 below it; 30 for OpenGL ES. */
    const char *version;               /**< GL's string GL_VERSION. */
    const char *renderer;              /**< GL's string GL_RENDERER. */
    int glsl_version;                  /**< The GLSL of all shaders: 330 from GL 3.3 on, 120 below
                                        *   it, 300 (GLSL ES 3.00) for OpenGL ES. */
    uint32_t max_texture_size;         /**< Longest side of a 2D texture that can be rendered to, in
                                        *   texels. */
    uint32_t max_texture_3d_size;      /**< Longest side of a 3D texture, in texels. */
    uint32_t max_texture_units;        /**< Number of texture units of all shader stages
                                        *   together. */
    uint32_t max_vertex_texture_units; /**< Number of texture units that a vertex shader can
                                        *   read. */
    uint32_t max_array_layers;         /**< Most layers of an array texture. Voxelizer BITS and
                                        *   order COLUMN store 128 slices of a volume in one layer.
                                        *   0 on GL 2.1. */
    uint32_t max_buffer_texels;        /**< Most texels of a buffer texture. GL 3.3 promises 65 536.
                                        *   0 on GL 2.1 and OpenGL ES. */
    uint32_t max_draw_buffers;         /**< Most render targets of one pass. The library uses up to 8,
                                        *   of up to 128 bits a pixel; if a probe found that this GL
                                        *   draws into fewer of these, it is their number. 4 are enough
                                        *   for all modules; with fewer, those that need them fail. */
    uint32_t max_list_length;          /**< Most entries of a list, see list.h. At least 2^20; 2^24
                                        *   where textures have sides of 4096 texels. 0 on
                                        *   GL 2.1. */
    bool float_targets;                /**< 32-bit floats can be rendered to: desktop OpenGL, or
                                        *   GL_EXT_color_buffer_float. FLOAT and HALF counts of
                                        *   pyramids need it. */
    bool logic_op;                     /**< A probe found that glLogicOp works on integer targets.
                                        *   OpenGL ES has none. Voxelizer BITS then blends bits, which
                                        *   is slower. */
    bool fragment_lod;                 /**< Fragment shaders can choose a mipmap level: GL 3.3 or
                                        *   GL_ARB_shader_texture_lod. */
    bool rectangle_textures;           /**< GL 3.3 or GL_ARB_texture_rectangle. Layout RECT needs
                                        *   it. */
    bool filter_float;                 /**< A probe found that filtering 32-bit floats is exact.
                                        *   Layout BILINEAR needs it for FLOAT. */
    bool filter_half;                  /**< A probe found that filtering 16-bit floats is exact.
                                        *   Layout BILINEAR needs it for HALF. */
} hpyr_caps;

/** Creates a context for the GL context that is current on this thread. Call hpyr_context_create, a
 *  macro, which passes HPYR_VERSION_NUMBER as `version`. So the library learns with which headers
 *  the program was compiled. Other versions may have structs of other sizes. They have the same as
 *  long as the first two numbers of the version are the same, and these are in the shared library's
 *  SONAME.
 *  GL 3.3 and later is used with GLSL 3.30, in core and compatibility profiles.
 *  OpenGL ES 3.0 to 3.2 and WebGL 2 are used as OpenGL ES 3.0 with GLSL ES 3.00.
 *  GL 2.1 to 3.2 is used as GL 2.1 with GLSL 1.20. Such a GL must have GL_ARB_texture_float, and
 *  GL_EXT_framebuffer_object or GL_ARB_framebuffer_object. The library then uses only GL 2.1 and
 *  its extensions.
 *  Without `desc` all members have their defaults.
 *  Pointers: `desc` may be NULL.
 *  Errors:
 *    NO_CONTEXT: no GL context is current on this thread.
 *    UNSUPPORTED: GL is older than 2.1 or lacks an extension, which the log names; or a core
 *      profile would be used as GL 2.1; or `gl_version_cap` is neither 0 nor at least 21, or below
 *      30 on OpenGL ES; or the GL context is not of the kind `gl`; or a function of GL that the
 *      library needs was not found, which the log names.
 *    INVALID_ARGUMENT: `gl` is no hpyr_gl; or `allocator` has some of its functions and not all; or
 *      `programs` has one of its functions and not both; or `load` is NULL in a library that was built
 *      without GLEW.
 *    VERSION: the first two numbers of `version` are not those of the library. The log names both
 *      versions, and nothing else of `desc` is read.
 *  Cost: tens of milliseconds, once, for loading GL's functions and for the probes.
 *  Lifetime: the context lives until hpyr_context_destroy was called and the last object created
 *    from it is destroyed.
 *  GL: state restored.
 *  Threads: all contexts of a process share the functions of GL that this call finds. So no other thread
 *    may be in a call of the library that uses GL meanwhile: create the contexts of several threads one
 *    after the other, before the threads work. */
HPYR_API hpyr_result hpyr_context_create_version(const hpyr_context_desc *desc, int version, hpyr_context **out);

/** Calls hpyr_context_create_version with the version of these headers. */
#define hpyr_context_create(desc, out) hpyr_context_create_version(desc, HPYR_VERSION_NUMBER, out)

/** Destroys a context.
 *  Objects created from the context stay usable; they keep what they need of it until the last of
 *  them is destroyed. But from now on their log messages are dropped.
 *  Call this and every other `_destroy` while the GL context is current. Otherwise only CPU memory
 *  is freed, and the GL objects stay until the GL context is destroyed.
 *  GL: state restored. */
HPYR_API void hpyr_context_destroy(hpyr_context *context);

/** Sends the messages of the log to another function from now on. Without `log` messages are
 *  dropped. After hpyr_context_destroy this must not be called, even if objects still keep the context.
 *  Pointers: `log` may be NULL. `log` lives until hpyr_context_destroy. `user` lives until
 *    hpyr_context_destroy.
 *  Errors: only those that always hold, see hpyr_result.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_context_set_log(hpyr_context *context, hpyr_log_fn log, void *user);

/** Tells whether the driver has compiled all programs that calls have asked for.
 *  A call that needs a program for the first time waits for the driver's compiler, tens of milliseconds or more for each program. A page
 *  or a window stands still meanwhile. With `no_compile_wait` such a call hands one program to the compiler and answers NOT_READY. Then
 *  do something else, for example draw the next frame, and make the same call again, as often as it takes: it needs no more than a call for
 *  each of its programs, and one. When this function answers OK, the next one will get further.
 *  The call that answers NOT_READY leaves an object without a result, as after an error, and a `_create` function sets *out to NULL. What it
 *  reads is as it was, also where an output takes its input's place.
 *  hpyr_context_create always waits. So does the first `_create` in a context of a pyramid of mipmaps or of layout VOLUME, of a quadtree,
 *  and of what converts matrices: a small program finds out what this GL does.
 *  Where GL has GL_KHR_parallel_shader_compile or GL_ARB_parallel_shader_compile, as browsers do, nothing else waits. Elsewhere a call
 *  waits for those programs that it needs and that calls before it have asked for.
 *  Errors:
 *    NOT_READY: a program is not compiled yet. Ask again later.
 *  Cost: no stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_context_ready(hpyr_context *context);

/** Returns what the context's GL can do.
 *  Pointers: The result lives until hpyr_context_destroy.
 *  GL: no call. */
HPYR_API const hpyr_caps *hpyr_context_caps(const hpyr_context *context);

/** Returns the name of a result without its prefix, such as "TOO_LARGE". For an unknown value it
 *  returns "unknown result".
 *  Lifetime: the string is static.
 *  GL: no call. */
HPYR_API const char *hpyr_result_string(hpyr_result result);

/** Returns the HPYR_VERSION_NUMBER of the library that is linked.
 *  GL: no call. */
HPYR_API int hpyr_version(void);

#ifdef __cplusplus
}
#endif

#endif
