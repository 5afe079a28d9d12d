// Tells of each zero that refine.frag.glsl has found whether it is a critical point, and of which type. The names of types are those
// of hpyr_flow_type.
// A zero is no point where the slopes are 0 or singular, since then it may belong to a line of zeros, and rounding alone chose it. Where
// they are nearly singular, this looks for such a line: the slopes tell its direction, and on both sides, a cell away, Newton's
// method across that direction comes as near to 0 as it can. On a line the vector is nearly 0 there, beside a point it is not.
// While it looks, little may be kept: see flow/look.glsl. So some of it is read again for each look, and the type is found by another
// look at the zero.
#include "core/discriminate.glsl"
#include "flow/entries.glsl"
#include "flow/look.glsl"

// Of slopes and vectors divided by half of the range of the cell's samples, a component by its own. The conditioning is the size of
// the inverse matrix, inverted: about the smallest singular value.
#define HPYR_LEAST_SLOPES       0.25       // whose squares' sum is smaller are 0
#define HPYR_LEAST_CONDITIONING 0.00048828 // below it slopes are singular
#define HPYR_SURE_CONDITIONING  0.25       // from here on they are not nearly singular
#define HPYR_LARGEST_OF_LINES   0.015625   // length of a vector that may belong to a line of zeros
#define HPYR_CORRECTIONS        3
// Look 0 is at the zero, look 1 on one side of it; then it looks where the corrections led, then on the other side and where those led,
// and at last, if the zero is a point, at the zero again.
#define HPYR_ONE_SIDE   1
#define HPYR_OTHER_SIDE (HPYR_CORRECTIONS + 2)
#define HPYR_LAST_LOOK  (2 * HPYR_CORRECTIONS + 3)
// Least discriminant, for slopes whose squares have the sum 1, of two eigenvalues that count as complex.
#define HPYR_TURNING 0.001

uniform usampler2D u_cells, u_places;
uniform vec3 u_ways;                   // the smallest spacing, divided by those of the axes
layout(location = 0) out uint o_value; // length of the vector there: the bits of a float
layout(location = 1) out uint o_type;  // 0 where there is no point

float size_of(mat3 m) {
    return sqrt(dot(m[0], m[0]) + dot(m[1], m[1]) + dot(m[2], m[2]));
}

// What hpyr_flow_type says of the eigenvalues: roots of x^3 - trace x^2 + minors x - determinant. Hurwitz tells whether the
// real parts of all three have one sign; the sign of the determinant tells the rest.
uint type_of(mat3 slopes) {
    vec3 most = max(abs(slopes[0]), max(abs(slopes[1]), abs(slopes[2])));
    slopes /= max(most.x, max(most.y, most.z)); // so that no quotient or square is infinite, or all are 0
    for (int axis = 0; axis < 3; axis++)
        slopes[axis] *= u_ways[axis];
    slopes /= size_of(slopes);
    float a = slopes[0].x + slopes[1].y + slopes[2].z;
    float b = slopes[0].x * slopes[1].y - slopes[1].x * slopes[0].y + slopes[0].x * slopes[2].z -
              slopes[2].x * slopes[0].z + slopes[1].y * slopes[2].z - slopes[2].y * slopes[1].z;
    float c = dot(slopes[0], cross(slopes[1], slopes[2]));
    float discriminant = 18.0 * a * b * c - 4.0 * a * a * a * c + a * a * b * b - 4.0 * b * b * b - 27.0 * c * c;
    uint type = c > 0.0 ? (a > 0.0 && a * b > c ? 1u : 3u) : (a < 0.0 && a * b < c ? 2u : 4u);
    return discriminant < -HPYR_TURNING ? type + 8u : type;
}

// The direction along which the vectors hardly change, and the sum of components that hardly changes along it.
void directions_of(mat3 cofactors, out vec3 along, out vec3 blind) {
    vec3 sizes =
        vec3(dot(cofactors[0], cofactors[0]), dot(cofactors[1], cofactors[1]), dot(cofactors[2], cofactors[2]));
    blind = sizes.x >= max(sizes.y, sizes.z) ? cofactors[0] : sizes.y >= sizes.z ? cofactors[1] : cofactors[2];
    blind = normalize(blind);
    along = normalize(blind * cofactors);
}

// Samples beyond a border are not known.
bool is_in_grid(vec3 place) {
    vec3 inside = clamp(place, vec3(0.0), vec3(u_hpyr_flow_samples - 1));
    return all(equal(mix(inside, place, vec3(u_hpyr_flow_periodic)), place));
}

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int entry = hpyr_flow_entry(texel);
    o_value = o_type = 0u;
    if (entry >= u_count || texelFetch(u_places, texel, 0).x == 0xFFFFFFFFu)
        return;
    ivec3 cell = ivec3(texelFetch(u_cells, hpyr_flow_texel_of_candidate(entry), 0).xyz);
    vec3 along = vec3(0.0), blind = along, at;
    for (int i = 0; i <= HPYR_LAST_LOOK; i++) {
        bool is_zero = i == 0 || i == HPYR_LAST_LOOK;
        float side = i == HPYR_ONE_SIDE ? 1.0 : i == HPYR_OTHER_SIDE ? -1.0 : 0.0;
        if (is_zero || side != 0.0)
            at = uintBitsToFloat(texelFetch(u_places, texel, 0).xyz) + side * along;
        vec3 v;
        mat3 slopes;
        hpyr_flow_look(cell, at, is_zero ? cell : cell + ivec3(floor(at)), v, slopes);
        if (i == HPYR_LAST_LOOK) {
            o_value = floatBitsToUint(length(v));
            o_type = type_of(slopes);
            return;
        }
        hpyr_flow_divide(hpyr_flow_range(cell), v, slopes);
        if (i == 0) {
            mat3 cofactors = hpyr_flow_cofactors(slopes);
            float conditioning = abs(dot(slopes[0], cofactors[0])) / size_of(cofactors);
            if (!(size_of(slopes) >= HPYR_LEAST_SLOPES && conditioning >= HPYR_LEAST_CONDITIONING)) // true for NaN, too
                return;
            if (conditioning >= HPYR_SURE_CONDITIONING)
                i = HPYR_LAST_LOOK - 1;
            else
                directions_of(cofactors, along, blind);
        } else if (i == HPYR_OTHER_SIDE - 1 || i == HPYR_LAST_LOOK - 1) {
            if (length(v) > HPYR_LARGEST_OF_LINES && is_in_grid(vec3(cell) + at))
                i = HPYR_LAST_LOOK - 1;
            else if (i == HPYR_LAST_LOOK - 1)
                return;
        } else {
            v -= dot(v, blind) * blind;
            for (int axis = 0; axis < 3; axis++)
                slopes[axis] += along[axis] * blind;
            hpyr_flow_step(v, slopes, 0.25, at);
        }
    }
}
