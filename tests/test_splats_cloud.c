/* test_splats_cloud.c - files of splats: every kind, and what is wrong with some.  SPDX-License-Identifier: MIT */
#include "splat_files.h"

#include "common/files/error.h"
#include "seeded.h"
#include "splats/cloud.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SPLATS = 5 };

static void load(splat_cloud *c, const char *path) {
    error_set("none");
    if (!cloud_load(path, c))
        fail_msg("%s", error_text());
}

/* One line that names the file and has these words; nothing half-made. */
static void refuse(const char *path, const char *words) {
    splat_cloud c, nothing;
    memset(&c, 0xFF, sizeof c);
    memset(&nothing, 0, sizeof nothing);
    error_clear();
    assert_false(cloud_load(path, &c));
    assert_memory_equal(&c, &nothing, sizeof c);
    splat_check_error(path, words);
}

static void fill(splat_numbers *numbers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        splat_numbers_random(numbers[i]);
}

/* The formulas of 3DGS, once more. */
static void check_splat(const splat_cloud *c, uint32_t i, const double *n) {
    const uint32_t rest = (c->degree + 1) * (c->degree + 1) - 1;
    double length = sqrt(n[10] * n[10] + n[11] * n[11] + n[12] * n[12] + n[13] * n[13]);
    for (uint32_t k = 0; k < 3; k++) {
        assert_true(c->centers[3 * i + k] == (float)n[k]);
        assert_true(c->colors[4 * i + k] == (float)(0.5 + sqrt(0.25 / acos(-1.0)) * n[3 + k]));
        assert_true(c->scales[3 * i + k] == (float)exp(n[7 + k]));
        for (uint32_t j = 0; j < rest; j++)
            assert_true(c->harmonics[3 * (i * rest + j) + k] == (float)n[14 + k * rest + j]);
    }
    for (uint32_t k = 0; k < 4; k++)
        assert_true(fabs(c->rotations[4 * i + k] - n[10 + k] / length) < 1e-7);
    assert_true(fabs(c->colors[4 * i + 3] - 1 / (1 + exp(-n[6]))) < 1e-7);
}

static void check_ply(const splat_ply *how, splat_numbers *numbers, uint32_t count) {
    SCOPED(cloud_free) splat_cloud c;
    load(&c, splat_file_of_ply(how, numbers, count));
    assert_int_equal(c.count, count);
    assert_int_equal(c.skipped, 0);
    assert_int_equal(c.degree, how->degree);
    assert_true((c.harmonics != NULL) == (how->degree > 0));
    for (uint32_t i = 0; i < count; i++)
        check_splat(&c, i, numbers[i]);
}

TEST(every_ply_of_the_same_splats_is_the_same) {
    splat_numbers numbers[SPLATS];
    random_state = 1;
    fill(numbers, SPLATS);
    for (uint32_t i = 0; i < 3 * 4 * 2 * 2 * 2 * 2 * 2; i++) {
        uint32_t rest = i / 12;
        splat_ply how = {.encoding = (ply_encoding)(PLY_ASCII + i % 3), .degree = i / 3 % 4};
        how.type = rest & 1 ? "double" : NULL;
        how.is_turned = rest & 2;
        how.has_lists = rest & 4;
        how.has_elements = rest & 8;
        how.line_end = rest & 16 ? "\r\n" : "\n";
        check_ply(&how, numbers, SPLATS);
    }
}

TEST(every_type_of_floats_is_understood) {
    static const char *const TYPES[] = {"float", "float32", "double", "float64"};
    splat_numbers numbers[SPLATS];
    for (size_t t = 0; t < LENGTH(TYPES); t++) {
        for (int i = 0; i < SPLATS * PLY_NUMBERS; i++)
            numbers[i / PLY_NUMBERS][i % PLY_NUMBERS] = i % 5 - 3;
        for (ply_encoding e = PLY_ASCII; e <= PLY_BIG; e++) {
            splat_ply how = {.encoding = e, .degree = 3, .type = TYPES[t]};
            check_ply(&how, numbers, SPLATS);
        }
    }
}

