// Children of a node of layout BITS: 4 x 4 in Morton order, or sixteen in a row or a column. Above the 16 x 8 texels of a leaf in
// MORTON order it is y's turn to be the lower bit.  HPYR_ORDER: hpyr_order.
ivec2 hpyr_child_offset(int child, ivec2 shape) {
    ivec2 offset = ivec2((child & 1) | ((child >> 1) & 2), ((child >> 1) & 1) | ((child >> 2) & 2));
#if HPYR_ORDER == 2
    return shape.x == 1 ? ivec2(0, child) : ivec2(child, 0);
#elif HPYR_ORDER == 1
    return offset.yx;
#else
    return offset;
#endif
}

int hpyr_child_index(ivec2 offset) {
#if HPYR_ORDER == 2
    return offset.x + offset.y; // one of them is 0
#else
#    if HPYR_ORDER == 1
    offset = offset.yx;
#    endif
    return (offset.x & 1) | ((offset.y & 1) << 1) | ((offset.x & 2) << 1) | ((offset.y & 2) << 2);
#endif
}
