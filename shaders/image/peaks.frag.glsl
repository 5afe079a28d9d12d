// The bits of features: which responses are above the limit and the largest of their window. A
// response is larger than those before it in scan-line order, and not smaller than those after it.
// Pixels outside of the image have no response, which is 0.
// HPYR_SCALES: a fragment has the cells of a pixel, one for each size. Else it has 16x8 pixels of a
// block of 16x16, see cell.glsl. HPYR_REACH: pixels of the window to each side, 1 or 2.
// HPYR_ROUND: cells of which one principal curvature is too many times the other are no features.
uniform sampler2DArray u_responses;
uniform ivec2 u_size; // of the image

// The smallest response of a feature.
// HPYR_QUALITY: it is a part of the strongest response, which is a list of one entry. Else a number.
uniform float u_limit;
#ifdef HPYR_QUALITY
uniform sampler2D u_strongest;
float response_limit() {
    return u_limit * texelFetch(u_strongest, ivec2(0), 0).x;
}
#else
float response_limit() {
    return u_limit;
}
#endif

#ifdef HPYR_SCALES
uniform int u_scales;
out uint o_bits;

float response_at(ivec3 place) {
    bool is_inside = all(greaterThanEqual(place, ivec3(0))) && all(lessThan(place, ivec3(u_size, u_scales)));
    float response = texelFetch(u_responses, clamp(place, ivec3(0), ivec3(u_size, u_scales) - 1), 0).x;
    return is_inside ? response : 0.0;
}

// Most are beaten soon, by a neighbor of their own size, which come first.
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

#    define AT(column) textureLodOffset(u_responses, at, 0.0, ivec2(column, 0)).x

// Pixels of a row, the first one in column `column`: those beside the image become 0.
vec4 mask(vec4 responses, int column, bool is_row) {
    return mix(vec4(0.0), responses, lessThan(ivec4(column) + ivec4(0, 1, 2, 3), ivec4(is_row ? u_size.x : 0)));
}

// The largest neighbors to the left of four pixels, and to the right.
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

// What the last rows leave for later ones, of four pixels each: for each pixel the largest of those around it in its row, and candidates,
// which are peaks if no later row has larger pixels around them. What is no candidate is -1.
struct Column {
    vec4 largest;
#    if HPYR_REACH > 1
    vec4 largest_2, candidates_2; // of the row before the last one
#    endif
    vec4 candidates;
};

vec4 kept(vec4 v, bvec4 is_kept) {
    return mix(vec4(-1.0), v, is_kept);
}

// Adds a row. Returns the bits of the row HPYR_REACH below it, of which all is known now: of four pixels, at their places in Z-order, 0, 1,
// 4 and 5.
uint add_row(inout Column c, vec4 left, vec4 v, vec4 right, float limit) {
    vec4 sooner = before(left, v), later = after(v, right), largest = max(v, max(sooner, later));
    sooner = max(sooner, c.largest);
#    if HPYR_REACH > 1
    uvec4 bits = uvec4(greaterThanEqual(c.candidates_2, largest));
    c.candidates_2 = kept(c.candidates, greaterThanEqual(c.candidates, largest));
    sooner = max(sooner, c.largest_2);
    c.largest_2 = c.largest;
#    else
    uvec4 bits = uvec4(greaterThanEqual(c.candidates, largest));
#    endif
    c.candidates = kept(kept(v, greaterThan(v, sooner)), greaterThanEqual(v, max(later, vec4(limit))));
    c.largest = largest;
    return bits.x | (bits.y << 1) | (bits.z << 4) | (bits.w << 5);
}

// A strip is 8 columns wide, or 4 if the window is large: then registers do not suffice for more. Narrow ones fetch more texels. `at` is the
// texel in the middle of a row of the strip, and `column` its first one.
#    if HPYR_REACH > 1
const int strips = 4;

uint add_row_at(inout Column c, vec3 at, int column, bool is_row, float limit) {
    vec4 v = mask(vec4(AT(-2), AT(-1), AT(0), AT(1)), column, is_row);
    vec4 left = vec4(0.0, 0.0, AT(-4), AT(-3)), right = mask(vec4(AT(2), AT(3), 0.0, 0.0), column + 4, is_row);
    return add_row(c, column > 0 && is_row ? left : vec4(0.0), v, right, limit);
}
#    else
const int strips = 2;

uint add_row_at(inout Column c[2], vec3 at, int column, bool is_row, float limit) {
    vec4 left = vec4(0.0, 0.0, 0.0, AT(-5)), right = mask(vec4(AT(4), 0.0, 0.0, 0.0), column + 8, is_row);
    vec4 a = mask(vec4(AT(-4), AT(-3), AT(-2), AT(-1)), column, is_row);
    vec4 b = mask(vec4(AT(0), AT(1), AT(2), AT(3)), column + 4, is_row);
    return add_row(c[0], column > 0 && is_row ? left : vec4(0.0), a, b, limit) |
           (add_row(c[1], a, b, right, limit) << 16);
}
#    endif

// Bits of eight rows of a strip, four of them a word.
uvec2 bits_of_strip(ivec2 first, float limit) {
    uvec2 bits = uvec2(0u);
    vec4 none = vec4(-1.0), zero = vec4(0.0);
#    if HPYR_REACH > 1
    Column c = Column(zero, zero, none, none);
#    else
    Column c[2] = Column[2](Column(zero, none), Column(zero, none));
#    endif
    int y = -2 * HPYR_REACH, rows = 8 + min(u_half, 0);
    do {
        int line = first.y + y + HPYR_REACH;
        vec3 at = vec3((vec2(first.x + 8 / strips, clamp(line, 0, u_size.y - 1)) + 0.5) * u_scale, 0.0);
        uint word = add_row_at(c, at, first.x, line >= 0 && line < u_size.y, limit) << uint(2 * (y & 1) + 4 * (y & 2));
        bits |= y < 0 ? uvec2(0u) : y < 4 ? uvec2(word, 0u) : uvec2(0u, word);
        y++;
    } while (y < rows);
    return bits;
}

// A loop, whose length is no constant: with all strips at once compilers run out of registers.
void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * 16 + ivec2(0, 8 * u_half);
    float limit = response_limit();
    uvec4 bits = uvec4(0u);
    int i = 0, end = strips + min(u_half, 0);
    do {
        uvec2 words = bits_of_strip(first + ivec2(16 / strips * i, 0), limit);
        bits = strips > 2 && (i & 1) > 0 ? bits | uvec4(0u, 0u, words << 16) : uvec4(bits.zw, words);
        i++;
    } while (i < end);
    o_bits = bits;
}
#endif
