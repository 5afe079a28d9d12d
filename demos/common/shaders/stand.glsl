// stand.glsl - maps the points' coordinates, of any size, to a box within [-1,1] where y is up.
// SPDX-License-Identifier: MIT
uniform vec3 u_center; // of the points' box
uniform float u_scale;
uniform bool u_is_z_up; // else y is
uniform mat4 u_view, u_view_projection;

// Only rotates, because a mirror image would show something else.
vec3 turned(vec3 p) {
    return u_is_z_up ? vec3(p.x, p.z, -p.y) : p;
}

vec3 placed(vec3 position) {
    return turned((position - u_center) * u_scale);
}
