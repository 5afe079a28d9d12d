/* link.c - links programs on the driver at hand and tells what its compiler says of them.  SPDX-License-Identifier: MIT
 *
 * usage: gpu_link 330|300|120 PROGRAM...    a PROGRAM is a path of sources without its .vert, .frag or .geom, see ../sources.h
 *        gpu_link 330|300|120 --limits      what a context has: GL's names, a line each
 *
 * A line a program: the path, ok or failed, milliseconds of a processor, and the linker's or the compiler's words, with tabs between.
 * A driver may end the process, or never answer. So a child does the work; where it is lost, the program has failed, and another child
 * does the rest. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SECONDS = 60 /* of a processor */, WORDS = 1 << 16, NO_CONTEXT = 3 };

#define FUNCTIONS(F)                                                                                                   \
    F(PFNGLATTACHSHADERPROC, glAttachShader)                                                                           \
    F(PFNGLCOMPILESHADERPROC, glCompileShader)                                                                         \
    F(PFNGLCREATEPROGRAMPROC, glCreateProgram)                                                                         \
    F(PFNGLCREATESHADERPROC, glCreateShader)                                                                           \
    F(PFNGLDELETEPROGRAMPROC, glDeleteProgram)                                                                         \
    F(PFNGLDELETESHADERPROC, glDeleteShader)                                                                           \
    F(PFNGLGETPROGRAMINFOLOGPROC, glGetProgramInfoLog)                                                                 \
    F(PFNGLGETPROGRAMIVPROC, glGetProgramiv)                                                                           \
    F(PFNGLGETSHADERINFOLOGPROC, glGetShaderInfoLog)                                                                   \
    F(PFNGLLINKPROGRAMPROC, glLinkProgram)                                                                             \
    F(PFNGLSHADERSOURCEPROC, glShaderSource)                                                                           \
    F(PFNGLUSEPROGRAMPROC, glUseProgram)                                                                               \
    F(PFNGLGETSTRINGIPROC, glGetStringi)                                                                               \
    F(PFNGLDEBUGMESSAGECALLBACKPROC, glDebugMessageCallback)                                                           \
    F(text_getter, glGetString)                                                                                        \
    F(integer_getter, glGetIntegerv)                                                                                   \
    F(enabler, glEnable)

typedef const GLubyte *(*text_getter)(GLenum);
typedef void (*integer_getter)(GLenum, GLint *);
typedef void (*enabler)(GLenum);
#define DECLARE(type, name) type name;
static struct { FUNCTIONS(DECLARE) } gl;

static char words[WORDS]; /* of the program at hand */

static void add_words(const char *text) {
    size_t length = strlen(words);
    snprintf(words + length, WORDS - length, "%s%s", length ? " | " : "", text);
    for (char *c = words + length; *c; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
}

static void APIENTRY hear(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *text,
                          const void *user) {
    (void)source, (void)type, (void)id, (void)severity, (void)length, (void)user;
    add_words(text);
}

/* ---- a context ---- */

static bool open_context(const char *version) {
    const bool es = !strcmp(version, "300"), old = !strcmp(version, "120");
    const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                             old ? 2 : 3,
                             EGL_CONTEXT_MINOR_VERSION,
                             old  ? 1
                             : es ? 0
                                  : 3,
                             EGL_CONTEXT_OPENGL_DEBUG,
                             EGL_TRUE,
                             EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API))
        return false;
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
    if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return false;
#define LOAD(type, name) gl.name = (type)eglGetProcAddress(#name);
    FUNCTIONS(LOAD)
    if (es)
        gl.glDebugMessageCallback = (PFNGLDEBUGMESSAGECALLBACKPROC)eglGetProcAddress("glDebugMessageCallbackKHR");
    if (gl.glDebugMessageCallback) {
        gl.glEnable(GL_DEBUG_OUTPUT);
        gl.glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        gl.glDebugMessageCallback(hear, NULL);
    }
    return true;
}

/* ---- programs ---- */

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* The text of PATH.EXTENSION; NULL if there is no such file. */
static char *read_stage(const char *path, const char *extension) {
    char name[4096];
    snprintf(name, sizeof name, "%s.%s", path, extension);
    FILE *file = fopen(name, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size)
        abort();
    fclose(file);
    return text;
}

static void add_stage(GLuint program, GLenum kind, char *text) {
    char log[2048] = "";
    GLuint shader = gl.glCreateShader(kind);
    gl.glShaderSource(shader, 1, (const GLchar *const *)&text, NULL);
    gl.glCompileShader(shader);
    gl.glGetShaderInfoLog(shader, sizeof log, NULL, log);
    gl.glAttachShader(program, shader);
    gl.glDeleteShader(shader);
    if (log[0])
        add_words(log);
    free(text);
}

/* Whether the driver has said on stderr, which is this file, that it gives a program up: it links all the same, and draws wrongly. */
static bool has_given_up(int file) {
    char text[4096] = "";
    if (pread(file, text, sizeof text - 1, 0) > 0)
        add_words(text);
    if (ftruncate(file, 0) || lseek(file, 0, SEEK_SET))
        abort();
    return strstr(text, "ave up allocating registers") || strstr(text, "ailed to compile");
}

