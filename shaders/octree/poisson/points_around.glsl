// Visits the points in the cells around the vertices of a block: cell by cell along z, then y, then x.
// Cells are counted along each axis from -1, in the block before, to 1. Of three in a row along z the first one lies in the block before;
// the points of the other two follow each other.
uniform int u_parts; // of rows: two of each

// Whoever includes this file defines it.
void hpyr_visit(int point, ivec3 cell);

// The first row along x is that of cell `x`.
void hpyr_visit_points(int block, int x) {
    for (int i = 0; i < u_parts; i++) {
        ivec3 cell = ivec3(i / 6 + x, i / 2 % 3 - 1, (i & 1) - 1);
        int node = hpyr_beside(8 * block, cell);
        int point = 0, second = 0, end = 0; // the first point of cell 1
        if (node != hpyr_none) {
            uvec4 firsts = hpyr_firsts(node >> 2);
            uint behind = (node & 4) == 0 ? hpyr_firsts((node >> 2) + 1).x : hpyr_family(node >> 3).w;
            uvec3 row = (node & 2) == 0 ? firsts.xyz : uvec3(firsts.zw, behind);
            end = int(row.z);
            second = cell.z < 0 ? end : int(row.y);
            point = int(cell.z < 0 ? row.y : row.x);
        }
        for (; point < end; point++)
            hpyr_visit(point, ivec3(cell.xy, point < second ? cell.z : 1));
    }
}
