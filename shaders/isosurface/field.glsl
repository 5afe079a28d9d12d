// Reads a field of samples (Dyken et al. 2008, section 3). Defines
//   float hpyr_sample_at(ivec3 at)                  value of a sample, which must lie in the field
//   bool hpyr_is_inside(ivec3 at)                   value >= isovalue, exactly; NaN is outside
//   vec3 hpyr_place_on_edge(ivec3 at, vec3 way)     place of sample + way, in mesh coordinates
//
// HPYR_FIELD: 1 a 3D texture, 2 flat-3D, 3 a buffer in line order, 4 the caller's hpyr_field_at.
// HPYR_FIELD_KIND: its values are 0 floats, 1 unsigned or 2 signed integers.
// HPYR_FIELD_SAMPLER, HPYR_FIELD_CHANNEL: type of its sampler, component of its texels.
// HPYR_AXES: swizzle from the axes of samples to those of the mesh.
#include <caller>

#ifdef HPYR_FIELD                                     // without it the shader reads no field
#    if __VERSION__ >= 300 && !defined(HPYR_INTEGERS) // a pyramid's GLSL undefines it
#        define HPYR_INTEGERS
#    endif
uniform ivec3 u_hpyr_samples; // samples along x, y, z
uniform float u_hpyr_iso;
#    if HPYR_FIELD == 2
uniform int u_hpyr_tiles; // tiles in a row
#    endif
#    if HPYR_FIELD == 3
uniform int u_hpyr_field_first; // place of the first sample in the buffer
#    endif
#    if HPYR_FIELD != 4
uniform HPYR_FIELD_SAMPLER u_hpyr_field;
uniform vec3 u_hpyr_field_scale; // 1 / size of the texture
#    endif

// A place is origin + sample * step. The high parts have so few bits that their sum is exact. The
// sum of the low parts and of the way along an edge is rounded once.
uniform vec3 u_hpyr_origin_high, u_hpyr_origin_low, u_hpyr_step_high, u_hpyr_step_low, u_hpyr_step;

vec3 hpyr_place_on_edge(ivec3 at, vec3 way) {
    vec3 s = vec3(at);
    vec3 high = u_hpyr_origin_high + s * u_hpyr_step_high;
    return (high + (u_hpyr_origin_low + s * u_hpyr_step_low + way * u_hpyr_step)).HPYR_AXES;
}

#    if HPYR_FIELD == 4
float hpyr_sample_at(ivec3 at) {
    return hpyr_field_at(hpyr_place_on_edge(at, vec3(0.0)));
}
#    else
#        if HPYR_FIELD_KIND == 1
#            define HPYR_FIELD_VALUE uint
#        elif HPYR_FIELD_KIND == 2
#            define HPYR_FIELD_VALUE int
#        else
#            define HPYR_FIELD_VALUE float
#        endif

#        ifdef HPYR_INTEGERS
#            define HPYR_FIELD_TEXEL2(field, at) textureLod(field, at, 0.0)
#            define HPYR_FIELD_TEXEL3(field, at) textureLod(field, at, 0.0)
#        else
#            define HPYR_FIELD_TEXEL2(field, at) texture2D(field, at)
#            define HPYR_FIELD_TEXEL3(field, at) texture3D(field, at)
#        endif

HPYR_FIELD_VALUE hpyr_value_at(ivec3 at) {
#        if HPYR_FIELD == 3
    return texelFetch(u_hpyr_field, u_hpyr_field_first + (at.z * u_hpyr_samples.y + at.y) * u_hpyr_samples.x + at.x).r;
#        elif HPYR_FIELD == 2
    int row = at.z / u_hpyr_tiles;
    ivec2 texel = ivec2((at.z - row * u_hpyr_tiles) * u_hpyr_samples.x + at.x, row * u_hpyr_samples.y + at.y);
    return HPYR_FIELD_TEXEL2(u_hpyr_field, (vec2(texel) + 0.5) * u_hpyr_field_scale.xy).HPYR_FIELD_CHANNEL;
#        else
    return HPYR_FIELD_TEXEL3(u_hpyr_field, (vec3(at) + 0.5) * u_hpyr_field_scale).HPYR_FIELD_CHANNEL;
#        endif
}

float hpyr_sample_at(ivec3 at) {
    return float(hpyr_value_at(at));
}
#    endif

// Tests the bits, because a fast-math compiler assumes that NaN and infinity never occur.
bool hpyr_is_finite(float value) {
#    ifdef HPYR_INTEGERS
    return (floatBitsToUint(value) & 0x7FFFFFFFu) < 0x7F800000u;
#    else
    // A comparison with <= could be inverted by a compiler, and NaN would pass.
    return clamp(value, -3.402823466e38, 3.402823466e38) == value;
#    endif
}

bool hpyr_is_nan(float value) {
#    ifdef HPYR_INTEGERS
    return (floatBitsToUint(value) & 0x7FFFFFFFu) > 0x7F800000u;
#    else
    return value != value;
#    endif
}

#    if HPYR_FIELD != 4 && HPYR_FIELD_KIND == 1
uniform uint u_hpyr_bound; // smallest value that is inside
#        define HPYR_INSIDE(value) ((value) >= u_hpyr_bound)
#    elif HPYR_FIELD != 4 && HPYR_FIELD_KIND == 2
uniform int u_hpyr_bound;
#        define HPYR_INSIDE(value) ((value) >= u_hpyr_bound)
#    else
uniform float u_hpyr_bound;
#        ifdef HPYR_INTEGERS
#            define HPYR_IS_NUMBER(value) ((floatBitsToUint(value) & 0x7FFFFFFFu) <= 0x7F800000u)
#            define HPYR_INSIDE(value)    ((value) >= u_hpyr_bound && HPYR_IS_NUMBER(value))
#        else
#            define HPYR_INSIDE(value) ((value) >= u_hpyr_bound)
#        endif
#    endif

uniform bool u_hpyr_some_inside; // false if no value can be inside

bool hpyr_is_inside(ivec3 at) {
#    if HPYR_FIELD == 4
    float value = hpyr_sample_at(at);
#    else
    HPYR_FIELD_VALUE value = hpyr_value_at(at);
#    endif
    return HPYR_INSIDE(value) && u_hpyr_some_inside;
}
#endif
