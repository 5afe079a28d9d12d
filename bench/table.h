/* table.h - one type of row for everything that is measured: a line of a table, an object of JSON, a line of CSV.
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "common/files/json.h"
#include "common/files/outfile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/** What a column has. A SIZE is three counts, of its cell and the next two. */
typedef enum column_kind { TEXT, COUNT, MS, NUMBER, TRUTH, SIZE } column_kind;

/** | field    | zero means                                                                                            |
 *  |----------|-------------------------------------------------------------------------------------------------------|
 *  | cell     | which cell of a row it shows                                                                          |
 *  | key      | no member of JSON and no field of CSV. "ms.build" is member "build" of the object "ms"                |
 *  | title    | not in the table. A bar in front of it separates it from the column before                            |
 *  | width    | in the table; texts are to the left, numbers to the right                                             |
 *  | decimals | in the table, of MS and NUMBER; below 0 as an exponent                                                |
 *  | unit     | 1: the table's numbers are cells over it                                                              |
 *  | suffix   | nothing stands behind the table's numbers                                                             |
 *  A list of columns ends with one that is all zero. */
typedef struct column {
    int cell;
    column_kind kind;
    const char *key, *title;
    int width, decimals;
    double unit;
    const char *suffix;
} column;

typedef struct row row;
struct bench;

/** Rows of one kind. In JSON they are an array `key`, which other tables may have, too. `more` stands behind `columns` in JSON: what a
 *  second table shows. `members` adds what no column can, or is NULL. */
typedef struct table {
    const char *key;
    const column *columns, *more;
    void (*members)(const struct bench *b, json *j, const row *r);
} table;

/** Cells that mean the same in all tables; those of each begin with ROW_OWN. */
enum {
    ROW_RUNS,   /* that medians are of: 0 or missing where nothing was measured */
    ROW_FIRST,  /* ms of our first run, in which programs may be compiled */
    ROW_DRAWS,  /* of OpenGL, by the library */
    ROW_MB,     /* megabytes of GL memory */
    ROW_REASON, /* why something was refused */
    ROW_LEAST,  /* bytes that must be read and written once for all of our ways together */
    ROW_OWN,
    ROW_CELLS = 48
};

struct row {
    const table *table;
    bool was_told; /* the table leaves it out */
    double n[ROW_CELLS];
    const char *t[ROW_CELLS]; /* of TEXT; what they point at stays until the end */
};

/** A row whose cells are missing: numbers are NAN and texts NULL. Tables show "-", and JSON null. */
row row_of(const table *t);

/** Prints those of rows [first, end) that are of the first one's table. A column that none of them has is left out. Of a row without
 *  runs stands the reason instead of its times. */
void table_print(FILE *stream, const column *columns, const row *rows, size_t first, size_t end);

/** An array of all rows of the tables [first, end), which have one key. */
void table_json(const struct bench *b, json *j, const table *const *first, const table *const *end);

/** All rows of a table, under a line of names. */
void table_csv(const struct bench *b, outfile *file, const table *t);

#endif
