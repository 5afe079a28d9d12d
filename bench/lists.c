/* lists.c - list operations in turn with what a user would do instead.  SPDX-License-Identifier: MIT */
#include "lists.h"

#include "parts.h"
#include "report.h"

bool bench_lists(bench *b) {
    if (bench_has_floats(b)) {
        report_title(b, "Lists: OpenGL 2.1 has none");
        return true;
    }
    size_t first = b->list_count;
    if (!lists_run_sorts(b))
        return false;
    report_sorts(b, first);
    first = b->list_count;
    if (!lists_run_operations(b))
        return false;
    report_lists(b, first);
    return true;
}
