// The sixteen children of a node of layout BITS: 4 x 4 in Morton order or, in LINE order, in a row
// or a column. In MORTON order the lower bit is y's, for x has the highest bit of a 16 x 8 leaf.
// HPYR_X_FIRST: it is x's, for leaves are squares.
// HPYR_ORDER: the key order, a value of hpyr_order.
ivec2 hpyr_child_offset(int child, ivec2 shape) {
    ivec2 offset = ivec2((child & 1) | ((child >> 1) & 2), ((child >> 1) & 1) | ((child >> 2) & 2));
#if HPYR_ORDER == 2
    return shape.x == 1 ? ivec2(0, child) : ivec2(child, 0);
#elif HPYR_ORDER == 1 && !defined(HPYR_X_FIRST)
    return offset.yx;
#else
    return offset;
#endif
}

int hpyr_child_index(ivec2 offset) {
#if HPYR_ORDER == 2
    return offset.x + offset.y; // one of the two is 0
#else
#    if HPYR_ORDER == 1 && !defined(HPYR_X_FIRST)
    offset = offset.yx;
#    endif
    return (offset.x & 1) | ((offset.y & 1) << 1) | ((offset.x & 2) << 1) | ((offset.y & 2) << 2);
#endif
}
