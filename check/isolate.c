/* isolate.c - each check in a process of its own.  SPDX-License-Identifier: MIT */
#include "isolate.h"

#include "common/files/clock.h"
#include "common/files/process.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PATIENCE_MS = 3000 };

/* Reads records until the last one, the end, or the deadline; false at the deadline. */
static bool listen_to(process *p, double deadline, check_result *result) {
    check_result next;
    size_t have = 0;
    for (int count; (count = process_read(p, (char *)&next + have, sizeof next - have, deadline)) != 0;) {
        if (count < 0)
            return false;
        have += (size_t)count;
        if (have == sizeof next) {
            *result = next;
            have = 0;
        }
    }
    return true;
}

void isolate_run(const char *const *arguments, double timeout, check_result *result) {
    const process_desc desc = {.arguments = arguments, .answers = true, .words = stderr};
    process_end end = {false, 0};
    double began = clock_ms();
    char part[CHECK_TEXT], what[128], how[96];
    memset(result, 0, sizeof *result);
    process *p = process_start(&desc);
    bool in_time = p && listen_to(p, began + 1000 * timeout, result);
    if (!p) {
        snprintf(what, sizeof what, "no process could be started: %s", strerror(errno));
    } else if (!in_time) { /* one that the system holds cannot be ended: it is left behind */
        process_kill(p);
        process_wait(p, PATIENCE_MS, &end);
        snprintf(what, sizeof what, "it hangs: stopped after %.3g seconds", timeout);
    } else {
        process_wait(p, -1, &end);
        process_describe(&end, how, sizeof how);
        snprintf(what, sizeof what, end.crashed ? "it crashed: %s" : "it ended with %s", how);
    }
    process_free(p);
    if (result->status != CHECK_RUNNING && in_time && !end.crashed && end.code == 0)
        return;
    memcpy(part, result->detail, sizeof part);
    snprintf(result->detail, sizeof result->detail, "%.380s%s%s", part, part[0] ? ": " : "", what);
    result->status = CHECK_WRONG;
    result->seconds = (clock_ms() - began) / 1000;
}
