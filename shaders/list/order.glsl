// Sorting networks over sixteen pairs in registers: four keys in each of four vectors, and their
// positions. Pairs are ordered by key, and by position where keys are equal: no two pairs are equal,
// so the order is stable. A network compares the same places whatever the data are, so all fragments
// take the same way (K. E. Batcher, "Sorting networks and their applications", 1968).
struct hpyr_block {
    uvec4 keys[4];
    uvec4 positions[4];
};

uvec4 hpyr_select4(uvec4 no, uvec4 yes, bvec4 which) {
    return uvec4(which.x ? yes.x : no.x, which.y ? yes.y : no.y, which.z ? yes.z : no.z, which.w ? yes.w : no.w);
}

// Whether the pair of b comes before that of a, component by component.
bvec4 hpyr_before4(uvec4 keys_b, uvec4 keys_a, uvec4 positions_b, uvec4 positions_a) {
    return bvec4(uvec4(lessThan(keys_b, keys_a)) |
                 (uvec4(equal(keys_b, keys_a)) & uvec4(lessThan(positions_b, positions_a))));
}

// Puts the smaller ones of four pairs of pairs into a, the larger ones into b.
void hpyr_order(inout uvec4 keys_a, inout uvec4 keys_b, inout uvec4 positions_a, inout uvec4 positions_b) {
    bvec4 wrong = hpyr_before4(keys_b, keys_a, positions_b, positions_a);
    uvec4 keys = keys_a, positions = positions_a;
    keys_a = hpyr_select4(keys_a, keys_b, wrong);
    keys_b = hpyr_select4(keys_b, keys, wrong);
    positions_a = hpyr_select4(positions_a, positions_b, wrong);
    positions_b = hpyr_select4(positions_b, positions, wrong);
}

// Sorts two vectors, each of which is bitonic: the last two steps of a merge, two and one apart.
void hpyr_finish(inout uvec4 keys_a, inout uvec4 keys_b, inout uvec4 positions_a, inout uvec4 positions_b) {
    uvec4 keys_low = uvec4(keys_a.xy, keys_b.xy), keys_high = uvec4(keys_a.zw, keys_b.zw);
    uvec4 low = uvec4(positions_a.xy, positions_b.xy), high = uvec4(positions_a.zw, positions_b.zw);
    hpyr_order(keys_low, keys_high, low, high);
    // The first ones of all neighbours go to `low`, the second ones to `high`.
    keys_a = uvec4(keys_low.x, keys_high.x, keys_low.z, keys_high.z);
    keys_b = uvec4(keys_low.y, keys_high.y, keys_low.w, keys_high.w);
    positions_a = uvec4(low.x, high.x, low.z, high.z);
    positions_b = uvec4(low.y, high.y, low.w, high.w);
    hpyr_order(keys_a, keys_b, positions_a, positions_b);
    keys_low = uvec4(keys_a.x, keys_b.x, keys_a.y, keys_b.y);
    keys_high = uvec4(keys_a.z, keys_b.z, keys_a.w, keys_b.w);
    low = uvec4(positions_a.x, positions_b.x, positions_a.y, positions_b.y);
    high = uvec4(positions_a.z, positions_b.z, positions_a.w, positions_b.w);
    keys_a = keys_low;
    keys_b = keys_high;
    positions_a = low;
    positions_b = high;
}

void hpyr_order_vectors(inout hpyr_block block, const int a, const int b) {
    hpyr_order(block.keys[a], block.keys[b], block.positions[a], block.positions[b]);
}

void hpyr_finish_vectors(inout hpyr_block block, const int a, const int b) {
    hpyr_finish(block.keys[a], block.keys[b], block.positions[a], block.positions[b]);
}

// Sorts a block whose sixteen pairs are bitonic: they rise and then fall, or are a rotation of that.
void hpyr_merge_block(inout hpyr_block block) {
    hpyr_order_vectors(block, 0, 2);
    hpyr_order_vectors(block, 1, 3);
    hpyr_order_vectors(block, 0, 1);
    hpyr_order_vectors(block, 2, 3);
    hpyr_finish_vectors(block, 0, 1);
    hpyr_finish_vectors(block, 2, 3);
}

// Turns the rows of a 4 x 4 matrix into columns.
void hpyr_transpose(inout uvec4 rows[4]) {
    uvec4 a = rows[0], b = rows[1], c = rows[2], d = rows[3];
    rows[0] = uvec4(a.x, b.x, c.x, d.x);
    rows[1] = uvec4(a.y, b.y, c.y, d.y);
    rows[2] = uvec4(a.z, b.z, c.z, d.z);
    rows[3] = uvec4(a.w, b.w, c.w, d.w);
}

void hpyr_reverse(inout hpyr_block block, const int vector) {
    block.keys[vector] = block.keys[vector].wzyx;
    block.positions[vector] = block.positions[vector].wzyx;
}

// Sorts a block: four vectors at once, then pairs of vectors, then all.
void hpyr_sort_block(inout hpyr_block block) {
    hpyr_order_vectors(block, 0, 2);
    hpyr_order_vectors(block, 1, 3);
    hpyr_order_vectors(block, 0, 1);
    hpyr_order_vectors(block, 2, 3);
    hpyr_order_vectors(block, 1, 2);
    hpyr_transpose(block.keys);
    hpyr_transpose(block.positions);
    hpyr_reverse(block, 1);
    hpyr_reverse(block, 3);
    hpyr_order_vectors(block, 0, 1);
    hpyr_order_vectors(block, 2, 3);
    hpyr_finish_vectors(block, 0, 1);
    hpyr_finish_vectors(block, 2, 3);
    uvec4 keys = block.keys[2], positions = block.positions[2];
    block.keys[2] = block.keys[3];
    block.positions[2] = block.positions[3];
    block.keys[3] = keys;
    block.positions[3] = positions;
    hpyr_reverse(block, 2);
    hpyr_reverse(block, 3);
    hpyr_merge_block(block);
}
