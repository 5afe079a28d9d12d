// Finds the voxels that a triangle marks in fill THIN, from records of setup_triangle.vert.glsl:
// one in each column whose center the triangle covers. The rasterizer decides which columns those
// are, so the edges get some slack here; so does the height, which compilers round differently.
#include "volume/exact.glsl"
#include "volume/centers.glsl"
#include "volume/sheets.glsl"

const float EDGE = 0.0078125; // slack in cells: two steps of a rasterizer that rounds to 1/256
const float ROUNDING = 5e-7;  // relative slack: eight times what a float rounds off

// Returns the first x and y of the triangle's columns, and how many there are of each.
ivec4 columns_of(sheet s) {
    vec2 low = min(s.a, min(s.b, s.c)), high = max(s.a, max(s.b, s.c));
    low -= EDGE + ROUNDING * abs(low);
    high += EDGE + ROUNDING * abs(high);
    ivec2 begin = ivec2(begin_of(low.x, u_cells.x), begin_of(low.y, u_cells.y));
    ivec2 end = ivec2(end_of(high.x, u_cells.x), end_of(high.y, u_cells.y));
    bool marks = s.plane.w <= s.first.z && s.plane.w < u_cells.z && s.first.z >= 0.0;
    return marks ? ivec4(begin, end - begin) : ivec4(0);
}

ivec4 columns_of_triangle(int index) {
    return columns_of(sheet_at(index));
}

bool is_beyond(vec2 p, vec2 q, vec2 center, float side) {
    vec2 e = q - p, d = center - p;
    return side * (e.x * d.y - e.y * d.x) < -(EDGE + ROUNDING * length(d)) * length(e);
}

bool covers(sheet s, vec2 center) {
    vec2 e = s.b - s.a, f = s.c - s.a;
    float side = sign(e.x * f.y - e.y * f.x);
    return !is_beyond(s.a, s.b, center, side) && !is_beyond(s.b, s.c, center, side) &&
           !is_beyond(s.c, s.a, center, side);
}

// Returns the slice that the triangle marks or, with `again`, the other slice that it marks where
// rounding differs; -1 if there is none.
int slice_of_sheet(sheet s, vec2 center, bool again) {
    float z = height_of(s.plane, s.first, center), own = floor(z);
    float doubt = ROUNDING * (abs(s.plane.z) + dot(abs(s.plane.xy), abs(center - s.first.xy)));
    float low = max(z - doubt, s.plane.w), high = min(z + doubt, s.first.z);
    float slice = !again ? own : low < own ? own - 1.0 : high >= own + 1.0 ? own + 1.0 : -1.0;
    return slice < u_cells.z ? int(max(slice, -1.0)) : -1;
}
