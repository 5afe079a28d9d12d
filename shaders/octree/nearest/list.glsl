// The list of the points nearest to a place, nearest first, four in each layer.
// HPYR_TARGETS, HPYR_EACH_TARGET: its layers; see reduce_volume.frag.glsl.
// HPYR_OUTPUTS, HPYR_PART: a pass writes so many of them, in its turn.
#include "list/plane.glsl"
uniform usampler2D u_sorted; // see sorted.frag.glsl
uniform ivec2 u_sorted_row;
layout(location = 0) out uvec4 o_numbers[HPYR_OUTPUTS];

// The bits of the squared distance from the place to a position, as it is compared. It is 0 at the place itself.
uint hpyr_distance(vec3 position);

// The list: bits of squared distances, and numbers. Bits of floats that are not negative have the order
// of the floats. Only constants are indices, so all of it can stay in registers.
uvec4 distances[HPYR_TARGETS], numbers[HPYR_TARGETS];

// Only points that are not farther away than `limit` come into the list.
void hpyr_clear_list(uint limit) {
#define HPYR_CLEAR(i) distances[i] = uvec4(limit), numbers[i] = uvec4(0xFFFFFFFFu);
    HPYR_EACH_TARGET(HPYR_CLEAR)
}

// The distance of the list's last one, or the limit.
uint hpyr_last_distance() {
    return distances[HPYR_TARGETS - 1].w;
}

// Puts what moves into an entry if it is nearer, or as near with a smaller number. Then what was there
// moves on.
void move(inout uint distance_here, inout uint number_here, inout uvec2 moving) {
    bool is_here = moving.x < distance_here || (moving.x == distance_here && moving.y < number_here);
    uvec2 next = is_here ? uvec2(distance_here, number_here) : moving;
    distance_here = is_here ? moving.x : distance_here;
    number_here = is_here ? moving.y : number_here;
    moving = next;
}

void move_four(inout uvec4 distances_here, inout uvec4 numbers_here, inout uvec2 moving) {
    move(distances_here.x, numbers_here.x, moving);
    move(distances_here.y, numbers_here.y, moving);
    move(distances_here.z, numbers_here.z, moving);
    move(distances_here.w, numbers_here.w, moving);
}

void insert(uvec2 moving) {
#define HPYR_MOVE(i) move_four(distances[i], numbers[i], moving);
    HPYR_EACH_TARGET(HPYR_MOVE)
}

// Ends when all of the list lies at the place itself. Such points are in one cell, in the order of
// their numbers, so those with the smallest numbers came first. Else many copies of a point would each
// visit all others.
void hpyr_insert_points(int first, int end) {
    for (int i = first; i < end && hpyr_last_distance() > 0u; i++) {
        uvec4 point = texelFetch(u_sorted, hpyr_plane_texel(i, u_sorted_row), 0);
        uint distance_there = hpyr_distance(uintBitsToFloat(point.xyz));
        if (distance_there <= hpyr_last_distance())
            insert(uvec2(distance_there, point.w));
    }
}

void write(int part, uvec4 numbers_here, inout uvec4 target) {
    target = part == HPYR_PART ? numbers_here : target;
}

void hpyr_write_list() {
#define HPYR_WRITE(i) write(i / HPYR_OUTPUTS, numbers[i], o_numbers[i % HPYR_OUTPUTS]);
    HPYR_EACH_TARGET(HPYR_WRITE)
}
