// The bits of features: which responses are above the limit and the largest of their window. A
// response is larger than those before it in scan-line order, and not smaller than those after it.
// Pixels outside of the image have no response, which is 0.
// HPYR_SCALES: a fragment has the cells of a pixel, one for each size. Else it has 16x8 pixels of a
// block of 16x16, see cell.glsl. HPYR_REACH: pixels of the window to each side, 1 or 2.
// HPYR_ROUND: cells of which one principal curvature is too many times the other are no features.
#include "image/limit.glsl"
uniform sampler2DArray u_responses;
uniform ivec2 u_size; // of the image

#ifdef HPYR_SCALES
uniform int u_scales;
out uint o_bits;

float response_at(ivec3 place) {
    bool is_inside = all(greaterThanEqual(place, ivec3(0))) && all(lessThan(place, ivec3(u_size, u_scales)));
    float response = texelFetch(u_responses, clamp(place, ivec3(0), ivec3(u_size, u_scales) - 1), 0).x;
    return is_inside ? response : 0.0;
}

// Most are beaten soon, by a neighbour of their own size, which come first.
bool is_peak(ivec3 place, float own) {
    bool is_largest = true;
    for (int i = 0; i < 27 && is_largest; i++) {
        int k = (i + 9) % 27;
        float other = response_at(place + ivec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1));
        is_largest = k < 13 ? other < own : other <= own;
    }
    return is_largest;
}

#    ifdef HPYR_ROUND
uniform int u_steps[HPYR_ROUND]; // pixels between the responses of differences, for each size
uniform float u_most;            // of the squared trace of the Hessian, divided by its determinant

// Differences are in units of the response itself, so that no product is below the smallest float.
bool is_round(ivec3 place, bool is_peak_here) {
    float own = texelFetch(u_responses, place, 0).x;
    vec3 bend = vec3(0.0); // along x, along y, along both
    int responses = is_peak_here ? 9 : 0;
    for (int k = 0; k < responses; k++) {
        ivec2 side = ivec2(k % 3, k / 3) - 1, pixel = place.xy + side * u_steps[place.z];
        pixel = max(pixel, -1 - pixel); // mirrored
        pixel = min(pixel, 2 * u_size - 1 - pixel);
        vec2 is_beside = vec2(side * side);
        bend += texelFetch(u_responses, ivec3(pixel, place.z), 0).x / own *
                vec3((3.0 * is_beside - 2.0) * (1.0 - is_beside.yx), 0.25 * float(side.x * side.y));
    }
    float trace = bend.x + bend.y;
    return trace * trace < u_most * (bend.x * bend.y - bend.z * bend.z);
}
#    endif

void main() {
    float limit = response_limit();
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    uint bits = 0u;
    for (int z = 0; z < u_scales; z++) {
        float own = response_at(ivec3(pixel, z));
        bool is_peak_here = own >= limit && own > 0.0;
        for (int i = 0; i < 1 && is_peak_here; i++) // a loop ends where no fragment goes on, an if may not
            bits |= uint(is_peak(ivec3(pixel, z), own)) << uint(z);
    }
#    ifdef HPYR_ROUND
    for (int z = 0; (bits >> uint(z)) != 0u; z++)
        bits &= ~(uint(!is_round(ivec3(pixel, z), (bits >> uint(z) & 1u) != 0u)) << uint(z));
#    endif
    o_bits = bits;
}
#else
uniform vec2 u_scale; // 1 / size of the texture
uniform int u_half;   // 0 the lower half of the block, 1 the upper one
out uvec4 o_bits;

// Responses of a row of 8 pixels, and of the pixels beside it.
struct Row {
    vec4 left, a, b, right;
};

vec4 mask(vec4 responses, int column, bool is_row) {
    return mix(vec4(0.0), responses, lessThan(ivec4(column) + ivec4(0, 1, 2, 3), ivec4(is_row ? u_size.x : 0)));
}

#    define AT(column) textureLodOffset(u_responses, at, 0.0, ivec2(column, 0)).x

