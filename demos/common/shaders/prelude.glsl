// prelude.glsl - what GLSL 3.30 and 1.20 call differently, so that every shader of the demos is one text for both. Stands before
// each of them, after the #version line.  SPDX-License-Identifier: MIT
//
//   ATTRIBUTE, VARYING, FLAT_VARYING   for in, out, flat out (1.20 interpolates: write the same value at all corners)
//   o_colour                           the fragment's colour
//   TEXTURE_2D(image, place)           filtered; fragment shaders only
//   TEXEL(image, place, size)          texel `place`, whole numbers, of an image of `size` texels that is not filtered
//   VERTEX_ID                          of the vertex, inside of hpyr_pyramid_draw only
//   KEY                                what the pyramid's GLSL counts in
#if __VERSION__ >= 330
#    define ATTRIBUTE in
#    ifdef VERTEX_STAGE
#        define VARYING      out
#        define FLAT_VARYING flat out
#    else
#        define VARYING      in
#        define FLAT_VARYING flat in
layout(location = 0) out vec4 o_colour;
#    endif
#    define TEXTURE_2D(image, place)  texture(image, place)
#    define TEXEL(image, place, size) texelFetch(image, ivec2(place), 0)
#    define VERTEX_ID                 gl_VertexID
#    define KEY                       uint
#else
#    define ATTRIBUTE                attribute
#    define VARYING                  varying
#    define FLAT_VARYING             varying
#    define o_colour                 gl_FragColor
#    define TEXTURE_2D(image, place) texture2D(image, place)
#    ifdef VERTEX_STAGE
#        define TEXEL(image, place, size) texture2DLod(image, (vec2(place) + 0.5) / (size), 0.0)
#    else
#        define TEXEL(image, place, size) texture2D(image, (vec2(place) + 0.5) / (size))
#    endif
#    define VERTEX_ID int(a_hpyr_vertex)
#    define KEY       float
#endif
