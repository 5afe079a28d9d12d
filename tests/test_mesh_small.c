/* test_mesh_small.c - the readers of meshes without a library: what assimp reads of the same files, and files that are damaged.
 * SPDX-License-Identifier: MIT */
#include "splat_files.h"

#include "common/files/error.h"
#include "common/mesh/mesh.h"
#include "common/mesh/mesh_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER(encoding)   "ply\nformat " encoding " 1.0\ncomment a tetrahedron\n"
#define FLOATS             "property float x\nproperty float y\nproperty float z\n"
#define FACES(n, type)     "element face " n "\nproperty list uchar " type " vertex_indices\nend_header\n"
#define TETRAHEDRON_FACES  "3 0 2 1\n3 1 2 3\n3 0 3 2\n3 0 1 3\n"
#define TETRAHEDRON_POINTS "0 0 0\n1 0 0\n0 1 0\n0 0 1\n"

static char warned[ERROR_SIZE];

static void warn(const char *line) {
    snprintf(warned, sizeof warned, "%s", line);
}

static bool read_small(const char *path, mesh *m) {
    memset(m, 0xFF, sizeof *m);
    warned[0] = '\0';
    error_clear();
    return mesh_small_read(path, m, warn);
}

static void compare_corner(const mesh *a, const mesh *b, size_t corner) {
    const size_t i = a->indices[corner], k = b->indices[corner];
    const float *n = a->normals + 3 * i, *o = b->normals + 3 * k;
    assert_true(i < a->vertex_count && k < b->vertex_count);
    for (size_t c = 0; c < 3; c++) {
        const float p = a->positions[3 * i + c], q = b->positions[3 * k + c];
        if (!(fabsf(p - q) <= 1e-6f * fabsf(q)))
            fail_msg("corner %zu: %g, assimp has %g", corner, p, q);
    }
    if (n[0] * o[0] + n[1] * o[1] + n[2] * o[2] < 0.9999f)
        fail_msg("corner %zu: normal %g %g %g, assimp has %g %g %g", corner, n[0], n[1], n[2], o[0], o[1], o[2]);
    if (memcmp(a->colors + 4 * i, b->colors + 4 * k, 4) != 0)
        fail_msg("corner %zu: color %u %u %u, assimp has %u %u %u", corner, a->colors[4 * i], a->colors[4 * i + 1],
                 a->colors[4 * i + 2], b->colors[4 * k], b->colors[4 * k + 1], b->colors[4 * k + 2]);
    for (size_t c = 0; a->texcoords && c < 2; c++)
        assert_true(fabsf(a->texcoords[2 * i + c] - b->texcoords[2 * k + c]) < 1e-6f);
}

/* The same triangles in the same order, whatever the numbers of their vertices. */
static void compare(const char *path) {
    mesh a, b;
    char said[ERROR_SIZE];
    if (!read_small(path, &a))
        fail_msg("%s", error_text());
    snprintf(said, sizeof said, "%s", warned);
    warned[0] = '\0';
    assert_true(model_read(path, &b, warn));
    assert_string_equal(said, warned);
    assert_int_equal(a.triangle_count, b.triangle_count);
    assert_true(a.vertex_count <= b.vertex_count); /* assimp does not join those of two materials */
    assert_int_equal(a.part_count, b.part_count);
    assert_int_equal(a.texture_count, b.texture_count);
    assert_int_equal(a.has_colors, b.has_colors);
    assert_int_equal(a.texcoords != NULL, b.texcoords != NULL);
    for (uint32_t i = 0; i < a.part_count; i++) {
        assert_int_equal(a.parts[i].first_triangle, b.parts[i].first_triangle);
        assert_int_equal(a.parts[i].triangle_count, b.parts[i].triangle_count);
        assert_int_equal(a.parts[i].texture, b.parts[i].texture);
        assert_true(fabsf(a.parts[i].gloss - b.parts[i].gloss) < 1e-6f);
    }
    for (uint32_t i = 0; i < a.texture_count; i++) {
        assert_int_equal(a.textures[i].width, b.textures[i].width);
        assert_memory_equal(a.textures[i].rgba, b.textures[i].rgba,
                            (size_t)a.textures[i].width * a.textures[i].height * 4);
    }
    for (size_t corner = 0; corner < 3 * (size_t)a.triangle_count; corner++)
        compare_corner(&a, &b, corner);
    mesh_free(&a);
    mesh_free(&b);
}

