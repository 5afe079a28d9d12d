// The function minus the isovalue at places of a caller's. A place that is not finite lies nowhere: its value is that
// of places outside of the root.
// Source: Zhou et al. 2011, section IV-C, listing 4.
#include "octree/items.glsl"
#include "octree/points.glsl"
#include "octree/poisson/function.glsl"
out float o_number;

void main() {
    int item = int(hpyr_item_and_part().x);
    o_number = 0.0;
    if (item >= u_points)
        return;
    vec3 place = hpyr_vector(item);
    o_number = (hpyr_is_finite(place) ? hpyr_poisson_value(place) : 0.0) - hpyr_isovalue();
}
