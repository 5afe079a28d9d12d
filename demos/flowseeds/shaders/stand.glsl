// stand.glsl - from the flow's coordinates to the world's, where the box stands with z up.  SPDX-License-Identifier: MIT
uniform mat4 u_stand, u_view, u_view_projection;

vec3 standing(vec3 p) {
    return (u_stand * vec4(p, 1.0)).xyz;
}
