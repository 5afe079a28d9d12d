// Sorting networks over items in registers. An item is a pair of a key and of the position that it came
// from. HPYR_WORDS: it is one word, see word.glsl. A group is two vectors: four pairs, or eight words. A
// block is four groups.
// Pairs are ordered by key, and by position where keys are equal: no two pairs are equal, so the order is
// stable. Equal words cannot be told apart, so they need no order. A network compares the same places
// whatever the data are, so all fragments take the same way (K. E. Batcher, "Sorting networks and their
// applications", 1968).
struct hpyr_group {
    uvec4 first;  // keys of four pairs, or four words
    uvec4 second; // positions of the same pairs, or the next four words
};

// Which components of both vectors.
struct hpyr_which {
    bvec4 first;
    bvec4 second;
};

hpyr_group hpyr_groups[6]; // the block, and two groups more where runs begin

uvec4 hpyr_select4(uvec4 no, uvec4 yes, bvec4 which) {
    return uvec4(which.x ? yes.x : no.x, which.y ? yes.y : no.y, which.z ? yes.z : no.z, which.w ? yes.w : no.w);
}

hpyr_group hpyr_select(hpyr_group no, hpyr_group yes, hpyr_which which) {
    return hpyr_group(hpyr_select4(no.first, yes.first, which.first),
                      hpyr_select4(no.second, yes.second, which.second));
}

// ---- moves of words between two vectors ----

// The first halves go to a, the second ones to b.
void hpyr_split(inout uvec4 a, inout uvec4 b) {
    uvec4 low = uvec4(a.xy, b.xy);
    b = uvec4(a.zw, b.zw);
    a = low;
}

// The first ones of all neighbors go to a, the second ones to b.
void hpyr_split_neighbors(inout uvec4 a, inout uvec4 b) {
    uvec4 low = uvec4(a.x, b.x, a.z, b.z);
    b = uvec4(a.y, b.y, a.w, b.w);
    a = low;
}

// The first halves go to a, the second ones to b; there those of both vectors take turns.
void hpyr_interleave(inout uvec4 a, inout uvec4 b) {
    uvec4 low = uvec4(a.x, b.x, a.y, b.y);
    b = uvec4(a.z, b.z, a.w, b.w);
    a = low;
}

// ---- steps of a network ----
// hpyr_order puts the smaller items of two groups into a, the larger ones into b.
// hpyr_finish sorts bitonic vectors of pairs, or bitonic groups of words: the last steps of a merge.

#ifdef HPYR_WORDS
hpyr_group hpyr_reversed(hpyr_group items) {
    return hpyr_group(items.second.wzyx, items.first.wzyx);
}

// Whether items of a are larger than those of b.
hpyr_which hpyr_larger(hpyr_group a, hpyr_group b) {
    return hpyr_which(greaterThan(a.first, b.first), greaterThan(a.second, b.second));
}

void hpyr_order4(inout uvec4 a, inout uvec4 b) {
    uvec4 smaller = min(a, b);
    b = max(a, b);
    a = smaller;
}

void hpyr_order(const int a, const int b) {
    hpyr_order4(hpyr_groups[a].first, hpyr_groups[b].first);
    hpyr_order4(hpyr_groups[a].second, hpyr_groups[b].second);
}

void hpyr_finish_group(inout uvec4 first, inout uvec4 second) {
    hpyr_order4(first, second);
    hpyr_split(first, second);
    hpyr_order4(first, second);
    hpyr_split_neighbors(first, second);
    hpyr_order4(first, second);
    hpyr_interleave(first, second);
}

void hpyr_finish(const int a, const int b) {
    hpyr_finish_group(hpyr_groups[a].first, hpyr_groups[a].second);
    hpyr_finish_group(hpyr_groups[b].first, hpyr_groups[b].second);
}

// Sorts groups whose vectors are sorted.
void hpyr_join_vectors(const int a, const int b) {
    hpyr_groups[a].second = hpyr_groups[a].second.wzyx;
    hpyr_groups[b].second = hpyr_groups[b].second.wzyx;
    hpyr_finish(a, b);
}
#else
hpyr_group hpyr_reversed(hpyr_group items) {
    return hpyr_group(items.first.wzyx, items.second.wzyx);
}

// The same by keys alone.
hpyr_which hpyr_larger(hpyr_group a, hpyr_group b) {
    bvec4 larger = greaterThan(a.first, b.first);
    return hpyr_which(larger, larger);
}

// Whether pairs of b come before those of a.
bvec4 hpyr_before(hpyr_group b, hpyr_group a) {
    return bvec4(uvec4(lessThan(b.first, a.first)) |
                 (uvec4(equal(b.first, a.first)) & uvec4(lessThan(b.second, a.second))));
}

void hpyr_order(const int a, const int b) {
    hpyr_group old_a = hpyr_groups[a], old_b = hpyr_groups[b];
    bvec4 wrong = hpyr_before(old_b, old_a);
    hpyr_groups[a] = hpyr_select(old_a, old_b, hpyr_which(wrong, wrong));
    hpyr_groups[b] = hpyr_select(old_b, old_a, hpyr_which(wrong, wrong));
}

