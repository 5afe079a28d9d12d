// Responses of corners: of 4x4 pixels in a fragment, of which each row goes to a target of its own.
// HPYR_HARRIS: det(M) - k trace(M)^2, else the smaller eigenvalue of M.
// HPYR_CODES: gray values are bytes of words. HPYR_RADIUS: of the square over which M is summed, 1 to 3.
// HPYR_RAGGED: the last texel of a row has pixels beyond the image.
// A vector has four pixels of a row. Three of them, left, center and right, are what a row needs: M's
// sums reach three pixels, and gradients one more. Components that nobody reads cost nothing.
// Gradients of bytes, their products and sums of nine of these are integers below 2^24, so they are exact.
#include "image/blocks.glsl"
#include "image/usable.glsl"
#ifdef HPYR_CODES
uniform usampler2D u_gray;
#else
uniform sampler2D u_gray;
#endif
uniform vec2 u_scale;   // 1 / size of the texture of gray values
uniform ivec2 u_size;   // of the image
uniform float u_weight; // squared factor of gradients
uniform float u_k;

// Replaces what lies behind component `last` of four pixels by that component, if it is one of them.
vec4 repeat(vec4 v, int last) {
    return last == 0 ? v.xxxx : last == 1 ? v.xyyy : last == 2 ? v.xyzz : v;
}

#define ROWS (4 + 2 * HPYR_RADIUS)

// Four pixels of a row, and those of the texels beside them; or numbers of these pixels.
struct Pixels {
    vec4 left, v, right;
};

// Of a row of pixels: sums of products of gradients, along x.
struct Sums {
    vec4 xx, xy, yy;
};

#ifdef HPYR_CODES
uint word_at(vec2 at, int offset) {
    return offset < 0   ? textureLodOffset(u_gray, at, 0.0, ivec2(-1, 0)).x
           : offset > 0 ? textureLodOffset(u_gray, at, 0.0, ivec2(1, 0)).x
                        : textureLodOffset(u_gray, at, 0.0, ivec2(0, 0)).x;
}

vec4 pixels_of_word(uint word) {
    return vec4((uvec4(word) >> uvec4(0u, 8u, 16u, 24u)) & 255u);
}
#endif

vec4 pixels(vec2 at, int offset) {
#ifdef HPYR_CODES
    return pixels_of_word(word_at(at, offset));
#else
    return offset < 0   ? textureLodOffset(u_gray, at, 0.0, ivec2(-1, 0))
           : offset > 0 ? textureLodOffset(u_gray, at, 0.0, ivec2(1, 0))
                        : textureLodOffset(u_gray, at, 0.0, ivec2(0, 0));
#endif
}

// The pixels that come before or after each pixel of `v`.
vec4 before(vec4 left, vec4 v) {
    return vec4(left.w, v.xyz);
}

vec4 after(vec4 v, vec4 right) {
    return vec4(v.yzw, right.x);
}

// Replaces what lies beside the image by its first and its last column. `last` is the last column, seen
// from the first of the four pixels.
void repeat_ends(int x, int last, inout Pixels p) {
    p.left = x == 0 ? p.v.xxxx : p.left;
    p.right = last < 4 ? p.v.wwww : p.right;
}

// A texel has repeated the last column already.
Pixels pixels_at(ivec2 first, int row, int last) {
    vec2 at = vec2(float(first.x) + 0.5, float(clamp(row, 0, u_size.y - 1)) + 0.5) * u_scale;
    Pixels p = Pixels(pixels(at, -1), pixels(at, 0), pixels(at, 1));
    repeat_ends(first.x, last, p);
    return p;
}

void repeat_gradients(int x, int last, inout Pixels p) {
#ifdef HPYR_RAGGED
    p.v = repeat(p.v, last);
    p.right = repeat(p.right, last - 4);
#endif
    repeat_ends(x, last, p);
}

// What is kept of a row until it is used. Words of codes take a third of the registers, and take their bytes apart again, where totals
// of large blocks leave few.
#if defined(HPYR_CODES) && HPYR_RADIUS > 1
#    define Texels uvec3

Texels texels_at(ivec2 first, int row, int last) {
    vec2 at = vec2(float(first.x) + 0.5, float(clamp(row, 0, u_size.y - 1)) + 0.5) * u_scale;
    return uvec3(word_at(at, -1), word_at(at, 0), word_at(at, 1));
}

Pixels pixels_of(Texels t, int x, int last) {
    Pixels p = Pixels(pixels_of_word(t.x), pixels_of_word(t.y), pixels_of_word(t.z));
    repeat_ends(x, last, p);
    return p;
}
#else
#    define Texels Pixels

Texels texels_at(ivec2 first, int row, int last) {
    return pixels_at(first, row, last);
}

Pixels pixels_of(Texels t, int x, int last) {
    return t;
}
#endif

// Differences along x.
Pixels differences_of(Pixels p) {
    return Pixels(after(p.left, p.v) - before(vec4(0.0), p.left), after(p.v, p.right) - before(p.left, p.v),
                  after(p.right, vec4(0.0)) - before(p.v, p.right));
}

