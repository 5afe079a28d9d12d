// Compares keys with their number, for shaders that run before the CPU knows it.

#ifdef HPYR_NO_WAIT           // without it the CPU knows the total
uniform usampler2D u_command; // texel 0 holds the total, see top_command.frag.glsl
bool hpyr_has_key(uint key) {
    return key < texelFetch(u_command, ivec2(0), 0).r;
}
#endif
