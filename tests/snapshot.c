/* snapshot.c - keeps snapshots and compares them.  SPDX-License-Identifier: MIT */
#include "snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t *snapshot_add(snapshot *s, const char *name, int index) {
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 2048;
        s->entries = realloc(s->entries, s->capacity * sizeof *s->entries);
        if (!s->entries)
            abort();
    }
    snapshot_entry *entry = &s->entries[s->count++];
    memset(entry, 0, sizeof *entry);
    entry->name = name;
    entry->index = index;
    return entry->values;
}

static bool is_bound_by_pyramid(const snapshot_entry *entry, const snapshot_except *except) {
    if (entry->per_unit)
        return entry->index >= except->first_unit && entry->index < except->first_unit + except->unit_count;
    return except->program && strcmp(entry->name, "GL_CURRENT_PROGRAM") == 0;
}

/* The next entry from `i` on that the filter wants. */
static size_t skip(const snapshot *s, size_t i, const snapshot_except *filter, bool inside) {
    while (i < s->count && filter && is_bound_by_pyramid(&s->entries[i], filter) != inside)
        i++;
    return i;
}

static void report(const snapshot_entry *x, const snapshot_entry *y, const char *what) {
    fprintf(stderr, "%s: state %s[%d] was %lld %lld %lld %lld, is %s[%d] %lld %lld %lld %lld\n", what, x->name,
            x->index, (long long)x->values[0], (long long)x->values[1], (long long)x->values[2],
            (long long)x->values[3], y->name, y->index, (long long)y->values[0], (long long)y->values[1],
            (long long)y->values[2], (long long)y->values[3]);
}

static size_t compare(const snapshot *a, const snapshot *b, const snapshot_except *filter, bool inside,
                      const char *what) {
    size_t different = 0, i = skip(a, 0, filter, inside), k = skip(b, 0, filter, inside);
    while (i < a->count && k < b->count) {
        const snapshot_entry *x = &a->entries[i], *y = &b->entries[k];
        bool same_variable = strcmp(x->name, y->name) == 0 && x->index == y->index;
        if (!same_variable || memcmp(x->values, y->values, sizeof x->values) != 0)
            if (different++ < 20)
                report(x, y, what);
        if (!same_variable) /* other objects are bound, so that the lists run apart; the cause is reported above */
            return different;
        i = skip(a, i + 1, filter, inside);
        k = skip(b, k + 1, filter, inside);
    }
    if (i < a->count || k < b->count) {
        fprintf(stderr, "%s: not the same number of state variables before and after\n", what);
        different++;
    }
    return different;
}

size_t snapshot_compare(const snapshot *before, const snapshot *after, const snapshot_except *except,
                        const char *what) {
    return compare(before, after, except, false, what);
}

size_t snapshot_compare_bound(const snapshot *before, const snapshot *after, const snapshot_except *only,
                              const char *what) {
    return compare(before, after, only, true, what);
}

void snapshot_copy(snapshot *to, const snapshot *from) {
    if (to->capacity < from->count) {
        free(to->entries);
        to->capacity = from->capacity;
        to->entries = malloc(to->capacity * sizeof *to->entries);
        if (!to->entries)
            abort();
    }
    to->count = from->count;
    memcpy(to->entries, from->entries, from->count * sizeof *from->entries);
}

void snapshot_free(snapshot *s) {
    free(s->entries);
    *s = (snapshot){NULL, 0, 0};
}
