// mesh.vert.glsl - draws vertices from a buffer. It needs place.glsl and place_vertex.glsl.
// SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE vec3 a_normal;

void main() {
    place_vertex(a_position, a_normal);
}
