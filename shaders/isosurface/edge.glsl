// Computes the vertex of a crossed edge. It depends only on the edge, so that all cells around it
// find the same vertex (Dyken et al. 2008, section 5).
//   void hpyr_edge_vertex(ivec3 lower, int axis, out vec3 position, out vec3 normal)
// HPYR_MIDPOINT: the vertex is in the middle.
// HPYR_GRADIENT: 1 forward, 2 central, 3 the caller's hpyr_gradient_at.
// HPYR_EVEN_STEPS: steps are equally large along all axes, and none is negative.
#include "isosurface/field.glsl"

uniform vec3 u_hpyr_slope; // 1 / step, scaled so that the largest is 1
// 1/2, -1/2, 1/4 and -1/4. As constants they would do harm: NVIDIA's compiler makes 0.5 * a - 0.5 * b into 0.5 * (a - b), and the
// difference of huge samples is infinite.
uniform vec4 u_hpyr_parts;

// Brings huge and tiny numbers near to 1. GPUs may take their inverse or square for 0 or infinity.
float hpyr_scale_of(float size) {
    return size > 1e18 ? 1e-30 : size < 1e-12 ? 1e30 : 1.0;
}

// Returns where the linear interpolant is the isovalue, 0..1. Halves keep differences finite.
float hpyr_crossing(float from, float to) {
#ifdef HPYR_MIDPOINT
    return 0.5;
#else
    float low = u_hpyr_parts.y * from, span = u_hpyr_parts.x * to + low, scale = hpyr_scale_of(abs(span));
    if (!hpyr_is_finite(from) || !hpyr_is_finite(to) || span == 0.0)
        return 0.5;
    return clamp((u_hpyr_parts.x * u_hpyr_iso + low) * scale / (span * scale), 0.0, 1.0);
#endif
}

float hpyr_largest(vec3 v) {
    return max(abs(v.x), max(abs(v.y), abs(v.z)));
}

// Returns `v` scaled to about unit length.
vec3 hpyr_scaled(vec3 v) {
    v *= hpyr_scale_of(hpyr_largest(v));
    return v / hpyr_largest(v);
}

#if HPYR_GRADIENT != 3
// Returns a quarter of b - a, or 0 if one of them is not finite.
float hpyr_rise(float a, float b) {
    return hpyr_is_finite(a) && hpyr_is_finite(b) ? u_hpyr_parts.z * b + u_hpyr_parts.w * a : 0.0;
}

float hpyr_rise_along(ivec3 at, float here, ivec3 axis, bool is_last, bool is_first) {
#    if HPYR_GRADIENT == 1
    float rise = hpyr_rise(here, hpyr_sample_at(is_last ? at - axis : at + axis));
    return is_last ? -rise : rise;
#    else
    float above = is_last ? here : hpyr_sample_at(at + axis), below = is_first ? here : hpyr_sample_at(at - axis);
    float rise = hpyr_rise(below, above);
    return is_last || is_first ? rise : 0.5 * rise;
#    endif
}

vec3 hpyr_rises(ivec3 at, float here) {
    ivec3 last = u_hpyr_samples - 1;
    return vec3(hpyr_rise_along(at, here, ivec3(1, 0, 0), at.x == last.x, at.x == 0),
                hpyr_rise_along(at, here, ivec3(0, 1, 0), at.y == last.y, at.y == 0),
                hpyr_rise_along(at, here, ivec3(0, 0, 1), at.z == last.z, at.z == 0));
}
#endif

// The normal points down the gradient or, if that is zero, along the edge from inside to outside.
vec3 hpyr_edge_normal(ivec3 lower, ivec3 upper, float from, float to, float t, vec3 position) {
    bool falls = hpyr_is_nan(to) || from > to; // if `from` is NaN, `to` is inside
    vec3 along = vec3(upper - lower) * sign(u_hpyr_step) * (falls ? 1.0 : -1.0);
#if HPYR_GRADIENT == 3
    vec3 slope = -hpyr_gradient_at(position);
    bool is_finite = hpyr_is_finite(slope.x) && hpyr_is_finite(slope.y) && hpyr_is_finite(slope.z);
    return is_finite && hpyr_largest(slope) > 0.0 ? normalize(hpyr_scaled(slope)) : along.HPYR_AXES;
#else
    // At t = 0 or 1 only one end counts; hpyr_rises is finite, so the other one adds 0.
    vec3 rises = (1.0 - t) * hpyr_rises(lower, from) + t * hpyr_rises(upper, to);
    float largest = hpyr_largest(rises);
    if (!(largest > 0.0))
        return along.HPYR_AXES;
#    ifdef HPYR_EVEN_STEPS
    return -normalize(rises * hpyr_scale_of(largest)).HPYR_AXES;
#    else
    return -normalize(hpyr_scaled(hpyr_scaled(rises) * u_hpyr_slope)).HPYR_AXES;
#    endif
#endif
}

void hpyr_edge_vertex(ivec3 lower, int axis, out vec3 position, out vec3 normal) {
    ivec3 way = ivec3(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0), upper = lower + way;
    float from = hpyr_sample_at(lower), to = hpyr_sample_at(upper), t = hpyr_crossing(from, to);
    position = hpyr_place_on_edge(lower, t * vec3(way));
    normal = hpyr_edge_normal(lower, upper, from, to, t, position);
}
