// place.glsl - maps the volume's coordinates, of any size, to a box within [-1,1] where y is up.
// SPDX-License-Identifier: MIT
uniform vec3 u_center; // center of the volume
uniform float u_scale;
uniform bool u_is_upside_down; // z of the volume points down
uniform mat4 u_view, u_view_projection;

// Only rotates, because a mirror image would show another head.
vec3 turned(vec3 p) {
    return u_is_upside_down ? vec3(-p.x, -p.z, -p.y) : vec3(p.x, p.z, -p.y);
}

vec3 placed(vec3 position) {
    return turned((position - u_center) * u_scale);
}
