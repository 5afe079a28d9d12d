// never.frag.glsl - is never run: its program is for transform feedback.  SPDX-License-Identifier: MIT
void main() {
    o_color = vec4(0.0);
}
