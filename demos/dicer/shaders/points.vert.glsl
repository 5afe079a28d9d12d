// points.vert.glsl - draws a list as points. It needs particle.glsl.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_cell;
#if __VERSION__ >= 300
#    define NUMBER uint(gl_VertexID)
#else
attribute float a_number;
#    define NUMBER a_number
#endif

void main() {
    place_particle(a_cell, NUMBER);
    gl_PointSize = v_fog_and_diameter.y;
}
