// overlay.frag.glsl - draws the color of a triangle, or of a letter as far as it covers the pixel.  SPDX-License-Identifier: MIT
uniform sampler2D u_glyphs;
VARYING vec2 v_place;
VARYING vec4 v_color;

void main() {
    float cover = TEXTURE_2D(u_glyphs, v_place).r;
    o_color = vec4(v_color.rgb, v_color.a * (v_place.x < 0.0 ? 1.0 : cover));
}
