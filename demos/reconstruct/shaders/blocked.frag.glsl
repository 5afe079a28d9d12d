// blocked.frag.glsl - is never run.  SPDX-License-Identifier: MIT
void main() {
    o_colour = vec4(0.0);
}
