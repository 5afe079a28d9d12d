/* cubes_tables.c - what expand.glsl reads: the classes of cells, and the edges that each class has
 * vertices on.
 * Source: Dyken et al. 2008, section 3.  SPDX-License-Identifier: MIT */
#include "isosurface/cubes.h"

#include "tables/cube_cases.h"

enum { CASE_TEXELS = 16 };

uint64_t hpi_cubes_table_bytes(void) {
    return CASE_TEXELS * HPYR_CUBE_CASES * hpi_gl_texel_bytes(HPYR_FORMAT_RGBA32F);
}

/* Writes the row of a case: for each vertex the lower corner and the axis of its edge. The last
 * texel has the number of vertices. */
static void write_case(uint32_t cube_case, bool reversed, float row[CASE_TEXELS][4]) {
    static const int turns[2][VERTICES_OF_TRIANGLE] = {{0, 1, 2}, {0, 2, 1}};
    uint8_t edges[HPYR_CUBE_CORNERS];
    uint32_t count = VERTICES_OF_TRIANGLE * hpi_cube_case(cube_case, edges);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = edges[i / 3 * 3 + (uint32_t)turns[reversed][i % 3]], corner = hpi_cube_edge_corner(edge);
        for (int axis = 0; axis < 3; axis++)
            row[i][axis] = (float)(corner >> axis & 1);
        row[i][3] = (float)hpi_cube_edge_axis(edge);
    }
    row[CASE_TEXELS - 1][0] = (float)count;
}

hpyr_result hpi_cubes_tables_create(hpyr_marching_cubes *cubes) {
    const hpi_gl_format *format = hpi_gl_format_of(HPYR_FORMAT_RGBA32F);
    float(*texels)[CASE_TEXELS][4] = hpi_alloc_zeros(cubes->context, HPYR_CUBE_CASES, sizeof *texels);
    if (!texels)
        return hpi_gl_fail(cubes->context, HPYR_ERROR_OUT_OF_MEMORY, "marching cubes: no memory for its cases");
    for (uint32_t i = 0; i < HPYR_CUBE_CASES; i++)
        write_case(i, cubes->grid.is_reversed, texels[i]);
    cubes->cases = hpi_gl_texture_create(cubes->context, HPYR_FORMAT_RGBA32F, CASE_TEXELS, HPYR_CUBE_CASES);
    if (cubes->cases)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, CASE_TEXELS, HPYR_CUBE_CASES, format->external, format->type, texels);
    hpi_free(cubes->context, texels);
    return cubes->cases ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

void hpi_cubes_bind_tables(const hpyr_marching_cubes *cubes, GLuint program, const char *prefix, GLuint unit) {
    const hpyr_texture *classes = &cubes->classes;
    hpi_gl_texture_bind(cubes->context, unit, GL_TEXTURE_2D, classes->name);
    hpi_gl_texture_bind(cubes->context, unit + 1, GL_TEXTURE_2D, cubes->cases);
    glUniform1i(hpi_gl_location(cubes->context, program, prefix, "classes"), (GLint)unit);
    glUniform1i(hpi_gl_location(cubes->context, program, prefix, "cases"), (GLint)unit + 1);
    glUniform2f(hpi_gl_location(cubes->context, program, prefix, "classes_scale"), 1.0f / (float)classes->width,
                1.0f / (float)classes->height);
    glUniform1i(hpi_gl_location(cubes->context, program, prefix, "lowest_slice"),
                (GLint)(cubes->field.slab.first_owned - cubes->field.slab.first_slice));
}

void hpi_cubes_add_defines(const hpyr_marching_cubes *cubes, hpi_text *text) {
    hpi_field_add_defines(&cubes->field, text);
    if (cubes->desc.expansion == HPYR_EXPANSION_GEOMETRY)
        hpi_text_add(text, "#define HPYR_CELL_KEYS\n");
}
