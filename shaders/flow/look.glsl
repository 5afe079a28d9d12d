// The flow between samples, and half of the range of a cell's samples. Comes after core/discriminate.glsl. Defines
//   ivec3 hpyr_flow_cell(ivec3 cell, vec3 t)                       the cell that place t of another cell lies in
//   void hpyr_flow_look(ivec3 cell, vec3 t, out vec3, out mat3)    the vector at place t of a cell, and its slopes along the axes for a
//                                                                  step of one cell
//   vec3 hpyr_flow_range(ivec3 cell)                               a number for each component
// A texture's vectors are those of the polynomial of third degree along each axis through the 4x4x4 samples around the cell, with the
// caller's GLSL they are the caller's.

#ifdef HPYR_INPUT
// Values at t of the polynomials that are 1 at one of `count` places from `first` on, and 0 at the others; and their slopes.
void hpyr_flow_lagrange(float t, int first, int count, out vec4 values, out vec4 slopes) {
    values = slopes = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        float value = 1.0, slope = 0.0;
        for (int j = 0; j < 4; j++) {
            if (j == i || j >= count)
                continue;
            float over = 1.0 / float(i - j), way = (t - float(first + j)) * over;
            slope = slope * way + value * over;
            value *= way;
        }
        values[i] = i < count ? value : 0.0;
        slopes[i] = i < count ? slope : 0.0;
    }
}

void hpyr_flow_look(ivec3 cell, vec3 t, out vec3 v, out mat3 slopes) {
    ivec3 count = min(ivec3(4), u_hpyr_flow_periodic * 4 + u_hpyr_flow_samples);
    ivec3 inside = clamp(cell - 1, ivec3(0), u_hpyr_flow_samples - min(ivec3(4), u_hpyr_flow_samples));
    ivec3 first = u_hpyr_flow_periodic * (cell - 1) + (1 - u_hpyr_flow_periodic) * inside;
    vec4 wx, wy, wz, sx, sy, sz;
    hpyr_flow_lagrange(t.x, first.x - cell.x, count.x, wx, sx);
    hpyr_flow_lagrange(t.y, first.y - cell.y, count.y, wy, sy);
    hpyr_flow_lagrange(t.z, first.z - cell.z, count.z, wz, sz);
    v = vec3(0.0);
    slopes = mat3(0.0);
    for (int z = 0; z < count.z; z++)
        for (int y = 0; y < count.y; y++) {
            vec3 row = vec3(0.0), rise = vec3(0.0);
            for (int x = 0; x < count.x; x++) {
                vec3 s = hpyr_flow_sample(hpyr_flow_wrap(first + ivec3(x, y, z))); // one period alone may be shorter
                row += wx[x] * s;
                rise += sx[x] * s;
            }
            v += wy[y] * wz[z] * row;
            slopes[0] += wy[y] * wz[z] * rise;
            slopes[1] += sy[y] * wz[z] * row;
            slopes[2] += wy[y] * sz[z] * row;
        }
}
#else
void hpyr_flow_look(ivec3 cell, vec3 t, out vec3 v, out mat3 slopes) {
    vec3 at = vec3(cell) + t;
    v = hpyr_flow_at(hpyr_flow_place(at));
    for (int axis = 0; axis < 3; axis++) {
        vec3 way = vec3(0.0);
        way[axis] = 0.0625;
        slopes[axis] = 8.0 * (hpyr_flow_at(hpyr_flow_place(at + way)) - hpyr_flow_at(hpyr_flow_place(at - way)));
    }
}
#endif

ivec3 hpyr_flow_cell(ivec3 cell, vec3 t) {
    ivec3 own = cell + ivec3(floor(t)), inside = clamp(own, ivec3(0), u_hpyr_flow_samples - 2);
    return u_hpyr_flow_periodic * own + (1 - u_hpyr_flow_periodic) * inside;
}

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
