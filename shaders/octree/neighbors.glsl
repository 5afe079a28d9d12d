// Neighbors of nodes, within a depth or within the array of all nodes.
// Eight siblings are a block; node i is child i % 8 of block i / 8. A block knows the 27 blocks whose
// parents are the neighbors of its own parent, by their places. So it knows the neighbors of all
// eight.
const int hpyr_none = -1;

// The block at a place around a block, or hpyr_none.
int hpyr_around(int block, int place);

// The paper has two tables for this, LUTparent and LUTchild (section III-C). Here the nodes are
// counted along each axis: -1 in the block before, 0 and 1 in the block itself, 2 in the one behind.
int hpyr_beside(int index, ivec3 direction) {
    ivec3 count = (ivec3(index >> 2, index >> 1, index) & 1) + direction;
    ivec3 place = (count + 2) >> 1, bits = count & 1;
    int block = hpyr_around(index >> 3, 9 * place.x + 3 * place.y + place.z);
    return block == hpyr_none ? hpyr_none : 8 * block + (bits.x << 2 | bits.y << 1 | bits.z);
}
