// Responses of blobs, in blocks of 4x4 pixels: the difference of two neighboring Gaussians.
#include "image/blocks.glsl"
#include "image/usable.glsl"
uniform sampler2DArray u_own;
uniform sampler2DArray u_next;
uniform vec2 u_weights; // of bright blobs, and of dark ones: 0, or 1 / (ratio - 1)

vec4 response_at(int layer) {
    ivec3 texel = ivec3(ivec2(gl_FragCoord.xy), layer);
    vec4 own = texelFetch(u_own, texel, 0), difference = own - texelFetch(u_next, texel, 0);
    vec4 response = max(u_weights.x * difference, -u_weights.y * difference);
    bvec4 is_more = greaterThan(abs(difference), 1e-6 * abs(own)); // than rounding; false for NaN
    return mix(vec4(0.0), usable(response), is_more);
}

void main() {
    store_block(mat4(response_at(0), response_at(1), response_at(2), response_at(3)));
}
