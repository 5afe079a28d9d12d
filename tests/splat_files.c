/* splat_files.c - files of splats, made of numbers that a test knows.  SPDX-License-Identifier: MIT */
#include "splat_files.h"

#include "common/files/error.h"
#include "common/files/system.h"
#include "seeded.h"
#include "splats/cloud.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bytes ---- */

void splat_bytes_put(splat_bytes *b, const void *data, size_t length) {
    if (b->length + length > b->capacity) {
        b->capacity = 2 * (b->length + length);
        b->data = realloc(b->data, b->capacity);
        assert_non_null(b->data);
    }
    if (length > 0)
        memcpy(b->data + b->length, data, length);
    b->length += length;
}

void splat_bytes_print(splat_bytes *b, const char *format, ...) {
    char text[16384];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof text);
    splat_bytes_put(b, text, (size_t)length);
}

void splat_bytes_free(splat_bytes *b) {
    free(b->data);
    memset(b, 0, sizeof *b);
}

static void put_bits(splat_bytes *b, uint64_t bits, int bytes, bool is_big) {
    for (int i = 0; i < bytes; i++) {
        uint8_t byte = (uint8_t)(bits >> 8 * (is_big ? bytes - 1 - i : i));
        splat_bytes_put(b, &byte, 1);
    }
}

static uint64_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---- .ply ---- */

void splat_numbers_random(splat_numbers out) {
    for (int i = 0; i < PLY_NUMBERS; i++)
        out[i] = (float)random_between(-2, 2);
    out[PLY_ROTATION] = (float)random_between(0.1, 1);
}

enum { NORMAL = -2, MORE = -3, LIST = -4, MOST_PROPERTIES = 200 };

/* What stands in a record, one after the other: numbers of a splat, or one of the above. */
static int list_properties(const splat_ply *how, int out[MOST_PROPERTIES]) {
    int count = 0, rest = (int)(3 * cloud_coefficients(how->degree));
    for (int i = 0; i < 3; i++)
        out[count++] = PLY_CENTER + i;
    for (int i = 0; i < 3; i++)
        out[count++] = NORMAL;
    for (int i = 0; i < 3; i++)
        out[count++] = PLY_COLOR + i;
    for (int i = 0; i < rest; i++)
        out[count++] = PLY_REST + i;
    for (int i = PLY_OPACITY; i < PLY_REST; i++)
        out[count++] = i;
    for (int i = 0; how->is_turned && i < count / 2; i++) {
        int other = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = other;
    }
    if (how->is_turned)
        out[count++] = out[5], out[5] = MORE;
    if (how->has_lists)
        out[count++] = out[7], out[7] = LIST;
    return count;
}

static void name_of(int property, char name[32]) {
    static const char *const NAMES[PLY_REST] = {"x",      "y",       "z",       "f_dc_0",  "f_dc_1",
                                                "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2",
                                                "rot_0",  "rot_1",   "rot_2",   "rot_3"};
    if (property >= PLY_REST)
        snprintf(name, 32, "f_rest_%d", property - PLY_REST);
    else
        snprintf(name, 32, "%s", property >= 0 ? NAMES[property] : "nx");
}

static void put_number(splat_bytes *b, const splat_ply *how, double value) {
    bool is_big = how->encoding == PLY_BIG;
    const char *type = how->type ? how->type : "float";
    uint64_t bits;
    if (how->encoding == PLY_ASCII)
        splat_bytes_print(b, "%.17g ", value);
    else if (strcmp(type, "double") == 0 || strcmp(type, "float64") == 0)
        memcpy(&bits, &value, sizeof bits), put_bits(b, bits, 8, is_big);
    else if (strcmp(type, "float") == 0 || strcmp(type, "float32") == 0)
        put_bits(b, float_bits((float)value), 4, is_big);
    else
        put_bits(b, (uint64_t)(int64_t)value,
                 strstr(type, "char") || strstr(type, "8") ? 1
                 : strstr(type, "short")                   ? 2
                                                           : 4,
                 is_big);
}

/* Bytes and lists of bytes, of which there are as many as `length` says. */
static void put_list(splat_bytes *b, const splat_ply *how, int length) {
    if (how->encoding == PLY_ASCII)
        splat_bytes_print(b, "%d ", length);
    else
        put_bits(b, (uint64_t)length, 2, how->encoding == PLY_BIG);
    for (int i = 0; i < length; i++)
        if (how->encoding == PLY_ASCII)
            splat_bytes_print(b, "%d ", i);
        else
            put_bits(b, (uint64_t)i, 4, how->encoding == PLY_BIG);
}

