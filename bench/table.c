/* table.c - rows as tables, as JSON and as CSV.  SPDX-License-Identifier: MIT */
#include "bench.h"

#include <math.h>
#include <string.h>

row row_of(const table *t) {
    row r;
    memset(&r, 0, sizeof r);
    r.table = t;
    for (int i = 0; i < ROW_CELLS; i++)
        r.n[i] = NAN;
    return r;
}

static bool is_missing(const row *r, const column *c) {
    return c->kind == TEXT ? !r->t[c->cell] : isnan(r->n[c->cell]);
}

static bool is_last(const column *c) {
    return !c->key && !c->title;
}

/* ---- tables ---- */

/* What a cell is in a table. */
static void write_cell(char *out, size_t size, const row *r, const column *c) {
    const double *n = &r->n[c->cell], shown = *n / (c->unit > 0 ? c->unit : 1);
    if (c->kind == TEXT)
        snprintf(out, size, "%s", r->t[c->cell] ? r->t[c->cell] : "");
    else if (isnan(*n))
        snprintf(out, size, "-");
    else if (c->kind == SIZE)
        snprintf(out, size, "%.0fx%.0fx%.0f", n[0], n[1], n[2]);
    else if (c->decimals < 0)
        snprintf(out, size, "%.*e%s", -c->decimals, shown, c->suffix ? c->suffix : "");
    else
        snprintf(out, size, "%.*f%s", c->decimals, shown, c->suffix ? c->suffix : "");
}

static bool is_shown(const column *c, const row *rows, size_t first, size_t end) {
    bool shown = false;
    for (size_t i = first; i < end && c->title; i++)
        shown = shown || (rows[i].table == rows[first].table && !is_missing(&rows[i], c));
    return shown;
}

/* Of the heading, where `r` is NULL, or of a row: appends to a line. */
static void add_cell(char *line, size_t size, const column *c, const row *r) {
    const bool has_bar = c->title[0] == '|';
    const size_t used = strlen(line);
    char text[ERROR_SIZE];
    if (r)
        write_cell(text, sizeof text, r, c);
    else
        snprintf(text, sizeof text, "%s", c->title + has_bar);
    snprintf(line + used, size - used, c->kind == TEXT ? "%s %-*s" : "%s %*s", has_bar ? " |" : "", c->width, text);
}

static void print_row(FILE *stream, const column *columns, const row *rows, size_t first, size_t end, const row *r) {
    const bool is_refused = r && r->t[ROW_REASON] && !(r->n[ROW_RUNS] > 0);
    char line[4 * ERROR_SIZE] = "   ";
    for (const column *c = columns; !is_last(c) && !(is_refused && c->kind == MS); c++)
        if (is_shown(c, rows, first, end))
            add_cell(line, sizeof line, c, r);
    for (size_t length = strlen(line); !is_refused && length > 0 && line[length - 1] == ' '; length--)
        line[length - 1] = '\0';
    fprintf(stream, is_refused ? "%s %s\n" : "%s\n", line, is_refused ? r->t[ROW_REASON] : "");
}

/* Why something of a row is missing, where the list of columns has reasons, and the row before has not told it. */
static void print_reason(FILE *stream, const column *columns, const row *r, const row *before) {
    bool tells = r->t[ROW_REASON] && r->n[ROW_RUNS] > 0;
    if (tells && before->t[ROW_REASON] && before->n[ROW_RUNS] > 0 && r != before)
        tells = strcmp(r->t[ROW_REASON], before->t[ROW_REASON]) != 0;
    for (const column *c = columns; tells && !is_last(c); c++)
        if (c->cell == ROW_REASON)
            fprintf(stream, "      %s\n", r->t[ROW_REASON]);
}

void table_print(FILE *stream, const column *columns, const row *rows, size_t first, size_t end) {
    if (first < end)
        print_row(stream, columns, rows, first, end, NULL);
    for (size_t i = first; i < end; i++)
        if (rows[i].table == rows[first].table && !rows[i].was_told) {
            print_row(stream, columns, rows, first, end, &rows[i]);
            print_reason(stream, columns, &rows[i], i > first ? &rows[i - 1] : &rows[i]);
        }
    fflush(stream);
}

/* ---- JSON ---- */

static void put_value(json *j, const char *key, const row *r, const column *c) {
    const double *n = &r->n[c->cell];
    if (c->kind == TEXT)
        json_text(j, key, r->t[c->cell]);
    else if (isnan(*n))
        json_null(j, key);
    else if (c->kind == SIZE)
        json_counts(j, key, (const uint32_t[]){(uint32_t)n[0], (uint32_t)n[1], (uint32_t)n[2]}, 3);
    else if (c->kind == COUNT)
        json_count(j, key, (uint64_t)*n);
    else if (c->kind == TRUTH)
        json_truth(j, key, *n > 0);
    else
        (c->kind == MS ? json_ms : json_number)(j, key, *n);
}

