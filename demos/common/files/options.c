/* options.c - command lines, by a table that also answers --help and --version.  SPDX-License-Identifier: MIT */
#include "common/files/options.h"

#include "common/files/path.h"

#include <histopyramid/context.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GO_ON = -1, EXIT_USAGE = 2, SHOWN = 256 };

/* An argument in a message of one line: it may hold line breaks, and be as long as it likes. */
typedef struct shown {
    char text[SHOWN + sizeof "..."];
} shown;

static shown show(const char *argument) {
    shown s;
    size_t length = 0;
    for (; argument[length] && length < SHOWN; length++) {
        unsigned char c = (unsigned char)argument[length];
        s.text[length] = c < ' ' || c == 127 ? '?' : (char)c;
    }
    strcpy(s.text + length, argument[length] ? "..." : "");
    return s;
}

static int finish_printing(const option_table *t) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    fprintf(stderr, "%s: standard output: cannot be written: %s\n", t->program, strerror(errno));
    return 1;
}

static int print_version(const option_table *t) {
    printf("%s (libhistopyramid) %d.%d.%d\n", t->program, HPYR_VERSION_MAJOR, HPYR_VERSION_MINOR, HPYR_VERSION_PATCH);
    printf("MIT license: use, copy, change and pass it on freely. There is no warranty.\n");
    return finish_printing(t);
}

/* In lines of at most 120 characters. */
static void print_row(const char *left, const char *help) {
    enum { COLUMN = 29, ROOM = 120 - COLUMN };
    printf("  %-26s ", left);
    while (strlen(help) > ROOM) {
        int length = ROOM;
        while (length > 0 && help[length] != ' ')
            length--;
        length = length > 0 ? length : ROOM;
        printf("%.*s\n%*s", length, help, COLUMN, "");
        help += length + (help[length] == ' ');
    }
    printf("%s\n", help);
}

static int print_help(const option_table *t) {
    printf("usage: %s [options]%s%s%s\n%s\n\noptions:\n", t->program, t->operand ? " [" : "",
           t->operand ? t->operand : "", t->operand ? "]" : "", t->summary);
    for (size_t i = 0; i < t->option_count; i++) {
        const option *o = &t->options[i];
        char left[64];
        snprintf(left, sizeof left, "%s %s", o->name, o->value ? o->value : "");
        print_row(left, o->help);
    }
    print_row("--help", "print this and exit");
    print_row("--version", "print the version and the license, and exit");
    if (t->notes)
        printf("\n%s\n", t->notes);
    return finish_printing(t);
}

/* Digits only: strtoul would take signs, blanks and a wrapped overflow. */
static const char *parse_number(const char *text, uint32_t *out) {
    uint64_t value = 0;
    const char *s = text;
    for (; *s >= '0' && *s <= '9'; s++) {
        value = value * 10 + (uint64_t)(*s - '0');
        if (value > UINT32_MAX)
            return NULL;
    }
    *out = (uint32_t)value;
    return s > text ? s : NULL;
}

bool options_numbers(const char *text, uint32_t *out, int count, uint32_t minimum, uint32_t maximum) {
    for (int i = 0; i < count; i++) {
        if (i > 0 && *text++ != 'x')
            return false;
        text = parse_number(text, &out[i]);
        if (!text || out[i] < minimum || out[i] > maximum)
            return false;
    }
    return *text == '\0';
}

static bool parse_grid(const char *text, uint32_t out[3], uint32_t minimum, uint32_t maximum) {
    uint32_t values[3];
    if (strchr(text, 'x')) {
        if (!options_numbers(text, values, 3, minimum, maximum))
            return false;
    } else {
        if (!options_numbers(text, values, 1, minimum, maximum))
            return false;
        values[1] = values[2] = values[0];
    }
    memcpy(out, values, sizeof values);
    return true;
}

/* Decimal, as people write it: strtod would take blanks, hexadecimal digits, infinities and NaN. */
static bool parse_real(const char *text, double *out) {
    char *end = NULL;
    if (*text == '\0' || text[strspn(text, "+-.0123456789eE")] != '\0')
        return false;
    *out = strtod(text, &end);
    return *end == '\0' && isfinite(*out);
}

static bool has_range(const option *o) {
    return o->lowest != 0 || o->highest != 0;
}

static bool store_real(const option *o, const char *value) {
    double number;
    if (!parse_real(value, &number) || (has_range(o) && (number < o->lowest || number > o->highest)))
        return false;
    *(double *)o->target = number;
    return true;
}

/* Which of the allowed values it is; -1 for none. Where all are allowed, 0. */
static int find_allowed(const option *o, const char *value) {
    if (!o->allowed)
        return *value != '\0' ? 0 : -1;
    for (int i = 0; o->allowed[i]; i++)
        if (o->kind == OPTION_PATH ? path_ends_with(value, o->allowed[i]) : strcmp(value, o->allowed[i]) == 0)
            return i;
    return -1;
}

