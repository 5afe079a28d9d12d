// flat.frag.glsl - coloured triangles in pixels.  SPDX-License-Identifier: MIT
VARYING vec4 v_colour;

void main() {
    o_colour = v_colour;
}
