// ribbon.vert.glsl - draws streamlines as ribbons that face the eye. An instance is a line, and two vertices of its strip stand at each
// point. It needs stand.glsl.  SPDX-License-Identifier: MIT
uniform sampler2D u_even, u_odd; // points with even and odd numbers, see lines.h
uniform int u_points;
uniform vec3 u_low, u_high;
uniform ivec3 u_periodic;
uniform float u_radius, u_fastest;
VARYING vec3 v_position; // in camera coordinates
VARYING vec3 v_side;
VARYING vec2 v_across;    // -1 to 1 over the ribbon; share of the largest speed
FLAT_VARYING float v_gap; // 1 where no line joins this point to the one before

vec4 point(int k) {
    ivec2 at = ivec2(gl_InstanceID, k >> 1);
    return (k & 1) == 0 ? texelFetch(u_even, at, 0) : texelFetch(u_odd, at, 0);
}

// Lines go on at the other end of a periodic axis.
bool is_apart(vec4 a, vec4 b) {
    return b.w == 0.0 || any(greaterThan(vec3(u_periodic) * abs(a.xyz - b.xyz), 0.5 * (u_high - u_low)));
}

void main() {
    int k = gl_VertexID >> 1, last = u_points - 1;
    vec4 before = point(max(k - 1, 0)), here = point(k), after = point(min(k + 1, last));
    vec3 at = (u_view * vec4(standing(here.xyz), 1.0)).xyz;
    vec3 from = is_apart(before, here) ? at : (u_view * vec4(standing(before.xyz), 1.0)).xyz;
    vec3 to = is_apart(here, after) ? at : (u_view * vec4(standing(after.xyz), 1.0)).xyz;
    vec3 side = cross(to - from, at);
    float size = length(side), across = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    side = size > 0.0 ? side / size : vec3(0.0);
    float thin = sqrt(clamp(float(last - k) / (0.25 * float(last) + 1.0), 0.0, 1.0)); // towards the end
    v_side = side;
    v_position = at + across * u_radius * thin * side;
    v_across = vec2(across, here.w / u_fastest);
    v_gap = k == 0 || is_apart(before, here) ? 1.0 : 0.0;
    vec3 aside = transpose(mat3(u_view)) * (across * u_radius * thin * side);
    gl_Position = u_view_projection * vec4(standing(here.xyz) + aside, 1.0);
}
