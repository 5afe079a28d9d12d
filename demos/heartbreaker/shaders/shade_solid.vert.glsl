// shade_solid.vert.glsl - draws the model from above, for its shadow. It needs front.glsl.
// SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
uniform float u_shade_reach, u_floor;
FLAT_VARYING float v_shade;

void main() {
    v_shade = a_position.y > u_front ? 0.0 : 0.45 * exp(-0.35 * max(a_position.y - u_floor, 0.0));
    gl_Position = vec4(a_position.x / u_shade_reach, a_position.z / u_shade_reach, 0.0, 1.0);
}
