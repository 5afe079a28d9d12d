// Looks for a critical point in each cell of a list, by Newton's method. The discriminator's GLSL, which comes with
// discriminate.glsl, defines what flow/vectors.glsl tells, and the caller's hpyr_flow_at if there is no texture.
// The names of types are those of hpyr_flow_type.
#include "core/discriminate.glsl"

#define HPYR_STEPS    16    // of Newton's method
#define HPYR_REST     0.001 // it has come to rest where its last step is shorter: in cells
#define HPYR_MARGIN   0.1   // how far outside of its cell a point may be
#define HPYR_SINGULAR 1e-6  // least determinant of slopes whose squares have the sum 1
#define HPYR_TURNING  0.001 // least discriminant, for the same slopes, of two eigenvalues that count as complex

uniform usampler2D u_cells;
layout(location = 0)
    out uvec4 o_place; // place in the cell, 0 to 1 along each axis; length of the vector there: the bits of floats
layout(location = 1) out uvec4 o_found; // cell, type

#ifdef HPYR_INPUT
// Values at t of the polynomials that are 1 at one of `count` places from `first` on, and 0 at the others; and their slopes.
void lagrange(float t, int first, int count, out vec4 values, out vec4 slopes) {
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

// The vector at place t of a cell, of the polynomial through the samples around the cell; and its slopes along the axes.
void look(ivec3 cell, vec3 t, out vec3 v, out mat3 slopes) {
    ivec3 count = min(ivec3(4), u_hpyr_flow_periodic * 4 + u_hpyr_flow_samples);
    ivec3 inside = clamp(cell - 1, ivec3(0), u_hpyr_flow_samples - min(ivec3(4), u_hpyr_flow_samples));
    ivec3 first = u_hpyr_flow_periodic * (cell - 1) + (1 - u_hpyr_flow_periodic) * inside;
    vec4 wx, wy, wz, sx, sy, sz;
    lagrange(t.x, first.x - cell.x, count.x, wx, sx);
    lagrange(t.y, first.y - cell.y, count.y, wy, sy);
    lagrange(t.z, first.z - cell.z, count.z, wz, sz);
    v = vec3(0.0);
    slopes = mat3(0.0);
    for (int z = 0; z < count.z; z++)
        for (int y = 0; y < count.y; y++)
            for (int x = 0; x < count.x; x++) {
                vec3 s = hpyr_flow_sample(hpyr_flow_wrap(first + ivec3(x, y, z))); // one period alone may be shorter
                v += wx[x] * wy[y] * wz[z] * s;
                slopes[0] += sx[x] * wy[y] * wz[z] * s;
                slopes[1] += wx[x] * sy[y] * wz[z] * s;
                slopes[2] += wx[x] * wy[y] * sz[z] * s;
            }
}
#else
void look(ivec3 cell, vec3 t, out vec3 v, out mat3 slopes) {
    vec3 at = vec3(cell) + t;
    v = hpyr_flow_at(hpyr_flow_place(at));
    for (int axis = 0; axis < 3; axis++) {
        vec3 way = vec3(0.0);
        way[axis] = 0.0625;
        slopes[axis] = 8.0 * (hpyr_flow_at(hpyr_flow_place(at + way)) - hpyr_flow_at(hpyr_flow_place(at - way)));
    }
}
#endif

// Divides slopes so that their squares have the sum 1. Returns the divisor, 0 where there are no slopes.
float normalise(inout mat3 slopes) {
    vec3 most = max(abs(slopes[0]), max(abs(slopes[1]), abs(slopes[2])));
    float largest = max(most.x, max(most.y, most.z));
    if (!(largest > 0.0))
        return 0.0;
    slopes /= largest; // the squares of large numbers would be infinite
    float sum = sqrt(dot(slopes[0], slopes[0]) + dot(slopes[1], slopes[1]) + dot(slopes[2], slopes[2]));
    slopes /= sum;
    return largest * sum;
}

// What hpyr_flow_type says of the eigenvalues: roots of x^3 - trace x^2 + minors x - determinant. Hurwitz tells whether the
// real parts of all three have one sign; the sign of the determinant tells the rest.
uint type_of(mat3 slopes) {
    for (int axis = 0; axis < 3; axis++)
        slopes[axis] /= u_hpyr_flow_spacing[axis];
    normalise(slopes);
    float a = slopes[0].x + slopes[1].y + slopes[2].z;
    float b = slopes[0].x * slopes[1].y - slopes[1].x * slopes[0].y + slopes[0].x * slopes[2].z -
              slopes[2].x * slopes[0].z + slopes[1].y * slopes[2].z - slopes[2].y * slopes[1].z;
    float c = dot(slopes[0], cross(slopes[1], slopes[2]));
    float discriminant = 18.0 * a * b * c - 4.0 * a * a * a * c + a * a * b * b - 4.0 * b * b * b - 27.0 * c * c;
    uint type = c > 0.0 ? (a > 0.0 && a * b > c ? 1u : 3u) : (a < 0.0 && a * b < c ? 2u : 4u);
    return discriminant < -HPYR_TURNING ? type + 8u : type;
}

void main() {
    uvec4 cell = texelFetch(u_cells, ivec2(gl_FragCoord.xy), 0);
    o_place = uvec4(0u);
    o_found = uvec4(0u);
    if (cell.x == 0xFFFFFFFFu) // behind the end of the list
        return;
    vec3 t = vec3(0.5), v;
    mat3 slopes;
    bool at_rest = false;
    for (int i = 0; i < HPYR_STEPS; i++) {
        look(ivec3(cell.xyz), t, v, slopes);
        float size = normalise(slopes), determinant = dot(slopes[0], cross(slopes[1], slopes[2]));
        vec3 way = vec3(dot(v, cross(slopes[1], slopes[2])), dot(v, cross(slopes[2], slopes[0])),
                        dot(v, cross(slopes[0], slopes[1])));
        bool is_regular = abs(determinant) > HPYR_SINGULAR;
        way = is_regular ? -way / (determinant * size) : vec3(0.0);
        float longest = max(abs(way.x), max(abs(way.y), abs(way.z)));
        t += way / max(longest, 1.0);
        at_rest = is_regular && longest < HPYR_REST;
    }
    look(ivec3(cell.xyz), t, v, slopes);
    bool is_near = all(greaterThanEqual(t, vec3(-HPYR_MARGIN))) && all(lessThanEqual(t, vec3(1.0 + HPYR_MARGIN)));
    o_place = floatBitsToUint(vec4(t, length(v)));
    o_found = uvec4(cell.xyz, at_rest && is_near ? type_of(slopes) : 0u);
}
