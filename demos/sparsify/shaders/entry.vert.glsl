// entry.vert.glsl - a dot for each entry of a matrix. Row 0 is on top, as matrices are printed.  SPDX-License-Identifier: MIT
ATTRIBUTE float a_row;
ATTRIBUTE float a_column;
ATTRIBUTE float a_value;
VARYING float v_value;
uniform vec3 u_map;    // where column 0 and the lower end of the last row are, and how wide an element is, in pixels
uniform vec2 u_target; // its pixels
uniform float u_rows;
uniform float u_size; // of a point
uniform vec2 u_part;  // of the element that the point covers: its middle, from that of the element

void main() {
    v_value = a_value;
    vec2 place = u_map.xy + (vec2(a_column, u_rows - 1.0 - a_row) + 0.5 + u_part) * u_map.z;
    gl_Position = vec4(place / u_target * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = u_size;
}
