/* texture_check.h - what GL knows of a caller's texture.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_TEXTURE_CHECK_H
#define HPI_GL_TEXTURE_CHECK_H

#include "gl/state.h"

/** TEXTURE if the level of the texture has another size or format than stated. The texture is
 *  bound to the active unit. Desktop OpenGL can be asked. OpenGL ES 3.0 cannot, so there the answer
 *  comes from uploads of no texels: GL refuses them if they do not fit. */
hpyr_result hpi_gl_texture_check_desktop(const hpyr_context *context, const hpyr_texture *stated, const char *what);
hpyr_result hpi_gl_texture_check_es(const hpyr_context *context, const hpyr_texture *stated, const char *what);

/** Desktop OpenGL: what is 0 of the texture's size and format becomes what GL says of it. The texture is
 *  bound to the active unit.   TEXTURE if there is no such level, or if no hpyr_format is its format. */
hpyr_result hpi_gl_texture_ask_desktop(const hpyr_context *context, hpyr_texture *t, const char *what);

/** Whether all of that is right, and the texture is there, found out by one question. Binds the
 *  texture to HPI_INPUT_UNIT. If it is not, another check must tell what is wrong. */
bool hpi_gl_texture_fits(const hpyr_context *context, const hpyr_texture *stated);

#endif
