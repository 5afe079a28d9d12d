// prelude.glsl - hides how GLSL 3.30, GLSL ES 3.00 and GLSL 1.20 differ, so that every shader of the demos is one text
// for all. It stands in front of each, after the #version line.  SPDX-License-Identifier: MIT
//
//   ATTRIBUTE, VARYING, FLAT_VARYING   in, out, flat out (1.20 has none: give corners equal values)
//   o_color                           color of the fragment; with HAS_OWN_OUTPUTS there is none
//   TEXTURE_2D(image, place)           filtered texel; for fragment shaders only
//   TEXEL(image, place, size)          unfiltered texel at whole numbers `place`; size is in texels
//   VERTEX_ID                          number of the vertex, inside of hpyr_pyramid_draw only
//   KEY                                type of keys in the pyramid's GLSL
#ifdef GL_ES // has no default precision for most of these types
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler3D;
precision highp sampler2DArray;
precision highp usampler2D;
precision highp usampler2DArray;
#endif

#if __VERSION__ >= 300
#    define ATTRIBUTE in
#    ifdef VERTEX_STAGE
#        define VARYING      out
#        define FLAT_VARYING flat out
#    else
#        define VARYING      in
#        define FLAT_VARYING flat in
#        ifndef HAS_OWN_OUTPUTS
layout(location = 0) out vec4 o_color;
#        endif
#    endif
#    define TEXTURE_2D(image, place)  texture(image, place)
#    define TEXEL(image, place, size) texelFetch(image, ivec2(place), 0)
#    define VERTEX_ID                 gl_VertexID
#    define KEY                       uint
#else
#    define ATTRIBUTE                attribute
#    define VARYING                  varying
#    define FLAT_VARYING             varying
#    define o_color                  gl_FragColor
#    define TEXTURE_2D(image, place) texture2D(image, place)
#    ifdef VERTEX_STAGE
#        define TEXEL(image, place, size) texture2DLod(image, (vec2(place) + 0.5) / (size), 0.0)
#    else
#        define TEXEL(image, place, size) texture2D(image, (vec2(place) + 0.5) / (size))
#    endif
#    define VERTEX_ID int(a_hpyr_vertex)
#    define KEY       float
#endif
