// shade.frag.glsl - adds a little shadow.  SPDX-License-Identifier: MIT
FLAT_VARYING float v_shade;

void main() {
    o_color = vec4(v_shade);
}
