// cloud.vert.glsl - a particle for every entry of the point list.  SPDX-License-Identifier: MIT
layout(location = 0) in uvec3 a_cell;
uniform mat4 u_view, u_view_projection;
uniform mat3 u_turn; // the model's normals to the camera's
uniform vec3 u_grid;
uniform vec2 u_depths;  // distances at which the fog begins and ends
uniform float u_pixels; // diameter at distance 1
uniform uint u_last;    // last slice to show
uniform sampler2D u_colours, u_normals; // lists: entry i is texel (i % width, i / width)
uniform bool u_is_lit, u_is_coloured;
out vec3 v_colour;
flat out vec3 v_normal; // zero where the particle has none
flat out float v_fog;
flat out float v_diameter;

void main() {
    vec3 place = (vec3(a_cell) + 0.5) / u_grid;
    vec4 position = vec4(place * 2.0 - 1.0, 1.0);
    gl_Position = u_view_projection * position;
    v_diameter = max(u_pixels / gl_Position.w, 1.5);
    gl_PointSize = v_diameter;
    v_fog = clamp((gl_Position.w - u_depths.x) / (u_depths.y - u_depths.x), 0.0, 1.0);
    v_colour = place;
    v_normal = vec3(0.0);
    int width = textureSize(u_normals, 0).x;
    ivec2 entry = u_is_lit ? ivec2(gl_VertexID % width, gl_VertexID / width) : ivec2(0);
    if (u_is_lit) {
        vec3 n = u_turn * texelFetch(u_normals, entry, 0).xyz;
        n = dot(n, (u_view * position).xyz) > 0.0 ? -n : n; // open models show their insides
        v_normal = dot(n, n) > 0.0 ? normalize(n) : n;
    }
    if (u_is_coloured) {
        vec4 colour = texelFetch(u_colours, entry, 0);
        v_colour = mix(vec3(0.5), colour.rgb, colour.a); // grey: inside, where the surface is too far for a colour
    }
    if (a_cell.z > u_last) {
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // behind the far plane: nothing to draw
    }
}
