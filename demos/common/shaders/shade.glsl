// shade.glsl - tells how much light is blocked around a place, coarsely.  SPDX-License-Identifier: MIT
uniform sampler3D u_inside; // how much around a place is inside and outside, with mipmaps
uniform float u_cell;       // side of its finest cells, in the box

#ifdef GL_ES
// OpenGL ES has no border of zeros. This is the weight that a filter gives to texels inside of it.
float weight_within(vec3 place, float level) {
    vec3 size = vec3(textureSize(u_inside, int(level))), at = place * size;
    vec3 weights = clamp(0.5 + min(at, size - at), 0.0, 1.0);
    return weights.x * weights.y * weights.z;
}
#    define INSIDE(place, level)  (textureLod(u_inside, place, level).r * weight_within(place, level))
#    define OUTSIDE(place, level) (textureLod(u_inside, place, level).g * weight_within(place, level))
#elif __VERSION__ >= 330
#    define INSIDE(place, level)  textureLod(u_inside, place, level).r
#    define OUTSIDE(place, level) textureLod(u_inside, place, level).g
#else
#    define INSIDE(place, level)  texture3DLod(u_inside, place, level).r
#    define OUTSIDE(place, level) texture3DLod(u_inside, place, level).a
#endif

// Steps away from the surface into ever wider cells, the first one so many of its cells away: 1.6 is so
// far that a flat surface does not block its own light, and the less, the darker are dents. It runs by vertex: llvmpipe has more fragments than vertices even for small triangles.
vec2 shade(vec3 at, vec3 outwards, float first, int levels) {
    float far = first * u_cell, weight = 0.55;
    vec2 sum = vec2(0.0);
    for (int level = 0; level < levels; level++) {
        sum.x += weight * INSIDE(at + outwards * far, float(level));
        sum.y += weight * OUTSIDE(at - outwards * far, float(level));
        far *= 2.0;
        weight *= 0.9;
    }
    return min(sum, 1.0);
}
