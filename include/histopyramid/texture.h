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
 *  | width, height | size of the level, in texels                        | what GL says; on ES an error     |
 *  | depth         | slices of a 3D texture, layers of an array texture; | the same; a 2D texture has 1     |
 *  |               | a 2D texture has 1                                  |                                  |
 *  | format        | the internal format                                 | what GL says; on ES an error     |
 *  | channel       | the channel that is read                            | alpha of four channels, else red |
 *
 *  Calls that read or write all channels, as those of point lists do, ignore `channel`.
 *
 *  Each of `width`, `height`, `depth` and `format` may be zero by itself. Then the library asks
 *  desktop OpenGL at each call that takes the texture. OpenGL ES 3.0 and WebGL 2 have no such
 *  question, so a zero is an INVALID_ARGUMENT there.
 *  The library guesses nothing. It compares what you state with what GL knows about the texture.
 *  Where they differ, where GL knows no such texture, or where its internal format is no
 *  hpyr_format, the call answers TEXTURE, and the log names your value and GL's.
 *  The texture's filters, mipmap limits, swizzle and sampler objects have no influence. A call
 *  leaves them as they were. Only hpyr_pyramid_bind and hpyr_marching_cubes_bind change some of
 *  them, until the unbind.
 *
 *  The formats of each use. GL decides besides what it can draw into.
 *
 *  | use of the texture                             | formats                                        |
 *  |------------------------------------------------|------------------------------------------------|
 *  | input of a discriminator, field                | all                                            |
 *  | counts of a pyramid                            | all but R8, RGBA8, R16, SRGB8_ALPHA8 and DEPTH |
 *  | bits of a pyramid                              | RGBA32UI; for at most 32 slices also R32UI     |
 *  | point list                                     | RGBA32UI, RGBA32F                              |
 *  | image of features                              | all without integers but RGB32F                |
 *  | dense matrix                                   | all without integers                           |
 *  | vectors of a flow                              | RGB32F, RGBA32F                                |
 *  | values of a flow of kind BAND                  | all but R32UI and RGBA32UI                     |
 *  | list                                           | R32UI, R32F                                    |
 *  | records; image of a quadtree, and what it      | all but RGB32F, RGBA16F, SRGB8_ALPHA8 and      |
 *  | paints                                         | DEPTH                                          |
 *  | texture of a mesh, colors of voxels            | RGBA8                                          |
 *  | normals of voxels                              | RGBA32F                                        |
 *
 *  SRGB8_ALPHA8: red, green and blue are linear values, which the driver computes and rounds. So
 *  bounds of a discriminator should lie between two of them.
 *  DEPTH: the depth itself is read, also if the texture has a compare mode. The driver rounds depths
 *  of 16 and 24 bits; those of 32-bit floats are exact. GL has no 3D textures of depths. Formats with
 *  a stencil are no hpyr_format.
 *
 *  OpenGL ES: GL does not tell what a texture is, so the library tries what fits, and the log names
 *    your value alone. SRGB8_ALPHA8 cannot be told from RGBA8. R16 does not exist. In a browser a
 *    texture that is larger than stated is not noticed, nor is one of 16-bit floats that is stated as
 *    one of 32, or RGBA32F that is stated as RGBA16F.
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
