// Expansion (Dyken et al. 2008, sections 4 and 5): makes a vertex from a cell and a remainder,
// which is the vertex's number in the cell. Class and number address a table of 256 x 16 texels. A
// texel is an edge, its lower corner and its axis; the last one of a row is the number of vertices.
// HPYR_CELL_KEYS: a key is an active cell, else a vertex.
#include "core/keys.glsl"
#include "isosurface/edge.glsl"

uniform sampler2D u_hpyr_classes, u_hpyr_cases;
uniform int u_hpyr_lowest_slice; // slice of samples under the lowest cells
#ifdef HPYR_INTEGERS
#    define HPYR_TABLE_TEXEL(sampler, at, scale) texelFetch(sampler, at, 0)
#else
uniform vec2 u_hpyr_classes_scale; // 1 / size of the texture
#    define HPYR_TABLE_TEXEL(sampler, at, scale) texture2D(sampler, (vec2(at) + 0.5) * (scale))
#endif

int hpyr_class_at(ivec3 cell) {
    return int(fract(HPYR_TABLE_TEXEL(u_hpyr_classes, hpyr_texel_of_cell(cell), u_hpyr_classes_scale).r) * 256.0 + 0.5);
}

vec4 hpyr_case_texel(int cell_class, int number) {
    return HPYR_TABLE_TEXEL(u_hpyr_cases, ivec2(number, cell_class), vec2(1.0 / 16.0, 1.0 / 256.0));
}

void hpyr_case_vertex(ivec3 cell, int cell_class, int number, out vec3 position, out vec3 normal) {
    vec4 edge = hpyr_case_texel(cell_class, number);
    hpyr_edge_vertex(cell + ivec3(edge.xyz) + ivec3(0, 0, u_hpyr_lowest_slice), int(edge.w), position, normal);
}

#ifdef HPYR_CELL_KEYS
ivec3 hpyr_cell;
int hpyr_class;

int hpyr_cell_vertices(HPYR_UINT key) {
    hpyr_cell = ivec3(hpyr_point_at(key).xyz);
    hpyr_class = hpyr_class_at(hpyr_cell);
    return int(hpyr_case_texel(hpyr_class, 15).r);
}

void hpyr_cell_vertex(int vertex, out vec3 position, out vec3 normal) {
    hpyr_case_vertex(hpyr_cell, hpyr_class, vertex, position, normal);
}
#else
void hpyr_vertex_at(HPYR_UINT key, out vec3 position, out vec3 normal) {
    HPYR_UVEC4 point = hpyr_point_at(key);
    ivec3 cell = ivec3(point.xyz);
    hpyr_case_vertex(cell, hpyr_class_at(cell), int(point.w), position, normal);
}
#endif
