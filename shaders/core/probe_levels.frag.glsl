// Draws a level of a texture from the level below, to probe whether a driver can: each texel is that at
// twice its place and what its place adds.
uniform usampler2D u_flat;
uniform usampler3D u_volume;
uniform int u_slice; // -1: from u_flat
out uvec4 o_number;
void main() {
    ivec2 place = ivec2(gl_FragCoord.xy);
    uvec4 below = u_slice < 0 ? texelFetch(u_flat, 2 * place, 0) : texelFetch(u_volume, 2 * ivec3(place, u_slice), 0);
    o_number = below.rrrr + uint(1 + place.x + 256 * place.y);
}
