/* counts.h - how often the library has called OpenGL, and who looks at its draws.  SPDX-License-Identifier: MIT
 *
 * A library that is built with HPYR_COUNT_CALLS has them; no other has a line of code for it. Its macros, which src/CMakeLists.txt makes of
 * the list in functions.h, add one before each call, and call the watcher before and after each draw. */
#ifndef HPI_GL_COUNTS_H
#define HPI_GL_COUNTS_H

#include <histopyramid/export.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(_MSC_VER)
#    define HPI_OF_THREAD __thread
#else
#    define HPI_OF_THREAD /* then programs with several threads lose counts; a DLL of Microsoft's can export none of a thread */
#endif

/** Calls that this thread has made since it began, and those of them that draw. */
extern HPYR_API HPI_OF_THREAD unsigned long hpi_gl_calls, hpi_gl_draws;

/** Who is told what the library does. A watcher may call GL if it leaves all state as it was. */
typedef struct hpi_gl_watcher {
    void *user;
    /** The text of a stage is about to be compiled. The watcher returns another text, which stays its own, or the same one. */
    const char *(*compiles)(void *user, unsigned kind, const char *text);
    /** A program was linked, whose last stage is this file below shaders/. */
    void (*linked)(void *user, unsigned program, const char *file);
    /** A draw is about to begin, or has just been asked for. */
    void (*draws)(void *user, bool is_over);
    /** A function of OpenGL of that name is about to read and write so many bytes of the GPU's memory. `waits`: what it reads goes to the
     *  CPU, which waits for the GPU. */
    void (*moves)(void *user, const char *function, uint64_t read, uint64_t written, bool waits);
} hpi_gl_watcher;

/** The watcher of this thread; NULL for none. It stays where the caller has it. */
extern HPYR_API HPI_OF_THREAD const hpi_gl_watcher *hpi_gl_watched_by;

/* What the macros call before a function of that name, or around it. */
void hpi_gl_watch_draw(bool is_over);
void hpi_gl_watch_BufferSubData(unsigned target, ptrdiff_t offset, ptrdiff_t size, const void *bytes);
void hpi_gl_watch_ClearBufferfv(unsigned buffer, int index, const float *value);
void hpi_gl_watch_ClearBufferuiv(unsigned buffer, int index, const unsigned *value);
void hpi_gl_watch_CopyBufferSubData(unsigned from, unsigned to, ptrdiff_t from_offset, ptrdiff_t to_offset,
                                    ptrdiff_t size);
void hpi_gl_watch_CopyTexSubImage2D(unsigned target, int level, int to_x, int to_y, int x, int y, int width,
                                    int height);
void hpi_gl_watch_CopyTexSubImage3D(unsigned target, int level, int to_x, int to_y, int to_z, int x, int y, int width,
                                    int height);
void hpi_gl_watch_GetBufferSubData(unsigned target, ptrdiff_t offset, ptrdiff_t size, void *bytes);
void hpi_gl_watch_GetTexImage(unsigned target, int level, unsigned external, unsigned type, void *pixels);
void hpi_gl_watch_MapBufferRange(unsigned target, ptrdiff_t offset, ptrdiff_t size, unsigned access);
void hpi_gl_watch_ReadPixels(int x, int y, int width, int height, unsigned external, unsigned type, void *pixels);
void hpi_gl_watch_TexSubImage2D(unsigned target, int level, int x, int y, int width, int height, unsigned external,
                                unsigned type, const void *pixels);
void hpi_gl_watch_TexSubImage3D(unsigned target, int level, int x, int y, int z, int width, int height, int depth,
                                unsigned external, unsigned type, const void *pixels);

#endif