static bool store(const option *o, const char *value) {
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)o->target = !o->clears;
        return true;
    case OPTION_COUNT:
        return options_numbers(value, o->target, 1, o->minimum, o->maximum);
    case OPTION_NUMBER:
        return store_real(o, value);
    case OPTION_SIZE:
        return options_numbers(value, o->target, 2, o->minimum, o->maximum);
    case OPTION_GRID:
        return parse_grid(value, o->target, o->minimum, o->maximum);
    case OPTION_CHOICE:
    case OPTION_PATH:
        if (find_allowed(o, value) < 0)
            return false;
        *(const char **)o->target = value;
        return true;
    case OPTION_INDEX:
        if (find_allowed(o, value) < 0)
            return false;
        *(int *)o->target = find_allowed(o, value);
        return true;
    case OPTION_PARSED:
        return o->parse(value, o->target) == NULL;
    }
    return false;
}

static int wrong_value(const option_table *t, const option *o, const char *value) {
    if (o->kind == OPTION_PARSED) {
        fprintf(stderr, "%s: %s '%s': %s\n", t->program, o->name, show(value).text, o->parse(value, o->target));
        return EXIT_USAGE;
    }
    fprintf(stderr, "%s: %s '%s': expected ", t->program, o->name, show(value).text);
    switch (o->kind) {
    case OPTION_COUNT:
        fprintf(stderr, "a whole number from %u to %u\n", (unsigned)o->minimum, (unsigned)o->maximum);
        break;
    case OPTION_NUMBER:
        if (has_range(o))
            fprintf(stderr, "a number from %g to %g\n", o->lowest, o->highest);
        else
            fprintf(stderr, "a number\n");
        break;
    case OPTION_SIZE:
        fprintf(stderr, "WxH, each a whole number from %u to %u\n", (unsigned)o->minimum, (unsigned)o->maximum);
        break;
    case OPTION_GRID:
        fprintf(stderr, "N or XxYxZ, each a whole number from %u to %u\n", (unsigned)o->minimum, (unsigned)o->maximum);
        break;
    default:
        fprintf(stderr, "%s", o->kind == OPTION_PATH ? "a file name" : "");
        for (const char *const *a = o->allowed; a && *a; a++) {
            const char *before = a == o->allowed ? (o->kind == OPTION_PATH ? " that ends in " : "") : " or ";
            fprintf(stderr, "%s%s", before, *a);
        }
        fprintf(stderr, "\n");
    }
    return EXIT_USAGE;
}

static const option *find(const option_table *t, const char *argument, size_t length) {
    for (size_t i = 0; i < t->option_count; i++)
        if (strlen(t->options[i].name) == length && strncmp(t->options[i].name, argument, length) == 0)
            return &t->options[i];
    return NULL;
}

static int unknown_option(const option_table *t, const char *argument, size_t length) {
    for (int i = 0; t->renamed && t->renamed[i][0]; i++) {
        if (strlen(t->renamed[i][0]) == length && strncmp(t->renamed[i][0], argument, length) == 0) {
            fprintf(stderr, "%s: %s is called %s now\n", t->program, t->renamed[i][0], t->renamed[i][1]);
            return EXIT_USAGE;
        }
    }
    fprintf(stderr, "%s: unknown option '%s': see %s --help\n", t->program, show(argument).text, t->program);
    return EXIT_USAGE;
}

/* One option, "--name value" or "--name=value"; moves *index past the value. */
static int parse_option(const option_table *t, int argc, char **argv, int *index) {
    const char *argument = argv[*index];
    const char *equals = strchr(argument, '=');
    size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const option *o = find(t, argument, length);
    if (!o)
        return unknown_option(t, argument, length);
    const char *value = equals ? equals + 1 : NULL;
    if (o->kind == OPTION_FLAG && value) {
        fprintf(stderr, "%s: %s takes no value, got '%s'\n", t->program, o->name, show(value).text);
        return EXIT_USAGE;
    }
    if (o->kind != OPTION_FLAG && !value) {
        if (*index + 1 >= argc) {
            fprintf(stderr, "%s: %s needs a value: %s\n", t->program, o->name, o->value);
            return EXIT_USAGE;
        }
        value = argv[++*index];
    }
    if (!store(o, value))
        return wrong_value(t, o, value);
    if (t->given)
        t->given[o - t->options] = true;
    return GO_ON;
}

static int parse_operand(const option_table *t, const char *argument) {
    if (!t->operand || *t->operand_target) {
        fprintf(stderr, "%s: one argument too many: '%s'\n", t->program, show(argument).text);
        return EXIT_USAGE;
    }
    if (*argument == '\0') {
        fprintf(stderr, "%s: %s is empty: expected a file name\n", t->program, t->operand);
        return EXIT_USAGE;
    }
    *t->operand_target = argument;
    return GO_ON;
}

/* --help and --version win over all other arguments, right or wrong. What follows an option as its value is neither. */
static int answer_questions(const option_table *t, int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const option *o = find(t, argv[i], strlen(argv[i]));
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return print_help(t);
        if (strcmp(argv[i], "--version") == 0)
            return print_version(t);
        i += o && o->kind != OPTION_FLAG;
    }
    return GO_ON;
}

int options_parse(const option_table *table, int argc, char **argv) {
    bool options_ended = false;
    int answered = answer_questions(table, argc, argv);
    if (answered != GO_ON)
        return answered;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        int status = GO_ON;
        if (!options_ended && strcmp(argument, "--") == 0)
            options_ended = true;
        else if (!options_ended && argument[0] == '-' && argument[1] != '\0')
            status = parse_option(table, argc, argv, &i);
        else
            status = parse_operand(table, argument);
        if (status != GO_ON)
            return status;
    }
    return GO_ON;
}
