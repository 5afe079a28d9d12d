/* process_windows.c - process.h on Windows.  SPDX-License-Identifier: MIT */
#include "common/files/process.h"

#ifdef _WIN32

#    include "common/files/clock.h"

#    include <errno.h>
#    include <fcntl.h>
#    include <io.h>
#    include <stdlib.h>
#    include <string.h>
#    ifndef WIN32_LEAN_AND_MEAN
#        define WIN32_LEAN_AND_MEAN
#    endif
#    include <windows.h>

enum { STEP_MS = 1, PIPE_BYTES = 1 << 20, LONGEST_COMMAND = 32767 };

struct process {
    HANDLE id;
    FILE *input;   /* or NULL */
    HANDLE output; /* or NULL */
};

/* ---- words ---- */

/* As CommandLineToArgvW takes them apart: in quotes, where a backslash counts in front of a quote alone. */
static size_t quote(const char *word, char *out, size_t used) {
    size_t slashes = 0;
    out[used++] = '"';
    for (const char *c = word; *c; c++) {
        for (; *c == '"' && slashes > 0; slashes--)
            out[used++] = '\\';
        if (*c == '"')
            out[used++] = '\\';
        slashes = *c == '\\' ? slashes + 1 : 0;
        out[used++] = *c;
    }
    for (; slashes > 0; slashes--)
        out[used++] = '\\';
    out[used++] = '"';
    out[used++] = ' ';
    return used;
}

/* The line of a command, for the caller to free. */
static wchar_t *command_line(const char *const *arguments) {
    size_t size = 1, used = 0;
    for (size_t i = 0; arguments[i]; i++)
        size += 2 * strlen(arguments[i]) + 3;
    char *line = malloc(size);
    wchar_t *wide = size < LONGEST_COMMAND ? malloc(LONGEST_COMMAND * sizeof *wide) : NULL;
    for (size_t i = 0; line && arguments[i]; i++)
        used = quote(arguments[i], line, used);
    if (line && wide) {
        line[used] = '\0';
        MultiByteToWideChar(CP_UTF8, 0, line, -1, wide, LONGEST_COMMAND);
    } else {
        free(wide);
        wide = NULL;
        errno = ENOMEM;
    }
    free(line);
    return wide;
}

/* ---- pipes ---- */

/* `theirs` is the other program's end. */
static bool open_pipe(HANDLE *theirs, HANDLE *ours, bool they_read) {
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    bool ok = CreatePipe(they_read ? theirs : ours, they_read ? ours : theirs, &inherited, PIPE_BYTES);
    return ok && SetHandleInformation(*ours, HANDLE_FLAG_INHERIT, 0);
}

static HANDLE open_nothing(void) {
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    return CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                       OPEN_EXISTING, 0, NULL);
}

static HANDLE inherited_copy(FILE *file) {
    HANDLE copy = NULL, own = (HANDLE)_get_osfhandle(_fileno(file));
    DuplicateHandle(GetCurrentProcess(), own, GetCurrentProcess(), &copy, 0, TRUE, DUPLICATE_SAME_ACCESS);
    return copy;
}

static void close_handle(HANDLE *handle) {
    if (*handle && *handle != INVALID_HANDLE_VALUE)
        CloseHandle(*handle);
    *handle = NULL;
}

/* ---- process.h ---- */

static bool start(process *p, const process_desc *d, HANDLE input, HANDLE output, HANDLE words) {
    STARTUPINFOW info = {.cb = sizeof info,
                         .dwFlags = STARTF_USESTDHANDLES,
                         .hStdInput = input,
                         .hStdOutput = output,
                         .hStdError = words};
    PROCESS_INFORMATION made;
    wchar_t *line = command_line(d->arguments);
    bool ok = line && CreateProcessW(NULL, line, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &info, &made);
    if (ok) {
        CloseHandle(made.hThread);
        p->id = made.hProcess;
    } else if (line) {
        DWORD code = GetLastError();
        errno = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND ? ENOENT : EACCES;
    }
    free(line);
    return ok;
}

process *process_start(const process_desc *d) {
    HANDLE input = NULL, output = NULL, words = NULL, to = NULL;
    process *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    errno = EMFILE;
    bool ok = (d->reads ? open_pipe(&input, &to, true) : (input = open_nothing()) != INVALID_HANDLE_VALUE) &&
              (d->answers ? open_pipe(&output, &p->output, false) : (output = open_nothing()) != INVALID_HANDLE_VALUE);
    words = d->words ? inherited_copy(d->words) : open_nothing();
    if (ok && d->reads) {
        int descriptor = _open_osfhandle((intptr_t)to, _O_BINARY);
        p->input = descriptor >= 0 ? _fdopen(descriptor, "wb") : NULL;
        ok = p->input != NULL;
        to = ok ? NULL : to;
    }
    ok = ok && start(p, d, input, output, words);
    int failure = errno;
    close_handle(&to);
    close_handle(&input);
    close_handle(&output);
    close_handle(&words);
    if (!ok) {
        process_free(p);
        p = NULL;
        errno = failure;
    }
    return p;
}

const char *process_shared_name(const char *path) {
    return path;
}

FILE *process_input(process *p) {
    return p->input;
}

int process_read(process *p, void *bytes, size_t size, double deadline) {
    DWORD there = 0, count = 0;
    while (PeekNamedPipe(p->output, NULL, 0, NULL, &there, NULL)) {
        if (there > 0)
            return ReadFile(p->output, bytes, size < there ? (DWORD)size : there, &count, NULL) ? (int)count : 0;
        if (clock_ms() >= deadline)
            return -1;
        Sleep(STEP_MS);
    }
    return 0;
}

bool process_wait(process *p, double milliseconds, process_end *end) {
    DWORD code = 0;
    if (p->input)
        fclose(p->input);
    p->input = NULL;
    if (WaitForSingleObject(p->id, milliseconds < 0 ? INFINITE : (DWORD)milliseconds) != WAIT_OBJECT_0)
        return false;
    GetExitCodeProcess(p->id, &code);
    *end = (process_end){code >= 0xC0000000u, (int)code}; /* what nobody has handled */
    return true;
}

void process_kill(process *p) {
    TerminateProcess(p->id, 1);
}

void process_describe(const process_end *end, char *words, size_t size) {
    if (end->crashed)
        snprintf(words, size, "exception 0x%08x", (unsigned)end->code);
    else
        snprintf(words, size, "status %d", end->code);
}

void process_free(process *p) {
    if (p) {
        if (p->input)
            fclose(p->input);
        close_handle(&p->output);
        close_handle(&p->id);
        free(p);
    }
}

#endif
