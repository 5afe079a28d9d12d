// Sorting networks over items in registers, four in a vector. An item is a pair of a key and of the
// position that it came from. HPYR_WORDS: it is one word, see word.glsl. Then there are twice as many in
// the same registers.
// Pairs are ordered by key, and by position where keys are equal: no two pairs are equal, so the order is
// stable. Equal words cannot be told apart, so they need no order. A network compares the same places
// whatever the data are, so all fragments take the same way (K. E. Batcher, "Sorting networks and their
// applications", 1968).
struct hpyr_four {
    uvec4 keys; // or words
#ifndef HPYR_WORDS
    uvec4 positions;
#endif
};

// A block is the first HPYR_FOURS of them; a half is four of them.
hpyr_four hpyr_fours[8];

uvec4 hpyr_select_uvec4(uvec4 no, uvec4 yes, bvec4 which) {
    return uvec4(which.x ? yes.x : no.x, which.y ? yes.y : no.y, which.z ? yes.z : no.z, which.w ? yes.w : no.w);
}

#ifdef HPYR_WORDS
#    define HPYR_FOURS 8
hpyr_four hpyr_select(hpyr_four no, hpyr_four yes, bvec4 which) {
    return hpyr_four(hpyr_select_uvec4(no.keys, yes.keys, which));
}

hpyr_four hpyr_reversed(hpyr_four four) {
    return hpyr_four(four.keys.wzyx);
}

// Puts the smaller items of two vectors into a, the larger ones into b.
void hpyr_order(const int a, const int b) {
    uvec4 keys_a = hpyr_fours[a].keys, keys_b = hpyr_fours[b].keys;
    hpyr_fours[a].keys = min(keys_a, keys_b);
    hpyr_fours[b].keys = max(keys_a, keys_b);
}
#else
#    define HPYR_FOURS 4
hpyr_four hpyr_select(hpyr_four no, hpyr_four yes, bvec4 which) {
    return hpyr_four(hpyr_select_uvec4(no.keys, yes.keys, which),
                     hpyr_select_uvec4(no.positions, yes.positions, which));
}

hpyr_four hpyr_reversed(hpyr_four four) {
    return hpyr_four(four.keys.wzyx, four.positions.wzyx);
}

// Whether the pair of b comes before that of a, component by component.
bvec4 hpyr_before(hpyr_four b, hpyr_four a) {
    return bvec4(uvec4(lessThan(b.keys, a.keys)) |
                 (uvec4(equal(b.keys, a.keys)) & uvec4(lessThan(b.positions, a.positions))));
}

void hpyr_order(const int a, const int b) {
    hpyr_four four_a = hpyr_fours[a], four_b = hpyr_fours[b];
    bvec4 wrong = hpyr_before(four_b, four_a);
    hpyr_fours[a] = hpyr_select(four_a, four_b, wrong);
    hpyr_fours[b] = hpyr_select(four_b, four_a, wrong);
}
#endif

// ---- moves ----

const int HPYR_SPLIT = 0;            // the first halves go to a, the second ones to b
const int HPYR_SPLIT_NEIGHBOURS = 1; // the first ones of all neighbours go to a, the second ones to b
const int HPYR_INTERLEAVE = 2;       // the first halves go to a, the second ones to b, in turns

void hpyr_move_words(const int move, inout uvec4 a, inout uvec4 b) {
    uvec4 old_a = a, old_b = b;
    if (move == HPYR_SPLIT) {
        a = uvec4(old_a.xy, old_b.xy);
        b = uvec4(old_a.zw, old_b.zw);
    } else if (move == HPYR_SPLIT_NEIGHBOURS) {
        a = uvec4(old_a.x, old_b.x, old_a.z, old_b.z);
        b = uvec4(old_a.y, old_b.y, old_a.w, old_b.w);
    } else {
        a = uvec4(old_a.x, old_b.x, old_a.y, old_b.y);
        b = uvec4(old_a.z, old_b.z, old_a.w, old_b.w);
    }
}

void hpyr_move(const int move, const int a, const int b) {
    hpyr_move_words(move, hpyr_fours[a].keys, hpyr_fours[b].keys);
#ifndef HPYR_WORDS
    hpyr_move_words(move, hpyr_fours[a].positions, hpyr_fours[b].positions);
#endif
}

// Turns the items of two vectors round: the last one of b becomes the first one of a.
void hpyr_reverse(const int a, const int b) {
    hpyr_four end = hpyr_reversed(hpyr_fours[b]);
    hpyr_fours[b] = hpyr_reversed(hpyr_fours[a]);
    hpyr_fours[a] = end;
}

// ---- networks ----

// Sorts two vectors, each of which is bitonic: the last two steps of a merge, two and one apart.
void hpyr_finish(const int a, const int b) {
    hpyr_move(HPYR_SPLIT, a, b);
    hpyr_order(a, b);
    hpyr_move(HPYR_SPLIT_NEIGHBOURS, a, b);
    hpyr_order(a, b);
    hpyr_move(HPYR_INTERLEAVE, a, b);
}

// Sorts a half whose sixteen items are bitonic: they rise and then fall, or are a rotation of that.
void hpyr_merge_half(const int first) {
    hpyr_order(first, first + 2);
    hpyr_order(first + 1, first + 3);
    hpyr_order(first, first + 1);
    hpyr_order(first + 2, first + 3);
    hpyr_finish(first, first + 1);
    hpyr_finish(first + 2, first + 3);
}

// The same for a block.
void hpyr_merge_block() {
#ifdef HPYR_WORDS
    hpyr_order(0, 4);
    hpyr_order(1, 5);
    hpyr_order(2, 6);
    hpyr_order(3, 7);
    hpyr_merge_half(4);
#endif
    hpyr_merge_half(0);
}

// Turns the rows of a 4 x 4 matrix into columns.
void hpyr_transpose(const int first) {
    hpyr_move(HPYR_INTERLEAVE, first, first + 2);
    hpyr_move(HPYR_INTERLEAVE, first + 1, first + 3);
    hpyr_move(HPYR_INTERLEAVE, first, first + 1);
    hpyr_move(HPYR_INTERLEAVE, first + 2, first + 3);
}

// Sorts a half: four vectors at once, then pairs of vectors, then all.
void hpyr_sort_half(const int first) {
    hpyr_order(first, first + 2);
    hpyr_order(first + 1, first + 3);
    hpyr_order(first, first + 1);
    hpyr_order(first + 2, first + 3);
    hpyr_order(first + 1, first + 2);
    hpyr_transpose(first);
    hpyr_fours[first + 1] = hpyr_reversed(hpyr_fours[first + 1]);
    hpyr_fours[first + 3] = hpyr_reversed(hpyr_fours[first + 3]);
    hpyr_order(first, first + 1);
    hpyr_order(first + 2, first + 3);
    hpyr_finish(first, first + 1);
    hpyr_finish(first + 2, first + 3);
    hpyr_reverse(first + 2, first + 3);
    hpyr_merge_half(first);
}
