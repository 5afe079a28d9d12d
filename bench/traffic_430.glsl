// traffic_430.glsl - counts what a stage does. traffic_watch.c puts it in front of the library's text.  SPDX-License-Identifier: MIT
//
// A texture does not tell which it is, so its sampler's border does: far outside stands the number of its unit. Of textures of buffers, which
// have no border, no two have one size.
layout(std430, binding = 7) buffer hpyr_traffic_buffer {
    uint vertices, shaded, written, unused;
    uint fetches[32];
    uint first[32];    // bit of a unit's first texel
    uint filtered[32]; // 1: a lookup reads the nearest texels along each axis, and not one
    uint texels[32];   // of a buffer's texture
    uint marks[];      // a bit for each texel that was read
}
hpyr_traffic;

int hpyr_traffic_fetch(uint unit) {
    atomicAdd(hpyr_traffic.fetches[unit & 31u], 1u);
    return 0;
}

void hpyr_traffic_mark(uint unit, uint texel) {
    uint bit = hpyr_traffic.first[unit & 31u] + texel;
    atomicOr(hpyr_traffic.marks[bit >> 5], 1u << (bit & 31u));
}

void hpyr_traffic_texel(uint unit, uint level, ivec3 at, ivec3 size) {
    if (all(greaterThanEqual(at, ivec3(0))) && all(lessThan(at, size)))
        hpyr_traffic_mark(unit, level + uint((at.z * size.y + at.y) * size.x + at.x));
}

// `at` counts texels.
int hpyr_traffic_lookup(uint unit, uint level, vec3 at, ivec3 size, bvec3 axes) {
    bool filtered = hpyr_traffic.filtered[unit & 31u] == 1u;
    ivec3 begin = ivec3(floor(filtered ? mix(at, at - 0.5, vec3(axes)) : at)), more = filtered ? ivec3(axes) : ivec3(0);
    hpyr_traffic_fetch(unit);
    for (int z = 0; z <= more.z; z++)
        for (int y = 0; y <= more.y; y++)
            for (int x = 0; x <= more.x; x++)
                hpyr_traffic_texel(unit, level, clamp(begin + ivec3(x, y, z), ivec3(0), size - 1), size);
    return 0;
}

#define HPYR_TRAFFIC_SIZE_2(s, l) ivec3(textureSize(s, l), 1)
#define HPYR_TRAFFIC_SIZE_3(s, l) textureSize(s, l)
#define HPYR_TRAFFIC_AT_2(p)      ivec3(p, 0)
#define HPYR_TRAFFIC_AT_3(p)      p
#define HPYR_TRAFFIC_FLOAT(x)     uint((x)*255.0 + 0.5)
#define HPYR_TRAFFIC_INTEGER(x)   uint(x)
// Positions of lookups, moved by whole texels and clamped to the edge, for the border is taken.
#define HPYR_TRAFFIC_MOVED_2(p, o, n)     clamp((p) + vec2(o) / vec2(n.xy), 0.5 / vec2(n.xy), 1.0 - 0.5 / vec2(n.xy))
#define HPYR_TRAFFIC_MOVED_3(p, o, n)     clamp((p) + vec3(o) / vec3(n), 0.5 / vec3(n), 1.0 - 0.5 / vec3(n))
#define HPYR_TRAFFIC_MOVED_ARRAY(p, o, n) vec3(HPYR_TRAFFIC_MOVED_2((p).xy, o, n), (p).z)
#define HPYR_TRAFFIC_SCALED_2(p, n)       vec3((p)*vec2(n.xy), 0.0)
#define HPYR_TRAFFIC_SCALED_3(p, n)       (p) * vec3(n)
#define HPYR_TRAFFIC_SCALED_ARRAY(p, n)   vec3((p).xy *vec2(n.xy), (p).z + 0.5)

// S: the sampler. V, I, F: its texels, and positions among them. UNIT: a lookup far outside.
#define HPYR_TRAFFIC_OF(S, V, I, F, NUMBER, FAR, SIZE, AT, O, MOVED, SCALED, AXES)                                     \
    uint hpyr_traffic_unit(S s) {                                                                                      \
        return NUMBER(textureLod(s, FAR, 0.0).x);                                                                      \
    }                                                                                                                  \
    uint hpyr_traffic_level(S s, int l) {                                                                              \
        uint n = 0u;                                                                                                   \
        for (int k = 0; k < l; k++) {                                                                                  \
            ivec3 size = SIZE(s, k);                                                                                   \
            n += uint(size.x * size.y * size.z);                                                                       \
        }                                                                                                              \
        return n;                                                                                                      \
    }                                                                                                                  \
    V hpyr_traffic_of_fetch(S s, I p, int l) {                                                                         \
        uint unit = hpyr_traffic_unit(s);                                                                              \
        hpyr_traffic_fetch(unit);                                                                                      \
        hpyr_traffic_texel(unit, hpyr_traffic_level(s, l), AT(p), SIZE(s, l));                                         \
        return texelFetch(s, p, l);                                                                                    \
    }                                                                                                                  \
    V hpyr_traffic_of_lod_offset(S s, F p, float l, O offset) {                                                        \
        ivec3 size = SIZE(s, int(l));                                                                                  \
        F at = MOVED(p, offset, size);                                                                                 \
        hpyr_traffic_lookup(hpyr_traffic_unit(s), hpyr_traffic_level(s, int(l)), SCALED(at, size), size, AXES);        \
        return textureLod(s, at, l);                                                                                   \
    }                                                                                                                  \
    V hpyr_traffic_of_texture(S s, F p) {                                                                              \
        return hpyr_traffic_of_lod_offset(s, p, 0.0, O(0));                                                            \
    }                                                                                                                  \
    V hpyr_traffic_of_offset(S s, F p, O offset) {                                                                     \
        return hpyr_traffic_of_lod_offset(s, p, 0.0, offset);                                                          \
    }                                                                                                                  \
    V hpyr_traffic_of_lod(S s, F p, float l) {                                                                         \
        return hpyr_traffic_of_lod_offset(s, p, l, O(0));                                                              \
    }
