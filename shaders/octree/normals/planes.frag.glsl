// The normal of the plane that fits a point and those of its list best: the eigenvector of the smallest
// eigenvalue of their covariance. A texel has the bits of the normal, and the point's number. Where no
// plane is better than all others the normal is 0.
#include "list/plane.glsl"
#include "octree/points.glsl"
uniform usampler2D u_sorted; // see sorted.frag.glsl
uniform ivec2 u_sorted_row;
uniform usampler2DArray u_lists; // four entries a texel and layer
uniform int u_count;             // of points in the octree
uniform int u_length;            // of a list
uniform int u_rotations;         // of Jacobi's method
uniform float u_line;            // points with a smaller ratio of eigenvalues are on a line
out uvec4 o_normal;

// An eighth of the way to entry i of a list, or 0 where the list ends before: w is 1 for an entry.
vec4 way_to(ivec2 list, int i, vec3 position) {
    uint number = hpyr_entry_of(texelFetch(u_lists, ivec3(list, i >> 2), 0), i & 3);
    return number == 0xFFFFFFFFu ? vec4(0.0) : vec4(hpyr_way(position, hpyr_vector(int(number))), 1.0);
}

// Diagonal xx, yy, zz and the rest yz, zx, xy of a covariance, of coordinates from -1 to 1.
void covariance(ivec2 list, vec3 position, out vec3 diagonal, out vec3 rest) {
    float extent = 0.0;
    for (int i = 0; i < u_length; i++) {
        vec3 size = abs(way_to(list, i, position).xyz);
        extent = max(extent, max(size.x, max(size.y, size.z)));
    }
    vec4 sum = vec4(0.0);
    diagonal = rest = vec3(0.0);
    if (extent == 0.0)
        return;
    for (int i = 0; i < u_length; i++) {
        vec4 way = way_to(list, i, position);
        way.xyz /= extent;
        sum += way;
        diagonal += way.xyz * way.xyz;
        rest += way.yzx * way.zxy;
    }
    vec3 mean = sum.xyz / sum.w;
    diagonal = diagonal / sum.w - mean * mean;
    rest = rest / sum.w - mean.yzx * mean.zxy;
}

// Makes the diagonal the eigenvalues, and `vectors` the eigenvectors. Each step turns x and y so that
// the entry xy becomes 0, and then names the axes anew: y becomes x, z becomes y, x becomes z.
void rotate(inout vec3 diagonal, inout vec3 rest, out mat3 vectors) {
    vectors = mat3(1.0);
    for (int i = 0; i < u_rotations; i++) {
        float tangent = 0.0;
        if (abs(rest.z) > 1e-30) {
            float theta = (diagonal.y - diagonal.x) / (2.0 * rest.z);
            tangent = (theta < 0.0 ? -1.0 : 1.0) / (abs(theta) + sqrt(theta * theta + 1.0));
        }
        float cosine = inversesqrt(tangent * tangent + 1.0), sine = tangent * cosine;
        diagonal += vec3(-tangent, tangent, 0.0) * rest.z;
        rest = vec3(cosine * rest.x + sine * rest.y, cosine * rest.y - sine * rest.x, 0.0);
        vec3 x = cosine * vectors[0] - sine * vectors[1], y = sine * vectors[0] + cosine * vectors[1];
        diagonal = diagonal.yzx;
        rest = rest.yzx;
        vectors = mat3(y, vectors[2], x);
    }
}

void main() {
    int index = hpyr_target_texel();
    o_normal = uvec4(0u);
    if (index >= u_count)
        return;
    ivec2 at = hpyr_plane_texel(index, u_sorted_row);
    uvec4 point = texelFetch(u_sorted, at, 0);
    vec3 diagonal, rest;
    mat3 vectors;
    covariance(at, uintBitsToFloat(point.xyz), diagonal, rest);
    rotate(diagonal, rest, vectors);
    float least = min(diagonal.x, min(diagonal.y, diagonal.z)), most = max(diagonal.x, max(diagonal.y, diagonal.z));
    float middle = max(min(diagonal.x, diagonal.y), min(max(diagonal.x, diagonal.y), diagonal.z));
    vec3 normal = diagonal.x == least ? vectors[0] : diagonal.y == least ? vectors[1] : vectors[2];
    o_normal.w = point.w;
    if (middle > u_line * most)
        o_normal.xyz = floatBitsToUint(normalize(normal));
}
