// cloud.vert.glsl - a particle for every entry of the point list.  SPDX-License-Identifier: MIT
layout(location = 0) in uvec3 a_cell;
uniform mat4 u_view_projection;
uniform vec3 u_grid;
uniform vec2 u_depths;  // distances at which the fog begins and ends
uniform float u_pixels; // diameter at distance 1
uniform uint u_last;    // last slice to show
out vec3 v_colour;
flat out float v_fog;
flat out float v_diameter;

void main() {
    vec3 place = (vec3(a_cell) + 0.5) / u_grid;
    gl_Position = u_view_projection * vec4(place * 2.0 - 1.0, 1.0);
    v_diameter = max(u_pixels / gl_Position.w, 1.5);
    gl_PointSize = v_diameter;
    v_fog = clamp((gl_Position.w - u_depths.x) / (u_depths.y - u_depths.x), 0.0, 1.0);
    v_colour = place;
    if (a_cell.z > u_last) {
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // behind the far plane: nothing to draw
    }
}
