// flat.frag.glsl - draws the colour of a triangle.  SPDX-License-Identifier: MIT
VARYING vec4 v_colour;

void main() {
    o_colour = v_colour;
}
