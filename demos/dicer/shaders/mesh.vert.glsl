// mesh.vert.glsl - places the model.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE vec3 a_normal;
ATTRIBUTE vec4 a_color;
ATTRIBUTE vec2 a_texcoord;
uniform mat4 u_model, u_view, u_view_projection;
VARYING vec3 v_position; // in camera coordinates, so that the lights move with the camera
VARYING vec3 v_normal;
VARYING vec3 v_color;
VARYING vec2 v_texcoord;

void main() {
    vec4 position = u_model * vec4(a_position, 1.0);
    v_position = (u_view * position).xyz;
    v_normal = mat3(u_view) * mat3(u_model) * a_normal; // rotations and uniform scales only
    v_color = a_color.rgb;
    v_texcoord = a_texcoord;
    gl_Position = u_view_projection * position;
}
