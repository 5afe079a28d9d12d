// Reads a number by textureGather, to probe whether its bits arrive. GLSL with GL_ARB_texture_gather.
uniform sampler2D u_number; // of 2x2 texels, all alike
out uint o_bits;
void main() {
    o_bits = floatBitsToUint(textureGather(u_number, vec2(0.5)).w);
}
