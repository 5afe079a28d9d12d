// Texels of a buffer by their number. Where there are no buffer textures, they stand in rows of 2048
// in a 2D texture: src/gl/texels.c.
//   HPYR_BUFFER, HPYR_UBUFFER, HPYR_IBUFFER    types of samplers, for floats and integers
//   HPYR_BUFFER_TEXEL(sampler, i)              texel i, an int
#ifdef GL_ES
#    define HPYR_BUFFER                   sampler2D
#    define HPYR_UBUFFER                  usampler2D
#    define HPYR_IBUFFER                  isampler2D
#    define HPYR_BUFFER_TEXEL(sampler, i) texelFetch(sampler, ivec2((i)&2047, (i) >> 11), 0)
#else
#    define HPYR_BUFFER                   samplerBuffer
#    define HPYR_UBUFFER                  usamplerBuffer
#    define HPYR_IBUFFER                  isamplerBuffer
#    define HPYR_BUFFER_TEXEL(sampler, i) texelFetch(sampler, i)
#endif
