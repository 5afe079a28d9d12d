// Sets the voxels of which most of six rays say that they are inside: from the center down and up
// along x, y and z. In a column with an odd number of crossings the two rays contradict each other,
// so this axis has no say. A fragment decides 128 voxels along z.
#include "volume/low_bits.glsl"

uniform usampler2DArray u_along_x, u_along_y; // written by turn_bits.frag.glsl
uniform usampler2DArray u_along_z;            // bits of columns; bit u_size.z is the parity of all crossings
uniform ivec3 u_size;                         // voxels along x, y, z
uniform ivec2 u_words;                        // words of a column along x and along y
uniform int u_layer_words;                    // words along z that a layer has: 4, or less in a low volume
uniform int u_layer;
out uvec4 o_bits;

struct axis {
    uvec4 yes, no; // both rays say inside; both say outside
};

axis axis_of(uvec4 below, uvec4 odd) {
    return axis(below & ~odd, ~(below | odd));
}

// Words along z of the voxels that have this coordinate along the axis.
uvec4 words_at(usampler2DArray turned, int coordinate, int row, int words) {
    ivec3 at = ivec3(coordinate >> 5, row, (coordinate & 31) >> 2);
    ivec4 texels = at.x + words * min(ivec4(0, 1, 2, 3), ivec4(u_layer_words - 1));
    int part = coordinate & 3;
    return uvec4(
        texelFetch(turned, ivec3(texels.x, at.yz), 0)[part], texelFetch(turned, ivec3(texels.y, at.yz), 0)[part],
        texelFetch(turned, ivec3(texels.z, at.yz), 0)[part], texelFetch(turned, ivec3(texels.w, at.yz), 0)[part]);
}

axis along_z(ivec2 column) {
    uint total = texelFetch(u_along_z, ivec3(column, u_size.z >> 7), 0)[(u_size.z >> 5) & 3] >> (u_size.z & 31);
    return axis_of(texelFetch(u_along_z, ivec3(column, u_layer), 0), uvec4(0u - (total & 1u)));
}

void main() {
    ivec2 column = ivec2(gl_FragCoord.xy);
    axis x =
        axis_of(words_at(u_along_x, column.x, column.y, u_words.x), words_at(u_along_x, u_size.x, column.y, u_words.x));
    axis y =
        axis_of(words_at(u_along_y, column.y, column.x, u_words.y), words_at(u_along_y, u_size.y, column.x, u_words.y));
    axis z = along_z(column);
    uvec4 two = (x.yes & y.yes) | (y.yes & z.yes) | (z.yes & x.yes);
    o_bits = (two | ((x.yes | y.yes | z.yes) & ~(x.no | y.no | z.no))) &
             low_bits(ivec4(u_size.z - 128 * u_layer) - ivec4(0, 32, 64, 96));
}
