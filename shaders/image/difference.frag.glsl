// Responses of blobs: the difference of two neighbouring Gaussians.
uniform sampler2DArray u_gaussians;
uniform int u_layer;
uniform vec2 u_weights; // of bright blobs, and of dark ones: 0, or 1 / (ratio - 1)
out float o_response;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float own = texelFetch(u_gaussians, ivec3(pixel, u_layer), 0).x;
    float next = texelFetch(u_gaussians, ivec3(pixel, u_layer + 1), 0).x;
    float difference = own - next;
    float response = difference > 0.0 ? u_weights.x * difference : -u_weights.y * difference;
    o_response = response > 0.0 && abs(difference) > 1e-6 * abs(own) ? response : 0.0; // also of NaN
}
