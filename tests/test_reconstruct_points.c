/* test_reconstruct_points.c - files of points: every kind, and what is wrong with some; points on meshes; what
 * is inside of a mesh.  SPDX-License-Identifier: MIT */
#include "splat_files.h"

#include "common/files/error.h"
#include "common/points/points.h"
#include "common/points/shade.h"
#include "common/points/spread.h"
#include "seeded.h"
#include "swarms.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 6, NUMBERS = 6 };

static char warned[ERROR_SIZE];

static void warn(const char *line) {
    snprintf(warned, sizeof warned, "%s", line);
}

static bool read_points(const char *path, point_set *s) {
    memset(s, 0xFF, sizeof *s);
    warned[0] = '\0';
    error_clear();
    return points_load(path, s, NULL, warn);
}

/* One line that names the file and has these words; nothing half-made. */
static void check_refusal(const point_set *s, const char *path, const char *words) {
    point_set nothing;
    memset(&nothing, 0, sizeof nothing);
    assert_memory_equal(s, &nothing, sizeof *s);
    splat_check_error(path, words);
}

static void refuse(const char *path, const char *words) {
    point_set s;
    assert_false(read_points(path, &s));
    check_refusal(&s, path, words);
}

static void refuse_text(const char *name, const char *text, const char *words) {
    refuse(splat_text(name, text), words);
}

static void take_text(const char *name, const char *text, point_set *s) {
    if (!read_points(splat_text(name, text), s))
        fail_msg("%s", error_text());
}

/* ---- PLY ---- */

static const char *const ENCODINGS[] = {"", "ascii", "binary_little_endian", "binary_big_endian"};

/* Numbers that floats hold, and normals of length 1. */
static void fill(double numbers[POINTS][NUMBERS]) {
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < 3; k++)
            numbers[i][k] = (double)random_below(1000) / 8;
        for (int k = 3; k < NUMBERS; k++)
            numbers[i][k] = k == 3 + i % 3 ? (i & 1 ? -1 : 1) : 0;
    }
}

static void put(splat_bytes *b, ply_encoding encoding, double value, bool is_double) {
    uint64_t bits;
    uint32_t word;
    const float single = (float)value;
    const int size = is_double ? 8 : 4;
    if (encoding == PLY_ASCII) {
        splat_bytes_print(b, "%.9g ", value);
        return;
    }
    memcpy(&word, &single, sizeof word);
    memcpy(&bits, &value, sizeof bits);
    bits = is_double ? bits : word;
    for (int i = 0; i < size; i++) {
        uint8_t byte = (uint8_t)(bits >> 8 * (encoding == PLY_BIG ? size - 1 - i : i));
        splat_bytes_put(b, &byte, 1);
    }
}

static void write_ply(splat_bytes *b, ply_encoding encoding, bool is_double, bool has_normals, const char *told,
                      double numbers[POINTS][NUMBERS]) {
    static const char *const NAMES[] = {"x", "y", "z", "nx", "ny", "nz"};
    const int count = has_normals ? NUMBERS : 3;
    splat_bytes_print(b, "ply\nformat %s 1.0\ncomment points\nelement vertex %s\n", ENCODINGS[encoding], told);
    for (int k = 0; k < count; k++)
        splat_bytes_print(b, "property %s %s\n", is_double ? "double" : "float", NAMES[k]);
    splat_bytes_print(b, "end_header\n");
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < count; k++)
            put(b, encoding, numbers[i][k], is_double);
        if (encoding == PLY_ASCII)
            splat_bytes_print(b, "\n");
    }
}

static void check_points(const point_set *s, double numbers[POINTS][NUMBERS], bool has_normals) {
    assert_int_equal(s->count, POINTS);
    assert_int_equal(s->skipped, 0);
    assert_int_equal(s->without, has_normals ? 0 : POINTS);
    assert_true((s->normals != NULL) == has_normals);
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < 3; k++) {
            assert_true(s->positions[3 * i + k] == (float)numbers[i][k]);
            assert_true(!has_normals || s->normals[3 * i + k] == (float)numbers[i][3 + k]);
        }
    }
}

