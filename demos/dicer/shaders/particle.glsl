// particle.glsl - where a particle is and how it looks, for points and quads alike.  SPDX-License-Identifier: MIT
uniform mat4 u_view, u_view_projection;
uniform mat3 u_turn; // the model's normals to the camera's
uniform vec3 u_grid;
uniform vec3 u_centre; // of the mesh, in the volume
uniform vec2 u_depths;  // distances at which the fog begins and ends
uniform float u_pixels; // diameter at distance 1
uniform float u_last;   // last slice to show
VARYING vec3 v_colour;
FLAT_VARYING vec3 v_normal; // the longer, the surer; zero where the particle has none
FLAT_VARYING vec2 v_fog_and_diameter;

uniform bool u_is_lit, u_is_coloured;

#if __VERSION__ >= 330
uniform sampler2D u_colours, u_normals; // lists: entry i is texel (i % width, i / width)

void dress_particle(vec4 position, vec3 cell, int index) {
    int width = textureSize(u_normals, 0).x;
    ivec2 entry = u_is_lit ? ivec2(index % width, index / width) : ivec2(0);
    if (u_is_lit) {
        vec3 n = u_turn * texelFetch(u_normals, entry, 0).xyz;
        n = dot(n, (u_view * position).xyz) > 0.0 ? -n : n; // open models show their insides
        v_normal = dot(n, n) > 0.0 ? normalize(n) : n;
    }
    if (u_is_coloured) {
        vec4 colour = texelFetch(u_colours, entry, 0);
        v_colour = mix(vec3(0.5), colour.rgb, colour.a); // grey: inside, where the surface is too far for a colour
    }
}
#else
// OpenGL 2.1 makes no such lists; but slices hold colours, those of vertices.
uniform sampler2D u_slices;
uniform vec2 u_slices_size;
uniform float u_tiles; // slices side by side

void dress_particle(vec4 position, vec3 cell, int index) {
    if (u_is_coloured) {
        vec2 tile = vec2(mod(cell.z, u_tiles), floor((cell.z + 0.5) / u_tiles));
        v_colour = TEXEL(u_slices, tile * u_grid.xy + cell.xy, u_slices_size).rgb;
    }
}
#endif

// Position, colour, light and size of entry `index` of the point list.
void place_particle(vec3 cell, int index) {
    vec3 place = (cell + 0.5) / u_grid;
    vec4 position = vec4(place * 2.0 - 1.0, 1.0);
    gl_Position = u_view_projection * position;
    float fog = clamp((gl_Position.w - u_depths.x) / (u_depths.y - u_depths.x), 0.0, 1.0);
    v_fog_and_diameter = vec2(fog, max(u_pixels / gl_Position.w, 1.5));
    v_colour = place;
    // Without the surface's own a guess gives the cloud a lit side: away from the middle.
    vec3 outwards = mat3(u_view) * (position.xyz - u_centre);
    v_normal = 0.6 * outwards / max(length(outwards), 1e-6);
    dress_particle(position, cell, index);
    if (cell.z > u_last) {
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // behind the far plane: nothing to draw
    }
}