/* One line that begins with the path; nothing half-made. */
static void check_refusal(const mesh *m, const char *path, const char *words) {
    mesh nothing;
    memset(&nothing, 0, sizeof nothing);
    assert_memory_equal(m, &nothing, sizeof *m);
    assert_int_equal(strncmp(error_text(), path, strlen(path)), 0);
    splat_check_error(path, words);
}

static void refuse(const char *path, const char *words) {
    mesh m;
    assert_false(read_small(path, &m));
    check_refusal(&m, path, words);
}

/* ---- files that are good ---- */

TEST(assets_are_those_of_assimp) {
    compare(TEST_ASSETS "/heart.ply");
    compare(TEST_ASSETS "/torus.ply");
    compare(TEST_ASSETS "/die.obj");
}

static const char COLORED[] = HEADER(
    "ascii") "element vertex 4\n" FLOATS
             "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty uchar alpha\n" FACES(
                 "4",
                 "int") "0 0 0 255 0 0 255\n1 0 0 0 255 0 255\n0 1 0 0 0 255 255\n0 0 1 9 8 7 255\n" TETRAHEDRON_FACES;

static const char WITH_NORMALS[] =
    HEADER("ascii") "element vertex 4\n" FLOATS "property float nx\nproperty float ny\nproperty float nz\n" FACES(
        "1", "uint") "0 0 0 0 0 2\n1 0 0 0 0 2\n1 1 0 0 0 2\n0 1 0 0 1 1\n4 0 1 2 3\n";

TEST(ply_of_text) {
    compare(splat_text("a.ply", COLORED));
    compare(splat_text("b.ply", WITH_NORMALS));
}

static void put_number(splat_bytes *b, const void *number, size_t size, bool is_big) {
    uint8_t turned[8];
    for (size_t i = 0; i < size; i++)
        turned[i] = ((const uint8_t *)number)[is_big ? size - 1 - i : i];
    splat_bytes_put(b, turned, size);
}

