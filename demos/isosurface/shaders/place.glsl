// place.glsl - from the volume's coordinates, whatever their size, to a box within [-1,1] where y is up and the volume's z with it.
// SPDX-License-Identifier: MIT
uniform vec3 u_centre; // of the volume
uniform float u_scale;
uniform mat4 u_view, u_view_projection;

vec3 turned(vec3 p) {
    return vec3(p.x, p.z, -p.y);
}

vec3 placed(vec3 position) {
    return turned((position - u_centre) * u_scale);
}
