/* isolate.c - each check in a process of its own.  SPDX-License-Identifier: MIT */
#include "isolate.h"

#include "common/files/clock.h"

#include <stdio.h>
#include <string.h>

#ifdef _WIN32

bool isolate_is_possible(void) {
    return false;
}

void isolate_run(char *const *arguments, double timeout, check_result *result) {
    (void)arguments, (void)timeout, (void)result;
}

#else

#    include <errno.h>
#    include <poll.h>
#    include <signal.h>
#    include <sys/wait.h>
#    if defined(__linux__)
#        include <sys/prctl.h>
#    endif
#    include <time.h>
#    include <unistd.h>

enum { EXIT_NO_PROGRAM = 127, PATIENCE_MS = 3000 };

bool isolate_is_possible(void) {
    return true;
}

static pid_t start(char *const *arguments, int *output) {
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]); /* where this program has no stdout, the pipe has its number */
        dup2(ends[1], STDOUT_FILENO);
        if (ends[1] != STDOUT_FILENO)
            close(ends[1]);
#    if defined(__linux__) /* whoever ends this program ends its module, too, which may hang */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
#    endif
        execvp(arguments[0], arguments);
        _exit(EXIT_NO_PROGRAM);
    }
    close(ends[1]);
    if (process < 0)
        close(ends[0]);
    *output = ends[0];
    return process;
}

/* Reads records until the last one, the end, or the deadline; false at the deadline. */
static bool listen_to(int output, double deadline, check_result *result) {
    check_result next;
    size_t have = 0;
    for (double left = deadline - clock_ms(); left > 0; left = deadline - clock_ms()) {
        struct pollfd p = {output, POLLIN, 0};
        if (poll(&p, 1, (int)left + 1) <= 0)
            continue;
        ssize_t count = read(output, (char *)&next + have, sizeof next - have);
        if (count == 0 || (count < 0 && errno != EINTR))
            return true;
        have += count > 0 ? (size_t)count : 0;
        if (have == sizeof next) {
            *result = next;
            have = 0;
        }
    }
    return false;
}

/* A process that the kernel holds cannot be killed: it is left behind. */
static int end_of(pid_t process, bool is_late) {
    int status = 0;
    double deadline = clock_ms() + PATIENCE_MS;
    pid_t ended = 0;
    while (ended == 0 && (!is_late || clock_ms() < deadline)) {
        const struct timespec pause = {0, 10000000};
        ended = waitpid(process, &status, is_late ? WNOHANG : 0);
        if (ended == 0)
            nanosleep(&pause, NULL);
        else if (ended < 0 && errno == EINTR)
            ended = 0;
    }
    return status;
}

void isolate_run(char *const *arguments, double timeout, check_result *result) {
    int output = -1, status;
    double began = clock_ms();
    char part[CHECK_TEXT], what[128];
    memset(result, 0, sizeof *result);
    pid_t process = start(arguments, &output);
    bool in_time = process > 0 && listen_to(output, began + 1000 * timeout, result);
    if (process > 0 && !in_time)
        kill(process, SIGKILL);
    status = process > 0 ? end_of(process, !in_time) : 0;
    if (process > 0)
        close(output);
    if (result->status != CHECK_RUNNING && in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return;
    if (process < 0)
        snprintf(what, sizeof what, "no process could be started: %s", strerror(errno));
    else if (!in_time)
        snprintf(what, sizeof what, "it hangs: stopped after %.3g seconds", timeout);
    else if (WIFSIGNALED(status))
        snprintf(what, sizeof what, "it crashed: signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(what, sizeof what, "it ended with status %d", WEXITSTATUS(status));
    memcpy(part, result->detail, sizeof part);
    snprintf(result->detail, sizeof result->detail, "%.380s%s%s", part, part[0] ? ": " : "", what);
    result->status = CHECK_WRONG;
    result->seconds = (clock_ms() - began) / 1000;
}

#endif
