/* test_glsl_api.c - GLSL is API: each function that histopyramid/glsl.h lists is in the texts that it names, with the types that it
 * names, and in no others. All other functions of the texts are in glsl_internal.txt.  SPDX-License-Identifier: MIT
 *
 * A prototype of the row stands before the text, and the shader calls the function with just these types. If the text had others,
 * the call would be of a function without a body. OpenGL ES converts no types, so there the variables must fit, too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glsl_tables.h"
#include "kinds.h"
#include "lists.h"
#include "soups.h"

#define PREFIX "abc_"

enum { TEXT = 1 << 16, CODE = 1 << 14 };

static glsl_tables tables;
static bool met[MOST_INTERNAL]; /* which internal functions are in texts */
static size_t unknown;          /* functions that nothing tells of */

static int read_tables(void **state) {
    int result = env_open(state);
    if (!result)
        glsl_tables_read(&tables, env_is_21());
    return result;
}

/* What the table of modes says of this GL. */
static bool is_here(const env *e, const char *name) {
    return has_word(glsl_mode_of(&tables, name)->dialects, e->gl21 ? "GL 2.1" : e->es ? "ES 3.0" : "GL 3.3");
}

/* ---- code ---- */

static void add(char code[CODE], const char *text) {
    assert_true(strlen(code) + strlen(text) < CODE);
    strcat(code, text);
}

/* The name, and all before it and behind it: "uint ", "hpyr_rank" and "ivec3 cell". A constant has no parameters. */
static void split(const char *declaration, char type[WORDS], char name[WORDS], char parameters[WORDS]) {
    const char *at = strstr(declaration, "hpyr_");
    assert_non_null(at);
    size_t length = strcspn(at, "("), before = (size_t)(at - declaration);
    snprintf(type, WORDS, "%.*s", (int)before, declaration);
    snprintf(name, WORDS, "%.*s", (int)length, at);
    snprintf(parameters, WORDS, "%.*s", at[length] ? (int)strcspn(at + length, ")") - 1 : 0,
             at[length] ? at + length + 1 : "");
}

/* A call with variables of the row's types. What is `out` gets no value before. */
static void add_call(char code[CODE], const char *declaration, const char *prefix) {
    char type[WORDS], name[WORDS], parameters[WORDS], part[5 * WORDS], arguments[WORDS] = "";
    int count = 0;
    split(declaration, type, name, parameters);
    add(code, "    {\n");
    for (char *p = strtok(parameters, ","); p; p = strtok(NULL, ","), count++) {
        char own[WORDS];
        bool is_out = strstr(p, "out ") != NULL;
        assert_int_equal(sscanf(is_out ? strstr(p, "out ") + 4 : p, "%127s", own), 1);
        snprintf(part, sizeof part, "        %s a%d", own, count);
        add(code, part);
        snprintf(part, sizeof part, is_out ? ";\n" : " = %s(0);\n", own);
        add(code, part);
        sprintf(arguments + strlen(arguments), "%sa%d", count ? ", " : "", count);
    }
    bool is_void = !strcmp(type, "void "), is_function = strchr(declaration, '(') != NULL;
    snprintf(part, sizeof part, "        %s%s%s%s%s%s%s;\n    }\n", is_void ? "" : type,
             is_void ? "" : "result = ", prefix, name + 5, is_function ? "(" : "", arguments, is_function ? ")" : "");
    add(code, part);
}

/* A shader that does nothing but `calls`. */
static void add_main(const env *e, char code[CODE], GLenum stage, const char *calls) {
    if (stage == GL_GEOMETRY_SHADER)
        add(code, "layout(points) in;\nlayout(triangle_strip, max_vertices = 3) out;\n");
    else if (stage == GL_FRAGMENT_SHADER && !e->gl21)
        add(code, "out vec4 color;\n");
    add(code, "void main() {\n");
    add(code, calls);
    add(code, stage == GL_VERTEX_SHADER     ? "    gl_Position = vec4(0.0);\n}\n"
              : stage == GL_GEOMETRY_SHADER ? "    EmitVertex();\n}\n"
              : e->gl21                     ? "    gl_FragColor = vec4(1.0);\n}\n"
                                            : "    color = vec4(1.0);\n}\n");
}

static char *join(const char *version, const char *before, const char *text, const char *code) {
    char *all = make_room(strlen(version) + strlen(before) + strlen(text) + strlen(code) + 2);
    sprintf(all, "%s%s%s\n%s", version, before, text, code);
    return all;
}

