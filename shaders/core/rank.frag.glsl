// Keys of the cells that the caller listed in a texture.
uniform usampler2D u_cells;
out uint o_key;
void main() {
    o_key = hpyr_rank(ivec3(texelFetch(u_cells, ivec2(gl_FragCoord.xy), 0).xyz));
}
