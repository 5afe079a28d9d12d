// solid.vert.glsl - places the model, or its image in the floor.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE vec3 a_normal;
ATTRIBUTE vec4 a_color;
ATTRIBUTE vec2 a_texcoord;
uniform mat4 u_view_projection;
uniform vec2 u_mirror;                      // of y: factor and offset; (1, 0) for the model
VARYING vec3 v_position, v_normal, v_color; // v_color is linear
VARYING vec2 v_texcoord;

void main() {
    v_position = a_position;
#if __VERSION__ >= 330
    gl_ClipDistance[0] = u_front - a_position.y;
#endif
    v_normal = a_normal;
    v_color = pow(a_color.rgb, vec3(2.2));
    v_texcoord = a_texcoord;
    gl_Position = u_view_projection * vec4(a_position.x, u_mirror.x * a_position.y + u_mirror.y, a_position.z, 1.0);
}