static void put_header(splat_bytes *b, const splat_ply *how, const int *properties, int count, uint32_t splats) {
    static const char *const ENCODINGS[] = {"", "ascii", "binary_little_endian", "binary_big_endian"};
    const char *end = how->line_end ? how->line_end : "\n", *type = how->type ? how->type : "float";
    char name[32], number[32];
    snprintf(number, sizeof number, "%u", (unsigned)splats);
    splat_bytes_print(b, "ply%sformat %s 1.0%s%s", end, ENCODINGS[how->encoding], end,
                      how->more_lines ? how->more_lines : "");
    if (how->has_elements)
        splat_bytes_print(b, "element fixed 2%sproperty double x%selement lists 3%sproperty list ushort uint x%s", end,
                          end, end, end);
    splat_bytes_print(b, "element vertex %s%s", how->told ? how->told : number, end);
    for (int i = 0; i < count; i++) {
        name_of(properties[i], name);
        if (how->without && strcmp(name, how->without) == 0)
            continue;
        if (properties[i] == LIST)
            splat_bytes_print(b, "property list ushort int neighbors%s", end);
        else if (properties[i] == MORE)
            splat_bytes_print(b, "property uchar f_rest_%s", end);
        else
            splat_bytes_print(b, "property %s %s%s", type, name, end);
    }
    if (how->has_elements)
        splat_bytes_print(b, "element face 2%sproperty list ushort int vertex_indices%s", end, end);
    splat_bytes_print(b, "end_header%s", end);
}

static void put_record(splat_bytes *b, const splat_ply *how, const int *properties, int count, const double *numbers) {
    char name[32];
    for (int i = 0; i < count; i++) {
        name_of(properties[i], name);
        if (how->without && strcmp(name, how->without) == 0)
            continue;
        if (properties[i] == LIST)
            put_list(b, how, i % 3);
        else if (properties[i] == MORE && how->encoding != PLY_ASCII)
            put_bits(b, 7, 1, false);
        else
            put_number(b, how, properties[i] >= 0 ? numbers[properties[i]] : 0);
    }
    if (how->encoding == PLY_ASCII)
        splat_bytes_print(b, "\n");
}

void splat_ply_write(splat_bytes *b, const splat_ply *how, splat_numbers *numbers, uint32_t count) {
    int properties[MOST_PROPERTIES], property_count = list_properties(how, properties);
    put_header(b, how, properties, property_count, count);
    if (how->has_elements) {
        splat_ply doubles = *how;
        doubles.type = "double";
        put_number(b, &doubles, 1);
        put_number(b, &doubles, 2);
        for (int i = 0; i < 3; i++)
            put_list(b, how, i);
    }
    for (uint32_t i = 0; i < count; i++)
        put_record(b, how, properties, property_count, numbers[i]);
    for (int i = 0; i < 2 && how->has_elements; i++)
        put_list(b, how, 3);
}

/* ---- .splat ---- */

void splat_splat_write(splat_bytes *b, const float center[3], const float scale[3], const uint8_t color[4],
                       const uint8_t rotation[4]) {
    for (int i = 0; i < 3; i++)
        put_bits(b, float_bits(center[i]), 4, false);
    for (int i = 0; i < 3; i++)
        put_bits(b, float_bits(scale[i]), 4, false);
    splat_bytes_put(b, color, 4);
    splat_bytes_put(b, rotation, 4);
}

/* ---- files ---- */

enum { MOST_FILES = 64 };

static char folder[160], path[256], made[MOST_FILES][64];
static int made_count;

int splat_folder_make(void **state) {
    (void)state;
    const char *place = getenv("TEMP"); /* of Windows */
    snprintf(folder, sizeof folder, "%s/splats_%ld", place ? place : "/tmp", system_process());
    made_count = 0;
    return system_make_folder(folder) ? 0 : -1;
}

int splat_folder_remove(void **state) {
    (void)state;
    for (int i = 0; i < made_count; i++)
        remove(splat_path(made[i]));
    return system_remove_folder(folder) ? 0 : -1;
}

const char *splat_path(const char *name) {
    int known = 0;
    while (known < made_count && strcmp(made[known], name) != 0)
        known++;
    if (known == made_count && made_count < MOST_FILES)
        snprintf(made[made_count++], sizeof made[0], "%s", name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

const char *splat_file(const char *name, const splat_bytes *b, size_t length) {
    FILE *file = fopen(splat_path(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(b->data ? (const void *)b->data : "", 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return path;
}

const char *splat_file_of(const char *name, const void *bytes, size_t length) {
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    splat_bytes_put(&b, bytes, length);
    return splat_file(name, &b, length);
}

const char *splat_text(const char *name, const char *text) {
    return splat_file_of(name, text, strlen(text));
}

const char *splat_file_of_ply(const splat_ply *how, splat_numbers *numbers, uint32_t count) {
    SCOPED(splat_bytes_free) splat_bytes b = {0};
    splat_ply_write(&b, how, numbers, count);
    return splat_file("a.ply", &b, b.length);
}

void splat_check_error(const char *path, const char *words) {
    const char *error = error_text();
    if (!strstr(error, path) || !strstr(error, words) || strchr(error, '\n'))
        fail_msg("expected '%s' and '%s' in: %s", path, words, error);
}
