// ribbon.frag.glsl - lights a ribbon as if it were a tube. It needs screen.glsl, polish.glsl and palette.glsl.
// SPDX-License-Identifier: MIT
VARYING vec3 v_position;
VARYING vec3 v_side;
VARYING vec2 v_across;
FLAT_VARYING float v_gap;

void main() {
    if (v_gap > 0.5)
        discard;
    vec3 to_eye = normalize(-v_position), side = normalize(v_side);
    vec3 front = normalize(to_eye - dot(to_eye, side) * side);
    float out_of_middle = clamp(v_across.x, -1.0, 1.0);
    vec3 n = out_of_middle * side + sqrt(1.0 - out_of_middle * out_of_middle) * front;
    o_color = vec4(encode(film(light_polished(color_of_speed(v_across.y), n, to_eye, 0.0))), 1.0);
}
