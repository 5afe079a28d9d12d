// Captures normal (or position, if the mesh has no normals), texture coordinates and colour.
layout(location = 0) in vec3 a_position;
layout(location = 1) in uint a_colour;
layout(location = 2) in vec3 a_normal;
layout(location = 3) in vec2 a_texcoord;
uniform bool u_coloured, u_has_normals, u_has_texcoords;
out vec4 v_look0, v_look1;
void main() {
    uvec3 codes = (uvec3(a_colour) >> uvec3(0u, 8u, 16u)) & 255u;
    vec3 colour = u_coloured ? vec3(codes) / 255.0 : vec3(1.0);
    vec2 texcoord = u_has_texcoords ? a_texcoord : vec2(0.0);
    v_look0 = vec4(u_has_normals ? a_normal : a_position, texcoord.x);
    v_look1 = vec4(texcoord.y, colour);
    gl_Position = vec4(0.0);
}
