// Responses of corners: of 4x4 pixels in a fragment, of which each row goes to a target of its own.
// HPYR_HARRIS: det(M) - k trace(M)^2, else the smaller eigenvalue of M.
// HPYR_CODES: gray values are bytes of words. HPYR_RADIUS: of the square over which M is summed, 1 to 3.
// HPYR_RAGGED: the last texel of a row has pixels beyond the image.
// A vector has four pixels of a row. Three of them, left, centre and right, are what a row needs: M's
// sums reach three pixels, and gradients one more. Components that nobody reads cost nothing.
// Gradients of bytes, their products and sums of nine of these are integers below 2^24, so they are exact.
#include "image/blocks.glsl"
#include "image/repeat.glsl"
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

#define ROWS (4 + 2 * HPYR_RADIUS)

// Of a row of pixels: differences along x, and sums weighted by 1, 2, 1.
struct Line {
    vec4 d_left, d, d_right, s_left, s, s_right;
};

// Of a row of pixels: sums of products of gradients, along x.
struct Sums {
    vec4 xx, xy, yy;
};

vec4 pixels(vec2 at, int offset) {
#ifdef HPYR_CODES
    uint word = offset < 0   ? textureLodOffset(u_gray, at, 0.0, ivec2(-1, 0)).x
                : offset > 0 ? textureLodOffset(u_gray, at, 0.0, ivec2(1, 0)).x
                             : textureLodOffset(u_gray, at, 0.0, ivec2(0, 0)).x;
    return vec4((uvec4(word) >> uvec4(0u, 8u, 16u, 24u)) & 255u);
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
// from the centre.
void repeat_ends(bool is_first, int last, inout vec4 left, inout vec4 v, inout vec4 right) {
    left = is_first ? v.xxxx : left;
#ifdef HPYR_RAGGED
    v = repeat(v, last);
    right = repeat(right, last - 4);
#endif
    right = last < 4 ? v.wwww : right;
}

Line line_at(ivec2 first, int row, int last) {
    vec2 at = vec2(float(first.x) + 0.5, float(clamp(first.y + row, 0, u_size.y - 1)) + 0.5) * u_scale;
    vec4 left = pixels(at, -1), v = pixels(at, 0), right = pixels(at, 1);
    repeat_ends(first.x == 0, last, left, v, right);
    vec4 left_before = before(vec4(0.0), left), left_after = after(left, v);
    vec4 v_before = before(left, v), v_after = after(v, right);
    vec4 right_before = before(v, right), right_after = after(right, vec4(0.0));
    return Line(left_after - left_before, v_after - v_before, right_after - right_before,
                left_before + 2.0 * left + left_after, v_before + 2.0 * v + v_after,
                right_before + 2.0 * right + right_after);
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

Sums sums_of(Line a, Line b, Line c, bool is_first, int last) {
    vec4 x_left = a.d_left + 2.0 * b.d_left + c.d_left, x = a.d + 2.0 * b.d + c.d;
    vec4 x_right = a.d_right + 2.0 * b.d_right + c.d_right;
    vec4 y_left = c.s_left - a.s_left, y = c.s - a.s, y_right = c.s_right - a.s_right;
    repeat_ends(is_first, last, x_left, x, x_right);
    repeat_ends(is_first, last, y_left, y, y_right);
    return Sums(sum(x_left * x_left, x * x, x_right * x_right), sum(x_left * y_left, x * y, x_right * y_right),
                sum(y_left * y_left, y * y, y_right * y_right));
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

vec4 response_at(Sums sums[ROWS], int row) {
    Sums total = sums[row];
    for (int i = 1; i <= 2 * HPYR_RADIUS; i++)
        total = add(total, sums[row + i]);
    return response_of(total);
}

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * ivec2(1, 4);
    int last = u_size.x - 1 - 4 * first.x;
    bool is_first = first.x == 0;
    Line a = line_at(first, -HPYR_RADIUS - 1, last), b = line_at(first, -HPYR_RADIUS, last);
    Sums sums[ROWS];
    for (int i = 0; i < ROWS; i++) {
        Line c = line_at(first, i - HPYR_RADIUS + 1, last);
        sums[i] = sums_of(a, b, c, is_first, last);
        a = b;
        b = c;
    }
    // Rows beside the image: the nearest one inside.
    for (int i = HPYR_RADIUS - 1; i >= 0; i--)
        if (first.y == 0)
            sums[i] = sums[i + 1];
    for (int i = HPYR_RADIUS + 1; i < ROWS; i++)
        if (first.y + i - HPYR_RADIUS >= u_size.y)
            sums[i] = sums[i - 1];
    store_block(mat4(response_at(sums, 0), response_at(sums, 1), response_at(sums, 2), response_at(sums, 3)));
}
