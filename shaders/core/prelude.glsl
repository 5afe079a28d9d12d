// Stands in front of every shader and hides how the dialects of GLSL differ. GLSL 1.20 (GL 2.1) has
// no unsigned integers and no shifts: its counts and keys are floats, exact up to 2^24.
//   HPYR_UINT, HPYR_UVEC4          types of counts and keys, and of points
//   HPYR_HALF(i)                   half of an int or ivec that is not negative
//   HPYR_NEAR(s, at, x, y, scale)  the texel at offset (x, y) from the texel with center `at`, in a
//                                  texture of one level, by a nearest filter; scale is 1 / size.
//                                  A software rasterizer takes half as long as for texelFetch.
//   HPYR_ATTRIBUTE, HPYR_TO_FRAGMENT, HPYR_FROM_VERTEX    attributes, outputs and inputs of stages
#ifdef GL_ES // GLSL ES has no default precision for most of these types
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler3D;
precision highp sampler2DArray;
precision highp isampler2D;
precision highp isampler3D;
precision highp isampler2DArray;
precision highp usampler2D;
precision highp usampler3D;
precision highp usampler2DArray;
#endif

#ifndef HPYR_UINT
#    if __VERSION__ >= 130
#        define HPYR_UINT uint
#    else
#        define HPYR_UINT float
#    endif
#endif

#if __VERSION__ >= 130
#    define HPYR_INTEGERS
#    define HPYR_UVEC4                          uvec4
#    define HPYR_HALF(i)                        ((i) >> 1)
#    define HPYR_NEAR(sampler, at, x, y, scale) textureLodOffset(sampler, at, 0.0, ivec2(x, y))
#    define HPYR_ATTRIBUTE                      in
#    define HPYR_TO_FRAGMENT                    out
#    define HPYR_FROM_VERTEX                    in
#else
#    define HPYR_UVEC4                          vec4
#    define HPYR_HALF(i)                        ((i) / 2)
#    define HPYR_NEAR(sampler, at, x, y, scale) texture2D(sampler, (at) + vec2(x, y) * (scale))
#    define HPYR_ATTRIBUTE                      attribute
#    define HPYR_TO_FRAGMENT                    varying
#    define HPYR_FROM_VERTEX                    varying
#endif
