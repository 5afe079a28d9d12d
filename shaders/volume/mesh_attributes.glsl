// What a vertex of the mesh has, as attributes.
layout(location = 0) in vec3 a_position;
layout(location = 1) in uint a_color;
layout(location = 2) in vec3 a_normal;
layout(location = 3) in vec2 a_texcoord;

vec3 position_of_vertex() {
    return a_position;
}

uint color_of_vertex() {
    return a_color;
}

vec3 normal_of_vertex() {
    return a_normal;
}

vec2 texcoord_of_vertex() {
    return a_texcoord;
}