/* Two triangles of doubles, with a property that nobody asks for after each list. */
static void put_binary_ply(splat_bytes *b, bool is_big) {
    static const double POSITIONS[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t CORNERS[] = {3, 0, 3, 4, 3, 0, 1, 2};
    splat_bytes_print(
        b,
        HEADER("binary_%s_endian") "element vertex 5\nproperty double x\nproperty double y\nproperty double z\n"
                                   "element face 2\nproperty list uint8 uint16 vertex_index\nproperty uchar "
                                   "flags\nend_header\n",
        is_big ? "big" : "little");
    for (size_t i = 0; i < LENGTH(POSITIONS); i++)
        put_number(b, &POSITIONS[i], 8, is_big);
    for (size_t i = 0; i < LENGTH(CORNERS); i++) {
        const uint8_t count = (uint8_t)CORNERS[i];
        if (i == 0 || i == 4)
            splat_bytes_put(b, &count, 1);
        else
            put_number(b, &CORNERS[i], 2, is_big);
        if (i == 3 || i == 7)
            splat_bytes_put(b, "x", 1);
    }
}

TEST(ply_of_both_byte_orders) {
    for (int is_big = 0; is_big < 2; is_big++) {
        SCOPED(splat_bytes_free) splat_bytes b = {0};
        put_binary_ply(&b, is_big);
        compare(splat_file("a.ply", &b, b.length));
    }
}

TEST(ply_with_faces_first) {
    mesh m;
    const char *path = splat_text("a.ply", HEADER("ascii") "element face 4\nproperty list uchar int vertex_indices\n"
                                                           "element vertex 4\n" FLOATS
                                                           "end_header\n" TETRAHEDRON_FACES TETRAHEDRON_POINTS);
    assert_true(read_small(path, &m));
    assert_int_equal(m.triangle_count, 4);
    mesh_free(&m);
}

static const char OBJECT[] =
    "\xEF\xBB\xBF# a cube's three sides\nmtllib a.mtl\no thing\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
    "v 0 0 1\nv 1 0 1\nv 1 1 1\nvt 0 0\nvt 1 0\nvt 1 1 0\nvt 0 1\nvn 0 0 3\nvn 0 1 0\ng one\n"
    "usemtl red\ns 1\nf 1//1 2//1 3//1 4//1\nusemtl tile\nf 1/1 2/2 6/3 5/4\nf -1/1/2 -2/2/2 2/3/2\n"
    "usemtl red\nf 1 5 4\nl 1 2\np 1\n";
static const char MATERIALS[] = "# two\nnewmtl red\nKa 0 0 0\nKd 1 0.5 0.2\nKs 0.5 0.5 0.5\nNs 20\n"
                                "newmtl tile\nKd 0 0 0\nmap_Kd -s 1 1 1 -clamp on a.tga\n";
static const char PICTURE[] = "\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\30\0\0\0\377\0\377\0\377\0\0\377\377\377";

TEST(obj_with_materials) {
    mesh m;
    splat_text("a.mtl", MATERIALS);
    splat_file_of("a.tga", PICTURE, sizeof PICTURE - 1);
    compare(splat_text("a.obj", OBJECT));
    assert_true(read_small(splat_path("a.obj"), &m));
    assert_int_equal(m.part_count, 2);
    assert_int_equal(m.parts[0].triangle_count, 3);
    assert_int_equal(m.parts[1].texture, 0);
    mesh_free(&m);
}

TEST(obj_without_what_it_names) {
    mesh m;
    compare(splat_text("b.obj", "mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl x\nf 1 2 3\n"));
    assert_non_null(strstr(warned, "materials 'none.mtl' cannot be read; going on without them"));
    splat_text("c.mtl", "newmtl x\nKd 1 0 0\nmap_Kd none.png\n");
    assert_true(read_small(splat_text("c.obj", "mtllib c.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl x\nf 1 2 3\n"), &m));
    assert_non_null(strstr(warned, "texture 'none.png'"));
    assert_int_equal(m.texture_count, 0);
    assert_int_equal(m.colors[0], 255);
    mesh_free(&m);
}

TEST(obj_with_colors) {
    compare(splat_text("a.obj", "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nv 0 0 1 0.5 0.5 0.5\nf 1 3 2\nf 2 3 4\n"
                                "f 1 4 3\nf 1 2 4\n"));
}

static const char TEXT_STL[] =
    "solid a\nfacet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\n"
    "endfacet\n facet normal 0 -1 0\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 0 1\n"
    " endloop\n endfacet\nendsolid a\n";

/* Two triangles that share an edge, which is a crease; the header may begin as text does. */
static void put_binary_stl(splat_bytes *b, uint32_t count) {
    static const float NUMBERS[2][12] = {{0, 0, -1, 0, 0, 0, 0, 1, 0, 1, 0, 0}, {0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    char header[80] = "solid, though binary";
    splat_bytes_put(b, header, sizeof header);
    put_number(b, &count, 4, false);
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < 12; i++)
            put_number(b, &NUMBERS[t][i], 4, false);
        splat_bytes_put(b, "\0\0", 2);
    }
}

TEST(stl_of_both_kinds) {
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    compare(splat_text("a.stl", TEXT_STL));
    put_binary_stl(&b, 2);
    compare(splat_file("a.stl", &b, b.length));
}

/* ---- files that are not ---- */

/* What is read of a file that ends early must be sound. */
static void cut_everywhere(const char *name, const splat_bytes *b) {
    size_t refused = 0;
    for (size_t length = 0; length < b->length; length++) {
        mesh m;
        const char *path = splat_file(name, b, length);
        if (!read_small(path, &m)) {
            check_refusal(&m, path, "");
            refused++;
            continue;
        }
        for (size_t i = 0; i < 3 * (size_t)m.triangle_count; i++)
            assert_true(m.indices[i] < m.vertex_count);
        mesh_free(&m);
    }
    assert_true(refused > b->length / 4);
}

TEST(files_that_end_early) {
    static const struct {
        const char *name, *text;
    } TEXTS[] = {{"a.ply", COLORED}, {"a.ply", WITH_NORMALS}, {"a.obj", OBJECT}, {"a.stl", TEXT_STL}};
    splat_text("a.mtl", MATERIALS);
    splat_file_of("a.tga", PICTURE, sizeof PICTURE - 1);
    for (size_t i = 0; i < LENGTH(TEXTS); i++) {
        SCOPED(splat_bytes_free) splat_bytes b = {0};
        splat_bytes_print(&b, "%s", TEXTS[i].text);
        cut_everywhere(TEXTS[i].name, &b);
    }
    for (int kind = 0; kind < 3; kind++) {
        SCOPED(splat_bytes_free) splat_bytes b = {0};
        if (kind < 2)
            put_binary_ply(&b, kind == 1);
        else
            put_binary_stl(&b, 2);
        cut_everywhere(kind < 2 ? "a.ply" : "a.stl", &b);
    }
}

TEST(materials_that_end_early) {
    splat_file_of("a.tga", PICTURE, sizeof PICTURE - 1);
    const char *path = splat_path("a.obj");
    splat_text("a.obj", OBJECT);
    for (size_t length = 0; length < sizeof MATERIALS; length++) {
        mesh m;
        splat_file_of("a.mtl", MATERIALS, length);
        path = splat_path("a.obj");
        assert_true(read_small(path, &m));
        mesh_free(&m);
    }
}

TEST(ply_that_lies) {
    static const struct {
        const char *text, *words;
    } FILES[] = {
        {HEADER("ascii") "element vertex 4000000000\n" FLOATS FACES("1", "int") "0 0 0\n", "truncated"},
        {HEADER("ascii") "element vertex 1\n" FLOATS FACES("99999999999", "int") "0 0 0\n3 0 0 0\n", "truncated"},
        {HEADER("ascii") "element vertex 4\n" FLOATS FACES("1", "int") TETRAHEDRON_POINTS "4000000000 0 1 2\n",
         "truncated"},
        {HEADER("ascii") "element vertex 4\n" FLOATS FACES("1", "int") TETRAHEDRON_POINTS "3 0 1 4\n",
         "does not exist"},
        {HEADER("ascii") "element vertex 4\n" FLOATS FACES("1", "int") TETRAHEDRON_POINTS "3 0 1 -1\n",
         "does not exist"},
        {HEADER("ascii") "element vertex 4\n" FLOATS FACES("1", "float") TETRAHEDRON_POINTS "3 0 1 nan\n",
         "does not exist"},
        {HEADER("ascii") "element vertex 4\n" FLOATS FACES("1", "float") TETRAHEDRON_POINTS "3 0 1 0.5\n",
         "does not exist"},
        {HEADER("ascii") "element vertex 4\n" FLOATS FACES("1", "int") TETRAHEDRON_POINTS "3 0 1 x\n", "is no number"},
        {HEADER("ascii") "element vertex 4\n" FLOATS FACES("1", "int") TETRAHEDRON_POINTS "2 0 1\n",
         "it holds no triangle"},
        {HEADER("ascii") "element vertex 4\n" FLOATS "end_header\n" TETRAHEDRON_POINTS, "it holds no triangle"},
        {HEADER("ascii") "element vertex 1\nproperty float x\n" FACES("0", "int") "1\n", "no x, y and z"},
        {HEADER("ascii") "element vertex 3\n" FLOATS FACES("1", "int") "0 0 0\n1 0 0\nnan 0 0\n3 0 1 2\n",
         "none of its 1 triangles"},
        {HEADER("ascii") "element vertex 3\n" FLOATS FACES("1", "int") "0 0 0\n1 0 0\n1e39 0 0\n3 0 1 2\n",
         "none of its 1 triangles"},
        {HEADER("ascii") "element vertex 3\n" FLOATS FACES("1", "int") "0 0 0\n1 0 0\n2 0 0\n3 0 1 2\n",
         "none of its 1 triangles"},
    };
    for (size_t i = 0; i < LENGTH(FILES); i++)
        refuse(splat_text("a.ply", FILES[i].text), FILES[i].words);
}

TEST(others_that_lie) {
    splat_bytes b = {0};
    refuse(splat_text("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"), "line 4: '4' is no vertex");
    refuse(splat_text("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4\n"), "line 4: '-4' is no vertex");
    refuse(splat_text("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2 3\n"), "line 4: '1' is no vertex");
    refuse(splat_text("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n"), "line 4: '0' is no vertex");
    refuse(splat_text("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n"), "line 4");
    refuse(splat_text("a.obj", "v 0 0 0\nv 1 x 0\n"), "line 2: 'x' is no number");
    refuse(splat_text("a.obj", "v 0 0\n"), "line 1: has too few numbers");
    refuse(splat_text("a.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"), "none of its 1 triangles");
    refuse(splat_text("a.obj", "v 0 0 0\n"), "it holds no triangle");
    put_binary_stl(&b, 4000000000u);
    b.data[0] = 'x';
    refuse(splat_file("a.stl", &b, b.length), "4000000000 triangles need 200000000084 bytes");
    splat_bytes_free(&b);
    refuse(splat_text("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\nendfacet\n"), "line 6");
    refuse(splat_text("a.stl", "solid a\nvertex 0 0\n"), "line 2: is no vertex");
    refuse(splat_text("a.off", "OFF\n"), "reads .ply, .obj and .stl");
    refuse(splat_path("missing.ply"), "cannot be read");
}

int main(void) {
    return runner_run_group(&(runner_group){.open = splat_folder_make, .close = splat_folder_remove});
}
