// box.frag.glsl - draws faint lines.  SPDX-License-Identifier: MIT
void main() {
    o_color = vec4(0.62, 0.68, 0.78, 0.34);
}
