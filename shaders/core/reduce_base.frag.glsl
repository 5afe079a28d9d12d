// MERGED discriminator: level 1 straight from the input (report, section 6.1).
#if defined(HPYR_INPUT) && !defined(HPYR_INPUT_CELLS) && HPYR_KIND != 2
// Four texels around one coordinate, read with a nearest filter that clamps to the edge: half the cost of texelFetch on a software
// rasterizer; what is no cell is masked afterwards. The coordinate is a texel's centre, half a texel from where rounding could
// matter.
HPYR_UINT hpyr_corner(HPYR_TEXEL value, ivec2 texel) {
    HPYR_UINT count = hpyr_count_of_texel(value);
    return hpyr_is_cell(texel) ? count : HPYR_UINT(0);
}

#define HPYR_CORNER(x, y) hpyr_corner(HPYR_NEAR(u_hpyr_input, at, x, y, u_hpyr_input_scale.xy), texel + ivec2(x, y))
void main() {
    ivec2 texel = 2 * ivec2(gl_FragCoord.xy);
    vec2 at = (2.0 * gl_FragCoord.xy - 0.5) * u_hpyr_input_scale.xy;
    hpyr_store_children(HPYR_CORNER(0, 0), HPYR_CORNER(1, 0), HPYR_CORNER(0, 1), HPYR_CORNER(1, 1));
}
#else
void main() {
    ivec2 texel = 2 * ivec2(gl_FragCoord.xy);
    hpyr_store_children(hpyr_base_at(texel), hpyr_base_at(texel + ivec2(1, 0)), hpyr_base_at(texel + ivec2(0, 1)),
                        hpyr_base_at(texel + ivec2(1, 1)));
}
#endif
