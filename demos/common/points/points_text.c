/* points_text.c - points as lines of numbers: .xyz, .pts and their like.  SPDX-License-Identifier: MIT */
#include "common/files/text_lines.h"
#include "common/points/points.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of a line: a position; that and a brightness; that and a normal or a color; that, a brightness and a color. */
enum { POSITION = 3, BRIGHT = 4, WITH_THREE = 6, BRIGHT_COLOR = 7, MOST = 7 };

static const char *const BETWEEN = " \t\r,;"; /* numbers and words */

typedef struct columns {
    int count;        /* numbers of each line, 0 before the first */
    double told;      /* how many points the first line tells of; -1 where it does not */
    uint64_t points;  /* read so far */
    bool maybe_color; /* the last three of six have been whole numbers from 0 to 255 so far, */
    bool above_one;   /* and one of them was above 1 */
} columns;

static bool is_known(int count) {
    return count == POSITION || count == BRIGHT || count == WITH_THREE || count == BRIGHT_COLOR;
}

static bool is_count(double number) {
    return number >= 0 && number == floor(number) && number < 1e15;
}

static void look_for_colors(columns *c, const double *numbers) {
    for (int k = 0; k < 3; k++) {
        const double number = numbers[k];
        c->maybe_color = c->maybe_color && number >= 0 && number <= 255 && number == floor(number);
        c->above_one = c->above_one || number > 1;
    }
}

static bool take_line(point_source *s, text_lines *t, columns *c, const double *numbers, int count) {
    char words[96];
    if (c->count == 0 && count == 1 && c->told < 0 && is_count(numbers[0])) {
        c->told = numbers[0];
        return true;
    }
    if (c->count == 0 && is_known(count))
        c->count = count;
    if (count != c->count || c->count == 0) {
        snprintf(words, sizeof words, "%s%d", count > MOST ? "more than " : "", count > MOST ? MOST : count);
        if (c->count == 0)
            return text_fail(t, "has %s numbers: 3 are a position, 6 are a position and a normal", words);
        return text_fail(t,
                         count < c->count ? "has %s numbers, the lines before have more"
                                          : "has %s numbers, the lines before have less",
                         words);
    }
    const bool has_normal = count == WITH_THREE;
    if (s->out->count == s->out->capacity &&
        !points_reserve(s->out, s->path, (uint64_t)s->out->count / 2 + 4096, has_normal)) {
        t->has_failed = true;
        return false;
    }
    if (has_normal)
        look_for_colors(c, numbers + POSITION);
    points_add(s->out, numbers, has_normal ? numbers + POSITION : NULL);
    c->points++;
    return true;
}

/* Six numbers are a position and a color in many files. */
static void drop_colors(point_source *s, const columns *c) {
    char line[ERROR_SIZE];
    const bool are_colors = s->out->normals && c->maybe_color && c->above_one;
    if (!are_colors)
        return;
    free(s->out->normals);
    s->out->normals = NULL;
    s->out->without = s->out->count;
    snprintf(line, sizeof line, "%s: the last three numbers of its lines are colors, not normals", s->path);
    points_warn(s, line);
}

/* Tables have names of columns in their first line: three and more words that begin with letters and are no numbers. */
static bool names_columns(const char *line) {
    int words = 0;
    for (; *line; words++) {
        char *end;
        strtod(line, &end);
        if (end != line || !(isalpha((unsigned char)*line) || *line == '"'))
            return false;
        line += strcspn(line, BETWEEN);
        line += strspn(line, BETWEEN);
    }
    return words >= POSITION;
}

bool points_read_numbers(point_source *s) {
    text_lines t = {0};
    columns c = {0, -1, 0, true, false};
    double numbers[MOST];
    t.file = s->file;
    t.path = s->path;
    for (char *line = text_next(&t); line; line = text_next(&t)) {
        points_tell(s->bar, t.bytes, s->size);
        if (t.number == 1 && names_columns(line))
            continue;
        int count = text_numbers(&t, line, numbers, MOST);
        if (count < 0 || (count > 0 && !take_line(s, &t, &c, numbers, count)))
            return false;
    }
    if (t.has_failed)
        return false;
    if (c.told >= 0 && c.told != (double)c.points) {
        return error_set("%s: its first line tells of %.0f points, %llu are there", s->path, c.told,
                         (unsigned long long)c.points);
    }
    drop_colors(s, &c);
    return true;
}
