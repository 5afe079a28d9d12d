// seed.vert.glsl - draws seeds as balls, one point each. It needs stand.glsl.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE float a_type;      // a hpyr_flow_type
uniform float u_ball, u_dot; // radius of critical points, and of all others
uniform float u_pixels;      // of a unit at distance 1
uniform float u_largest;     // point that this GL draws
VARYING vec4 v_ball;         // center in camera coordinates, radius
FLAT_VARYING float v_type;

void main() {
    vec3 place = standing(a_position), center = (u_view * vec4(place, 1.0)).xyz;
    float radius = a_type > 0.5 ? u_ball : u_dot;
    v_ball = vec4(center, radius);
    v_type = a_type;
    gl_Position = u_view_projection * vec4(place, 1.0);
    gl_PointSize = clamp(2.0 * radius * u_pixels / max(-center.z, 0.01), 1.5, u_largest);
}
