// line.frag.glsl - draws a line in one color.  SPDX-License-Identifier: MIT
uniform vec3 u_color;

void main() {
    o_color = vec4(u_color, 1.0);
}