TEST(comments_may_be_long) {
    splat_numbers numbers[SPLATS];
    char lines[1200] = "comment ";
    random_state = 3;
    fill(numbers, SPLATS);
    memset(lines + 8, 'x', 1000);
    strcat(lines, "\nobj_info element vertex 7\ncomment\n\n");
    splat_ply how = {.encoding = PLY_LITTLE, .degree = 1, .more_lines = lines};
    check_ply(&how, numbers, SPLATS);
}

/* The file has all coefficients of red, then of green, then of blue; a cloud has the colors of one coefficient together. */
TEST(harmonics_are_turned_round) {
    splat_numbers numbers[1];
    SCOPED(cloud_free) splat_cloud c;
    random_state = 4;
    splat_numbers_random(numbers[0]);
    for (int i = 0; i < 24; i++)
        numbers[0][PLY_REST + i] = 100 * (i / 8) + i % 8;
    splat_ply how = {.encoding = PLY_LITTLE, .degree = 2};
    load(&c, splat_file_of_ply(&how, numbers, 1));
    for (uint32_t i = 0; i < 24; i++)
        assert_true(c.harmonics[i] == (float)(100 * (i % 3) + i / 3));
}

TEST(splat_files_are_read) {
    static const float CENTER[3] = {1.5f, -2.25f, 3e5f}, SCALE[3] = {0.5f, 1e-3f, 7};
    static const uint8_t COLOR[4] = {0, 51, 255, 204}, ROTATION[4] = {128 + 64, 128 - 64, 128 + 64, 128 - 64};
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    SCOPED(cloud_free) splat_cloud c;
    for (int i = 0; i < 5000; i++)
        splat_splat_write(&b, CENTER, SCALE, COLOR, ROTATION);
    load(&c, splat_file("a.splat", &b, b.length));
    assert_int_equal(c.count, 5000);
    assert_int_equal(c.degree, 0);
    for (size_t i = 0; i < c.count; i++) {
        const float rotation[4] = {0.5f, -0.5f, 0.5f, -0.5f};
        assert_memory_equal(c.centers + 3 * i, CENTER, sizeof CENTER);
        assert_memory_equal(c.scales + 3 * i, SCALE, sizeof SCALE);
        assert_memory_equal(c.rotations + 4 * i, rotation, sizeof rotation);
        for (size_t k = 0; k < 4; k++)
            assert_true(c.colors[4 * i + k] == (float)COLOR[k] / 255);
    }
}

/* ---- what is wrong ---- */

/* From the end on: cutting a file is quicker than writing another. */
static void check_truncated(const char *name, const splat_bytes *b, size_t last_whole) {
    splat_cloud c;
    const char *path = splat_file(name, b, b->length);
    for (size_t length = b->length; length-- > 0;) {
        assert_int_equal(truncate(path, (off_t)length), 0);
        if (length <= last_whole)
            refuse(path, "");
        else if (cloud_load(path, &c)) /* a number that has lost digits is a number */
            cloud_free(&c);
    }
}

TEST(truncated_files_are_refused) {
    splat_numbers numbers[2];
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    random_state = 5;
    fill(numbers, 2);
    for (uint32_t i = 0; i < 12; i++) {
        splat_ply how = {.encoding = (ply_encoding)(PLY_ASCII + i % 3), .degree = 1};
        how.has_lists = i / 3 & 1;
        how.has_elements = i / 6 & 1;
        b.length = 0;
        splat_ply_write(&b, &how, numbers, 2);
        size_t last = b.length - 1;
        while (how.encoding == PLY_ASCII && (b.data[last] <= ' ' || b.data[last - 1] > ' '))
            last--;
        check_truncated("a.ply", &b, how.encoding == PLY_ASCII ? last : b.length);
    }
}