#define HPYR_TRAFFIC_KIND(S2, S3, SA, SR, SB, V, NUMBER)                                                               \
    HPYR_TRAFFIC_OF(S2, V, ivec2, vec2, NUMBER, vec2(-9.0), HPYR_TRAFFIC_SIZE_2, HPYR_TRAFFIC_AT_2, ivec2,             \
                    HPYR_TRAFFIC_MOVED_2, HPYR_TRAFFIC_SCALED_2, bvec3(true, true, false))                             \
    HPYR_TRAFFIC_OF(S3, V, ivec3, vec3, NUMBER, vec3(-9.0), HPYR_TRAFFIC_SIZE_3, HPYR_TRAFFIC_AT_3, ivec3,             \
                    HPYR_TRAFFIC_MOVED_3, HPYR_TRAFFIC_SCALED_3, bvec3(true))                                          \
    HPYR_TRAFFIC_OF(SA, V, ivec3, vec3, NUMBER, vec3(-9.0, -9.0, 0.0), HPYR_TRAFFIC_SIZE_3, HPYR_TRAFFIC_AT_3, ivec2,  \
                    HPYR_TRAFFIC_MOVED_ARRAY, HPYR_TRAFFIC_SCALED_ARRAY, bvec3(true, true, false))                     \
    uint hpyr_traffic_unit(SR s) {                                                                                     \
        return NUMBER(texture(s, vec2(-9.0)).x);                                                                       \
    }                                                                                                                  \
    V hpyr_traffic_of_fetch(SR s, ivec2 p) {                                                                           \
        uint unit = hpyr_traffic_unit(s);                                                                              \
        hpyr_traffic_fetch(unit);                                                                                      \
        hpyr_traffic_texel(unit, 0u, ivec3(p, 0), ivec3(textureSize(s), 1));                                           \
        return texelFetch(s, p);                                                                                       \
    }                                                                                                                  \
    V hpyr_traffic_of_offset(SR s, vec2 p, ivec2 offset) {                                                             \
        ivec2 size = textureSize(s);                                                                                   \
        vec2 at = clamp(p + vec2(offset), vec2(0.5), vec2(size) - 0.5);                                                \
        hpyr_traffic_lookup(hpyr_traffic_unit(s), 0u, vec3(at, 0.0), ivec3(size, 1), bvec3(true, true, false));        \
        return texture(s, at);                                                                                         \
    }                                                                                                                  \
    V hpyr_traffic_of_texture(SR s, vec2 p) {                                                                          \
        return hpyr_traffic_of_offset(s, p, ivec2(0));                                                                 \
    }                                                                                                                  \
    V hpyr_traffic_of_fetch(SB s, int p) {                                                                             \
        int n = textureSize(s);                                                                                        \
        uint unit = 0u;                                                                                                \
        while (unit < 31u && hpyr_traffic.texels[unit] != uint(n))                                                     \
            unit++;                                                                                                    \
        hpyr_traffic_fetch(unit);                                                                                      \
        hpyr_traffic_texel(unit, 0u, ivec3(p, 0, 0), ivec3(n, 1, 1));                                                  \
        return texelFetch(s, p);                                                                                       \
    }
HPYR_TRAFFIC_KIND(sampler2D, sampler3D, sampler2DArray, sampler2DRect, samplerBuffer, vec4, HPYR_TRAFFIC_FLOAT)
HPYR_TRAFFIC_KIND(isampler2D, isampler3D, isampler2DArray, isampler2DRect, isamplerBuffer, ivec4, HPYR_TRAFFIC_INTEGER)
HPYR_TRAFFIC_KIND(usampler2D, usampler3D, usampler2DArray, usampler2DRect, usamplerBuffer, uvec4, HPYR_TRAFFIC_INTEGER)

// The first channel of four neighbors, in the order of textureGather.
vec4 hpyr_traffic_of_gather_offset(sampler2D s, vec2 p, ivec2 offset) {
    ivec2 size = textureSize(s, 0), begin = ivec2(floor(p * vec2(size) - 0.5)) + offset;
    uint unit = hpyr_traffic_unit(s);
    float found[4];
    hpyr_traffic_fetch(unit);
    for (int i = 0; i < 4; i++) {
        ivec2 at = clamp(begin + ivec2(i & 1, i >> 1), ivec2(0), size - 1);
        hpyr_traffic_texel(unit, 0u, ivec3(at, 0), ivec3(size, 1));
        found[i] = texelFetch(s, at, 0).x;
    }
    return vec4(found[2], found[3], found[1], found[0]);
}

vec4 hpyr_traffic_of_gather(sampler2D s, vec2 p) {
    return hpyr_traffic_of_gather_offset(s, p, ivec2(0));
}

#define texelFetch          hpyr_traffic_of_fetch
#define texture             hpyr_traffic_of_texture
#define textureLod          hpyr_traffic_of_lod
#define textureOffset       hpyr_traffic_of_offset
#define textureLodOffset    hpyr_traffic_of_lod_offset
#define textureGather       hpyr_traffic_of_gather
#define textureGatherOffset hpyr_traffic_of_gather_offset
#define texelFetchOffset    hpyr_traffic_has_none // and so on: these do not compile
#define textureProj         hpyr_traffic_has_none
#define textureGrad         hpyr_traffic_has_none
#define main                hpyr_traffic_of_main