/* A program of this shader and others that do nothing. */
static void check_links(const env *e, GLenum stage, const char *shader) {
    static const GLenum stages[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    GLuint program = glCreateProgram();
    GLint linked = 0;
    add_stage(program, stage, shader);
    for (size_t i = 0; i < LENGTH(stages); i++) {
        char code[CODE] = "";
        add(code, e->gl21 ? "#version 120\n" : "#version 330\n");
        add_main(e, code, stages[i], "");
        if (stages[i] != stage)
            add_stage(program, stages[i], code);
    }
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) {
        char log[4096] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        print_error("%s\n%s\n", shader, log);
        fail();
    }
    glDeleteProgram(program);
    CHECK_GL();
}

/* ---- texts ---- */

static void check_stage(const env *e, const char *name, GLenum stage, hpyr_layout layout, const char *text) {
    const char *version = e->gl21 ? glsl_version(layout, stage == GL_FRAGMENT_SHADER) : "#version 330\n";
    char prototypes[CODE] = "", calls[CODE] = "", code[CODE] = "";
    for (size_t i = 0; i < tables.row_count; i++)
        if (has_word(tables.rows[i].modes, name)) {
            char type[WORDS], own[WORDS], parameters[WORDS], prototype[4 * WORDS];
            split(tables.rows[i].declaration, type, own, parameters);
            snprintf(prototype, sizeof prototype, "%s" PREFIX "%s(%s);\n", type, own + 5, parameters);
            if (strchr(tables.rows[i].declaration, '('))
                add(prototypes, prototype);
            add_call(calls, tables.rows[i].declaration, PREFIX);
        }
    add_main(e, code, stage, calls);
    char *shader = join(version, prototypes, text, code);
    check_links(e, stage, shader);
    free(shader);
    for (size_t i = 0; i < tables.row_count; i++) {
        char call[CODE] = "", absent[CODE] = "";
        if (has_word(tables.rows[i].modes, name) || !tables.rows[i].is_of_text)
            continue;
        add_call(call, tables.rows[i].declaration, PREFIX);
        add_main(e, absent, stage, call);
        shader = join(version, "", text, absent);
        bool is_there = stage_compiles(stage, shader);
        if (is_there)
            print_error("%s has %s, too\n", name, tables.rows[i].declaration);
        assert_false(is_there);
        free(shader);
    }
}

/* The function, or the macro in small letters, that a line of a text begins to define. */
static bool defines_function(const char *line, char name[WORDS]) {
    const char *macro = "#define ";
    bool is_macro = !strncmp(line, macro, strlen(macro));
    size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    if (is_macro)
        line += strlen(macro);
    else if (length && line[length] == ' ')
        line += length + 1;
    else
        return false;
    length = strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    snprintf(name, WORDS, "%.*s", (int)length, line);
    return length && line[length] == '(' && !(is_macro && strstr(name, "HPYR_"));
}

/* Whether a row tells of a function of this name. In a text without it, it is switched off, or takes other parameters: a shader that
 * calls it does not compile. */
static bool has_row(const char *function) {
    for (size_t i = 0; i < tables.row_count; i++) {
        char type[WORDS], own[WORDS], parameters[WORDS];
        split(tables.rows[i].declaration, type, own, parameters);
        if (!strcmp(own + 5, function))
            return true;
    }
    return false;
}

static bool is_internal(const char *function) {
    for (size_t i = 0; i < tables.internal_count; i++)
        if (!strcmp(tables.internal[i] + 5, function)) {
            met[i] = true;
            return true;
        }
    return false;
}

/* Functions that no row tells of must be known as internal ones. All others are told at once, by the last test of texts. */
static void look_at_names(const char *name, const char *text) {
    char function[WORDS];
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *rest = function + strlen(PREFIX);
        if (!defines_function(line, function))
            continue;
        bool is_ours = !strncmp(function, PREFIX, strlen(PREFIX));
        if (is_ours && (has_row(rest) || is_internal(rest) || !strncmp(rest, "my_", 3)))
            continue;
        if (is_ours && tables.internal_count < MOST_INTERNAL) { /* tell it once */
            met[tables.internal_count] = true;
            snprintf(tables.internal[tables.internal_count++], WORDS, "hpyr_%.100s", rest);
        }
        print_error("%s: hpyr_%s is neither in glsl.h nor in glsl_internal.txt\n", name, is_ours ? rest : function);
        unknown++;
    }
}