TEST(truncated_splat_files_are_refused) {
    static const float ONES[3] = {1, 1, 1};
    static const uint8_t COLOR[4] = {0};
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    splat_cloud c;
    for (int i = 0; i < 3; i++)
        splat_splat_write(&b, ONES, ONES, COLOR, COLOR);
    for (size_t length = 0; length <= b.length; length++) {
        const char *path = splat_file("a.splat", &b, length);
        if (length == 0 || length % 32 != 0) {
            refuse(path, length ? "truncated" : "empty");
        } else {
            load(&c, path);
            assert_int_equal(c.count, length / 32);
            cloud_free(&c);
        }
    }
}

TEST(missing_properties_are_named) {
    static const char *const NAMES[] = {"x",       "y",       "z",        "f_dc_0",   "f_dc_1",   "f_dc_2",
                                        "opacity", "scale_0", "scale_1",  "scale_2",  "rot_0",    "rot_1",
                                        "rot_2",   "rot_3",   "f_rest_0", "f_rest_7", "f_rest_22"};
    splat_numbers numbers[SPLATS];
    char words[64];
    random_state = 6;
    fill(numbers, SPLATS);
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        splat_ply how = {.encoding = PLY_LITTLE, .degree = 2, .without = NAMES[i]};
        snprintf(words, sizeof words, "property %s is missing", NAMES[i]);
        refuse(splat_file_of_ply(&how, numbers, SPLATS), words);
    }
    splat_ply how = {.encoding = PLY_LITTLE, .degree = 2, .without = "f_rest_23"};
    refuse(splat_file_of_ply(&how, numbers, SPLATS), "f_rest_22: 8, 23 and 44");
}

TEST(headers_that_lie_are_refused) {
    static const char *const COUNTS[][2] = {{"4", "goes on after the last"},
                                            {"6", "truncated"},
                                            {"0", "holds no splats"},
                                            {"67108864", "truncated"},
                                            {"67108865", "67108864 are allowed"},
                                            {"18446744073709551615", "are allowed"},
                                            {"18446744073709551616", "is no element"},
                                            {"-5", "is no element"},
                                            {"5.0", "is no element"},
                                            {"", "is no element"}};
    splat_numbers numbers[SPLATS];
    random_state = 7;
    fill(numbers, SPLATS);
    for (size_t i = 0; i < 3 * LENGTH(COUNTS); i++) {
        splat_ply how = {.encoding = (ply_encoding)(PLY_ASCII + i % 3), .told = COUNTS[i / 3][0]};
        refuse(splat_file_of_ply(&how, numbers, SPLATS), COUNTS[i / 3][1]);
    }
}

TEST(wrong_headers_are_refused) {
    static const char *const LINES[][2] = {{"format ascii 1.0\n", "a second one"},
                                           {"element vertex 1\n", "second element vertex"},
                                           {"property float x\n", "belongs to no element"},
                                           {"element a\n", "is no element"},
                                           {"element a 1\nproperty float\n", "is no property"},
                                           {"element a 1\nproperty list float int x\n", "unknown type"},
                                           {"element a 1\nproperty half x\n", "unknown type"},
                                           {"element a 1\nproperty list uchar x\n", "is no property"},
                                           {"element a 1000000000000000000\nproperty float x\n", "truncated"},
                                           {"element a 3\nproperty list uint double x\n", "truncated"},
                                           {"nonsense\n", "means nothing"}};
    splat_numbers numbers[SPLATS];
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    random_state = 8;
    fill(numbers, SPLATS);
    for (size_t i = 0; i < LENGTH(LINES); i++) {
        splat_ply how = {.encoding = PLY_LITTLE, .more_lines = LINES[i][0]};
        refuse(splat_file_of_ply(&how, numbers, SPLATS), LINES[i][1]);
    }
    static const char *const FILES[][2] = {
        {"ply", "its first line"},
        {"ply\n", "does not end"},
        {"plyx\n", "its first line"},
        {"ply\nend_header\n", "no format"},
        {"ply\nformat middle_endian 1.0\nend_header\n", "unknown format"},
        {"ply\nformat ascii 2.0\nend_header\n", "unknown format"},
        {"ply\nformat ascii 1.0\nend_header\n", "no element vertex"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float x\nend_header\n", "twice"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar float x\nend_header\n", "no list"},
        {"", "begins without 'ply'"},
        {"solid", "begins without 'ply'"}};
    for (size_t i = 0; i < LENGTH(FILES); i++)
        refuse(splat_text("b.ply", FILES[i][0]), FILES[i][1]);
}

