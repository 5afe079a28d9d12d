// Copies records in the order of a list of positions, one a fragment.
// HPYR_FROM_BUFFER: the records lie in a buffer.  HPYR_SAMPLER, HPYR_TEXEL: types of their sampler and
// of what it reads.
#include "list/length.glsl"
#include "list/input.glsl"
uniform HPYR_SAMPLER u_records;
uniform uint u_records_count;
uniform int u_records_first; // in a buffer: record 0
uniform int u_records_width; // of a texture
uniform int u_first;         // number of the record that the first fragment writes
uniform int u_width;         // of the target
uniform int u_end;           // the first record that is not written
out HPYR_TEXEL o_record;

HPYR_TEXEL record_at(uint position) {
#ifdef HPYR_FROM_BUFFER
    return texelFetch(u_records, u_records_first + int(position));
#else
    int row = int(position) / u_records_width;
    return texelFetch(u_records, ivec2(int(position) - row * u_records_width, row), 0);
#endif
}

void main() {
    int index = u_first + int(gl_FragCoord.y) * u_width + int(gl_FragCoord.x), entry = index & 3;
    if (index >= u_end)
        discard;
    uvec4 positions = hpyr_input_texel(index >> 2);
    uint position = hpyr_entry_of(positions, entry);
    o_record = HPYR_TEXEL(0);
    if (uint(index) < hpyr_length() && position < u_records_count)
        o_record = record_at(position);
}