/* Whether the column is of the object whose members' keys begin with `length` characters of `prefix`. */
static bool is_within(const column *c, const char *prefix, size_t length) {
    return c->key && strncmp(c->key, prefix, length) == 0;
}

/* Members from `c` on whose keys begin as c->key does, up to `length` characters; returns the column behind the last of them. An object of
 * which all members are missing is null. */
static const column *put_members(json *j, const row *r, const column *c, size_t length) {
    const char *prefix = c->key ? c->key : "";
    while (!is_last(c) && (length == 0 || is_within(c, prefix, length))) {
        const char *dot = c->key ? strchr(c->key + length, '.') : NULL;
        if (dot) {
            const size_t deeper = (size_t)(dot - c->key) + 1;
            const column *end = c;
            char key[64];
            bool any = false;
            snprintf(key, sizeof key, "%.*s", (int)(deeper - 1 - length), c->key + length);
            for (; is_within(end, c->key, deeper); end++)
                any = any || !is_missing(r, end);
            if (any) {
                json_open(j, key, '{');
                put_members(j, r, c, deeper);
                json_close(j, '}');
            } else {
                json_null(j, key);
            }
            c = end;
        } else {
            if (c->key)
                put_value(j, c->key + length, r, c);
            c++;
        }
    }
    return c;
}

static void put_row(const bench *b, json *j, const row *r) {
    json_open(j, NULL, '{');
    put_members(j, r, r->table->columns, 0);
    if (r->table->more)
        put_members(j, r, r->table->more, 0);
    if (r->table->members)
        r->table->members(b, j, r);
    json_close(j, '}');
}

void table_json(const bench *b, json *j, const table *const *first, const table *const *end) {
    json_open(j, (*first)->key, '[');
    for (const table *const *t = first; t < end; t++)
        for (size_t i = 0; i < b->row_count; i++)
            if (b->rows[i].table == *t)
                put_row(b, j, &b->rows[i]);
    json_close(j, ']');
}

/* ---- CSV ---- */

static void write_text(outfile *file, const char *text) {
    outfile_write(file, text, strlen(text));
}

/* RFC 4180: in quotes, where a quote is two. */
static void write_quoted(outfile *file, const char *text) {
    write_text(file, "\"");
    for (const char *c = text; *c; c++)
        outfile_write(file, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1);
    write_text(file, "\"");
}

/* "ms.build" is "build_ms". */
static void write_name(outfile *file, const column *c) {
    const char *dot = strchr(c->key, '.');
    char text[64];
    if (c->kind == SIZE)
        snprintf(text, sizeof text, "width,height,depth");
    else if (dot)
        snprintf(text, sizeof text, "%s_%.*s", dot + 1, (int)(dot - c->key), c->key);
    else
        snprintf(text, sizeof text, "%s", c->key);
    write_text(file, text);
}

static void write_field(outfile *file, const row *r, const column *c) {
    const double *n = &r->n[c->cell];
    char text[400] = "";
    if (c->kind == TEXT && c->cell == ROW_REASON) {
        write_quoted(file, r->t[c->cell] ? r->t[c->cell] : "");
        return;
    }
    if (c->kind == SIZE)
        snprintf(text, sizeof text, "%.0f,%.0f,%.0f", n[0], n[1], n[2]);
    else if (c->kind == TEXT)
        snprintf(text, sizeof text, "%s", r->t[c->cell] ? r->t[c->cell] : "");
    else if (!isnan(*n))
        snprintf(text, sizeof text, c->kind == MS ? "%.3f" : c->kind == COUNT ? "%.0f" : "%.9g", *n);
    write_text(file, text);
}

/* The line of names, where `r` is NULL, or a row. */
static void write_line(outfile *file, const column *columns, const row *r) {
    for (const column *c = columns; !is_last(c); c++) {
        if (!c->key)
            continue;
        if (c > columns)
            write_text(file, ",");
        if (r)
            write_field(file, r, c);
        else
            write_name(file, c);
    }
    write_text(file, "\n");
}

void table_csv(const bench *b, outfile *file, const table *t) {
    write_line(file, t->columns, NULL);
    for (size_t i = 0; i < b->row_count; i++)
        if (b->rows[i].table == t)
            write_line(file, t->columns, &b->rows[i]);
}
