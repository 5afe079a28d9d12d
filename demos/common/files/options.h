/* options.h - command lines, by a table that also answers --help and --version.  SPDX-License-Identifier: MIT */
#ifndef DEMO_OPTIONS_H
#define DEMO_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum option_kind {
    OPTION_FLAG,   /* bool: present or not; the other way round where the option `clears` it */
    OPTION_COUNT,  /* uint32_t: minimum..maximum */
    OPTION_NUMBER, /* double: lowest..highest, or any that is finite where both are 0 */
    OPTION_SIZE,   /* uint32_t[2]: WxH, each minimum..maximum */
    OPTION_GRID,   /* uint32_t[3]: N or XxYxZ, each minimum..maximum */
    OPTION_CHOICE, /* const char *: one of `allowed` */
    OPTION_INDEX,  /* int: which of `allowed` */
    OPTION_PATH,   /* const char *: ends in one of `allowed`, in any case; "-" and others where `allowed` is NULL */
    OPTION_PARSED  /* what `parse` makes of it */
} option_kind;

typedef struct option {
    const char *name;  /* with its dashes */
    const char *value; /* what follows it, for --help; NULL for flags */
    const char *help;
    option_kind kind;
    void *target;
    uint32_t minimum, maximum;
    const char *const *allowed; /* ends with NULL */
    /* Fills the target and returns NULL. Where the value is wrong it changes nothing and says what is, in the words of one line. */
    const char *(*parse)(const char *value, void *target);
    double lowest, highest;
    bool clears;
} option;

typedef struct option_table {
    const char *program;
    const char *summary; /* the lines under the usage line */
    const char *notes;   /* the lines at the end of --help, may be NULL */
    const option *options;
    size_t option_count;
    bool *given; /* set for each option that was there, and may be NULL */
    const char *const (
        *renamed)[2];    /* options that were: the old name and the new one; ends with NULL, and may be NULL */
    const char *operand; /* name of the one operand, NULL if there is none */
    const char **operand_target;
} option_table;

/** Fills the targets. `--help` and `--version` print to stdout; the first of them wins over all other arguments, right or
 *  wrong. Returns -1 to go on, else the exit status: 0 after one of these two, 1 where it could not be printed, 2 for a
 *  usage error, which is told in one line on stderr. */
int options_parse(const option_table *table, int argc, char **argv);

/** "1x2x3" as `count` numbers, each minimum..maximum. */
bool options_numbers(const char *text, uint32_t *out, int count, uint32_t minimum, uint32_t maximum);

#endif
