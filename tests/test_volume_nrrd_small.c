/* test_volume_nrrd_small.c - the reader of NRRD files without a library: what teem reads of the same files, and files that are damaged.
 * SPDX-License-Identifier: MIT */
#include "splat_files.h"

#include "common/files/error.h"
#include "common/volume/volume.h"
#include "common/volume/volume_nrrd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 64 };

/* A file in its bytes, which may have zeros. */
typedef struct example {
    const char *bytes;
    size_t size;
    bool vectors;
} example;

#define TEXT(text)                                                                                                     \
    { text, sizeof text - 1, false }
#define VECTORS(text)                                                                                                  \
    { text, sizeof text - 1, true }
#define DIMENSION "dimension: 3\nsizes: 2 2 2\n"
/* The bytes 1 to 8, and a name, as gzip packs them. */
#define PACKED                                                                                                         \
    "\x1f\x8b\x08\x08\0\0\0\0\0\xff"                                                                                   \
    "a\0"                                                                                                              \
    "\x63\x64\x62\x66\x61\x65\x63\xe7\x00\x00"                                                                         \
    "\xc5\x88\xca\x3f\x08\0\0\0"

static const example GOOD[] = {
    TEXT("NRRD0004\n# a comment\ntype: uint8\n" DIMENSION "spacings: 1 2 3\nencoding: raw\n\n\1\2\3\4\5\6\7\10"),
    TEXT("NRRD0004\r\ntype: uint8\r\n" DIMENSION "encoding: raw\r\n\r\n\1\2\3\4\5\6\7\10more"),
    TEXT("NRRD0005\ntype: float\ndimension: 3\nspace: left-posterior-superior\nsizes: 2 2 2\n"
         "space directions: (0,2,0) (-1,0,0) (0,0,3)\nkinds: domain domain domain\nendian: little\n"
         "encoding: ascii\nspace origin: (10,20,30)\nkey:=value\n\n1 2 3 nan 5 -inf 7e10 8\n"),
    TEXT("NRRD0005\ntype: short\n" DIMENSION "endian: big\nencoding: raw\naxis mins: 0 0 nan\naxis maxs: 1 1 1\n"
         "centerings: cell node cell\n\n\0\1\0\2\377\377\0\4\0\5\0\6\0\7\0\10"),
    TEXT("NRRD0005\ntype: ushort\n" DIMENSION "endian: little\nencoding: raw\n\n\0\1\0\2\377\377\0\4\0\5\0\6\0\7\0\10"),
    TEXT("NRRD0005\ntype: double\ndimension: 3\nsizes: 1 1 2\nendian: big\nencoding: "
         "raw\n\n?\271\231\231\231\231\231\232"
         "\177\357\377\377\377\377\377\377"),
    TEXT("NRRD0005\ntype: signed char\n" DIMENSION "encoding: raw\n\n\1\2\3\200\5\6\7\377"),
    TEXT("NRRD0005\ntype: int\ndimension: 3\nsizes: 1 1 2\nendian: big\nencoding: raw\n\n\1\2\3\4\377\377\377\376"),
    TEXT("NRRD0005\ntype: uint64\ndimension: 3\nsizes: 1 1 1\nendian: little\nencoding: raw\n\n\1\2\3\4\5\6\7\10"),
    TEXT("NRRD0005\ntype: uchar\n" DIMENSION "encoding: ascii\n\n1 2, 3\n4 5 6 7 255\n"),
    TEXT("NRRD0004\ntype: uchar\n" DIMENSION "space dimension: 3\nspace directions: (1,1,0) (-2,2,0) (0,0,3)\n"
         "encoding: raw\n\n12345678"),
    TEXT("NRRD0004\ntype: uchar\n" DIMENSION "line skip: 1\nbyte skip: 2\nencoding: raw\n\nwords\n..12345678"),
    TEXT("NRRD0004\ntype: uchar\n" DIMENSION "byte skip: -1\nencoding: raw\n\nwords12345678"),
    TEXT("NRRD0004\ntype: uchar\n" DIMENSION "encoding: gzip\n\n" PACKED),
    TEXT("NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 1\nencoding: gz\nbyte skip: 4\n\n" PACKED),
    TEXT("NRRD0006\ntype: uchar\n" DIMENSION "encoding: raw\ndata file: samples.bin\n"),
    TEXT("NRRD0006\ntype: uchar\n" DIMENSION "encoding: gzip\ndata file: samples.gz\n"),
    VECTORS("NRRD0005\ntype: float\ndimension: 4\nsizes: 3 2 1 2\nkinds: vector domain domain domain\n"
            "space dimension: 3\nspace directions: none (-1,0,0) (0,2,0) (0,0,3)\nspace origin: (10,20,30)\n"
            "endian: little\nencoding: ascii\n\n1 2 3 4 5 6 7 8 9 nan inf -1\n"),
    VECTORS("NRRD0004\ntype: uint8\ndimension: 4\nsizes: 3 2 2 1\nspacings: nan 1 2 3\n"
            "kinds: 3-vector space space space\nencoding: raw\n\n123456789abc"),
};

