// Which leaf a texel is in (quadtree_types.h). A texel of u_hpyr_levels tells about 4 x 4 cells. Either its
// upper four bits are the level of the leaf around all of them, 2 or more; or they are 0, and each of its
// lower four bits says of 2 x 2 cells whether they are in a leaf of level 1, x first. Other cells are leaves.
uniform usampler2D u_hpyr_levels;

int hpyr_leaf_level(ivec2 texel) {
    uint block = texelFetch(u_hpyr_levels, texel >> 2, 0).r;
    int child = (texel.x >> 1 & 1) | (texel.y & 2);
    return block >= 16u ? int(block >> 4) : int(block >> child & 1u);
}

ivec3 hpyr_leaf_at(ivec2 texel) {
    int level = hpyr_leaf_level(texel);
    return ivec3((texel >> level) << level, 1 << level);
}
