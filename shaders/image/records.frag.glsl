// Records of features in the order that a sort gave: six words each, four words a fragment.
// HPYR_SCALES: as in cell.glsl.
#include "core/keys.glsl"
#include "list/plane.glsl"
#include "image/cell.glsl"
uniform sampler2DArray u_responses;
uniform usampler2D u_keys;
uniform ivec2 u_keys_row;
uniform int u_first, u_end; // features
uniform ivec3 u_last;       // last pixel of the image, and last size
uniform vec2 u_sizes;       // the smallest one, and the binary logarithm of the ratio
out uvec4 o_words;

float response_at(ivec3 place) {
    return texelFetch(u_responses, clamp(place, ivec3(0), u_last), 0).x;
}

// The top of a parabola through three values, of which the middle one is the largest.
float top_of(float before, float middle, float after) {
    float bend = before - 2.0 * middle + after;
    return bend < 0.0 ? clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0.0;
}

// The top of a quadratic that has the central differences of 3x3 responses. Where it has none, the
// parabolas along x and along y tell.
vec2 offset_at(ivec3 place) {
    float middle = response_at(place);
    float left = response_at(place + ivec3(-1, 0, 0)), right = response_at(place + ivec3(1, 0, 0));
    float below = response_at(place + ivec3(0, -1, 0)), above = response_at(place + ivec3(0, 1, 0));
    float corners = response_at(place + ivec3(1, 1, 0)) + response_at(place + ivec3(-1, -1, 0)) -
                    response_at(place + ivec3(1, -1, 0)) - response_at(place + ivec3(-1, 1, 0));
    // In units of the response itself, so that no product is below the smallest float.
    vec2 slope = vec2(right - left, above - below) * 0.5 / middle;
    vec3 bend = vec3(left - 2.0 * middle + right, below - 2.0 * middle + above, 0.25 * corners) / middle;
    float determinant = bend.x * bend.y - bend.z * bend.z;
    vec2 top = vec2(bend.z * slope.y - bend.y * slope.x, bend.z * slope.x - bend.x * slope.y);
    if (determinant > 1e-6 * bend.x * bend.y && bend.x < 0.0)
        return clamp(top / determinant, -0.5, 0.5);
    return vec2(top_of(left, middle, right), top_of(below, middle, above));
}

float scale_at(ivec3 place) {
#ifdef HPYR_SCALES
    float top = 0.0;
    if (place.z > 0 && place.z < u_last.z)
        top = top_of(response_at(place - ivec3(0, 0, 1)), response_at(place), response_at(place + ivec3(0, 0, 1)));
    return u_sizes.x * exp2((float(place.z) + top) * u_sizes.y);
#else
    return 0.0;
#endif
}

// Behind the last feature it is found again.
ivec3 place_of(int feature) {
    int entry = min(feature, u_end - 1);
    return pixel_of_cell(hpyr_point_at(texelFetch(u_keys, hpyr_plane_texel(entry, u_keys_row), 0).x));
}

// Two records are three texels: x y response offset | offset scale, x y | response offset offset scale.
void main() {
    int texel = hpyr_target_texel(), pair = texel / 3, part = texel - 3 * pair, first = u_first + 2 * pair;
    ivec3 second = place_of(first + 1), place = part == 2 ? second : place_of(first);
    uint response = floatBitsToUint(response_at(place));
    uvec3 tail = floatBitsToUint(vec3(offset_at(place), scale_at(place)));
    o_words = part == 0   ? uvec4(uvec2(place.xy), response, tail.x)
              : part == 1 ? uvec4(tail.yz, uvec2(second.xy))
                          : uvec4(response, tail);
}
