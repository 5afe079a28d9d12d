// bright.frag.glsl - scales down what glows. It needs exposure.glsl.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_picture;
uniform vec2 u_step; // half of the way between two places

void main() {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 16; i++) { // each is the mean of four texels
        vec2 at = vec2(mod(float(i), 4.0), floor(float(i) / 4.0)) * 2.0 - 3.0;
        sum += max(light_of(TEXTURE_2D(u_picture, v_place + at * u_step)) - 0.85, 0.0);
    }
    o_color = vec4(min(sum / 16.0, vec3(6.0)), 1.0);
}
