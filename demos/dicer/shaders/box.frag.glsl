// box.frag.glsl - draws one color.  SPDX-License-Identifier: MIT
uniform vec4 u_color;

void main() {
    o_color = u_color;
}
