/* glsl.h - functions that shaders of yours may call, and those that GLSL of yours defines.
 * SPDX-License-Identifier: MIT
 *
 * This header declares nothing for C. The tables below are all of the library's GLSL that stays. A text has more names that
 * begin with hpyr_, u_hpyr_ or HPYR_. These are the library's own, and may change in every version.
 *
 * hpyr_pyramid_glsl and its like write texts for your shaders. Paste a text after the #version line, which must be 3.30 or later,
 * 300 es on OpenGL ES, or 1.20 on GL 2.1. On OpenGL ES a text also sets the default precisions to highp.
 * `prefix` replaces "hpyr_" in all names of a text, so several texts fit into one shader: with "a_", u_hpyr_my_level becomes
 * u_a_my_level. NULL means "hpyr_". Only HPYR_UINT stays as it is: a macro, which is uint, or float on GL 2.1.
 *
 * GL 2.1: Where the tables say uint and uvec4, the types are float and vec4. A vertex shader declares
 *   `attribute float a_hpyr_vertex;`, whatever the prefix, and calls hpyr_key_of_vertex(int(a_hpyr_vertex)). If it has other
 *   attributes, bind this one to location 0 before linking, since GL 2.1 may draw nothing without an array there.
 *   Before the text of a pyramid or of marching cubes a fragment shader needs `#extension GL_ARB_shader_texture_lod : require`.
 *   With RECT a vertex or fragment shader needs `#extension GL_ARB_texture_rectangle : require` instead.
 *
 *  | mode         | text of                                     | for                         | is there on            |
 *  |--------------|---------------------------------------------|-----------------------------|------------------------|
 *  | pyramid      | hpyr_pyramid_glsl                           | vertex and fragment shaders | GL 3.3, ES 3.0, GL 2.1 |
 *  | VERTEX       | hpyr_marching_cubes_glsl, by this expansion | vertex shaders              | GL 3.3, ES 3.0, GL 2.1 |
 *  | GEOMETRY     | hpyr_marching_cubes_glsl, by this expansion | geometry shaders            | GL 3.3                 |
 *  | SOUP, WELDED | hpyr_isosurface_glsl, of this form          | vertex shaders              | GL 3.3, ES 3.0         |
 *  | octree       | hpyr_octree_glsl                            | vertex and fragment shaders | GL 3.3, ES 3.0         |
 *  | poisson      | hpyr_poisson_glsl                           | vertex and fragment shaders | GL 3.3, ES 3.0         |
 *  | quadtree     | hpyr_quadtree_glsl                          | vertex and fragment shaders | GL 3.3, ES 3.0         |
 *
 * Pyramids: Compare a key with hpyr_total() before you ask for its point. Marching cubes have no hpyr_total, because a draw need
 * not wait for the total: hpyr_marching_cubes_draw draws only keys that exist.
 *
 *  | function                              | modes                     | gives                            | undefined if |
 *  |---------------------------------------|---------------------------|----------------------------------|--------------|
 *  | `uint hpyr_total()`                   | pyramid                   | the number of keys               |              |
 *  | `uvec4 hpyr_point_at(uint key)`       | pyramid, VERTEX, GEOMETRY | x, y, z and remainder of the key | key >= total |
 *  | `uint hpyr_rank(ivec3 cell)`          | pyramid, VERTEX, GEOMETRY | the cell's first key             | no such cell |
 *  | `uint hpyr_count(ivec3 cell)`         | pyramid, VERTEX, GEOMETRY | the cell's number of keys        | no such cell |
 *  | `uint hpyr_key_of_vertex(int vertex)` | pyramid, VERTEX, GEOMETRY | the key of gl_VertexID in a draw |              |
 *
 * Meshes: With VERTEX a key is a vertex of the soup. With GEOMETRY it is an active cell; your vertex shader passes gl_VertexID
 * on, and your geometry shader calls hpyr_key_of_vertex with it. hpyr_cell_vertices selects the cell that hpyr_cell_vertex is
 * about, so call it first. Corner 3 t + i of an isosurface is corner i of triangle t.
 *
 *  | function                                                                | modes        | gives                 | undefined if   |
 *  |-------------------------------------------------------------------------|--------------|-----------------------|----------------|
 *  | `void hpyr_vertex_at(uint key, out vec3 position, out vec3 normal)`     | VERTEX       | vertex `key`          | key >= total   |
 *  | `int hpyr_cell_vertices(uint key)`                                      | GEOMETRY     | its vertices: 3 to 15 | key >= total   |
 *  | `void hpyr_cell_vertex(int vertex, out vec3 position, out vec3 normal)` | GEOMETRY     | a vertex of that cell | no such vertex |
 *  | `void hpyr_mesh_corner(int corner, out vec3 position, out vec3 normal)` | SOUP, WELDED | the corner's vertex   | no such corner |
 *  | `int hpyr_mesh_index(int corner)`                                       | SOUP, WELDED | its number            | no such corner |
 *
 * Trees: hpyr_octree_cube says where cells are; a point outside of the root gets the cell or the value at its border.
 * For the value of a quadtree's leaf read a texel that hpyr_quadtree_paint has painted; nothing tells the leaf's place in the list.
 *
 *  | function                                       | modes           | gives                                        | undefined if  |
 *  |------------------------------------------------|-----------------|----------------------------------------------|---------------|
 *  | `const int hpyr_none`                          | octree, poisson | -1, which stands for no node                 |               |
 *  | `int hpyr_depth()`                             | octree, poisson | the last depth                               |               |
 *  | `int hpyr_first_node(int depth)`               | octree, poisson | nodes of a depth begin here                  | no such depth |
 *  | `ivec3 hpyr_cell(vec3 point, int depth)`       | octree, poisson | the cell of a point                          | no such depth |
 *  | `int hpyr_node_of(ivec3 cell, int depth)`      | octree, poisson | the node of this cell, or the leaf around it | no such cell  |
 *  | `uvec4 hpyr_node(int node)`                    | octree, poisson | key, first point, points, first child        | no such node  |
 *  | `int hpyr_depth_of(int node)`                  | octree, poisson | its depth                                    | no such node  |
 *  | `int hpyr_parent(int node)`                    | octree, poisson | its parent, or hpyr_none                     | no such node  |
 *  | `int hpyr_child(int node, int number)`         | octree, poisson | a child, or hpyr_none; `number` is 0 to 7    | no such node  |
 *  | `int hpyr_neighbor(int node, ivec3 direction)` | octree, poisson | a neighbor, or hpyr_none; each of -1, 0, 1   | no such node  |
 *  | `ivec3 hpyr_cell_of(int node)`                 | octree, poisson | its place, in cells of its depth             | no such node  |
 *  | `vec4 hpyr_cube()`                             | octree, poisson | origin and side of the root                  |               |
 *  | `float hpyr_poisson_value(vec3 point)`         | poisson         | the function at a place among the points     |               |
 *  | `float hpyr_isovalue()`                        | poisson         | the isovalue of hpyr_poisson_last_report     |               |
 *  | `int hpyr_leaf_level(ivec2 texel)`             | quadtree        | level of the leaf: its side is 1 << level    | no such texel |
 *  | `ivec3 hpyr_leaf_at(ivec2 texel)`              | quadtree        | x, y of its lower left texel, and its side   | no such texel |
 *
 * Your own GLSL: `glsl` of hpyr_discriminator_desc (discriminator), hpyr_lists_select_desc (selection), hpyr_field (field) and
 * hpyr_flow_field (flow; of BAND, band) defines functions, and may call the others of the same mode. GL 2.1 has discriminators
 * and fields alone. Begin every other global name with hpyr_my_ or u_hpyr_my_, such as u_hpyr_my_radius.
 * TEXEL is uvec4 for formats that end in UI, ivec4 for those that end in I, and vec4 for all others. VALUE is uint, int or float,
 * by the type of the list.
 *
 *  | function                              | modes         | gives                                  | undefined if  |
 *  |---------------------------------------|---------------|----------------------------------------|---------------|
 *  | `HPYR_UINT hpyr_count_at(ivec3 cell)` | discriminator | you define it: number of outputs       |               |
 *  | `TEXEL hpyr_input_at(ivec3 cell)`     | discriminator | all channels of the input at the cell  | no such cell  |
 *  | `TEXEL hpyr_input_1_at(ivec3 cell)`   | discriminator | the same of `inputs`; 2, 3, .. follow  | no such cell  |
 *  | `bool hpyr_select_at(uint position)`  | selection     | you define it: whether it is selected  |               |
 *  | `VALUE hpyr_value_at(uint position)`  | selection     | the value of `input`                   | no such entry |
 *  | `float hpyr_field_at(vec3 p)`         | field, band   | you define it: the value at place p    |               |
 *  | `vec3 hpyr_gradient_at(vec3 p)`       | field         | you define it: points to larger values |               |
 *  | `vec3 hpyr_flow_at(vec3 p)`           | flow          | you define it: the vector at place p   |               | */
#ifndef HPYR_GLSL_H
#define HPYR_GLSL_H
#endif
