// The flow between samples, and half of the range of a cell's samples. Comes after core/discriminate.glsl. Defines
//   void hpyr_flow_look(ivec3 cell, vec3 t, ivec3 own, out vec3, out mat3)    the vector at place t of a cell, and its slopes along the
//                                                                  axes for a step of one cell
//   vec3 hpyr_flow_range(ivec3 cell)                               a number for each component
// A texture's vectors are those of the polynomial of third degree along each axis through the 4x4x4 samples around the cell `own`, with
// the caller's GLSL they are the caller's. Where `own` is at a border or outside, they are the four samples inside that are next to it.

#ifdef HPYR_INPUT
// The samples along each axis that a polynomial goes through.
ivec3 hpyr_flow_counts() {
    return min(ivec3(4), u_hpyr_flow_periodic * 4 + u_hpyr_flow_samples);
}

// The value at t of the polynomial that is 1 at place i and 0 at the others of `count` places from 0 on, and its slope.
vec2 hpyr_flow_lagrange(float t, int i, int count) {
    float value = 1.0, slope = 0.0, whole = 1.0;
    for (int j = 0; j < 4; j++) {
        if (j == i || j >= count)
            continue;
        float way = t - float(j);
        slope = slope * way + value;
        value *= way;
        whole *= float(i - j);
    }
    return vec2(value, slope) / whole;
}

// All of this has to fit into registers together with what a shader keeps while it looks: 63 on some GPUs. So the factors of a sample
// are found when it is read, and one loop is so long that no compiler unrolls it.
void hpyr_flow_look(ivec3 cell, vec3 t, ivec3 own, out vec3 v, out mat3 slopes) {
    ivec3 inside = clamp(own - 1, ivec3(0), u_hpyr_flow_samples - min(ivec3(4), u_hpyr_flow_samples));
    ivec3 first = u_hpyr_flow_periodic * (own - 1) + (1 - u_hpyr_flow_periodic) * inside - cell;
    v = vec3(0.0);
    slopes = mat3(0.0);
    vec2 x, y, z; // values and slopes of the polynomials along the axes
    for (int i = 0; i < 64; i++) {
        ivec3 at = ivec3(i, i >> 2, i >> 4) & 3, counts = hpyr_flow_counts();
        if (any(greaterThanEqual(at, counts)))
            continue;
        if ((i & 15) == 0)
            z = hpyr_flow_lagrange(t.z - float(first.z), at.z, counts.z);
        if ((i & 3) == 0)
            y = hpyr_flow_lagrange(t.y - float(first.y), at.y, counts.y);
        x = hpyr_flow_lagrange(t.x - float(first.x), at.x, counts.x);
        vec3 s = hpyr_flow_sample(hpyr_flow_wrap(cell + first + at)); // one period alone may be shorter
        v += x.x * y.x * z.x * s;
        slopes[0] += x.y * y.x * z.x * s;
        slopes[1] += x.x * y.y * z.x * s;
        slopes[2] += x.x * y.x * z.y * s;
    }
}
#else
void hpyr_flow_look(ivec3 cell, vec3 t, ivec3 own, out vec3 v, out mat3 slopes) {
    vec3 at = vec3(cell) + t;
    v = hpyr_flow_at(hpyr_flow_place(at));
    for (int axis = 0; axis < 3; axis++) {
        vec3 way = vec3(0.0);
        way[axis] = 0.0625;
        slopes[axis] = 8.0 * (hpyr_flow_at(hpyr_flow_place(at + way)) - hpyr_flow_at(hpyr_flow_place(at - way)));
    }
}
#endif

vec3 hpyr_flow_range(ivec3 cell) {
    vec3 least = hpyr_flow_sample(cell), most = least;
    for (int corner = 1; corner < 8; corner++) {
        vec3 v = hpyr_flow_sample(cell + ivec3(corner & 1, corner >> 1 & 1, corner >> 2));
        least = min(least, v);
        most = max(most, v);
    }
    return 0.5 * most - 0.5 * least;
}

// Divides vectors and slopes by a cell's range. Then a component that is small everywhere, as the vertical wind often is, counts as
// much as the others.
void hpyr_flow_divide(vec3 range, inout vec3 v, inout mat3 slopes) {
    v /= range;
    for (int axis = 0; axis < 3; axis++)
        slopes[axis] /= range;
}

mat3 hpyr_flow_cofactors(mat3 slopes) {
    return mat3(cross(slopes[1], slopes[2]), cross(slopes[2], slopes[0]), cross(slopes[0], slopes[1]));
}

// Adds the step to t by which linear vectors with these slopes would become 0, of at most `longest` cells along each axis. Returns its
// longest coordinate before it was cut; or -1, and no step, where there is none.
float hpyr_flow_step(vec3 v, mat3 slopes, float longest, inout vec3 t) {
    mat3 cofactors = hpyr_flow_cofactors(slopes);
    float determinant = dot(slopes[0], cofactors[0]);
    vec3 way = -(v * cofactors) / determinant;
    float size = max(abs(way.x), max(abs(way.y), abs(way.z)));
    if (!(abs(determinant) > 1e-9) || !(size < 1e30))
        return -1.0;
    t += way * (longest / max(size, longest));
    return size;
}