static const char *put_example(const example *e, size_t size) {
    splat_file_of("samples.bin", "12345678", 8);
    splat_file_of("samples.gz", PACKED, sizeof PACKED - 1);
    return splat_file_of("a.nrrd", e->bytes, size);
}

static char warned[2 * ERROR_SIZE];

static void warn(const char *line) {
    const size_t length = strlen(warned);
    snprintf(warned + length, sizeof warned - length, "%s\n", line);
}

static bool read_small(const char *path, bool vectors, volume *v) {
    memset(v, 0, sizeof *v);
    warned[0] = '\0';
    error_clear();
    return volume_parse_nrrd_small(path, vectors, MAX_SIDE, warn, v);
}

/* One line that begins with the path; nothing half-made. */
static void check_refusal(const volume *v, const char *path, const char *words) {
    const size_t folder = (size_t)(strrchr(path, '/') - path); /* the file of samples lies there, too */
    if (v->samples || strncmp(error_text(), path, folder) != 0 || !strstr(error_text(), words) ||
        strchr(error_text(), '\n'))
        fail_msg("expected '%s' and '%s' in: %s", path, words, error_text());
    assert_null(v->samples);
}

static void refuse(const char *text, const char *words) {
    volume v;
    const char *path = splat_file_of("a.nrrd", text, strlen(text));
    if (read_small(path, false, &v))
        fail_msg("was read: %s", text);
    check_refusal(&v, path, words);
}

#ifdef TEST_HAS_TEEM
TEST(files_are_those_of_teem) {
    for (size_t i = 0; i < LENGTH(GOOD); i++) {
        volume a, b;
        char said[sizeof warned];
        const char *path = put_example(&GOOD[i], GOOD[i].size);
        if (!read_small(path, GOOD[i].vectors, &a))
            fail_msg("%zu: %s", i, error_text());
        memcpy(said, warned, sizeof said);
        memset(&b, 0, sizeof b);
        warned[0] = '\0';
        if (!volume_parse_nrrd(path, GOOD[i].vectors, MAX_SIDE, warn, &b))
            fail_msg("%zu: teem: %s", i, error_text());
        assert_string_equal(said, warned);
        assert_int_equal(a.format, b.format);
        assert_memory_equal(a.size, b.size, sizeof a.size);
        assert_memory_equal(a.axes, b.axes, sizeof a.axes);
        assert_int_equal(a.first_slice_on_top, b.first_slice_on_top);
        for (int k = 0; k < 3; k++)
            if (a.spacing[k] != b.spacing[k] || a.origin[k] != b.origin[k])
                fail_msg("%zu: axis %d: %g %g, teem has %g %g", i, k, a.spacing[k], a.origin[k], b.spacing[k],
                         b.origin[k]);
        const float *x = a.samples, *y = b.samples;
        const bool are_floats = a.format == HPYR_FORMAT_R32F || a.format == HPYR_FORMAT_RGB32F;
        const size_t bytes = (size_t)volume_count(&a) * volume_sample_bytes(a.format);
        for (size_t k = 0; are_floats && k < bytes / sizeof *x; k++)
            if (x[k] != y[k] && (x[k] == x[k] || y[k] == y[k]))
                fail_msg("%zu: sample %zu: %g, teem has %g", i, k, x[k], y[k]);
        if (!are_floats)
            assert_memory_equal(a.samples, b.samples, bytes);
        volume_free(&a);
        volume_free(&b);
    }
}
#endif

