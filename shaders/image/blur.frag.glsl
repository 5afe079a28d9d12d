// Blurs a layer along x or y. Beyond the image all textures repeat its last column and row, so a nearest filter finds them.
// HPYR_ALONG(i): the offset of i pixels along the blur. Constant offsets cost half of what texelFetch does on a software rasterizer.
// HPYR_WEIGHTS: vectors of weights, which are 0 behind the last one.
uniform sampler2DArray u_source;
uniform int u_layer;
uniform ivec2 u_last; // last pixel of the image
uniform vec2 u_scale; // 1 / size of the texture
uniform int u_groups; // of eight weights
uniform int u_radius; // pixels from the first weight to the middle one
uniform vec4 u_weights[HPYR_WEIGHTS];
out float o_gray;

#define AT(i) textureLodOffset(u_source, at, 0.0, HPYR_ALONG(i)).x

void main() {
    ivec2 pixel = min(ivec2(gl_FragCoord.xy), u_last);
    float total = 0.0;
    for (int i = 0; i < u_groups; i++) {
        ivec2 middle = pixel + (8 * i + 4 - u_radius) * HPYR_ALONG(1);
        vec3 at = vec3((vec2(middle) + 0.5) * u_scale, float(u_layer));
        total += dot(u_weights[2 * i], vec4(AT(-4), AT(-3), AT(-2), AT(-1)));
        total += dot(u_weights[2 * i + 1], vec4(AT(0), AT(1), AT(2), AT(3)));
    }
    o_gray = total;
}