static void link_program(const char *path, int complaints) {
    static const struct {
        GLenum kind;
        const char *extension;
    } stages[] = {{GL_VERTEX_SHADER, "vert"}, {GL_GEOMETRY_SHADER, "geom"}, {GL_FRAGMENT_SHADER, "frag"}};
    GLint status = GL_FALSE;
    char log[2048] = "";
    const double start = milliseconds();
    GLuint program = gl.glCreateProgram();
    words[0] = '\0';
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        char *text = read_stage(path, stages[i].extension);
        if (text)
            add_stage(program, stages[i].kind, text);
    }
    gl.glLinkProgram(program);
    gl.glGetProgramiv(program, GL_LINK_STATUS, &status);
    gl.glGetProgramInfoLog(program, sizeof log, NULL, log);
    if (status) /* some drivers compile no sooner */
        gl.glUseProgram(program);
    else
        add_words(log);
    status = !has_given_up(complaints) && status;
    printf("%s\t%s\t%.1f\t%s\n", path, status ? "ok" : "failed", milliseconds() - start, words);
    gl.glUseProgram(0);
    gl.glDeleteProgram(program);
}

/* Ends the process if it works longer from now on. */
static void limit_time(void) {
    const struct itimerval limit = {.it_value = {.tv_sec = MOST_SECONDS}};
    setitimer(ITIMER_PROF, &limit, NULL);
}

/* Links programs, and writes a byte into `done` for each. */
static void work(const char *version, char **programs, int count, int done) {
    FILE *complaints = tmpfile();
    limit_time();
    if (!complaints || !open_context(version))
        _exit(NO_CONTEXT);
    dup2(fileno(complaints), STDERR_FILENO);
    for (int i = 0; i < count; i++) {
        limit_time();
        link_program(programs[i], fileno(complaints));
        fflush(stdout);
        if (write(done, "", 1) != 1)
            _exit(NO_CONTEXT);
    }
    _exit(0);
}

/* How many of the programs a child has linked before it ended. */
static int link_some(const char *version, char **programs, int count, int *status) {
    int ends[2], linked = 0;
    char byte;
    if (pipe(ends))
        abort();
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        work(version, programs, count, ends[1]);
    }
    close(ends[1]);
    while (read(ends[0], &byte, 1) == 1)
        linked++;
    close(ends[0]);
    waitpid(child, status, 0);
    return linked;
}

static int link_all(const char *version, char **programs, int count) {
    for (int i = 0, status; i < count; i++) {
        i += link_some(version, programs + i, count - i, &status);
        if (WIFEXITED(status) && WEXITSTATUS(status) == NO_CONTEXT) {
            fprintf(stderr, "gpu_link: no context for GLSL %s\n", version);
            return 1;
        }
        if (i < count) {
            const bool is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
            printf("%s\tfailed\t0\t%s\n", programs[i],
                   is_late ? "this takes too long" : "the driver ended the process");
            fflush(stdout);
        }
    }
    return 0;
}

/* ---- limits ---- */

static int print_limits(const char *version) {
#define LIMIT(name)                                                                                                    \
    { #name, name }
    static const struct {
        const char *name;
        GLenum value;
    } limits[] = {LIMIT(GL_MAX_TEXTURE_SIZE),         LIMIT(GL_MAX_3D_TEXTURE_SIZE),
                  LIMIT(GL_MAX_ARRAY_TEXTURE_LAYERS), LIMIT(GL_MAX_DRAW_BUFFERS),
                  LIMIT(GL_MAX_TEXTURE_IMAGE_UNITS),  LIMIT(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS),
                  LIMIT(GL_MAX_TEXTURE_BUFFER_SIZE),  LIMIT(GL_SUBPIXEL_BITS)};
    GLint value = 0;
    if (!open_context(version)) {
        fprintf(stderr, "gpu_link: no context for GLSL %s\n", version);
        return 1;
    }
    printf("GL_RENDERER\t%s\nGL_VERSION\t%s\n", gl.glGetString(GL_RENDERER), gl.glGetString(GL_VERSION));
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++, value = 0) {
        gl.glGetIntegerv(limits[i].value, &value);
        printf("%s\t%d\n", limits[i].name, (int)value);
    }
    gl.glGetIntegerv(GL_NUM_EXTENSIONS, &value);
    for (GLint i = 0; strcmp(version, "120") && i < value; i++)
        printf("extension\t%s\n", gl.glGetStringi(GL_EXTENSIONS, (GLuint)i));
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 3 || (strcmp(argv[1], "330") && strcmp(argv[1], "300") && strcmp(argv[1], "120"))) {
        fprintf(stderr, "gpu_link: expected 330, 300 or 120, and --limits or programs\n");
        return 2;
    }
    return strcmp(argv[2], "--limits") ? link_all(argv[1], argv + 2, argc - 2) : print_limits(argv[1]);
}