Row row_at(ivec2 first, int y) {
    int line = first.y + y;
    vec3 at = vec3((vec2(first.x + 4, clamp(line, 0, u_size.y - 1)) + 0.5) * u_scale, 0.0);
    bool is_row = line >= 0 && line < u_size.y;
#    if HPYR_REACH > 1
    float l_2 = AT(-6), r_2 = AT(5);
#    else
    float l_2 = 0.0, r_2 = 0.0;
#    endif
    vec4 left = vec4(0.0, 0.0, l_2, AT(-5));
    return Row(first.x > 0 && is_row ? left : vec4(0.0), mask(vec4(AT(-4), AT(-3), AT(-2), AT(-1)), first.x, is_row),
               mask(vec4(AT(0), AT(1), AT(2), AT(3)), first.x + 4, is_row),
               mask(vec4(AT(4), r_2, 0.0, 0.0), first.x + 8, is_row));
}

// The largest neighbours to the left of four pixels, and to the right.
vec4 before(vec4 left, vec4 v) {
    vec4 largest = vec4(left.w, v.xyz);
#    if HPYR_REACH > 1
    largest = max(largest, vec4(left.zw, v.xy));
#    endif
    return largest;
}

vec4 after(vec4 v, vec4 right) {
    vec4 largest = vec4(v.yzw, right.x);
#    if HPYR_REACH > 1
    largest = max(largest, vec4(v.zw, right.xy));
#    endif
    return largest;
}

vec4 around(vec4 left, vec4 v, vec4 right) {
    return max(v, max(before(left, v), after(v, right)));
}

Row largest_of(Row r) {
    return Row(r.left, around(r.left, r.a, r.b), around(r.a, r.b, r.right), r.right);
}

Row larger(Row a, Row b) {
    return Row(a.left, max(a.a, b.a), max(a.b, b.b), a.right);
}

// The bits of four pixels, at their places in Z-order: 0, 1, 4 and 5.
uint peaks(vec4 left, vec4 v, vec4 right, vec4 below, vec4 above, float limit) {
    vec4 earlier = max(below, before(left, v)), later = max(max(above, after(v, right)), vec4(limit));
    uvec4 is_peak =
        uvec4(greaterThan(v, earlier)) * uvec4(greaterThanEqual(v, later)) * uvec4(greaterThan(v, vec4(0.0)));
    return is_peak.x | (is_peak.y << 1) | (is_peak.z << 4) | (is_peak.w << 5);
}

uint peaks_of_row(Row r, Row below, Row above, float limit) {
    return peaks(r.left, r.a, r.b, below.a, above.a, limit) | (peaks(r.a, r.b, r.right, below.b, above.b, limit) << 16);
}

// A word has 8x4 pixels: two words one above the other.
uvec2 words_of(ivec2 first, float limit) {
    uvec2 bits = uvec2(0u);
#    if HPYR_REACH == 1
    Row below = largest_of(row_at(first, -1)), own = row_at(first, 0);
#    else
    Row below_2 = largest_of(row_at(first, -2)), below_1 = largest_of(row_at(first, -1));
    Row own = row_at(first, 0), next = row_at(first, 1);
#    endif
    int y = 0, rows = 8 + min(u_half, 0);
    do {
        Row last = row_at(first, y + HPYR_REACH);
#    if HPYR_REACH == 1
        Row next = last, above = largest_of(last);
#    else
        Row below = larger(below_2, below_1), above = larger(largest_of(next), largest_of(last));
#    endif
        uint word = peaks_of_row(own, below, above, limit) << uint(2 * (y & 1) + 4 * (y & 2));
        bits |= y < 4 ? uvec2(word, 0u) : uvec2(0u, word);
#    if HPYR_REACH == 1
        below = largest_of(own);
#    else
        below_2 = below_1;
        below_1 = largest_of(own);
#    endif
        own = next;
#    if HPYR_REACH > 1
        next = last;
#    endif
        y++;
    } while (y < rows);
    return bits;
}

// A loop, whose length is no constant: with both halves at once compilers run out of registers.
void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * 16 + ivec2(0, 8 * u_half);
    float limit = response_limit();
    uvec4 bits = uvec4(0u);
    int i = 0, halves = 2 + min(u_half, 0);
    do {
        bits = uvec4(bits.zw, words_of(first + ivec2(8 * i, 0), limit));
        i++;
    } while (i < halves);
    o_bits = bits;
}
#endif
