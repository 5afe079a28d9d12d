// box.frag.glsl - draws one colour.  SPDX-License-Identifier: MIT
uniform vec4 u_colour;

void main() {
    o_colour = u_colour;
}
