// sampled.glsl - the flow between samples of a file, by linear interpolation. Eight fetches are more exact than GPUs' filters, whose
// weights have eight bits.  SPDX-License-Identifier: MIT
uniform sampler3D u_vectors;
uniform vec3 u_origin, u_spacing;
uniform ivec3 u_samples, u_repeats; // samples along the axes; 1 where an axis is periodic, else 0

// A place may lie many periods outside, or outside of the box: then the nearest sample of the border counts.
vec3 hpyr_flow_at(vec3 p) {
    vec3 at = (p - u_origin) / u_spacing, n = vec3(u_samples), sum = vec3(0.0);
    at = clamp(mix(at, at - n * floor(at / n), vec3(u_repeats)), vec3(0.0), n);
    vec3 part = fract(at);
    ivec3 first = ivec3(at);
    for (int i = 0; i < 8; i++) {
        ivec3 corner = ivec3(i & 1, i >> 1 & 1, i >> 2), place = first + corner;
        ivec3 around = place % u_samples, inside = min(place, u_samples - 1);
        vec3 weight = mix(1.0 - part, part, vec3(corner));
        sum += weight.x * weight.y * weight.z *
               texelFetch(u_vectors, u_repeats * around + (1 - u_repeats) * inside, 0).xyz;
    }
    return sum;
}
