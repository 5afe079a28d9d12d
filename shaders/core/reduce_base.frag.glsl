// MERGED discriminator: level 1 straight from the input (report, section 6.1).
void main() {
    ivec2 texel = 2 * ivec2(gl_FragCoord.xy);
    uint row0 = hpyr_add(hpyr_base_at(texel), hpyr_base_at(texel + ivec2(1, 0)));
    uint row1 = hpyr_add(hpyr_base_at(texel + ivec2(0, 1)), hpyr_base_at(texel + ivec2(1, 1)));
    hpyr_store(hpyr_add(row0, row1));
}
