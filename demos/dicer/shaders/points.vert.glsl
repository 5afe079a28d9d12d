// points.vert.glsl - a point for every entry of the point list; particle.glsl stands before.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_cell;

void main() {
#if __VERSION__ >= 330
    place_particle(a_cell, gl_VertexID);
#else
    place_particle(a_cell, 0); // which only lists would ask for
#endif
    gl_PointSize = v_fog_and_diameter.y;
}