TEST(every_ply_of_the_same_points_is_the_same) {
    double numbers[POINTS][NUMBERS];
    fill(numbers);
    for (int i = 0; i < 12; i++) {
        const bool is_double = i & 1, has_normals = (i & 2) != 0;
        SCOPED(splat_bytes_free) splat_bytes b = {0};
        SCOPED(point_set_free) point_set s;
        write_ply(&b, (ply_encoding)(PLY_ASCII + i / 4), is_double, has_normals, "6", numbers);
        if (!read_points(splat_file("a.ply", &b, b.length), &s))
            fail_msg("%s", error_text());
        check_points(&s, numbers, has_normals);
    }
}

/* Of text the last number may lose digits, and is a number still. */
TEST(files_that_end_anywhere_are_refused) {
    double numbers[POINTS][NUMBERS];
    fill(numbers);
    for (ply_encoding encoding = PLY_ASCII; encoding <= PLY_BIG; encoding++) {
        SCOPED(splat_bytes_free) splat_bytes b = {0};
        point_set s;
        write_ply(&b, encoding, false, true, "6", numbers);
        const size_t whole = encoding == PLY_ASCII ? b.length - 5 : b.length;
        for (size_t length = 0; length < whole; length++) {
            const char *path = splat_file("a.ply", &b, length);
            if (read_points(path, &s))
                fail_msg("%s: %zu of %zu bytes", ENCODINGS[encoding], length, b.length);
            check_refusal(&s, path, "");
        }
    }
}

TEST(counts_that_are_not_kept_are_told) {
    static const char *const TOLD[] = {"7", "5", "0", "99999999999", "18446744073709551615"};
    double numbers[POINTS][NUMBERS];
    fill(numbers);
    for (size_t i = 0; i < 3 * LENGTH(TOLD); i++) {
        SCOPED(splat_bytes_free) splat_bytes b = {0};
        write_ply(&b, (ply_encoding)(PLY_ASCII + i / LENGTH(TOLD)), false, true, TOLD[i % LENGTH(TOLD)], numbers);
        refuse(splat_file("a.ply", &b, b.length),
               i % LENGTH(TOLD) == 1 || i % LENGTH(TOLD) == 2 ? "goes on" : "truncated");
    }
}

TEST(headers_without_points_are_told) {
    refuse_text("a.ply",
                "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n1 2\n",
                "property z is missing");
    refuse_text("a.ply",
                "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
                "property float nx\nproperty float nz\nend_header\n1 2 3 4 5\n",
                "property ny is missing");
    refuse_text("a.ply", "ply\nformat ascii 1.0\nelement face 0\nend_header\n", "no element vertex");
    refuse_text(
        "a.ply",
        "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
        "holds no points");
    refuse_text("a.ply", "plx\n", "no PLY file");
}

/* ---- text ---- */

TEST(lines_of_numbers_are_points) {
    point_set s;
    take_text("a.xyz", "1 2 3\n\n# a comment\n  4,5;6\r\n//X Y Z\n-1e1 +2 .5", &s);
    assert_int_equal(s.count, 3);
    assert_null(s.normals);
    const float expected[] = {1, 2, 3, 4, 5, 6, -10, 2, 0.5f};
    assert_memory_equal(s.positions, expected, sizeof expected);
    point_set_free(&s);
    take_text("a.txt", "3\n1 2 3 0 0 2\n4 5 6 0 0 0\n7 8 9 nan 0 0\n", &s);
    const float normals[] = {0, 0, 1, 0, 0, 0, 0, 0, 0};
    assert_int_equal(s.without, 2);
    assert_memory_equal(s.normals, normals, sizeof normals);
    point_set_free(&s);
    take_text("a.pts", "2\n1 2 3 -1200 9 9 9\n4 5 6 -100 9 9 9\n", &s);
    assert_int_equal(s.count, 2);
    assert_null(s.normals);
    point_set_free(&s);
}

