// The vertices of triangles: an index a fragment. The vertex on an edge belongs to the cell at whose
// lower corner the edge begins. That cell is in the list, since the edge is one of its own; its key is
// found by bisection.
#include "octree/surface/cells.glsl"
#include "octree/surface/cases.glsl"
#include "octree/key.glsl"
#include "octree/items.glsl"
#include "core/popcount.glsl"
uniform usampler2D u_places; // 8 * cell + triangle
uniform ivec2 u_places_row;
uniform usampler2D u_edges; // see cell_words.frag.glsl
uniform ivec2 u_edges_row;
uniform usampler2D u_firsts; // the first vertex of each cell
uniform ivec2 u_firsts_row;
uniform int u_cells;
uniform uint u_triangles;
uniform uint u_base; // is added to each index
uniform float u_isovalue;
out uint o_index;

void main() {
    uvec2 item = hpyr_item_and_part(); // triangle, and corner
    vec4 lower, upper;
    o_index = 0u;
    if (item.x >= u_triangles)
        return;
    int place = int(hpyr_word(u_places, u_places_row, int(item.x))), cell = place >> 3;
    hpyr_cell_corners(cell, lower, upper);
    uvec4 texel = hpyr_case(hpyr_case_of(lower, upper, u_isovalue));
    int triangle = place & 7, vertex = int(item.y), fan = int(hpyr_word(u_edges, u_edges_row, cell) >> 8);
    int edge = hpyr_edge_of_case(texel, 3 * triangle + vertex), axis;
    if (fan > 0)
        edge = hpyr_edge_of_loop(texel, (fan + (vertex > 0 ? triangle + vertex : 0)) % (int(texel.z) + 2));
    axis = edge >> 2;
    ivec3 corner = hpyr_corner_of_edge(edge);
    if (corner != ivec3(0)) {
        uint key = hpyr_key_of_cell(hpyr_cell_of_key(hpyr_word(u_keys, u_keys_row, cell)) + corner);
        cell = hpyr_find_point(key, cell + 1, u_cells);
    }
    uint before = hpyr_word(u_edges, u_edges_row, cell) & ((1u << axis) - 1u);
    o_index = u_base + hpyr_word(u_firsts, u_firsts_row, cell) + hpyr_popcount(uvec4(before, 0u, 0u, 0u));
}
