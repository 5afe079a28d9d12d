// Fetches triangles as the rasterizer gets them, from records of setup_triangle.vert.glsl.
#include "core/texels.glsl"
#include "volume/plane.glsl"

uniform HPYR_BUFFER u_planes; // two words a texel, five texels a vertex

struct sheet {
    vec2 a, b, c;
    vec4 plane; // see plane.glsl; likewise `first`
    vec3 first;
};

// Returns the lowest and the highest z; of a triangle that marks nothing, the lowest is above.
vec2 range_of_sheet(int index) {
    return vec2(HPYR_BUFFER_TEXEL(u_planes, 15 * index + 3).y, HPYR_BUFFER_TEXEL(u_planes, 15 * index + 4).x);
}

sheet sheet_at(int index) {
    int at = 15 * index;
    vec2 a = HPYR_BUFFER_TEXEL(u_planes, at).xy;
    return sheet(a, HPYR_BUFFER_TEXEL(u_planes, at + 5).xy, HPYR_BUFFER_TEXEL(u_planes, at + 10).xy,
                 vec4(HPYR_BUFFER_TEXEL(u_planes, at + 2).xy, HPYR_BUFFER_TEXEL(u_planes, at + 3).xy),
                 vec3(a, HPYR_BUFFER_TEXEL(u_planes, at + 4).x));
}

// Returns red, green and blue of corner 0 to 2, eight bits each. Only where HPYR_FETCHED is defined.
int color_of_sheet(int index, int corner) {
    return int(HPYR_BUFFER_TEXEL(u_planes, 15 * index + 5 * corner + 4).y);
}