TEST(colors_are_no_normals) {
    point_set s;
    take_text("a.xyz", "1 2 3 255 0 10\n4 5 6 0 0 0\n", &s);
    assert_null(s.normals);
    assert_non_null(strstr(warned, "are colors"));
    point_set_free(&s);
    take_text("a.xyz", "1 2 3 1 0 0\n4 5 6 0 1 0\n", &s);
    assert_non_null(s.normals);
    assert_string_equal(warned, "");
    point_set_free(&s);
}

TEST(names_of_columns_are_passed_over) {
    point_set s;
    take_text("a.csv", "x,y,z,nx,ny,nz\n1,2,3,0,0,1\n", &s);
    assert_int_equal(s.count, 1);
    assert_non_null(s.normals);
    point_set_free(&s);
    take_text("a.csv", "\xEF\xBB\xBF\"X\";\"Y\";\"Z\"\r\n1;2;3\r\n4;5;6\r\n", &s);
    assert_int_equal(s.count, 2);
    point_set_free(&s);
    take_text("a.xyz", "nan inf 3\n1 2 3\n", &s);
    assert_int_equal(s.skipped, 1);
    point_set_free(&s);
    refuse_text("a.csv", "x y\n1 2 3\n", "line 1: 'x' is no number");
    refuse_text("a.csv", "1 2 3\nx y z\n", "line 2: 'x' is no number");
}

TEST(what_is_no_line_of_points_is_told) {
    static char line[9000];
    refuse_text("a.xyz", "1 2 3\n1 2\n", "line 2: has 2 numbers, the lines before have more");
    refuse_text("a.xyz", "1 2 3\n1 2 3 4\n", "line 2: has 4 numbers, the lines before have less");
    refuse_text("a.xyz", "1 2\n", "line 1: has 2 numbers: 3 are a position");
    refuse_text("a.xyz", "1 2 3 4 5 6 7 8 9\n", "has more than 7 numbers");
    refuse_text("a.xyz", "\n\n1 2 x3\n", "line 3: 'x3' is no number");
    refuse_text("a.xyz", "1 2 3x\n", "'3x' is no number");
    refuse_text("a.xyz", "3\n1 2 3\n4 5 6\n", "tells of 3 points, 2 are there");
    refuse_text("a.xyz", "1\n1 2 3\n4 5 6\n", "tells of 1 points, 2 are there");
    refuse_text("a.xyz", "1\n2\n1 2 3\n", "line 2: has 1 numbers");
    refuse_text("a.xyz", "# nothing\n", "holds no points");
    refuse_text("a.xyz", "nan 1 2\n1 -inf 3\n", "none of its 2 points");
    refuse_text("a.xyz", "1e39 0 0\n", "none of its 1 points");
    refuse_text("a.xyz", "1e-44 0 0\n0 0 0\n", "its extent of 1e-44 is less than this program can take");
    refuse_text("a.xyz", "1e-320 0 0\n0 0 0\n", "less than this program can take");
    refuse_text("a.xyz", "\1\2\3\n", "is no number");
    memset(line, ' ', sizeof line - 1);
    refuse_text("a.xyz", line, "line 1: is too long");
    refuse_text("a.las", "LASF", "files of .las are not read");
    refuse_text("a.stl", "solid\n", "--mesh");
    refuse(splat_path("none.xyz"), "");
    refuse("/tmp", "is a directory");
}

/* ---- OBJ ---- */

TEST(vertices_of_obj_are_points) {
    point_set s;
    take_text("a.obj", "# points\nv 1 2 3\nvn 0 0 2\nv 4 5 6 0.5 0.5 0.5\nvn 0 3 0\n", &s);
    const float positions[] = {1, 2, 3, 4, 5, 6}, normals[] = {0, 0, 1, 0, 1, 0};
    assert_memory_equal(s.positions, positions, sizeof positions);
    assert_memory_equal(s.normals, normals, sizeof normals);
    point_set_free(&s);
    take_text("a.obj",
              "mtllib a.mtl\nv 1 2 3\nv 4 5 6\nv 7 8 9\nv 0 0 0\nvt 0 0\nvn 0 0 1\nvn 0 -1 0\nf 1/1/2 -3//-2 3/1/1\n",
              &s);
    const float by_faces[] = {0, -1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0};
    assert_memory_equal(s.normals, by_faces, sizeof by_faces);
    assert_int_equal(s.without, 1);
    point_set_free(&s);
    take_text("a.obj", "v 1 2 3\nv 4 5 6\nv 7 8 9\nf 1 2 3\n", &s);
    assert_null(s.normals);
    point_set_free(&s);
}