/* A byte of a color is none of the coefficients that training writes. */
TEST(integers_are_refused) {
    static const char *const TYPES[] = {"char",  "short",  "int",  "int8",  "int16",  "int32",
                                        "uchar", "ushort", "uint", "uint8", "uint16", "uint32"};
    splat_numbers numbers[SPLATS];
    random_state = 14;
    fill(numbers, SPLATS);
    for (size_t t = 0; t < LENGTH(TYPES); t++) {
        splat_ply how = {.encoding = PLY_LITTLE, .type = TYPES[t]};
        refuse(splat_file_of_ply(&how, numbers, SPLATS), "should be of type float or double");
    }
}

/* A file that names what only splats have is no mesh, whatever else is wrong with it. */
TEST(defects_of_splats_are_told) {
    static const char *const FILES[][2] = {
        {"format ascii 2.0\nelement vertex 1\nproperty float scale_0\nend_header\n", "unknown format"},
        {"format ascii 1.0\nelement vertex 1\nproperty half f_dc_0\nend_header\n", "unknown type"},
        {"format ascii 1.0\nelement vertex 1\nproperty float f_dc_0\nproperty float f_dc_0\nend_header\n", "twice"},
        {"format ascii 1.0\nelement vertex -3\nproperty float f_dc_0\nend_header\n", "is no element and its number"},
        {"format ascii 1.0\nelement vertex 99999999999999999999\nproperty float scale_0\nend_header\n",
         "is no element and its number"},
        {"format ascii 1.0\nelement vertex 1\nproperty float scale_0\nend_header", "header does not end"},
        {"format ascii 1.0\nelement vertex 1\nproperty float x\nproperty float f_dc_0\nend_header\n",
         "property y is missing"},
        {"format ascii 1.0\nelement chunk 1\nproperty float min_x\nelement vertex 1\nproperty uint packed_position\n"
         "property uint packed_scale\nend_header\n",
         "compressed (packed_position)"},
        {"format ascii 1.0\nelement vertex 1\nproperty float scale_0\nproperty float scale_1\nend_header\n",
         "2D Gaussian splatting"},
    };
    static const char *const UNREAD[] = {".ksplat", ".spz", ".SOG"};
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    for (size_t i = 0; i < LENGTH(FILES); i++) {
        b.length = 0;
        splat_bytes_print(&b, "ply\n%s", FILES[i][0]);
        const char *path = splat_file("a.ply", &b, b.length);
        assert_true(cloud_is_splats(path));
        refuse(path, FILES[i][1]);
    }
    for (size_t i = 0; i < LENGTH(UNREAD); i++) {
        char name[32];
        snprintf(name, sizeof name, "a%s", UNREAD[i]);
        const char *path = splat_text(name, "NGSP");
        assert_true(cloud_is_splats(path));
        refuse(path, "are not read: save the splats as .ply or .splat");
    }
}

TEST(words_are_no_numbers) {
    splat_numbers numbers[SPLATS];
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    random_state = 9;
    fill(numbers, SPLATS);
    splat_ply how = {.encoding = PLY_ASCII};
    splat_ply_write(&b, &how, numbers, SPLATS);
    memcpy(b.data + b.length - 8, "12three ", 8);
    refuse(splat_file("a.ply", &b, b.length), "is no number");
}

TEST(huge_files_are_refused_unread) {
    splat_bytes b = {0};
    const char *path = splat_file("a.splat", &b, 0);
    FILE *file = fopen(path, "wb"); /* where nothing was written it takes no place on a disk */
    bool ok = fseeko(file, ((off_t)CLOUD_MAX_COUNT + 1) * 32 - 1, SEEK_SET) == 0 && fputc(0, file) == 0;
    assert_true(fclose(file) == 0 && ok);
    refuse(path, "67108865 splats");
}

