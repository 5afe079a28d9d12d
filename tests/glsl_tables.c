/* glsl_tables.c - reads the tables of histopyramid/glsl.h.  SPDX-License-Identifier: MIT */
#include "glsl_tables.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "runner.h"

/* Cell number `k` of a row, without blanks around it and without backticks. */
static void read_cell(const char *line, int k, char cell[WORDS]) {
    size_t length = 0;
    for (; *line && k >= 0; line++)
        k -= *line == '|';
    for (; *line && *line != '|' && length < WORDS - 1; line++)
        if (*line != '`' && (length || *line != ' '))
            cell[length++] = *line;
    while (length && cell[length - 1] == ' ')
        length--;
    cell[length] = '\0';
}

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

void replace_word(char text[WORDS], const char *word, const char *by) {
    char before[WORDS];
    size_t length = strlen(word);
    for (char *at = text; (at = strstr(at, word)); at++)
        if (!is_letter(at[length]) && (at == text || !is_letter(at[-1]))) {
            snprintf(before, sizeof before, "%s", text);
            snprintf(at, WORDS - (size_t)(at - text), "%s%s", by, before + (at - text) + length);
        }
}

bool has_word(const char *words, const char *word) {
    const char *at = words;
    for (size_t length = strlen(word); (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ','))
            return true;
    return false;
}

static void read_row(glsl_tables *t, const char *line, bool is_21) {
    char cell[WORDS];
    assert_true(t->row_count < MOST_ROWS);
    glsl_row *r = &t->rows[t->row_count++];
    read_cell(line, 0, r->declaration);
    read_cell(line, 1, r->modes);
    read_cell(line, 2, cell);
    r->is_yours = !strncmp(cell, "you define it", 13);
    if (is_21) {
        replace_word(r->declaration, "uint", "float");
        replace_word(r->declaration, "uvec4", "vec4");
    }
}

static void read_header(glsl_tables *t, bool is_21) {
    char line[512];
    FILE *file = fopen(TEST_GLSL_HEADER, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (!strncmp(line, " *  | `", 7)) {
            read_row(t, line, is_21);
        } else if (!strncmp(line, " *  | ", 6) && strstr(line, "GL 3.3")) {
            assert_true(t->mode_count < MOST_MODES);
            glsl_mode *m = &t->modes[t->mode_count++];
            read_cell(line, 0, m->names);
            read_cell(line, 2, m->stages);
            read_cell(line, 3, m->dialects);
        }
    }
    fclose(file);
}

static void read_internal(glsl_tables *t) {
    char line[WORDS];
    FILE *file = fopen(TEST_GLSL_INTERNAL, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (!strncmp(line, "hpyr_", 5)) {
            assert_true(t->internal_count < MOST_INTERNAL);
            line[strcspn(line, "\n")] = '\0';
            strcpy(t->internal[t->internal_count++], line);
        }
    fclose(file);
}

const glsl_mode *glsl_mode_of(const glsl_tables *t, const char *name) {
    for (size_t i = 0; i < t->mode_count; i++)
        if (has_word(t->modes[i].names, name))
            return &t->modes[i];
    return NULL;
}

/* A row is of texts or of the caller's GLSL, and names no mode that there is not. */
static void check_modes(const glsl_tables *t, glsl_row *r) {
    char words[WORDS];
    strcpy(words, r->modes);
    for (char *word = strtok(words, ", "); word; word = strtok(NULL, ", ")) {
        r->is_of_text = glsl_mode_of(t, word) != NULL;
        if (!r->is_of_text && !has_word("discriminator, selection, field, band, flow", word)) {
            print_error("glsl.h has no mode %s\n", word);
            fail();
        }
    }
}

void glsl_tables_read(glsl_tables *t, bool is_21) {
    memset(t, 0, sizeof *t);
    read_header(t, is_21);
    read_internal(t);
    for (size_t i = 0; i < t->row_count; i++)
        check_modes(t, &t->rows[i]);
    assert_true(t->row_count >= 30 && t->mode_count >= 7);
}
