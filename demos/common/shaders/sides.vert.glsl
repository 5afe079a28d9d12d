// sides.vert.glsl - writes a triangle's sides as three lines, that is six indices: a vertex is a triangle.
// Transform feedback takes them; no OpenGL but one with integers runs this.  SPDX-License-Identifier: MIT
ATTRIBUTE uvec3 a_corners;
uniform bool u_has_corners; // else three vertices a triangle stand one after the other
FLAT_VARYING uvec3 v_first, v_last;

void main() {
    uvec3 in_row = uvec3(3 * gl_VertexID) + uvec3(0u, 1u, 2u);
    uvec3 corners = u_has_corners ? a_corners : in_row;
    v_first = corners.xyy;
    v_last = corners.zzx;
    gl_Position = vec4(0.0);
}
