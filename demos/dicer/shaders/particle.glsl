// particle.glsl - places and colors a particle, a point or a quad.  SPDX-License-Identifier: MIT
uniform mat4 u_view, u_view_projection;
uniform mat3 u_turn; // from the model's normals to the camera's
uniform vec3 u_grid;
uniform vec3 u_center;  // center of the mesh, in the volume
uniform vec2 u_depths;  // distances at which the fog begins and ends
uniform float u_pixels; // diameter at distance 1
uniform float u_last;   // last slice to show
VARYING vec3 v_color;
FLAT_VARYING vec3 v_normal; // its length is its certainty; 0: the particle has none
FLAT_VARYING vec2 v_fog_and_diameter;

uniform bool u_is_lit, u_is_colored;

uniform sampler2D u_colors, u_normals; // lists: entry i is texel (i % side, i / side)
uniform float u_side;

vec2 entry_of(KEY index) {
#if __VERSION__ >= 300
    uint side = uint(u_side);
    return vec2(index % side, index / side);
#else
    float row = floor(index / u_side), column = index - row * u_side;
    return column < u_side ? vec2(column, row) : vec2(0.0, row + 1.0); // a quotient rounded down
#endif
}

void dress_particle(vec4 position, KEY index) {
    vec2 entry = entry_of(index);
    if (u_is_lit) {
        vec3 n = u_turn * TEXEL(u_normals, entry, vec2(u_side)).xyz;
        vec3 sight = (u_view * position).xyz;
        // Open models show their insides; at the outline a voxel's normal may look a little away.
        n = dot(n, sight) > 0.3 * length(n) * length(sight) ? -n : n;
        v_normal = dot(n, n) > 0.0 ? normalize(n) : n;
    }
    if (u_is_colored) {
        vec4 color = TEXEL(u_colors, entry, vec2(u_side));
        v_color = mix(vec3(0.5), color.rgb, color.a); // gray far from the surface
    }
}

// Sets position, color, light and size of entry `index` of the point list.
void place_particle(vec3 cell, KEY index) {
    vec3 place = (cell + 0.5) / u_grid;
    vec4 position = vec4(place * 2.0 - 1.0, 1.0);
    gl_Position = u_view_projection * position;
    float fog = clamp((gl_Position.w - u_depths.x) / (u_depths.y - u_depths.x), 0.0, 1.0);
    v_fog_and_diameter = vec2(fog, max(u_pixels / gl_Position.w, 1.5));
    v_color =
        clamp(0.5 + 1.4 * (place - 0.5), 0.0, 1.0); // few models reach the volume's corners, where colors are purest
    // Without a normal of the surface, the direction from the center gives the cloud a lit side.
    vec3 outwards = mat3(u_view) * (position.xyz - u_center);
    v_normal = 0.6 * outwards / max(length(outwards), 1e-6);
    dress_particle(position, index);
    if (cell.z > u_last)
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // behind the far plane, so it is not drawn
}
