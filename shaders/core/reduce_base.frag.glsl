// MERGED discriminator: level 1 straight from the input (report, section 6.1).
#if defined(HPYR_EVEN) && defined(HPYR_INPUT) && !defined(HPYR_INPUT_CELLS) && HPYR_KIND != 2
// Four texels around one coordinate, read with a nearest sampler: half the cost of texelFetch on a software rasterizer, and no
// mask, since all four are inside. The coordinate is a texel's centre, half a texel from where rounding could matter.
#define HPYR_CORNER(x, y) hpyr_count_of_texel(HPYR_NEAR(u_hpyr_input, corner, x, y, u_hpyr_input_scale.xy))
void main() {
    vec2 corner = (2.0 * gl_FragCoord.xy - 0.5) * u_hpyr_input_scale.xy;
    hpyr_store_children(HPYR_CORNER(0, 0), HPYR_CORNER(1, 0), HPYR_CORNER(0, 1), HPYR_CORNER(1, 1));
}
#else
void main() {
    ivec2 texel = 2 * ivec2(gl_FragCoord.xy);
    hpyr_store_children(hpyr_base_at(texel), hpyr_base_at(texel + ivec2(1, 0)), hpyr_base_at(texel + ivec2(0, 1)),
                        hpyr_base_at(texel + ivec2(1, 1)));
}
#endif
