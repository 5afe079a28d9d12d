// MERGED discriminator: level 1 straight from the input (report, section 6.1).
#if defined(HPYR_EVEN) && defined(HPYR_INPUT) && !defined(HPYR_INPUT_CELLS) && HPYR_KIND != 2
// Four texels around one coordinate, read with a nearest sampler: half the cost of texelFetch on a software rasterizer, and no
// mask, since all four are inside. The coordinate is a texel's centre, half a texel from where rounding could matter.
uniform vec2 u_hpyr_input_scale; // 1 / size of the input
#define HPYR_COUNT(x, y) hpyr_count_of_texel(textureLodOffset(u_hpyr_input, corner, 0.0, ivec2(x, y)))
void main() {
    vec2 corner = (2.0 * gl_FragCoord.xy - 0.5) * u_hpyr_input_scale;
    uint row0 = hpyr_add(HPYR_COUNT(0, 0), HPYR_COUNT(1, 0));
    uint row1 = hpyr_add(HPYR_COUNT(0, 1), HPYR_COUNT(1, 1));
    hpyr_store(hpyr_add(row0, row1));
}
#else
void main() {
    ivec2 texel = 2 * ivec2(gl_FragCoord.xy);
    uint row0 = hpyr_add(hpyr_base_at(texel), hpyr_base_at(texel + ivec2(1, 0)));
    uint row1 = hpyr_add(hpyr_base_at(texel + ivec2(0, 1)), hpyr_base_at(texel + ivec2(1, 1)));
    hpyr_store(hpyr_add(row0, row1));
}
#endif
