// mesh.vert.glsl - a vertex from a buffer; place.glsl stands before.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE vec3 a_normal;

void main() {
    place_vertex(a_position, a_normal);
}
