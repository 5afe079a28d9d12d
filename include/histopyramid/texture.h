/* texture.h - how you pass a texture to the library.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_TEXTURE_H
#define HPYR_TEXTURE_H

#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One level of a texture of yours, with its size and format.
 *
 *  | member        | meaning                                             | zero means                       |
 *  |---------------|-----------------------------------------------------|----------------------------------|
 *  | name          | GL's name of the texture                            | an error                         |
 *  | target        | GL_TEXTURE_2D, GL_TEXTURE_3D or GL_TEXTURE_2D_ARRAY | GL_TEXTURE_2D                    |
 *  | level         | the mipmap level                                    | level 0                          |
 *  | width, height | size of the level, in texels                        | an error                         |
 *  | depth         | slices of a 3D texture, layers of an array texture; | 1                                |
 *  |               | a 2D texture has 1                                  |                                  |
 *  | format        | the internal format                                 | an error                         |
 *  | channel       | the channel that is read                            | alpha of four channels, else red |
 *
 *  Calls that read or write all channels, as those of point lists do, ignore `channel`.
 *
 *  The library guesses nothing. It compares what you state with what GL knows about the texture.
 *  Where they differ, or where GL knows no such texture, the call answers TEXTURE, and the log
 *  names your value and GL's.
 *  The texture's filters, mipmap limits, swizzle and sampler objects have no influence. A call
 *  leaves them as they were. Only hpyr_pyramid_bind and hpyr_marching_cubes_bind change some of
 *  them, until the unbind.
 *
 *  OpenGL ES: GL does not tell what a texture is, so the library tries what fits, and the log names
 *    your value alone. SRGB8_ALPHA8 counts as RGBA8. R16 does not exist. In a browser a texture that
 *    is larger than stated is not noticed, nor is one of 16-bit floats that is stated as one of 32.
 *    On drivers that check nothing of uploads without texels, no wrong size and format is noticed.
 *  GL 2.1: The targets are GL_TEXTURE_2D and GL_TEXTURE_3D. Integer formats do not exist.
 *    Luminance and intensity textures count as R8, R16, R16F and R32F, by the size of their
 *    channel. */
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
