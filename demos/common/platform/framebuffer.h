/* framebuffer.h - framebuffers of textures in every dialect: `gl` is 33, 21 for GL_EXT_framebuffer_object, or GL_ES3.
 * SPDX-License-Identifier: MIT */
#ifndef DEMO_FRAMEBUFFER_H
#define DEMO_FRAMEBUFFER_H

#include <stdbool.h>
#include <stdint.h>

/** A framebuffer to draw into a 2D texture, or to read from it. 0 where this GL cannot. */
uint32_t framebuffer_of(int gl, uint32_t texture);
/** The same for two textures of one size, which take a shader's first and second output. */
uint32_t framebuffer_of_two(int gl, uint32_t first, uint32_t second);
/** A texture for that, filtered linearly, of RGBA8 or `format`, where that is not 0: GL's name of one with RGBA. */
uint32_t framebuffer_texture(uint32_t format, int width, int height);
void framebuffer_bind(int gl, uint32_t framebuffer);
/** Whether framebuffers have EXT_framebuffer_object's names here. OpenGL 2.1 may have either extension; the older one is the one that
 *  hardware of its time has. All enums are equal. */
bool framebuffer_is_ext(int gl);
void framebuffer_generate(int gl, uint32_t *framebuffer);
/** Of the one that is bound. */
bool framebuffer_is_complete(int gl);
/** glGenerateMipmap for the texture that is bound. */
void framebuffer_mipmaps(int gl, uint32_t target);
/** Sets the name to 0. */
void framebuffer_delete(int gl, uint32_t *framebuffer);

#endif
