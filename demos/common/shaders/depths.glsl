// depths.glsl - colors of the depths of an octree.  SPDX-License-Identifier: MIT

// Linear: from deep blue over green to yellow and white, as cells become smaller.
vec3 depth_color(float depth, float deepest) {
    float t = clamp(depth / max(deepest, 1.0), 0.0, 1.0);
    vec3 low = mix(vec3(0.07, 0.05, 0.30), vec3(0.03, 0.26, 0.42), smoothstep(0.0, 0.4, t));
    vec3 middle = mix(low, vec3(0.10, 0.52, 0.25), smoothstep(0.3, 0.65, t));
    return mix(middle, vec3(1.00, 0.72, 0.12), smoothstep(0.6, 1.0, t));
}
