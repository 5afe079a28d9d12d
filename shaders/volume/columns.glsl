// Finds the voxels that may take their looks from a triangle in fills SURFACE and SOLID.
// In SURFACE the triangle must reach the voxel's circumscribed sphere. With HPYR_SOLID it must come
// within one voxel of the center, so that every voxel with a free side gets looks.
// The triangle is seen along the axis that its normal is closest to. From there it is not steep, so
// it meets only a few voxels of a column. The axes are turned until that axis is the third:
// 0 x (y z x), 1 y (z x y), 2 z (x y z).
#include "volume/exact.glsl"
#include "volume/centers.glsl"

#ifdef HPYR_SOLID
const float REACH = 1.0001;
#else
const float REACH = 0.8661; // half the diagonal of a voxel
#endif

// Returns the longest edge of a triangle without a normal, which counts as a line.
vec3 line_of(triangle t, out vec3 from) {
    vec3 e = t.b - t.a, f = t.c - t.b, g = t.a - t.c;
    float ee = dot(e, e), ff = dot(f, f), gg = dot(g, g);
    from = ee >= ff && ee >= gg ? t.a : ff >= gg ? t.b : t.c;
    return ee >= ff && ee >= gg ? e : ff >= gg ? f : g;
}

// Returns the axis that the normal is closest to or, for a line, the axis along which the line is
// shortest, so that its runs are short.
int axis_of(triangle t) {
    vec3 from, n = abs(t.normal);
    if (t.normal == vec3(0.0))
        n = -abs(line_of(t, from));
    return n.x > n.y && n.x > n.z ? 0 : n.y > n.z ? 1 : 2;
}

vec3 to_axis(vec3 v, int axis) {
    return axis == 0 ? v.yzx : axis == 1 ? v.zxy : v;
}

ivec3 from_axis(ivec3 v, int axis) {
    return axis == 0 ? v.zxy : axis == 1 ? v.yzx : v;
}

// Returns the first u and v of the triangle's columns, and how many there are of each.
ivec4 columns_of(triangle t, int axis) {
    vec3 cells = to_axis(u_cells, axis);
    vec2 a = to_axis(t.a, axis).xy, b = to_axis(t.b, axis).xy, c = to_axis(t.c, axis).xy;
    vec2 low = min(a, min(b, c)) - REACH, high = max(a, max(b, c)) + REACH;
    ivec2 begin = ivec2(begin_of(low.x, cells.x), begin_of(low.y, cells.y));
    return ivec4(begin, ivec2(end_of(high.x, cells.x), end_of(high.y, cells.y)) - begin);
}

ivec4 columns_of_triangle(int index) {
    triangle t = triangle_at(index);
    return is_skipped(t) ? ivec4(0) : columns_of(t, axis_of(t));
}

bool is_beyond(vec2 p, vec2 q, vec2 center, float side) {
    vec2 e = q - p, d = center - p;
    return side * (e.x * d.y - e.y * d.x) < -REACH * length(e);
}

// Cuts a column's run to the part where a line comes within REACH of the column's center line.
vec2 run_of_line(vec3 from, vec3 e, vec2 center, vec2 run) {
    float across = dot(e.xy, e.xy), t = across > 0.0 ? clamp(dot(center - from.xy, e.xy) / across, 0.0, 1.0) : 0.5;
    vec2 apart = from.xy + t * e.xy - center;
    if (dot(apart, apart) > REACH * REACH)
        return vec2(1.0, -1.0);
    float middle = from.z + t * e.z, half_range = across > 0.0 ? REACH * length(e) / sqrt(across) : run.y - run.x;
    return vec2(max(run.x, middle - half_range), min(run.y, middle + half_range));
}

// Returns the voxels begin <= z < end of a column as (begin, end).
ivec2 run_of_column(triangle t, int axis, ivec2 column) {
    vec3 a = to_axis(t.a, axis), b = to_axis(t.b, axis), c = to_axis(t.c, axis), n = to_axis(t.normal, axis);
    vec2 run = vec2(min(a.z, min(b.z, c.z)), max(a.z, max(b.z, c.z))) + vec2(-REACH, REACH),
         center = vec2(column) + 0.5;
    if (n.z != 0.0) {
        float middle = a.z - dot(n.xy, center - a.xy) / n.z, half_range = REACH * length(n) / abs(n.z),
              side = sign(n.z);
        run = vec2(max(run.x, middle - half_range), min(run.y, middle + half_range));
        if (is_beyond(a.xy, b.xy, center, side) || is_beyond(b.xy, c.xy, center, side) ||
            is_beyond(c.xy, a.xy, center, side))
            return ivec2(0);
    } else if (n == vec3(0.0)) {
        vec3 from, e = line_of(t, from);
        run = run_of_line(to_axis(from, axis), to_axis(e, axis), center, run);
    }
    float depth = to_axis(u_cells, axis).z;
    return ivec2(begin_of(run.x, depth), end_of(run.y, depth));
}

// Packs a column into two words: 18 bits each for u and v, the rest for the triangle's number.
uvec2 pack_column(int number, ivec2 column) {
    return uvec2(column) | uvec2(uint(number) & 0x3FFFu, uint(number) >> 14) << 18;
}

int unpack_column(uvec2 words, out ivec2 column) {
    column = ivec2(words & 0x3FFFFu);
    return int((words.x >> 18) | (words.y >> 18) << 14);
}
