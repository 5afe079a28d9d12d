// Copies records in the order of a list of positions.
// HPYR_FROM_BUFFER: the records lie in a buffer.  HPYR_SAMPLER, HPYR_TEXEL: types of their sampler and
// of what it reads.
// HPYR_PACKED: how many records a fragment writes, which together are 16 bytes. HPYR_BITS(texel): the bits of
// one. Else a fragment writes one record, to a target of its format.
#include "core/texels.glsl"
#include "list/length.glsl"
#include "list/input.glsl"
uniform HPYR_SAMPLER u_records;
uniform uint u_records_count;
uniform int u_records_first; // in a buffer: record 0
uniform int u_records_width; // of a texture
uniform int u_first;         // number of the record that the first fragment writes
uniform int u_width;         // of the target

HPYR_TEXEL record_at(uint position) {
#ifdef HPYR_FROM_BUFFER
    return HPYR_BUFFER_TEXEL(u_records, u_records_first + int(position));
#else
    int row = int(position) / u_records_width;
    return texelFetch(u_records, ivec2(int(position) - row * u_records_width, row), 0);
#endif
}

HPYR_TEXEL record_of(int index) {
    uvec4 positions = hpyr_input_texel(index >> 2);
    int entry = index & 3;
    uint position = hpyr_entry_of(positions, entry);
    HPYR_TEXEL record = HPYR_TEXEL(0);
    if (uint(index) < hpyr_length() && position < u_records_count)
        record = record_at(position);
    return record;
}

#ifdef HPYR_PACKED
out uvec4 o_records;

uint hpyr_bytes(uvec4 bytes) {
    return bytes.x | (bytes.y << 8) | (bytes.z << 16) | (bytes.w << 24);
}

#    if HPYR_PACKED > 1
uint word_of(int index) {
    const int count = HPYR_PACKED / 4;
    uint word = 0u;
    for (int i = 0; i < count; i++) {
        HPYR_TEXEL t = record_of(index + i);
        word |= HPYR_BITS(t) << uint(32 / count * i);
    }
    return word;
}
#    endif

void main() {
    int index = u_first + (int(gl_FragCoord.y) * u_width + int(gl_FragCoord.x)) * HPYR_PACKED;
#    if HPYR_PACKED > 1
    const int count = HPYR_PACKED / 4;
    o_records = uvec4(word_of(index), word_of(index + count), word_of(index + 2 * count), word_of(index + 3 * count));
#    else
    HPYR_TEXEL t = record_of(index);
    o_records = HPYR_BITS(t);
#    endif
}
#else
out HPYR_TEXEL o_record;

void main() {
    int index = u_first + int(gl_FragCoord.y) * u_width + int(gl_FragCoord.x);
    o_record = record_of(index);
}
#endif
