// drawn.vert.glsl - draws vertices straight from the library. It needs the library's GLSL and
// place_vertex.glsl.  SPDX-License-Identifier: MIT
#if __VERSION__ < 300
attribute float a_hpyr_vertex;
#endif

void main() {
    vec3 position, normal;
    hpyr_vertex_at(hpyr_key_of_vertex(VERTEX_ID), position, normal);
    place_vertex(position, normal);
}
