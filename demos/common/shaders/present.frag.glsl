// present.frag.glsl - draws a picture as it is.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_picture;

void main() {
    o_color = vec4(TEXTURE_2D(u_picture, v_place).rgb, 1.0);
}
