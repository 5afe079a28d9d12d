/* nearest.c - the nearest points of a cloud, by a k-d tree (Bentley 1975).  SPDX-License-Identifier: MIT */
#include "sculpt/nearest.h"

#include "common/files/memory.h"
#include "common/mesh/vector.h"

#include <math.h>
#include <stdlib.h>

enum { LEAF = 8, AVERAGED = 8 };

/* Points in the order of the tree: the middle one of a range parts it by the axis at the same place of `axes`. */
struct nearest {
    const float *positions;
    uint32_t *order;
    uint8_t *axes;
    uint32_t count;
};

static float coordinate(const nearest *n, uint32_t place, int axis) {
    return n->positions[3 * (size_t)n->order[place] + (size_t)axis];
}

static void swap(nearest *n, uint32_t a, uint32_t b) {
    const uint32_t kept = n->order[a];
    n->order[a] = n->order[b];
    n->order[b] = kept;
}

static int longest_axis(const nearest *n, uint32_t first, uint32_t end) {
    float low[3], high[3];
    int longest = 0;
    for (int k = 0; k < 3; k++) {
        low[k] = high[k] = coordinate(n, first, k);
        for (uint32_t i = first; i < end; i++) {
            low[k] = fminf(low[k], coordinate(n, i, k));
            high[k] = fmaxf(high[k], coordinate(n, i, k));
        }
        longest = high[k] - low[k] > high[longest] - low[longest] ? k : longest;
    }
    return longest;
}

/* Quickselect (Hoare 1961): what is below `middle` is not larger than it, what is above not smaller. */
static void part(nearest *n, uint32_t first, uint32_t end, uint32_t middle, int axis) {
    int64_t low = first, high = (int64_t)end - 1;
    while (low < high) {
        const float pivot = coordinate(n, (uint32_t)((low + high) / 2), axis);
        int64_t i = low, j = high;
        while (i <= j) {
            while (coordinate(n, (uint32_t)i, axis) < pivot)
                i++;
            while (coordinate(n, (uint32_t)j, axis) > pivot)
                j--;
            if (i <= j)
                swap(n, (uint32_t)i++, (uint32_t)j--);
        }
        if ((int64_t)middle <= j)
            high = j;
        else if ((int64_t)middle >= i)
            low = i;
        else
            return;
    }
}

static void build(nearest *n, uint32_t first, uint32_t end) {
    while (end - first > LEAF) {
        const uint32_t middle = first + (end - first) / 2;
        const int axis = longest_axis(n, first, end);
        part(n, first, end, middle, axis);
        n->axes[middle] = (uint8_t)axis;
        build(n, first, middle);
        first = middle + 1;
    }
}

nearest *nearest_create(const clay *c) {
    nearest *n = memory_zeroed(sizeof *n);
    if (!n)
        return NULL;
    n->count = c->points.count;
    n->positions = c->points.positions;
    n->order = malloc(sizeof *n->order * ((size_t)n->count + 1));
    n->axes = malloc((size_t)n->count + 1);
    if (!n->order || !n->axes) {
        nearest_destroy(n);
        error_set("out of memory for a search among %u points", (unsigned)c->points.count);
        return NULL;
    }
    for (uint32_t i = 0; i < n->count; i++)
        n->order[i] = i;
    build(n, 0, n->count);
    return n;
}

void nearest_destroy(nearest *n) {
    if (n) {
        free(n->order);
        free(n->axes);
        free(n);
    }
}

typedef struct search {
    const nearest *tree;
    const float *place;
    int wanted, count;
    uint32_t *found;
    double *squares;
} search;

static void look_at(search *s, uint32_t point) {
    double away[3];
    for (int k = 0; k < 3; k++)
        away[k] = (double)s->tree->positions[3 * (size_t)point + (size_t)k] - s->place[k];
    const double square = vector_dot(away, away);
    int at = s->count < s->wanted ? s->count++ : s->wanted;
    while (at > 0 && (square < s->squares[at - 1] || (square == s->squares[at - 1] && point < s->found[at - 1]))) {
        if (at < s->wanted) {
            s->squares[at] = s->squares[at - 1];
            s->found[at] = s->found[at - 1];
        }
        at--;
    }
    if (at < s->wanted) {
        s->squares[at] = square;
        s->found[at] = point;
    }
}

static void walk(search *s, uint32_t first, uint32_t end) {
    if (end - first <= LEAF) {
        for (uint32_t i = first; i < end; i++)
            look_at(s, s->tree->order[i]);
        return;
    }
    const uint32_t middle = first + (end - first) / 2;
    const int axis = s->tree->axes[middle];
    const double away = (double)s->place[axis] - coordinate(s->tree, middle, axis);
    look_at(s, s->tree->order[middle]);
    walk(s, away < 0 ? first : middle + 1, away < 0 ? middle : end);
    if (s->count < s->wanted || away * away <= s->squares[s->wanted - 1])
        walk(s, away < 0 ? middle + 1 : first, away < 0 ? end : middle);
}

int nearest_find(const nearest *n, const float place[3], int wanted, uint32_t *found, double *squares) {
    search s = {n, place, wanted, 0, found, squares};
    walk(&s, 0, n->count);
    return s.count;
}

static void average(const clay *c, const nearest *tree, const float place[3], float out[3]) {
    uint32_t found[AVERAGED];
    double squares[AVERAGED], sum[3] = {0};
    const int count = nearest_find(tree, place, AVERAGED, found, squares);
    const double least = count > 0 ? fmax(squares[0], 1e-30) : 1; /* weights are relative to the nearest one's */
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            sum[k] += least / fmax(squares[i], least) * c->points.normals[3 * (size_t)found[i] + (size_t)k];
    const double length = vector_length(sum);
    for (int k = 0; k < 3; k++)
        out[k] = length > 1e-6 ? (float)(sum[k] / length) : 0;
}

bool nearest_normals(const clay *c, const float *places, uint32_t count, float *normals) {
    nearest *tree = nearest_create(c);
    for (size_t i = 0; tree && i < count; i++)
        average(c, tree, places + 3 * i, normals + 3 * i);
    nearest_destroy(tree);
    return tree != NULL;
}