static void check_text(const env *e, const char *name, hpyr_layout layout, const char *text) {
    const char *stages = glsl_mode_of(&tables, name)->stages;
    look_at_names(name, text);
    if (strstr(stages, "vertex"))
        check_stage(e, name, GL_VERTEX_SHADER, layout, text);
    if (strstr(stages, "fragment"))
        check_stage(e, name, GL_FRAGMENT_SHADER, layout, text);
    if (strstr(stages, "geometry"))
        check_stage(e, name, GL_GEOMETRY_SHADER, layout, text);
}

/* The text that a call writes for an object, checked. */
#define CHECK_TEXT(e, name, layout, call, object)                                                                      \
    do {                                                                                                               \
        char *text = malloc(TEXT);                                                                                     \
        assert_non_null(text);                                                                                         \
        OK(e, call(object, PREFIX, text, TEXT, NULL));                                                                 \
        check_text(e, name, layout, text);                                                                             \
        free(text);                                                                                                    \
    } while (0)

GPU_TEST_ONCE(pyramids_have_what_the_table_says) {
    static const scene_input inputs[] = {INPUT_R8, INPUT_CUSTOM_TEXTURE, INPUT_COUNTS};
    combination c;
    assert_true(is_here(e, "pyramid"));
    for (size_t i = 0; combination_at(i, &c); i++) {
        const uint32_t size[3] = {6, 5, i & 2 ? 3 : 1};
        scene_input input = inputs[i % LENGTH(inputs)];
        if (!combination_runs(e, &c))
            continue;
        SCOPED(scene_free)
        scene s = scene_make(e, &c, size, scene_possible(&c, input) ? input : INPUT_R8, 0.4, 1 + (i / 2) % 2);
        CHECK_TEXT(e, "pyramid", c.layout, hpyr_pyramid_glsl, s.pyramid);
    }
}

/* The text of a MERGED pyramid has its rule, too. */
GPU_TEST_ONCE(pyramids_of_every_rule_have_it_too) {
    static const float values[] = {0, 1, 1, 0};
    static const hpyr_range ranges[] = {{0.1, 0.2}, {0.5, 0.7}};
    static const hpyr_discriminator_desc descs[] = {
        {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = ranges, .range_count = 2},
        {.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX},
        {.kind = HPYR_DISCRIMINATOR_KIND_EDGE, .has_threshold = true, .threshold = 0.1},
        {.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
         .has_threshold = true,
         .pattern = values,
         .pattern_width = 2,
         .pattern_height = 2}};
    static const hpyr_format formats[] = {HPYR_FORMAT_R8, HPYR_FORMAT_R32F};
    for (size_t i = 0; i < LENGTH(descs) * LENGTH(formats); i++) {
        const hpyr_pyramid_desc desc = {
            .width = 9, .height = 8, .layout = e->es ? HPYR_LAYOUT_SINGLE : HPYR_LAYOUT_RECT, .base = HPYR_BASE_MERGED};
        SCOPED(image_free) image im = kind_image(formats[i % LENGTH(formats)], 9, 8, 1, 0, i);
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &descs[i / LENGTH(formats)]);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        CHECK_TEXT(e, "pyramid", desc.layout, hpyr_pyramid_glsl, pyramid);
    }
}

/* GLSL of the caller's that defines all that the rows of a mode want, and calls there what they offer. */
static const char *own_glsl(const char *name, const char *type, char code[CODE]) {
    char result[WORDS], own[WORDS], parameters[WORDS], part[2 * WORDS];
    code[0] = '\0';
    for (size_t i = 0; i < tables.row_count; i++) {
        if (!tables.rows[i].is_yours || !has_word(tables.rows[i].modes, name))
            continue;
        add(code, tables.rows[i].declaration);
        add(code, " {\n");
        for (size_t k = 0; k < tables.row_count; k++)
            if (!tables.rows[k].is_yours && has_word(tables.rows[k].modes, name)) {
                char declaration[WORDS];
                strcpy(declaration, tables.rows[k].declaration);
                replace_word(declaration, "TEXEL", type);
                replace_word(declaration, "VALUE", type);
                add_call(code, declaration, "hpyr_");
            }
        split(tables.rows[i].declaration, result, own, parameters);
        snprintf(part, sizeof part, "    return %.*s(0);\n}\n", (int)strlen(result) - 1, result);
        add(code, part);
    }
    assert_true(code[0]);
    return code;
}

