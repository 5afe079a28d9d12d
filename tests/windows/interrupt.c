/* interrupt.c - starts a program in a console, and presses Ctrl+C there when a file begins to appear.  SPDX-License-Identifier: MIT
 *
 * usage: interrupt.exe PATTERN COMMAND...    the file's name, with stars. Exit status 1 where that could not be done. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

enum { STEP_MS = 5, PATIENCE = 6000 };

static bool is_there(const char *pattern) {
    WIN32_FIND_DATAA found;
    HANDLE search = FindFirstFileA(pattern, &found);
    if (search != INVALID_HANDLE_VALUE)
        FindClose(search);
    return search != INVALID_HANDLE_VALUE;
}

int main(int argc, char **argv) {
    char line[4096] = "";
    STARTUPINFOA info = {.cb = sizeof info};
    PROCESS_INFORMATION made;
    int tries = 0;
    for (int i = 2; i < argc; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), "\"%s\" ", argv[i]);
    FreeConsole();
    if (argc < 3 || !AllocConsole() || !CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &info, &made))
        return 1;
    SetConsoleCtrlHandler(NULL, TRUE); /* which is for the other one */
    while (!is_there(argv[1]) && tries++ < PATIENCE)
        Sleep(STEP_MS);
    bool ok = tries < PATIENCE && GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) &&
              WaitForSingleObject(made.hProcess, STEP_MS * PATIENCE) == WAIT_OBJECT_0;
    TerminateProcess(made.hProcess, 1);
    return ok ? 0 : 1;
}