TEST(what_is_no_file_is_refused) {
    char name[256];
    snprintf(name, sizeof name, "%s", splat_path("none.splat"));
    refuse(name, "No such file");
    refuse("/tmp", "is a directory");
#ifndef _WIN32
    snprintf(name, sizeof name, "%s", splat_path("pipe.splat"));
    assert_int_equal(mkfifo(name, 0600), 0);
    refuse(name, "no regular file");
#endif
}

/* ---- records that are no splats ---- */

TEST(records_that_are_no_splats_are_skipped) {
    static const struct {
        int number;
        double value;
    } WRONG[] = {{PLY_CENTER, NAN},
                 {PLY_CENTER + 2, INFINITY},
                 {PLY_COLOR + 1, NAN},
                 {PLY_COLOR, -INFINITY},
                 {PLY_OPACITY, NAN},
                 {PLY_OPACITY, INFINITY},
                 {PLY_SCALE, NAN},
                 {PLY_SCALE + 1, -INFINITY},
                 {PLY_SCALE + 2, INFINITY},
                 {PLY_SCALE + 2, 100},
                 {PLY_SCALE + 2, -100},
                 {PLY_ROTATION, NAN},
                 {PLY_ROTATION + 3, INFINITY},
                 {PLY_REST, NAN},
                 {PLY_REST + 44, NAN},
                 {PLY_REST + 17, INFINITY}};
    enum { WRONGS = sizeof WRONG / sizeof WRONG[0], ALL = 2 * WRONGS + 3 };
    splat_numbers numbers[ALL];
    splat_cloud c;
    random_state = 10;
    fill(numbers, ALL);
    for (size_t i = 0; i < WRONGS; i++)
        numbers[2 * i + 1][WRONG[i].number] = WRONG[i].value;
    memset(numbers[ALL - 2] + PLY_ROTATION, 0, 4 * sizeof(double));
    for (ply_encoding e = PLY_ASCII; e <= PLY_BIG; e++) {
        splat_ply how = {.encoding = e, .degree = 3};
        load(&c, splat_file_of_ply(&how, numbers, ALL));
        assert_int_equal(c.skipped, WRONGS + 1);
        assert_int_equal(c.count, WRONGS + 2);
        for (uint32_t i = 0; i < c.count; i++)
            check_splat(&c, i, numbers[2 * i]);
        cloud_free(&c);
    }
    splat_ply how = {.encoding = PLY_LITTLE, .degree = 3};
    refuse(splat_file_of_ply(&how, numbers + 1, 1), "none of 1 records is a splat");
}

TEST(doubles_past_floats_are_skipped) {
    splat_numbers numbers[2];
    SCOPED(cloud_free) splat_cloud c;
    random_state = 11;
    fill(numbers, 2);
    numbers[0][PLY_CENTER + 1] = -1e300;
    splat_ply how = {.encoding = PLY_BIG, .type = "double"};
    load(&c, splat_file_of_ply(&how, numbers, 2));
    assert_int_equal(c.skipped, 1);
    check_splat(&c, 0, numbers[1]);
}

TEST(splat_records_that_are_none_are_skipped) {
    static const float ONES[3] = {1, 1, 1}, ZERO[3] = {1, 0, 1}, NEGATIVE[3] = {1, -1, 1}, NONE[3] = {1, 1, NAN};
    static const uint8_t COLOR[4] = {0}, STILL[4] = {255, 128, 128, 128}, NO_TURN[4] = {128, 128, 128, 128};
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    SCOPED(cloud_free) splat_cloud c;
    splat_splat_write(&b, ONES, ZERO, COLOR, STILL);
    splat_splat_write(&b, ONES, NEGATIVE, COLOR, STILL);
    splat_splat_write(&b, ONES, NONE, COLOR, STILL);
    splat_splat_write(&b, NONE, ONES, COLOR, STILL);
    splat_splat_write(&b, ONES, ONES, COLOR, NO_TURN);
    refuse(splat_file("a.splat", &b, b.length), "none of 5 records");
    splat_splat_write(&b, ONES, ONES, COLOR, STILL);
    load(&c, splat_file("a.splat", &b, b.length));
    assert_int_equal(c.skipped, 5);
    assert_int_equal(c.count, 1);
    assert_true(c.rotations[0] == 1 && c.rotations[3] == 0);
}

