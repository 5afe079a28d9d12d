/* api.h - GL's functions and names: of desktop OpenGL, or with HPYR_GLES of OpenGL ES 3.0 alone.
 *
 * A library for desktops also works on contexts of OpenGL ES, which it finds out when a context is
 * created. GLEW finds its functions, or with HPYR_LOADER_CALLER the caller does. With HPYR_GLES it
 * is built where desktop OpenGL does not exist, for browsers above all. What only desktop OpenGL has
 * stands behind `if (HPI_GL_DESKTOP && ..)` there, or in files that are not compiled. HPI_GL_WEB is 1 in a browser, where GL is WebGL 2: OpenGL ES 3.0, but nothing
 * can be mapped, and nothing can be waited for.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_API_H
#define HPI_GL_API_H

#ifndef HPYR_GLES

#    define HPI_GL_DESKTOP 1
#    define HPI_GL_WEB     0

#    ifdef HPYR_LOADER_CALLER
#        include "gl/functions.h"
#    else
#        include <GL/glew.h>
#        define HPI_GL_ADDRESS(name) __glew##name /* of a function newer than OpenGL 1.1 */
#        ifdef HPYR_COUNT_CALLS
#            include "gl/counts.h"
#            include "gl_macros.h" /* #define glClear(...) (hpi_gl_calls++, glClear(__VA_ARGS__)), and so on */
#        endif
#    endif

#else

#    include <GLES3/gl3.h>
#    define HPI_GL_DESKTOP 0

#    ifdef __EMSCRIPTEN__
#        define HPI_GL_WEB 1
/* WebGL 2 has it, OpenGL ES 3.0 does not. */
void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data);
#    else
#        define HPI_GL_WEB 0
#    endif

/* Names that only desktop OpenGL has. They stand in tables, and GL never sees them. */
#    define GL_R16                         0x822A
#    define GL_TEXTURE_RECTANGLE           0x84F5
#    define GL_TEXTURE_BINDING_RECTANGLE   0x84F6
#    define GL_TEXTURE_BUFFER              0x8C2A
#    define GL_TEXTURE_BINDING_BUFFER      0x8C2C
#    define GL_SAMPLER_BUFFER              0x8DC2
#    define GL_INT_SAMPLER_BUFFER          0x8DD0
#    define GL_UNSIGNED_INT_SAMPLER_BUFFER 0x8DD8
#    define GL_GEOMETRY_SHADER             0x8DD9
#    define GL_TEXTURE_LOD_BIAS            0x8501
#    define GL_DEPTH_TEXTURE_MODE          0x884B
#    define GL_UNPACK_SWAP_BYTES           0x0CF0
#    define GL_UNPACK_LSB_FIRST            0x0CF1
#    define GL_PACK_SWAP_BYTES             0x0D00
#    define GL_PACK_LSB_FIRST              0x0D01
#    define GL_PACK_SKIP_IMAGES            0x806B
#    define GL_PACK_IMAGE_HEIGHT           0x806C
#    define GL_COMPLETION_STATUS_ARB       0x91B1 /* of an extension */

#endif

#endif
