// box.vert.glsl - the twelve edges of a box, as quads of a given width in pixels.  SPDX-License-Identifier: MIT
uniform mat4 u_view_projection;
uniform vec3 u_low, u_high;
uniform vec2 u_viewport;
uniform float u_width;

void main() {
    int edge = gl_VertexID / 6, corner = gl_VertexID % 6;
    int axis = edge / 4;
    vec3 ends = vec3(0.0);
    ends[(axis + 1) % 3] = float(edge & 1);
    ends[(axis + 2) % 3] = float((edge >> 1) & 1);
    vec3 from = ends, to = ends;
    to[axis] = 1.0;
    vec4 a = u_view_projection * vec4(mix(u_low, u_high, from), 1.0);
    vec4 b = u_view_projection * vec4(mix(u_low, u_high, to), 1.0);
    vec2 along = (b.xy / b.w - a.xy / a.w) * u_viewport;
    along = length(along) > 0.0 ? normalize(along) : vec2(1.0, 0.0);
    bool at_end = corner == 1 || corner == 2 || corner == 4;
    bool at_left = corner == 2 || corner == 4 || corner == 5;
    vec2 offset = (at_left ? 0.5 : -0.5) * vec2(-along.y, along.x) + (at_end ? 0.5 : -0.5) * along;
    gl_Position = at_end ? b : a;
    gl_Position.xy += offset * u_width * 2.0 / u_viewport * gl_Position.w;
}