/* Of samples in a texture, or of GLSL. */
static void check_cubes(env *e, hpyr_expansion x, hpyr_layout layout, bool is_own) {
    static const float samples[5 * 4 * 3] = {0};
    char code[CODE];
    image im;
    hpyr_marching_cubes *cubes;
    mesh_job job = soup_job(samples, 5, 4, 3, 0.5, x);
    job.layout = layout;
    job.own_normals = is_own;
    if (is_own) {
        const hpyr_field field = {.glsl = own_glsl("field", "", code)};
        const hpyr_marching_cubes_desc desc = cubes_desc(&job);
        cubes = make_cubes(e, &desc);
        OK(e, hpyr_marching_cubes_build(cubes, &field, 0, 0.5));
    } else {
        cubes = build_job(e, &job, &im);
    }
    CHECK_TEXT(e, x == HPYR_EXPANSION_GEOMETRY ? "GEOMETRY" : "VERTEX", hpyr_marching_cubes_resolved(cubes)->layout,
               hpyr_marching_cubes_glsl, cubes);
    free_cubes(e, cubes);
    if (!is_own)
        image_free(&im);
}

GPU_TEST_ONCE(marching_cubes_have_what_the_table_says) {
    assert_true(is_here(e, "VERTEX"));
    assert_int_equal(is_here(e, "GEOMETRY"), last_expansion(e) == HPYR_EXPANSION_GEOMETRY);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++)
        for (hpyr_layout layout = HPYR_LAYOUT_SINGLE; layout <= HPYR_LAYOUT_BILINEAR; layout++)
            if (layout_runs(e, layout, x)) {
                check_cubes(e, x, layout, false);
                check_cubes(e, x, layout, true);
            }
}

GPU_TEST_ONCE(isosurfaces_have_what_the_table_says) {
    for (hpyr_mesh_form form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        const char *name = form == HPYR_MESH_FORM_SOUP ? "SOUP" : "WELDED";
        const hpyr_isosurface_desc desc = {.grid = {.width = 4, .height = 4, .depth = 4}, .mesh = form};
        SCOPED(destroy_isosurface) hpyr_isosurface *iso = NULL;
        EXPECT(e, is_here(e, name) ? HPYR_OK : HPYR_ERROR_UNSUPPORTED, hpyr_isosurface_create(e->context, &desc, &iso));
        if (is_here(e, name))
            CHECK_TEXT(e, name, HPYR_LAYOUT_AUTO, hpyr_isosurface_glsl, iso);
    }
}

GPU_TEST_ONCE(trees_have_what_the_table_says) {
    const hpyr_octree_desc octree_desc = {.capacity = 10, .depth = 3};
    const hpyr_poisson_desc poisson_desc = {.capacity = 10, .depth = 3};
    const hpyr_quadtree_desc quadtree_desc = {.width = 8, .height = 8, .format = HPYR_FORMAT_R8};
    SCOPED(destroy_octree) hpyr_octree *octree = NULL;
    SCOPED(destroy_poisson) hpyr_poisson *poisson = NULL;
    SCOPED(destroy_quadtree) hpyr_quadtree *quadtree = NULL;
#define EXPECTED(name) (is_here(e, name) ? HPYR_OK : HPYR_ERROR_UNSUPPORTED)
    EXPECT(e, EXPECTED("octree"), hpyr_octree_create(e->context, &octree_desc, &octree));
    EXPECT(e, EXPECTED("poisson"), hpyr_poisson_create(e->context, &poisson_desc, &poisson));
    EXPECT(e, EXPECTED("quadtree"), hpyr_quadtree_create(e->context, &quadtree_desc, &quadtree));
    if (octree)
        CHECK_TEXT(e, "octree", HPYR_LAYOUT_AUTO, hpyr_octree_glsl, octree);
    if (poisson)
        CHECK_TEXT(e, "poisson", HPYR_LAYOUT_AUTO, hpyr_poisson_glsl, poisson);
    if (quadtree)
        CHECK_TEXT(e, "quadtree", HPYR_LAYOUT_AUTO, hpyr_quadtree_glsl, quadtree);
}

/* It runs behind those that make texts. Some GLs do not have all of them. */
GPU_TEST_ONCE(every_other_function_is_known_as_internal) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    bool has_all = !e->gl21 && !e->es && (caps->filter_float || caps->filter_half);
    assert_int_equal(unknown, 0);
    for (size_t i = 0; i < tables.internal_count; i++) {
        if (has_all && !met[i])
            print_error("%s is in no text, but in glsl_internal.txt\n", tables.internal[i]);
        assert_true(!has_all || met[i]);
    }
}