TEST(what_is_no_obj_is_told) {
    refuse_text("a.obj", "v 1 2\n", "line 1: has less than three numbers");
    refuse_text("a.obj", "v 1 2 3\nvn 1 2 3 4\n", "line 2: has too many numbers");
    refuse_text("a.obj", "v 1 2 3\nvn 0 0 1\nvn 0 0 1\n", "do not belong together");
    refuse_text("a.obj", "v 1 2 3\nf 1 1 2\n", "line 2: '2' is no vertex");
    refuse_text("a.obj", "v 1 2 3\nf 1 1 -2\n", "line 2: '-2' is no vertex");
    refuse_text("a.obj", "v 1 2 3\nf 1//1 1 1\n", "line 2: '1' is no vertex or normal");
    refuse_text("a.obj", "v 1 2 3\nf 1 1\n", "line 2: is a face of less than three corners");
    refuse_text("a.obj", "v 1 2 3\nf 1 1 x\n", "is no corner of a face");
    refuse_text("a.obj", "v 1 2 3\n1 2 3\n", "begins no line of an OBJ file");
    refuse_text("a.obj", "o nothing\n", "holds no points");
}

/* ---- all sets ---- */

TEST(points_past_floats_are_skipped) {
    SCOPED(point_set_free) point_set s;
    take_text("a.xyz", "1 2 3\nnan 0 0\n0 inf 0\n0 0 -1e300\n4 5 6\n", &s);
    assert_int_equal(s.count, 2);
    assert_int_equal(s.skipped, 3);
    assert_non_null(strstr(warned, "3 of 5 points are skipped"));
}

TEST(far_points_get_an_origin) {
    point_set s;
    take_text("a.xyz", "500000.125 6000000.25 10\n500001.125 6000001.25 11\n", &s);
    assert_true(s.origin[0] == 500000 && s.origin[1] == 6000000);
    for (int k = 0; k < 3; k++)
        assert_true(s.positions[k] + s.origin[k] == (k == 0 ? 500000.125 : k == 1 ? 6000000.25 : 10));
    point_set_free(&s);
    take_text("a.xyz", "5 6 10\n7 8 9\n", &s);
    assert_true(s.origin[0] == 0 && s.origin[1] == 0 && s.origin[2] == 0);
    point_set_free(&s);
}

/* The coordinates differ in sign and size, and are no short numbers. */
static void write_scaled(splat_bytes *b, ply_encoding encoding, bool is_double, int exponent, float out[POINTS * 3]) {
    double numbers[POINTS][NUMBERS];
    random_state = 11;
    fill(numbers);
    for (int i = 0; i < POINTS * 3; i++) {
        out[i] = (float)(random_between(-3, 3) / (1 << i % 5));
        numbers[i / 3][i % 3] = ldexp(out[i], exponent);
    }
    write_ply(b, encoding, is_double, true, "6", numbers);
}

static void check_scale(ply_encoding encoding, bool is_double, int exponent) {
    float expected[POINTS * 3];
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    SCOPED(point_set_free) point_set s;
    write_scaled(&b, encoding, is_double, exponent, expected);
    if (!read_points(splat_file("a.ply", &b, b.length), &s))
        fail_msg("%s", error_text());
    const double extent = s.extent * s.scale;
    assert_true(s.scale == ldexp(1, ilogb(s.scale)));
    assert_true(s.scale == 1 ? abs(exponent) < 50 : abs(exponent) > 50 && extent >= 1 && extent < 2);
    for (int i = 0; i < POINTS * 3; i++)
        assert_true(s.positions[i] == (float)ldexp(expected[i], exponent + ilogb(s.scale)));
    WORKS(points_check_shape(&s, "it"));
}