// Sums along x, weighted by 1, 2, 1.
Pixels smooth_of(Pixels p) {
    return Pixels(before(vec4(0.0), p.left) + 2.0 * p.left + after(p.left, p.v),
                  before(p.left, p.v) + 2.0 * p.v + after(p.v, p.right),
                  before(p.v, p.right) + 2.0 * p.right + after(p.right, vec4(0.0)));
}

vec4 sum(vec4 left, vec4 v, vec4 right) {
    vec4 total = v + vec4(left.w, v.xyz) + vec4(v.yzw, right.x);
#if HPYR_RADIUS > 1
    total += vec4(left.zw, v.xy) + vec4(v.zw, right.xy);
#endif
#if HPYR_RADIUS > 2
    total += vec4(left.yzw, v.x) + vec4(v.w, right.xyz);
#endif
    return total;
}

// The sums of row `row`. `a` and `b` are the texels of the row below and of its own, and `c` becomes those of the row above:
// it is read as late as possible, when `a` is no longer needed.
Sums sums_of(Texels a, Texels b, ivec2 first, int row, int last, out Texels c) {
    Pixels p = pixels_of(a, first.x, last), x = differences_of(p), y = smooth_of(p);
    Pixels d = differences_of(pixels_of(b, first.x, last));
    x = Pixels(x.left + 2.0 * d.left, x.v + 2.0 * d.v, x.right + 2.0 * d.right);
    c = texels_at(first, row + 1, last);
    p = pixels_of(c, first.x, last);
    d = differences_of(p);
    x = Pixels(x.left + d.left, x.v + d.v, x.right + d.right);
    d = smooth_of(p);
    y = Pixels(d.left - y.left, d.v - y.v, d.right - y.right);
    repeat_gradients(first.x, last, x);
    repeat_gradients(first.x, last, y);
    return Sums(sum(x.left * x.left, x.v * x.v, x.right * x.right), sum(x.left * y.left, x.v * y.v, x.right * y.right),
                sum(y.left * y.left, y.v * y.v, y.right * y.right));
}

Sums add(Sums a, Sums b) {
    return Sums(a.xx + b.xx, a.xy + b.xy, a.yy + b.yy);
}

vec4 response_of(Sums m) {
    vec4 xx = u_weight * m.xx, xy = u_weight * m.xy, yy = u_weight * m.yy;
#ifdef HPYR_HARRIS
    vec4 trace = xx + yy;
    vec4 response = xx * yy - xy * xy - u_k * trace * trace;
#else
    vec4 half_difference = 0.5 * (xx - yy);
    vec4 half_trace = 0.5 * (xx + yy);
    vec4 response = half_trace - sqrt(half_difference * half_difference + xy * xy);
    response *= vec4(greaterThan(response, 2e-6 * half_trace)); // an eigenvalue of 0, but for rounding
#endif
    return usable(response);
}

// Rows beside the image: the nearest one inside.
#if HPYR_RADIUS == 1
vec4 response_at(Sums sums[ROWS], int row) {
    return response_of(add(add(sums[row], sums[row + 1]), sums[row + 2]));
}

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * ivec2(1, 4);
    int last = u_size.x - 1 - 4 * first.x;
    Texels a = texels_at(first, first.y - 2, last), b = texels_at(first, first.y - 1, last), c;
    Sums sums[ROWS];
    for (int i = 0; i < ROWS; i++) {
        sums[i] = sums_of(a, b, first, first.y + i - 1, last, c);
        a = b;
        b = c;
    }
    if (first.y == 0)
        sums[0] = sums[1];
    for (int i = 2; i < ROWS; i++)
        if (first.y + i > u_size.y)
            sums[i] = sums[i - 1];
    store_block(mat4(response_at(sums, 0), response_at(sums, 1), response_at(sums, 2), response_at(sums, 3)));
}
#else
// Sums of all rows do not fit into registers. So each row is added to the totals of the four rows of pixels. A loop that may run
// zero times needs more registers, too.
void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * ivec2(1, 4);
    int last = u_size.x - 1 - 4 * first.x, row = max(first.y - HPYR_RADIUS, 0);
    Texels a = texels_at(first, row - 1, last), b = texels_at(first, row, last), c;
    Sums none = Sums(vec4(0.0), vec4(0.0), vec4(0.0)), total_0 = none, total_1 = none, total_2 = none, total_3 = none;
    int i = 0, rows = ROWS + min(u_size.x, 0); // no constant, so that compilers do not unroll the loop
    do {
#    if HPYR_RADIUS > 2 // fewer live numbers, for Haswell, which has 112 registers
        a = texels_at(first, row - 1, last);
#    endif
        Sums own = sums_of(a, b, first, row, last, c);
        if (i <= 2 * HPYR_RADIUS)
            total_0 = add(total_0, own);
        if (i > 0 && i <= 2 * HPYR_RADIUS + 1)
            total_1 = add(total_1, own);
        if (i > 1 && i <= 2 * HPYR_RADIUS + 2)
            total_2 = add(total_2, own);
        if (i > 2)
            total_3 = add(total_3, own);
        int next = clamp(first.y + i - HPYR_RADIUS + 1, 0, u_size.y - 1);
        if (next != row) {
            a = b;
            b = c;
        }
        row = next;
        i++;
    } while (i < rows);
    o_row_0 = response_of(total_0);
    o_row_1 = response_of(total_1);
    o_row_2 = response_of(total_2);
    o_row_3 = response_of(total_3);
}
#endif