/* ---- GLSL of the caller's ---- */

GPU_TEST_ONCE(discriminators_may_call_what_the_table_says) {
    static const struct {
        hpyr_format format;
        const char *type;
    } cases[] = {{HPYR_FORMAT_R8, "vec4"}, {HPYR_FORMAT_R8UI, "uvec4"}, {HPYR_FORMAT_R16I, "ivec4"}};
    for (size_t i = 0; i < (e->gl21 ? 1 : LENGTH(cases)); i++) {
        char code[CODE];
        SCOPED(image_free) image im = image_make(cases[i].format, 0, 8, 8, 1);
        image_upload(&im);
        const hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
                                              .glsl = own_glsl("discriminator", cases[i].type, code),
                                              .inputs = &im.texture,
                                              .input_count = 1};
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 8, 8);
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        EXPECT(e, HPYR_ERROR_SHADER, hpyr_pyramid_build(pyramid, discriminator, NULL));
    }
}

GPU_TEST_ONCE(selections_may_call_what_the_table_says) {
    static const char *const types[] = {"uint", "int", "float"}; /* from HPYR_LIST_TYPE_UINT on */
    static const uint32_t entries[] = {1, 2, 3};
    SCOPED(destroy_lists) hpyr_lists *lists = NULL;
    if (e->gl21) {
        EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_lists_create(e->context, &(hpyr_lists_desc){.capacity = 100}, &lists));
        return;
    }
    lists = make_lists(e, 100, HPYR_LIST_OPERATION_SELECT);
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, entries, LENGTH(entries));
    for (size_t i = 0; i < LENGTH(types); i++) {
        char code[CODE];
        hpyr_lists_select_desc desc = {.input = in.list,
                                       .condition = HPYR_LIST_CONDITION_CUSTOM,
                                       .glsl = own_glsl("selection", types[i], code),
                                       .length = {.count = LENGTH(entries)}};
        desc.input.type = (hpyr_list_type)(HPYR_LIST_TYPE_UINT + i);
        OK(e, hpyr_lists_select(lists, &desc));
        desc.input = (hpyr_list){0};
        EXPECT(e, HPYR_ERROR_SHADER, hpyr_lists_select(lists, &desc));
    }
}

GPU_TEST_ONCE(isosurfaces_call_what_the_table_says) {
    char code[CODE];
    const hpyr_isosurface_desc desc = {.grid = {.width = 4, .height = 4, .depth = 4}, .gradient = HPYR_GRADIENT_CALLER};
    const hpyr_field field = {.glsl = own_glsl("field", "", code)};
    hpyr_mesh_vertex vertex;
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = NULL;
    EXPECT(e, e->gl21 ? HPYR_ERROR_UNSUPPORTED : HPYR_OK, hpyr_isosurface_create(e->context, &desc, &iso));
    if (e->gl21)
        return;
    OK(e, hpyr_isosurface_build(iso, &field, 0, 0.5));
    OK(e, hpyr_isosurface_download(iso, &vertex, 1, NULL, 0, NULL));
}

GPU_TEST_ONCE(flows_call_what_the_table_says) {
    static const hpyr_flow_kind kinds[] = {HPYR_FLOW_KIND_CRITICAL, HPYR_FLOW_KIND_VORTICITY, HPYR_FLOW_KIND_BAND};
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        char code[CODE];
        const hpyr_flow_desc desc = {.kind = kinds[i], .grid = {.width = 4, .height = 4, .depth = 4}};
        const hpyr_flow_field field = {.glsl = own_glsl(kinds[i] == HPYR_FLOW_KIND_BAND ? "band" : "flow", "", code)};
        uint32_t count;
        SCOPED(destroy_flow) hpyr_flow *flow = NULL;
        EXPECT(e, e->gl21 ? HPYR_ERROR_UNSUPPORTED : HPYR_OK, hpyr_flow_create(e->context, &desc, &flow));
        if (e->gl21)
            continue;
        OK(e, hpyr_flow_build(flow, &field));
        OK(e, hpyr_flow_count(flow, &count));
    }
}

int main(void) {
    return runner_run_group(&(runner_group){env_has_gl, "there is no GL", read_tables, env_close});
}
