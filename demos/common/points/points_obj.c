/* points_obj.c - the vertices of an OBJ file as points. Where there are as many vn as v, they belong together in their order; else
 * faces tell which normal a vertex has.  SPDX-License-Identifier: MIT */
#include "common/files/text_lines.h"
#include "common/points/points.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What grows: three numbers each. */
typedef struct triples {
    double *numbers;
    size_t count, capacity;
} triples;

typedef struct obj {
    text_lines text;
    triples places, normals;
    triples corners; /* of faces: a vertex and a normal, from 1 on, and a 0 */
} obj;

static bool push(obj *o, triples *t, double a, double b, double c) {
    if (t->count == t->capacity) {
        size_t capacity = t->capacity * 2 + 1024;
        double *larger = realloc(t->numbers, capacity * 3 * sizeof *larger);
        if (!larger)
            return text_fail(&o->text, "out of memory", NULL);
        t->numbers = larger;
        t->capacity = capacity;
    }
    double *out = t->numbers + 3 * t->count++;
    out[0] = a;
    out[1] = b;
    out[2] = c;
    return true;
}

/* A position may have a weight or a color after its three numbers. */
static bool read_triple(obj *o, const char *text, triples *to, int most) {
    enum { MOST = 8 };
    double n[MOST];
    int count = text_numbers(&o->text, text, n, MOST);
    if (count >= 0 && (count < 3 || count > most))
        return text_fail(&o->text, count < 3 ? "has less than three numbers" : "has too many numbers", NULL);
    return count >= 0 && push(o, to, n[0], n[1], n[2]);
}

/* "7/3/2": of a vertex, its texture coordinates and its normal the first and the last are wanted. */
static bool read_corner(obj *o, const char *text) {
    size_t vertex, normal = 0;
    if (!text_index(&o->text, &text, o->places.count, &vertex))
        return false;
    if (vertex == 0)
        return text_fail(&o->text, "'%s' is no corner of a face", text);
    if (*text == '/') {
        text += 1 + strspn(text + 1, "+-0123456789");
        if (*text == '/') {
            text++;
            if (!text_index(&o->text, &text, o->normals.count, &normal))
                return false;
        }
    }
    if (*text != '\0')
        return text_fail(&o->text, "'%s' does not belong into a face", text);
    return push(o, &o->corners, (double)vertex, (double)normal, 0);
}

static bool read_face(obj *o, char *text) {
    int corners = 0;
    for (char *word = strtok(text, " \t\r"); word; word = strtok(NULL, " \t\r"), corners++)
        if (!read_corner(o, word))
            return false;
    return corners >= 3 || text_fail(&o->text, "is a face of less than three corners", NULL);
}

static bool read_line(obj *o, char *line) {
    const size_t word = strcspn(line, " \t\r");
    if (word == 1 && line[0] == 'v')
        return read_triple(o, line + word, &o->places, 7);
    if (word == 2 && line[0] == 'v' && line[1] == 'n')
        return read_triple(o, line + word, &o->normals, 3);
    if (word == 1 && line[0] == 'f')
        return read_face(o, line + word);
    if (word > 0 && !isalpha((unsigned char)line[0])) /* there are many kinds of lines that have no points */
        return text_fail(&o->text, "'%s' begins no line of an OBJ file", line);
    return true;
}

/* Which normal each vertex has, from 1 on, or 0. NULL where memory runs out. */
static size_t *match_normals(const obj *o) {
    size_t *normal_of = calloc(o->places.count + 1, sizeof *normal_of);
    for (size_t i = 0; normal_of && i < o->corners.count; i++) {
        const double *corner = o->corners.numbers + 3 * i;
        if (corner[1] > 0)
            normal_of[(size_t)corner[0] - 1] = (size_t)corner[1];
    }
    for (size_t i = 0; normal_of && o->normals.count == o->places.count && i < o->places.count; i++)
        normal_of[i] = i + 1;
    return normal_of;
}

static bool give_points(const obj *o, point_source *s) {
    const bool has_normals = o->normals.count > 0;
    if (has_normals && o->normals.count != o->places.count && o->corners.count == 0) {
        return error_set("%s: %llu v and %llu vn do not belong together, and there are no faces", s->path,
                         (unsigned long long)o->places.count, (unsigned long long)o->normals.count);
    }
    if (!points_reserve(s->out, s->path, o->places.count, has_normals))
        return false;
    size_t *normal_of = match_normals(o);
    if (!normal_of)
        return error_set("%s: out of memory", s->path);
    for (size_t i = 0; i < o->places.count; i++) {
        const double *normal = normal_of[i] > 0 ? o->normals.numbers + 3 * (normal_of[i] - 1) : NULL;
        points_add(s->out, o->places.numbers + 3 * i, normal);
    }
    free(normal_of);
    return true;
}

bool points_read_obj(point_source *s) {
    obj o = {0};
    bool ok = true;
    o.text.file = s->file;
    o.text.path = s->path;
    for (char *line = text_next(&o.text); ok && line; line = ok ? text_next(&o.text) : NULL) {
        ok = read_line(&o, line);
        points_tell(s->bar, o.text.bytes, s->size);
    }
    ok = ok && !o.text.has_failed && give_points(&o, s);
    free(o.places.numbers);
    free(o.normals.numbers);
    free(o.corners.numbers);
    return ok;
}
