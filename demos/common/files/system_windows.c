/* system_windows.c - system.h on Windows.  SPDX-License-Identifier: MIT
 *
 * The programs' manifest makes UTF-8 the code page of all functions that take narrow strings, from Windows 10 of 2019 on; so fopen and
 * their like, and main's arguments, need nothing here. Windows' own functions are asked by their wide names. */
#include "common/files/system.h"

#include "common/files/clock.h"

#ifdef _WIN32

#    ifndef WIN32_LEAN_AND_MEAN
#        define WIN32_LEAN_AND_MEAN
#    endif
#    include <errno.h>
#    include <fcntl.h>
#    include <io.h>
#    include <stdlib.h>
#    include <string.h>
#    include <sys/stat.h>
#    include <windows.h>

/* What Windows says, in the words of C. */
static bool fail(DWORD code) {
    switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_DRIVE:
        errno = ENOENT;
        break;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_SHARING_VIOLATION: /* another program holds the file */
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
        errno = EBUSY;
        break;
    case ERROR_DIRECTORY:
        errno = ENOTDIR;
        break;
    case ERROR_FILENAME_EXCED_RANGE:
        errno = ENAMETOOLONG;
        break;
    case ERROR_NOT_ENOUGH_MEMORY:
        errno = ENOMEM;
        break;
    default:
        errno = EACCES;
    }
    return false;
}

/* For the caller to free. */
static wchar_t *wide(const char *text) {
    int size = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *out = size > 0 ? malloc((size_t)size * sizeof *out) : NULL;
    if (out)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, out, size);
    else
        errno = ENOMEM;
    return out;
}

static char *narrow(const wchar_t *text) {
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = size > 0 ? malloc((size_t)size) : NULL;
    if (out)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, out, size, NULL, NULL);
    else
        errno = ENOMEM;
    return out;
}

static bool describe(HANDLE handle, system_about *about) {
    BY_HANDLE_FILE_INFORMATION f;
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        *about = (system_about){.kind = SYSTEM_OTHER};
        return true;
    }
    if (!GetFileInformationByHandle(handle, &f))
        return fail(GetLastError());
    about->kind = f.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? SYSTEM_FOLDER : SYSTEM_FILE;
    about->size = (uint64_t)f.nFileSizeHigh << 32 | f.nFileSizeLow;
    about->identity[0] = f.dwVolumeSerialNumber;
    about->identity[1] = (uint64_t)f.nFileIndexHigh << 32 | f.nFileIndexLow;
    about->mode = f.dwFileAttributes & FILE_ATTRIBUTE_READONLY ? _S_IREAD : _S_IREAD | _S_IWRITE;
    return true;
}

bool system_look(const char *path, system_about *about) {
    wchar_t *name = wide(path);
    if (!name)
        return false;
    HANDLE handle = CreateFileW(name, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS, NULL); /* which folders need */
    bool ok = handle != INVALID_HANDLE_VALUE ? describe(handle, about) : fail(GetLastError());
    int failure = errno;
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    free(name);
    errno = failure;
    return ok;
}

bool system_look_at(FILE *file, system_about *about) {
    return describe((HANDLE)_get_osfhandle(_fileno(file)), about);
}

bool system_may_write(const char *path) {
    wchar_t *name = wide(path);
    bool may = name && _waccess(name, 2) == 0;
    free(name);
    return may;
}

char *system_real_path(const char *path) {
    wchar_t *name = wide(path), *whole = name ? _wfullpath(NULL, name, 0) : NULL;
    char *real = whole ? narrow(whole) : NULL;
    free(name);
    free(whole);
    return real;
}

/* A stream that writes through the handle and closes it. Without memory for one there is neither. */
static FILE *stream_of(HANDLE handle) {
    int descriptor = _open_osfhandle((intptr_t)handle, _O_WRONLY | _O_BINARY);
    FILE *file = descriptor >= 0 ? _fdopen(descriptor, "wb") : NULL;
    int failure = errno;
    if (descriptor < 0)
        CloseHandle(handle);
    else if (!file)
        _close(descriptor);
    errno = failure;
    return file;
}

/* Deleted while it is open, as system_at_end's functions do, the file goes when it is closed. ffmpeg writes to it while we hold it. */
FILE *system_create(const char *path, unsigned mode) {
    wchar_t *name = wide(path);
    if (!name)
        return NULL;
    DWORD attributes = mode & _S_IWRITE ? FILE_ATTRIBUTE_NORMAL : FILE_ATTRIBUTE_READONLY;
    HANDLE handle = CreateFileW(name, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                CREATE_NEW, attributes, NULL);
    bool is_new = handle != INVALID_HANDLE_VALUE || fail(GetLastError());
    FILE *file = is_new ? stream_of(handle) : NULL;
    int failure = errno;
    if (is_new && !file)
        _wunlink(name);
    free(name);
    errno = failure;
    return file;
}

bool system_replace(const char *from, const char *to) {
    wchar_t *old = wide(from), *new = wide(to);
    bool ok = old && new && (MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING) || fail(GetLastError()));
    free(old);
    free(new);
    return ok;
}

bool system_make_folder(const char *path) {
    wchar_t *name = wide(path);
    bool ok = name && (CreateDirectoryW(name, NULL) || fail(GetLastError()));
    free(name);
    return ok;
}

bool system_remove(const char *path) {
    wchar_t *name = wide(path);
    bool ok = name && (DeleteFileW(name) || fail(GetLastError()));
    free(name);
    return ok;
}

