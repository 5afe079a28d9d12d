// entry.vert.glsl - a square for each entry of a matrix. Row 0 is on top, as matrices are printed.  SPDX-License-Identifier: MIT
ATTRIBUTE vec2 a_corner; // 0..1; the others are those of the whole square
ATTRIBUTE float a_row;
ATTRIBUTE float a_column;
ATTRIBUTE float a_value;
VARYING float v_value;
uniform vec3 u_map;    // where column 0 and the lower end of the last row are, and how wide an element is, in pixels
uniform vec2 u_target; // its pixels
uniform float u_rows;
uniform float
    u_side; // of a square, in elements; 1 makes the corners of neighbors the same, so that no gap is between them. 0: it is a point
uniform float u_point; // its side in pixels

void main() {
    v_value = a_value;
    gl_PointSize = u_point;
    vec2 corner = vec2(a_column, u_rows - 1.0 - a_row) + 0.5 + (a_corner - 0.5) * u_side;
    gl_Position = vec4((u_map.xy + corner * u_map.z) / u_target * 2.0 - 1.0, 0.0, 1.0);
}
