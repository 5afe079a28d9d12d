// What the dialects differ in, in front of every shader. GLSL 1.20 (GL 2.1) has neither unsigned integers nor shifts: counts and
// keys are floats there, exact up to 2^24.
//   HPYR_UINT, HPYR_UVEC4          counts, keys and points
//   HPYR_HALF(i)                   an int or ivec that is not negative, halved
//   HPYR_NEAR(s, at, x, y, scale)  texel (x, y) from texture coordinate `at`; the texture shows one level, `scale` is 1 / its
// size
//   HPYR_ATTRIBUTE, HPYR_TO_FRAGMENT, HPYR_FROM_VERTEX   attributes, and what goes from one stage to the next
#ifdef GL_ES // which has no default precision for most of these, and a low one for the rest
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