bool system_remove_folder(const char *path) {
    wchar_t *name = wide(path);
    bool ok = name && (RemoveDirectoryW(name) || fail(GetLastError()));
    free(name);
    return ok;
}

bool system_separates(char character) {
    return character == '/' || character == '\\';
}

const char *system_last_separator(const char *path) {
    const char *last = NULL;
    for (const char *c = path; *c; c++)
        if (system_separates(*c) || (*c == ':' && c == path + 1))
            last = c;
    return last;
}

bool system_is_absolute(const char *path) {
    return system_separates(path[0]) || (path[0] != '\0' && path[1] == ':');
}

uint64_t system_memory(void) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : UINT64_MAX;
}

double clock_ms(void) {
    LARGE_INTEGER ticks, rate;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&rate);
    return (double)ticks.QuadPart * 1e3 / (double)rate.QuadPart;
}

static double ms_of(FILETIME time) { /* in 100 ns */
    return (double)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime) / 1e4;
}

double clock_thread_ms(void) {
    FILETIME created, ended, kernel, user;
    return GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user) ? ms_of(kernel) + ms_of(user) : 0;
}

bool system_shows_stderr(void) {
    return _isatty(_fileno(stderr)) != 0;
}

long system_process(void) {
    return (long)GetCurrentProcessId();
}

void system_set_variable(const char *name, const char *value) {
    if (!getenv(name))
        _putenv_s(name, value);
}

void system_end_with_parent(void) {
}

/* A job is a set of processes with limits; this process becomes the only one of a new job, or of none, where it cannot. */
void system_limit(double cpu_seconds, uint64_t more_bytes) {
    static HANDLE job;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_TIME | JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    limits.BasicLimitInformation.PerProcessUserTimeLimit.QuadPart = (LONGLONG)(cpu_seconds * 1e7);
    limits.ProcessMemoryLimit = more_bytes < SIZE_MAX ? (SIZE_T)more_bytes : SIZE_MAX;
    if (!job)
        job = CreateJobObjectW(NULL, NULL);
    if (job && SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits))
        AssignProcessToJobObject(job, GetCurrentProcess());
}

FILE *system_take_output(void) {
    int output = _dup(_fileno(stdout)), nowhere = _open("NUL", _O_WRONLY);
    FILE *file = output >= 0 && nowhere >= 0 && _dup2(nowhere, _fileno(stdout)) >= 0 ? _fdopen(output, "wb") : NULL;
    if (file)
        _setmode(output, _O_BINARY);
    if (nowhere >= 0)
        _close(nowhere);
    return file;
}

bool system_program(char *path, size_t size) {
    enum { LONGEST = 32768 };
    wchar_t *name = malloc(LONGEST * sizeof *name);
    DWORD length = name ? GetModuleFileNameW(NULL, name, LONGEST) : 0;
    char *text = length > 0 && length < LONGEST ? narrow(name) : NULL;
    bool fits = text && strlen(text) < size;
    path[0] = '\0';
    if (fits)
        strcpy(path, text);
    free(text);
    free(name);
    return fits;
}

static void (*clean_up_at_end)(void);

/* In a thread of its own. FALSE leaves the end of the process to the handler that ends it. */
static BOOL WINAPI on_end(DWORD event) {
    (void)event;
    if (clean_up_at_end)
        clean_up_at_end();
    return FALSE;
}

void system_at_end(void (*clean_up)(void)) {
    static bool is_there;
    clean_up_at_end = clean_up;
    if (clean_up && !is_there)
        is_there = SetConsoleCtrlHandler(on_end, TRUE);
}

void system_survive_writes(void) { /* there are no such signals */
}

static FILE *unseen; /* in the place of standard error, which nobody sees */

static void wait_for_enter(void) {
    printf("Press Enter to close this window.\n");
    fflush(stdout);
    for (int c = 0; c != '\n' && c != EOF;)
        c = getchar();
}

/* Whether this process is alone in its console, which ends with it. One that another program has started without a window has none. */
static bool has_own_console(void) {
    DWORD processes[2];
    return GetConsoleWindow() && GetConsoleProcessList(processes, 2) == 1;
}

/* What went to the console goes nowhere, or to `unseen`. */
static void leave_console(void) {
    bool shows_output = _isatty(_fileno(stdout)) != 0, shows_errors = _isatty(_fileno(stderr)) != 0;
    FreeConsole();
    if (shows_output)
        freopen("NUL", "wb", stdout);
    if (shows_errors && freopen("NUL", "wb", stderr)) {
        unseen = tmpfile();
        if (unseen)
            _dup2(_fileno(unseen), _fileno(stderr));
        setvbuf(stderr, NULL, _IONBF, 0);
    }
}

int system_end(const char *program, int status) {
    char words[2048];
    size_t size = 0;
    if (unseen && status != 0) {
        rewind(unseen);
        size = fread(words, 1, sizeof words - 1, unseen);
    }
    words[size] = '\0';
    wchar_t *text = size > 0 ? wide(words) : NULL, *title = size > 0 ? wide(program) : NULL;
    if (text && title)
        MessageBoxW(NULL, text, title, MB_OK | MB_ICONERROR);
    free(text);
    free(title);
    return status;
}

void system_begin(bool opens_window) {
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    if (has_own_console() && opens_window)
        leave_console();
    else if (has_own_console())
        atexit(wait_for_enter);
    if (GetConsoleWindow())
        SetConsoleOutputCP(CP_UTF8);
}

#endif