TEST(sets_of_all_sizes_keep_their_digits) {
    static const int EXPONENTS[] = {-120, -100, -60, -30, 0, 30, 60, 100, 126};
    for (size_t i = 0; i < LENGTH(EXPONENTS); i++) {
        for (ply_encoding encoding = PLY_ASCII; encoding <= PLY_BIG; encoding++)
            for (int is_double = 0; is_double < 2; is_double++)
                check_scale(encoding, is_double, EXPONENTS[i]);
    }
}

/* Below 2^-126 floats have steps of 2^-149, and doubles have not. */
TEST(subnormal_sets_are_scaled) {
    point_set s;
    take_text("a.xyz", "1e-40 0 0\n0 2e-40 0\n0 0 3e-40\n0 0 0\n", &s);
    for (int i = 0; i < 3; i++)
        assert_true(s.positions[4 * i] == (float)((i + 1) * 1e-40 * s.scale) && s.positions[4 * i] > 0.25f);
    point_set_free(&s);
    check_scale(PLY_BIG, true, -140);
}

/* The extent is twice the largest float, or the points are far away, too. */
TEST(sets_at_the_ends_of_floats_are_scaled) {
    point_set s;
    take_text("a.xyz", "3.4e38 0 0\n-3.4e38 0 0\n0 3.4e38 1e30\n", &s);
    assert_true(s.scale == 0x1p-128 && s.skipped == 0);
    assert_true(s.positions[0] == (float)(3.4e38 * 0x1p-128) && s.positions[3] == -s.positions[0]);
    point_set_free(&s);
    take_text("a.xyz", "1e30 0 0\n1.0001e30 2e25 0\n", &s);
    assert_true(s.origin[0] > 1e30 && s.origin[0] < 1.0001e30 && s.scale < 1);
    for (int k = 0; k < 6; k++)
        assert_true(fabsf(s.positions[k]) < 2);
    point_set_free(&s);
    take_text("a.xyz", "1e30 1 2\n1e30 2 1\n", &s);
    assert_true(s.origin[0] == 1e30 && s.scale == 1 && s.positions[0] == 0 && s.positions[4] == 1);
    point_set_free(&s);
}

static void check_shape(const char *text, const char *words) {
    SCOPED(point_set_free) point_set s;
    take_text("a.xyz", text, &s);
    error_clear();
    assert_int_equal(points_check_shape(&s, "it"), words == NULL);
    if (words && !strstr(error_text(), words))
        fail_msg("expected '%s' in: %s", words, error_text());
}

TEST(flat_sets_are_told) {
    check_shape("1 2 3\n", "one point");
    check_shape("1 2 3\n1 2 3\n1 2 3\n", "at one place");
    check_shape("1 2 3\n2 4 6\n0.5 1 1.5\n", "on a line");
    check_shape("0.1 0.2 0.3\n1.1 0.2 0.8\n0.1 1.2 0.5\n3.1 4.2 2.6\n", "on a plane");
    check_shape("0.1 0.2 0.3\n1.1 0.2 0.8\n0.1 1.2 0.5\n3.1 4.2 2.61\n", NULL);
}

/* More points than are looked at, and one of them far away. */
TEST(far_points_are_counted) {
    enum { COUNT = 262145 };
    SCOPED(point_set_free) point_set s;
    outliers found;
    random_state = 5;
    memset(&s, 0, sizeof s);
    assert_true(points_reserve(&s, "it", COUNT, false));
    for (uint32_t i = 0; i < COUNT; i++) {
        const double at[3] = {i == 7 ? 1000.0 : random_between(0, 1), random_between(0, 1), random_between(0, 1)};
        points_add(&s, at, NULL);
    }
    assert_true(points_finish(&s, "it"));
    assert_true(outliers_find(&s, "it", &found));
    assert_int_equal(found.count, 1);
    assert_in_range((uint64_t)found.factor, 1000, 1020);
}

/* ---- points on meshes ---- */

