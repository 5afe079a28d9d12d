// place.glsl - from the volume's coordinates, whatever their size, to a box within [-1,1] where y is up.
// SPDX-License-Identifier: MIT
uniform vec3 u_centre; // of the volume
uniform float u_scale;
uniform bool u_is_upside_down; // the volume's z points down
uniform mat4 u_view, u_view_projection;

// Turns only: a mirror would show another head.
vec3 turned(vec3 p) {
    return u_is_upside_down ? vec3(-p.x, -p.z, -p.y) : vec3(p.x, p.z, -p.y);
}

vec3 placed(vec3 position) {
    return turned((position - u_centre) * u_scale);
}