void hpyr_finish(const int a, const int b) {
    hpyr_split(hpyr_groups[a].first, hpyr_groups[b].first);
    hpyr_split(hpyr_groups[a].second, hpyr_groups[b].second);
    hpyr_order(a, b);
    hpyr_split_neighbors(hpyr_groups[a].first, hpyr_groups[b].first);
    hpyr_split_neighbors(hpyr_groups[a].second, hpyr_groups[b].second);
    hpyr_order(a, b);
    hpyr_interleave(hpyr_groups[a].first, hpyr_groups[b].first);
    hpyr_interleave(hpyr_groups[a].second, hpyr_groups[b].second);
}

// A group of pairs is one vector of keys.
void hpyr_join_vectors(const int a, const int b) {
}
#endif

// ---- networks ----

// Turns the items of two groups round: the last one of b becomes the first one of a.
void hpyr_reverse(const int a, const int b) {
    hpyr_group end = hpyr_reversed(hpyr_groups[b]);
    hpyr_groups[b] = hpyr_reversed(hpyr_groups[a]);
    hpyr_groups[a] = end;
}

#ifndef HPYR_WORDS
// Sorts two groups of pairs: four times two pairs at once, then vectors, then all.
void hpyr_sort_groups(const int a, const int b) {
    hpyr_order(a, b);
    hpyr_interleave(hpyr_groups[a].first, hpyr_groups[b].first);
    hpyr_interleave(hpyr_groups[a].second, hpyr_groups[b].second);
    hpyr_groups[a] = hpyr_group(hpyr_groups[a].first.xywz, hpyr_groups[a].second.xywz);
    hpyr_groups[b] = hpyr_group(hpyr_groups[b].first.xywz, hpyr_groups[b].second.xywz);
    hpyr_finish(a, b);
    hpyr_groups[b] = hpyr_reversed(hpyr_groups[b]);
    hpyr_order(a, b);
    hpyr_finish(a, b);
}
#endif

// Sorts the items of a block that are bitonic: they rise and then fall, or are a rotation of that.
void hpyr_merge_block() {
    hpyr_order(0, 2);
    hpyr_order(1, 3);
    hpyr_order(0, 1);
    hpyr_order(2, 3);
    hpyr_finish(0, 1);
    hpyr_finish(2, 3);
}

// Turns the rows of a 4 x 4 matrix into columns.
void hpyr_transpose(inout uvec4 a, inout uvec4 b, inout uvec4 c, inout uvec4 d) {
    hpyr_interleave(a, c);
    hpyr_interleave(b, d);
    hpyr_interleave(a, b);
    hpyr_interleave(c, d);
}

// Sorts all items of a block: four vectors at once, then groups, then pairs of groups, then all.
void hpyr_sort_block() {
    hpyr_order(0, 2);
    hpyr_order(1, 3);
    hpyr_order(0, 1);
    hpyr_order(2, 3);
    hpyr_order(1, 2);
    hpyr_transpose(hpyr_groups[0].first, hpyr_groups[1].first, hpyr_groups[2].first, hpyr_groups[3].first);
    hpyr_transpose(hpyr_groups[0].second, hpyr_groups[1].second, hpyr_groups[2].second, hpyr_groups[3].second);
    hpyr_join_vectors(0, 1);
    hpyr_join_vectors(2, 3);
    hpyr_groups[1] = hpyr_reversed(hpyr_groups[1]);
    hpyr_groups[3] = hpyr_reversed(hpyr_groups[3]);
    hpyr_order(0, 1);
    hpyr_order(2, 3);
    hpyr_finish(0, 1);
    hpyr_finish(2, 3);
    hpyr_reverse(2, 3);
    hpyr_merge_block();
}

// Writes a block to the eight layers of the items (items.glsl).
// HPYR_HALVES: a pass has four targets, so a block is drawn twice, for either half of the layers.
#ifdef HPYR_HALVES
uniform int u_half; // 0 the first vectors of the groups, 1 the second ones
layout(location = 0) out uvec4 o_group0;
layout(location = 1) out uvec4 o_group1;
layout(location = 2) out uvec4 o_group2;
layout(location = 3) out uvec4 o_group3;

void hpyr_store_block() {
    bool second = u_half != 0;
    o_group0 = second ? hpyr_groups[0].second : hpyr_groups[0].first;
    o_group1 = second ? hpyr_groups[1].second : hpyr_groups[1].first;
    o_group2 = second ? hpyr_groups[2].second : hpyr_groups[2].first;
    o_group3 = second ? hpyr_groups[3].second : hpyr_groups[3].first;
}
#else
layout(location = 0) out uvec4 o_first0;
layout(location = 1) out uvec4 o_first1;
layout(location = 2) out uvec4 o_first2;
layout(location = 3) out uvec4 o_first3;
layout(location = 4) out uvec4 o_second0;
layout(location = 5) out uvec4 o_second1;
layout(location = 6) out uvec4 o_second2;
layout(location = 7) out uvec4 o_second3;

void hpyr_store_block() {
    o_first0 = hpyr_groups[0].first;
    o_first1 = hpyr_groups[1].first;
    o_first2 = hpyr_groups[2].first;
    o_first3 = hpyr_groups[3].first;
    o_second0 = hpyr_groups[0].second;
    o_second1 = hpyr_groups[1].second;
    o_second2 = hpyr_groups[2].second;
    o_second3 = hpyr_groups[3].second;
}
#endif
