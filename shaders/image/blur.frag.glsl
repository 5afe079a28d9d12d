// Blurs a layer along x or y, by a kernel that is symmetric.
uniform sampler2DArray u_source;
uniform int u_layer;
uniform ivec2 u_step; // (1,0) or (0,1)
uniform ivec2 u_last; // last pixel of the image
uniform int u_radius;
uniform float u_weights[HPYR_WEIGHTS]; // of the middle, of its neighbours, and so on
out float o_gray;

float gray_at(ivec2 pixel) {
    return texelFetch(u_source, ivec3(clamp(pixel, ivec2(0), u_last), u_layer), 0).x;
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float total = u_weights[0] * gray_at(pixel);
    for (int i = 1; i <= u_radius; i++)
        total += u_weights[i] * (gray_at(pixel - i * u_step) + gray_at(pixel + i * u_step));
    o_gray = total;
}