TEST(samples_lie_on_the_mesh) {
    enum { SAMPLES = 4000 };
    SCOPED(mesh_free) mesh m;
    point_set a, b;
    WORKS(mesh_allocate(&m, 4, 2)); /* a square with a side of 2, one half of it far larger than the other */
    const float corners[] = {0, 0, 1, 2, 0, 1, 2, 0.5f, 1, 0, 2, 1};
    const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    memcpy(m.positions, corners, sizeof corners);
    memcpy(m.indices, indices, sizeof indices);
    for (int i = 0; i < 4; i++)
        m.normals[3 * i + 2] = 1;
    WORKS(samples_make(&m, "it", SAMPLES, 0, &a));
    WORKS(samples_make(&m, "it", SAMPLES, 0, &b));
    assert_int_equal(a.count, SAMPLES);
    assert_memory_equal(a.positions, b.positions, SAMPLES * 12);
    int first = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const float *p = a.positions + 3 * i;
        assert_true(p[2] == 1 && a.normals[3 * i + 2] == 1);
        first += p[1] <= p[0] / 4;
    }
    assert_in_range(first, SAMPLES / 5 - 2, SAMPLES / 5 + 2); /* areas of 0.5 and 2 */
    point_set_free(&a);
    point_set_free(&b);
    WORKS(samples_make(&m, "it", SAMPLES, 0.01, &a));
    double squares = 0;
    for (int i = 0; i < SAMPLES; i++)
        squares += pow(a.positions[3 * i + 2] - 1, 2);
    assert_true(fabs(sqrt(squares / SAMPLES) - 0.02) < 0.001);
    point_set_free(&a);
    memset(m.positions, 0, 12 * sizeof(float));
    assert_false(samples_make(&m, "it", SAMPLES, 0, &a));
    assert_non_null(strstr(error_text(), "no area"));
}

/* ---- what is inside ---- */

/* A box between two corners; `sides` of its six sides are there. */
static uint32_t make_box(float low, float high, uint32_t sides, float vertices[24], uint32_t indices[36]) {
    static const uint32_t SIDES[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (uint32_t i = 0; i < 24; i++)
        vertices[i] = (i / 3 >> i % 3 & 1 ? high : low) + (i % 3 == 2 ? 0.1f : 0); /* no side is between two layers */
    for (uint32_t i = 0; i < 6 * sides; i++) {
        static const uint32_t CORNERS[6] = {0, 1, 2, 0, 2, 3};
        indices[i] = SIDES[i / 6][CORNERS[i % 6]];
    }
    return 2 * sides;
}

static int count_inside(const uint8_t *inside) {
    int count = 0;
    for (int i = 0; i < SHADE_SIDE * SHADE_SIDE * SHADE_SIDE; i++)
        count += inside[i];
    return count;
}

/* Boxes whose sides run through the middle of cells, too, and one that is larger than all cells. */
TEST(insides_are_filled) {
    static uint8_t inside[SHADE_SIDE * SHADE_SIDE * SHADE_SIDE];
    float vertices[24];
    uint32_t indices[36];
    for (int i = 0; i < 8; i++) {
        const float low = 10 + 0.25f * (float)i;
        shade_fill(inside, vertices, 3, indices, make_box(low, low + 20, 6, vertices, indices));
        assert_int_equal(count_inside(inside), 8000);
        assert_true(inside[(20 * SHADE_SIDE + 20) * SHADE_SIDE + 20] &&
                    !inside[(20 * SHADE_SIDE + 20) * SHADE_SIDE + 5]);
    }
    shade_fill(inside, vertices, 3, indices, make_box(-5, 100, 6, vertices, indices));
    assert_int_equal(count_inside(inside), SHADE_SIDE * SHADE_SIDE * SHADE_SIDE);
    shade_fill(inside, vertices, 3, indices, make_box(10, 30, 2, vertices, indices)); /* from below to above */
    assert_int_equal(count_inside(inside), 8000);
    for (uint32_t i = 0; i < 6; i++) /* the lid only: whatever is below of it is outside */
        indices[i] = indices[6 + i];
    shade_fill(inside, vertices, 3, indices, 2);
    assert_int_equal(count_inside(inside), 0);
}

int main(void) {
    return runner_run_group(&(runner_group){.open = splat_folder_make, .close = splat_folder_remove});
}
