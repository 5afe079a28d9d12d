// moved.frag.glsl - an image that was turned, zoomed and moved; beyond its edges it is mirrored.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_image;
uniform vec2 u_size;
uniform vec4 u_turn; // a 2x2 matrix
uniform vec2 u_move; // in pixels

void main() {
    vec2 from = (v_place - 0.5) * u_size;
    vec2 at = vec2(dot(u_turn.xy, from), dot(u_turn.zw, from)) + u_move;
    vec2 place = at / u_size + 0.5;
    o_color = TEXTURE_2D(u_image, 1.0 - abs(mod(place, 2.0) - 1.0));
}
