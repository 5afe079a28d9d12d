// The number of keys for shaders that run before the CPU knows it.
uniform usampler2D u_command; // its first texel, see top_command.frag.glsl
bool hpyr_has_key(uint key) {
    return key < texelFetch(u_command, ivec2(0), 0).r;
}
