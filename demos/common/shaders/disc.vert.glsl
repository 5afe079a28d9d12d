// disc.vert.glsl - puts a square around each point's disc. It needs stand.glsl.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE vec3 a_normal;
uniform float u_radius; // in the box
uniform float u_pixels; // of a length of 1 at distance 1
uniform float u_least;  // pixels of the smallest disc's radius
FLAT_VARYING vec3 v_center;
FLAT_VARYING vec3 v_normal; // in camera coordinates
void main() {
    vec4 position = vec4(placed(a_position), 1.0);
    vec3 seen = (u_view * position).xyz;
    v_center = seen;
    v_normal = mat3(u_view) * turned(a_normal);
    gl_Position = u_view_projection * position;
    gl_PointSize = 2.0 * max(u_radius * u_pixels / max(-seen.z, 0.001), u_least);
}
