// project.frag.glsl - projects a splat a fragment: its depth, which is the key that splats are
// sorted by, and the ellipse that it covers in the picture. The formulas, and their names, are those
// of blend.h. It needs harmonics.glsl.  SPDX-License-Identifier: MIT
//
// The targets are 2D textures in line order. Of a splat that is not to be seen the axis is 0.
layout(location = 1) out vec4 o_place; // center of the ellipse, and its long half axis: pixels
layout(location = 2) out vec4 o_light; // color, opacity
layout(location = 3) out vec2 o_reach; // length of its other half axis; sqrt(ln(255 opacity))
uniform sampler2DArray u_shapes;       // layers: center and opacity; quaternion w, x, y, z; scales
uniform mat4 u_view;
uniform vec2 u_focal, u_picture; // pixels
uniform float u_near;
uniform float u_spread; // factor of the scales
uniform uint u_count;   // splats that are drawn: one of each group of u_stride in the cloud
uniform uint u_total, u_stride;

const float VARIANCE = 0.3, SLOPE = 1.3, ALPHA_MAX = 0.99;

// Neighbors in a cloud are often neighbors in space. So a random one of each group is drawn: the
// first ones would form stripes.
uint chosen(uint rank) {
    uint mixed = (rank ^ 61u) ^ (rank >> 16);
    mixed *= 9u;
    mixed ^= mixed >> 4;
    mixed *= 0x27d4eb2du;
    mixed ^= mixed >> 15;
    return u_stride == 1u ? rank : min(rank * u_stride + mixed % u_stride, u_total - 1u);
}

// Splat axes in the world, each as long as its standard deviation.
mat3 axes_of(vec4 q, vec3 scales) {
    float w = q.x, x = q.y, y = q.z, z = q.w;
    return mat3(vec3(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)) * scales.x,
                vec3(2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)) * scales.y,
                vec3(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)) * scales.z);
}

float cross_of(vec2 a, vec2 b) {
    return a.x * b.y - a.y * b.x;
}

// Covariance a, b, c in the picture and its determinant. The latter is a sum of squares, where
// a c - b b would cancel for thin splats.
vec4 covariance_of(mat3 axes, vec3 t, float depth) {
    vec2 limit = SLOPE * u_picture / (2.0 * u_focal), slope = clamp(t.xy / depth, -limit, limit);
    vec3 right = u_focal.x / depth * vec3(1.0, 0.0, slope.x), up = u_focal.y / depth * vec3(0.0, 1.0, slope.y);
    mat3 turned = mat3(u_view) * axes;
    vec2 p = vec2(dot(right, turned[0]), dot(up, turned[0]));
    vec2 q = vec2(dot(right, turned[1]), dot(up, turned[1]));
    vec2 r = vec2(dot(right, turned[2]), dot(up, turned[2]));
    float a = p.x * p.x + q.x * q.x + r.x * r.x, c = p.y * p.y + q.y * q.y + r.y * r.y;
    float b = p.x * p.y + q.x * q.y + r.x * r.y;
    vec3 areas = vec3(cross_of(p, q), cross_of(q, r), cross_of(r, p));
    return vec4(a + VARIANCE, b, c + VARIANCE, dot(areas, areas) + VARIANCE * (a + c) + VARIANCE * VARIANCE);
}

// Unit vector along the long axis, from the larger one of two equal expressions.
vec2 long_axis(vec3 covariance, float longer) {
    float a = covariance.x, b = covariance.y, c = covariance.z;
    vec2 along = a >= c ? vec2(longer - c, b) : vec2(b, longer - a);
    float size = length(along);
    return size > 0.0 ? along / size : vec2(1.0, 0.0);
}

void hide() {
    o_place = o_light = vec4(0.0);
    o_reach = vec2(0.0);
}

void draw(vec3 center, float opacity, ivec2 texel, float depth) {
    vec3 t = (u_view * vec4(center, 1.0)).xyz;
    vec4 q = texelFetch(u_shapes, ivec3(texel, 1), 0);
    vec3 scales = texelFetch(u_shapes, ivec3(texel, 2), 0).xyz * u_spread;
    vec4 covariance = covariance_of(axes_of(q, scales), t, depth);
    float reach = 2.0 * log(255.0 * opacity); // in variances
    vec2 middle = u_picture * 0.5 + u_focal * t.xy / depth, half_box = sqrt(reach * covariance.xz);
    if (any(lessThan(middle + half_box, vec2(0.0))) || any(greaterThan(middle - half_box, u_picture))) {
        hide();
        return;
    }
    float mean = 0.5 * (covariance.x + covariance.z), difference = 0.5 * (covariance.x - covariance.z);
    float longer = mean + sqrt(difference * difference + covariance.y * covariance.y);
    o_place = vec4(middle, long_axis(covariance.xyz, longer) * sqrt(longer * reach));
    o_light = vec4(color_of(texel, center), opacity);
    o_reach = vec2(sqrt(covariance.w / longer * reach), sqrt(0.5 * reach));
}

void main() {
    ivec2 place = ivec2(gl_FragCoord.xy);
    uint rank = uint(place.y) * uint(textureSize(u_shapes, 0).x) + uint(place.x);
    int splat = int(chosen(rank)), width = textureSize(u_shapes, 0).x;
    ivec2 texel = ivec2(splat % width, splat / width);
    vec4 shape = texelFetch(u_shapes, ivec3(texel, 0), 0);
    float depth = -(((u_view[0].z * shape.x + u_view[1].z * shape.y) + u_view[2].z * shape.z) + u_view[3].z);
    o_color = vec4(depth == 0.0 ? 0.0 : depth); // a sort would take -0 for less than +0
    // NaN compares as false, so that it is not drawn.
    if (rank < u_count && depth >= u_near && 255.0 * shape.w >= 1.0)
        draw(shape.xyz, shape.w, texel, depth);
    else
        hide();
}
