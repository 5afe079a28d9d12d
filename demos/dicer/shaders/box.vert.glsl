// box.vert.glsl - draws a box's edges as quads, u_width pixels wide.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_from, a_to; // ends of the edge in the unit cube
ATTRIBUTE vec2 a_corner;     // along the edge and across, 0 or 1
uniform mat4 u_view_projection;
uniform vec3 u_low, u_high;
uniform vec2 u_viewport;
uniform float u_width;

void main() {
    vec4 a = u_view_projection * vec4(mix(u_low, u_high, a_from), 1.0);
    vec4 b = u_view_projection * vec4(mix(u_low, u_high, a_to), 1.0);
    vec2 along = (b.xy / b.w - a.xy / a.w) * u_viewport;
    along = length(along) > 0.0 ? normalize(along) : vec2(1.0, 0.0);
    vec2 offset = (a_corner.y - 0.5) * vec2(-along.y, along.x) + (a_corner.x - 0.5) * along;
    gl_Position = a_corner.x > 0.5 ? b : a;
    gl_Position.xy += offset * u_width * 2.0 / u_viewport * gl_Position.w;
}
