// surface.frag.glsl - the surface: warm outside, where the field is smaller, and cool inside; light.glsl and screen.glsl stand before.
// SPDX-License-Identifier: MIT
VARYING vec3 v_position;
VARYING vec3 v_normal;
VARYING vec3 v_texture;
VARYING vec3 v_outwards;
uniform sampler3D u_inside; // how much of a place is inside, with mipmaps
uniform float u_cell;       // a side of its finest cells, in the box
uniform float u_wires;      // how dark the lines between triangles are, 0 for the surface itself

#if __VERSION__ >= 330
#    define INSIDE(place, level) textureLod(u_inside, place, level).r
#elif defined(GL_ARB_shader_texture_lod)
#    define INSIDE(place, level) texture3DLod(u_inside, place, level).r
#else
#    define INSIDE(place, level) texture3D(u_inside, place).r // finer than it should be
#endif

// What is in the way over the surface, in wider cells the further away, so that a flat surface is not in its own way.
float occlusion(vec3 outwards) {
    float far = 1.6 * u_cell, sum = 0.0, weight = 0.55;
    for (int level = 0; level < 3; level++) {
        float inside = INSIDE(v_texture + outwards * far, float(level));
        sum += weight * (gl_FrontFacing ? inside : 1.0 - inside);
        far *= 2.0;
        weight *= 0.9;
    }
    return clamp(sum, 0.0, 1.0);
}

void main() {
    vec3 to_eye = normalize(-v_position);
    float size = length(v_normal);
    vec3 n = size > 0.0 ? v_normal / size : to_eye;
    n = gl_FrontFacing ? n : -n;
    // A smooth normal may look away where its triangle does not: then it is as steep as it can be.
    float facing = dot(n, to_eye);
    n = facing < 0.02 ? normalize(n + (0.02 - facing) * to_eye) : n;
    vec3 base = gl_FrontFacing ? vec3(0.74, 0.37, 0.19) : vec3(0.10, 0.28, 0.42);
    vec3 colour = light_surface(base, n, to_eye, 0.42);
    vec3 open = mix(vec3(1.0), base, 0.35); // light that comes round corners has their colour
    colour *= mix(vec3(1.0), open * 0.25, occlusion(gl_FrontFacing ? v_outwards : -v_outwards));
    // Edges and folds: dark where the surface turns away, so that what lies before other parts stands out.
    float edge = 1.0 - max(dot(n, to_eye), 0.0);
    colour *= 1.0 - 0.75 * edge * edge * edge;
    o_colour = u_wires > 0.0 ? vec4(0.04, 0.05, 0.07, u_wires) : vec4(encode(film(colour)), 1.0);
}