/* ---- the rest ---- */

TEST(contents_tell_the_kind) {
    splat_numbers numbers[SPLATS];
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    splat_cloud c;
    random_state = 12;
    fill(numbers, SPLATS);
    splat_ply how = {.encoding = PLY_BIG, .has_elements = true};
    splat_ply_write(&b, &how, numbers, SPLATS);
    static const char *const NAMES[] = {"a.PLY", "a.splat", "a"};
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        const char *path = splat_file(NAMES[i], &b, b.length);
        assert_true(cloud_is_splats(path));
        load(&c, path);
        assert_int_equal(c.count, SPLATS);
        cloud_free(&c);
    }
    const char *const no_splats = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n";
    assert_false(cloud_is_splats(splat_text("a.ply", no_splats)));
    assert_false(cloud_is_splats(splat_path("none.ply")));
    assert_false(cloud_is_splats("/tmp"));
}

/* Whatever bytes there are, a file is read or refused. */
TEST(damaged_files_do_no_harm) {
    splat_numbers numbers[2];
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    splat_cloud c;
    uint32_t read = 0, refused = 0;
    random_state = 13;
    fill(numbers, 2);
    for (uint32_t i = 0; i < 600; i++) {
        splat_ply how = {.encoding = (ply_encoding)(PLY_ASCII + i % 3), .has_lists = i & 8, .has_elements = i & 16};
        b.length = 0;
        splat_ply_write(&b, &how, numbers, 2);
        for (uint32_t changes = random_below(4) + 1; changes > 0; changes--)
            b.data[random_below((uint32_t)b.length)] =
                (uint8_t)(random_below(2) ? random_below(256) : '0' + random_below(10));
        error_clear();
        if (cloud_load(splat_file("a.ply", &b, b.length), &c)) {
            read++;
            cloud_free(&c);
        } else {
            refused++;
            assert_true(error_text()[0] != '\0');
        }
    }
    fprintf(stderr, "%u read, %u refused\n", (unsigned)read, (unsigned)refused);
    assert_true(read > 50 && refused > 50);
}

TEST(bounds_and_sphere_hold_the_centers) {
    SCOPED(cloud_free) splat_cloud c;
    splat_record r = {.scale = {2, 3, 1}, .rotation = {1, 0, 0, 0}};
    float low[3], high[3], center[3], radius = 0;
    assert_true(cloud_allocate(&c, "a cloud", 1001, 0));
    r.center[0] = -1;
    assert_true(cloud_add(&c, &r));
    assert_true(cloud_sphere(&c, center, &radius));
    assert_true(radius == 3 && center[0] == -1 && center[1] == 0);
    for (int i = 1; i < 1001; i++) {
        r.center[0] = (float)(i - 1);
        r.center[1] = i == 500 ? -1e6f : 5;
        r.center[2] = i == 700 ? 1e6f : 2;
        assert_true(cloud_add(&c, &r));
    }
    cloud_bounds(&c, low, high);
    assert_true(low[0] == -1 && high[0] == 999 && low[1] == -1e6f && high[1] == 5 && low[2] == 0 && high[2] == 1e6f);
    assert_true(cloud_sphere(&c, center, &radius));
    assert_true(center[0] == 499 && center[1] == 5 && center[2] == 2);
    assert_true(radius > 470 && radius < 500);
}

int main(void) {
    return runner_run_group(&(runner_group){.open = splat_folder_make, .close = splat_folder_remove});
}
