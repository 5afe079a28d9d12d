/* texture.h - how textures cross the API.  SPDX-License-Identifier: MIT */
#ifndef HPYR_TEXTURE_H
#define HPYR_TEXTURE_H

#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A level of a caller's texture. On GL 2.1 targets are GL_TEXTURE_2D and GL_TEXTURE_3D, integer formats do not exist, and R8, R16,
 *  R16F and R32F also name luminance and intensity textures of that size. Nothing is guessed: the caller states format and
 *  size, the library checks them against GL and answers HPYR_ERROR_TEXTURE, with both in the log, where they differ or the name
 *  is no texture (any more). Filters, mipmap limits, swizzles and sampler objects of the texture do not matter and stay as they
 *  are.
 *
 *  | field   | zero means                                                                     |
 *  |---------|--------------------------------------------------------------------------------|
 *  | target  | GL_TEXTURE_2D; also allowed: GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY (GL's enums)   |
 *  | level   | level 0                                                                        |
 *  | depth   | 1                                                                              |
 *  | channel | alpha of four-channel formats, else red                                        |
 *
 *  `name`, `width`, `height` and `format` must be given. Units: texels. */
typedef struct hpyr_texture {
    uint32_t name;
    uint32_t target;
    int32_t level;
    uint32_t width, height, depth;
    hpyr_format format;
    hpyr_channel channel;
} hpyr_texture;

#ifdef __cplusplus
}
#endif

#endif