TEST(files_that_end_early) {
    size_t refused = 0;
    for (size_t i = 0; i < LENGTH(GOOD); i++) {
        for (size_t size = 0; size < GOOD[i].size; size++) {
            volume v;
            const char *path = put_example(&GOOD[i], size);
            if (read_small(path, GOOD[i].vectors, &v)) {
                assert_non_null(v.samples);
                volume_free(&v);
            } else {
                check_refusal(&v, path, "");
                refused++;
            }
        }
    }
    assert_true(refused > 1000);
}

/* Each byte of what gzip has packed, changed. Its time and its system may be any. */
TEST(damaged_gzip_is_refused) {
    const example e = {"NRRD0004\ntype: uchar\n" DIMENSION "encoding: gzip\ndata file: samples.gz\n", 0, false};
    for (size_t i = 0; i < sizeof PACKED - 1; i++) {
        volume v;
        char packed[] = PACKED;
        put_example(&e, strlen(e.bytes));
        packed[i] ^= 0x41;
        splat_file_of("samples.gz", packed, sizeof PACKED - 1);
        const bool counts = i < 4 || i >= 12;
        if (read_small(splat_path("a.nrrd"), false, &v)) {
            assert_memory_equal(v.samples, "\1\2\3\4\5\6\7\10", 8);
            if (counts && i != 3)
                fail_msg("byte %zu does not count", i);
            volume_free(&v);
        } else {
            check_refusal(&v, splat_path("a.nrrd"), "end too early");
        }
    }
}

TEST(headers_that_lie) {
    refuse("", "it is empty");
    refuse("NRRD0009\n", "does not begin as NRRD files do");
    refuse("NRRD0004\ntype: uchar\n\n", "its header has no line 'dimension'");
    refuse("NRRD0004\ntype: uchar\n", "no samples follow its header");
    refuse("NRRD0004\nsomething\n\n", "a line that is no field of NRRD");
    refuse("NRRD0004\ntype: uchar\ntype: uchar\n\n", "two lines 'type'");
    refuse("NRRD0004\ntype: uchar\ndimension: 2\nsizes: 2 2\nencoding: raw\n\n1234",
           "has 2 dimensions, a volume has 3");
    refuse("NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2\nencoding: raw\n\n1234",
           "line 'sizes' cannot be understood");
    refuse("NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 0\nencoding: raw\n\n1234",
           "line 'sizes' cannot be understood");
    refuse("NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 99999999999\nencoding: raw\n\n1234", "64 a side");
    refuse("NRRD0004\ntype: uchar\ndimension: 3\nsizes: 64 64 64\nencoding: ascii\n\n1 2 3", "end too early");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "encoding: ascii\n\n1 2 3 4 5 6 7 256", "end too early");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "encoding: ascii\n\n1 2 3 4 5 6 7 nan", "end too early");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "encoding: hex\n\n", "its encoding is hex");
    refuse("NRRD0004\ntype: block\n" DIMENSION "encoding: raw\n\n", "its samples are no numbers");
    refuse("NRRD0004\ntype: short\n" DIMENSION "encoding: raw\n\n", "no line 'endian'");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "kinds: vector domain domain\nencoding: raw\n\n", "one number a sample");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "spacings: 1 2 0\nencoding: raw\n\n12345678", "out of float32's range");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "spacings: 1 2 x\nencoding: raw\n\n12345678", "cannot be understood");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "byte skip: 99999999999999999999\nencoding: raw\n\n12345678",
           "cannot be understood");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "encoding: raw\ndata file: LIST\nx\n", "no field of NRRD");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "encoding: raw\ndata file: x%d.raw 1 2 1\n", "several files");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "encoding: raw\ndata file: missing.raw\n", "cannot be read");
    refuse("NRRD0004\ntype: uchar\n" DIMENSION "encoding: raw\ndata file: -\n", "standard input");
}

int main(void) {
    return runner_run_group(&(runner_group){.open = splat_folder_make, .close = splat_folder_remove});
}
