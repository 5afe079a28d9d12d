// blur.frag.glsl - blurs a picture in one direction.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_picture;
uniform vec2 u_step; // one texel in that direction

void main() {
    // A Gaussian of 13 texels; one filtered fetch reads two of them.
    vec4 sum = TEXTURE_2D(u_picture, v_place) * 0.1612;
    sum += (TEXTURE_2D(u_picture, v_place + u_step * 1.41) + TEXTURE_2D(u_picture, v_place - u_step * 1.41)) * 0.2498;
    sum += (TEXTURE_2D(u_picture, v_place + u_step * 3.29) + TEXTURE_2D(u_picture, v_place - u_step * 3.29)) * 0.1280;
    sum += (TEXTURE_2D(u_picture, v_place + u_step * 5.18) + TEXTURE_2D(u_picture, v_place - u_step * 5.18)) * 0.0416;
    o_color = sum;
}
