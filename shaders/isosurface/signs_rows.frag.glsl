// Classification of a 3D texture, 128 samples a fragment: 16 at a time lie around one coordinate and are read with constant offsets and a
// nearest filter, which costs a software rasterizer half of texelFetch. Rows are padded to multiples of 16.
// The coordinate is a texel's centre, half a texel from where rounding could matter.
uniform uint u_count;         // samples, with padding
out uvec4 o_bits;

#define BIT(x) word |= uvec4(INSIDE_AT(a, x), INSIDE_AT(b, x), INSIDE_AT(c, x), INSIDE_AT(d, x)) << (x + 8);
#define INSIDE_AT(at, x) uint(HPYR_INSIDE(textureLodOffset(u_hpyr_field, at, 0.0, ivec3(x, 0, 0)).HPYR_FIELD_CHANNEL))

// The first of the next 16 samples.
ivec3 next_run(ivec3 at) {
    bool ends_row = at.x + 16 >= int(u_stride), ends_slice = ends_row && at.y + 1 == int(u_samples.y);
    return ivec3(ends_row ? 0 : at.x + 16, ends_slice ? 0 : at.y + int(ends_row), at.z + int(ends_slice));
}

vec3 coordinate(ivec3 at) {
    return (vec3(at.x + 8, at.yz) + 0.5) * u_hpyr_field_scale;
}

// Four runs of 16, and where the fifth begins. What lies past the end of a row is outside.
uvec4 four_runs(inout ivec3 at) {
    ivec3 at_b = next_run(at), at_c = next_run(at_b), at_d = next_run(at_c);
    vec3 a = coordinate(at), b = coordinate(at_b), c = coordinate(at_c), d = coordinate(at_d);
    uvec4 word = uvec4(0u);
    BIT(-8) BIT(-7) BIT(-6) BIT(-5) BIT(-4) BIT(-3) BIT(-2) BIT(-1) BIT(0) BIT(1) BIT(2) BIT(3) BIT(4) BIT(5) BIT(6) BIT(7)
    ivec4 left = min(int(u_samples.x) - ivec4(at.x, at_b.x, at_c.x, at_d.x), 16);
    at = next_run(at_d);
    return word & ((uvec4(1u) << uvec4(left)) - 1u);
}

void main() {
    uint block = block_at(ivec2(gl_FragCoord.xy));
    ivec3 at = place_of(128u * block);
    uvec4 first = four_runs(at), second = four_runs(at);
    o_bits = u_hpyr_some_inside ? uvec4(first.xz | (first.yw << 16), second.xz | (second.yw << 16)) & bits_before(128u * block, u_count)
                                : uvec4(0u);
}
