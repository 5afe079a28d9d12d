// What a caller gets: the number of each point of a list, or the bits of its squared distance.
// HPYR_OF_DISTANCES: these.
#include "octree/items.glsl"
#include "octree/nearest/distance.glsl"
#include "octree/nearest/queries.glsl"
#include "octree/points.glsl"
uniform usampler2DArray u_lists; // four entries a texel and layer
uniform ivec2 u_lists_row;
out uint o_number;

void main() {
    uvec2 place = hpyr_item_and_part();
    int item = int(place.x), part = int(place.y);
    uint number =
        hpyr_entry_of(texelFetch(u_lists, ivec3(hpyr_plane_texel(item, u_lists_row), part >> 2), 0), part & 3);
#ifdef HPYR_OF_DISTANCES
    o_number = 0x7F800000u;
    if (number != 0xFFFFFFFFu) {
        hpyr_measure_from(hpyr_query(item));
        o_number = hpyr_in_units(hpyr_distance(hpyr_vector(int(number))));
    }
#else
    o_number = number;
#endif
}
