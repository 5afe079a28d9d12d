// splat.frag.glsl - draws a splat: premultiplied, for blending over what is farther away.
// SPDX-License-Identifier: MIT
FLAT_VARYING vec4 v_light;
VARYING vec2 v_away;

void main() {
    float alpha = min(0.99, v_light.a * exp(-dot(v_away, v_away)));
    if (alpha < 1.0 / 255.0)
        discard;
    o_color = vec4(v_light.rgb * alpha, alpha);
}
