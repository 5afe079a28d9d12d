// What is known of the words of a block without reading their samples, from the smallest and the largest of
// them. HPYR_WITHIN: they are 0 floats, 1 unsigned or 2 signed integers, as bits. Without it nothing is known,
// and all words are read.
#ifdef HPYR_WITHIN
uniform usampler2D u_smallest, u_largest; // written by bounds.frag.glsl
#    if HPYR_WITHIN == 0
uniform float u_within_bound; // smallest value that is inside
uvec4 are_inside(uvec4 bits) {
    return uvec4(greaterThanEqual(uintBitsToFloat(bits), vec4(u_within_bound))) &
           uvec4(lessThanEqual(bits & 0x7FFFFFFFu, uvec4(0x7F800000u))); // NaN is outside
}
#    elif HPYR_WITHIN == 1
uniform uint u_within_bound;
uvec4 are_inside(uvec4 bits) {
    return uvec4(greaterThanEqual(bits, uvec4(u_within_bound)));
}
#    else
uniform int u_within_bound;
uvec4 are_inside(uvec4 bits) {
    return uvec4(greaterThanEqual(ivec4(bits), ivec4(u_within_bound)));
}
#    endif

// Writes into `signs` all bits of the words whose samples are all inside, and returns a bit for each word that
// the isovalue divides, so that its samples must be read. Words without samples are not divided.
uint divided_words(uint block, out uvec4 signs) {
    vec2 at = coordinate_of(block);
    uvec4 all = are_inside(textureLod(u_smallest, at, 0.0)), some = are_inside(textureLod(u_largest, at, 0.0));
    uvec4 divided = some & ~all & 1u;
    signs = uvec4(0u) - all;
    return divided.x | (divided.y << 1) | (divided.z << 2) | (divided.w << 3);
}
#else
uint divided_words(uint block, out uvec4 signs) {
    signs = uvec4(0u);
    return 15u;
}
#endif

// Goes through words in a loop, a bit for each that is left. Branches would not do: a software rasterizer runs both
// sides of them.
int next_word(inout uint divided) {
    int word = (divided & 1u) != 0u ? 0 : (divided & 2u) != 0u ? 1 : (divided & 4u) != 0u ? 2 : 3;
    divided &= divided - 1u;
    return word;
}

uvec4 with_word(uvec4 signs, int index, uint word) {
    bvec4 is_other = notEqual(ivec4(0, 1, 2, 3), ivec4(index));
    return uvec4(is_other) * signs + uvec4(not(is_other)) * word;
}
