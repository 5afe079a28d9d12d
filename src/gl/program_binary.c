/* program_binary.c - programs as the driver has compiled them, which the caller keeps from run to run.  SPDX-License-Identifier: MIT */
#include "gl/context_desktop.h"

#include <string.h>

#if HPI_GL_WEB /* browsers keep programs themselves */

bool hpi_gl_binaries_are_kept(const hpyr_context *context) {
    (void)context;
    return false;
}

GLuint hpi_gl_binary_load(const hpyr_context *context, const char *name) {
    (void)context, (void)name;
    return 0;
}

void hpi_gl_binary_save(const hpyr_context *context, const char *name, GLuint program) {
    (void)context, (void)name, (void)program;
}

#else

enum { MAGIC = 0x42507968 /* "hyPB" */, MOST_FORMATS = 64 };

/* A blob begins with this. All of it is checked before the driver gets to see the rest, for a driver may crash on nonsense. */
typedef struct header {
    uint32_t magic, format; /* GL's name of the binary's format */
    uint64_t bytes, check;  /* of what follows */
} header;

/* FNV-1a. */
static uint64_t check_of(const char *bytes, size_t count) {
    uint64_t check = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < count; i++)
        check = (check ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
    return check;
}

/* The driver's formats. A blob of another one would be an error of GL's. */
static int read_formats(GLint formats[MOST_FORMATS]) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &count);
    if (count < 0 || count > MOST_FORMATS)
        return 0;
    glGetIntegerv(GL_PROGRAM_BINARY_FORMATS, formats);
    return count;
}

bool hpi_gl_binaries_are_kept(const hpyr_context *context) {
    GLint formats[MOST_FORMATS];
#    ifdef HPYR_COUNT_CALLS
    if (hpi_gl_watched_by) /* it puts counters into texts */
        return false;
#    endif
    return context->store.load && !context->legacy && !context->capped &&
           (!HPI_GL_DESKTOP || hpi_gl_desktop_gives_binaries(context)) && read_formats(formats) > 0;
}

static bool is_whole(const void *blob, size_t bytes, header *head) {
    if (bytes <= sizeof *head)
        return false;
    memcpy(head, blob, sizeof *head);
    return head->magic == MAGIC && head->bytes == bytes - sizeof *head &&
           head->check == check_of((const char *)blob + sizeof *head, (size_t)head->bytes);
}

static bool is_of_driver(const header *head) {
    GLint formats[MOST_FORMATS];
    for (int i = read_formats(formats); i > 0; i--)
        if ((uint32_t)formats[i - 1] == head->format)
            return true;
    return false;
}

/* 0 where the driver does not take it, as after it was updated. */
static GLuint program_of(const void *binary, const header *head) {
    const GLuint program = glCreateProgram();
    GLint status = GL_FALSE;
    glProgramBinary(program, head->format, binary, (GLsizei)head->bytes);
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    if (!status)
        glDeleteProgram(program);
    return status ? program : 0;
}

GLuint hpi_gl_binary_load(const hpyr_context *context, const char *name) {
    const hpyr_program_store *store = &context->store;
    GLuint program = 0;
    header head;
    const size_t bytes = store->load(name, NULL, 0, store->user);
    char *blob = bytes ? hpi_alloc(context, bytes) : NULL;
    if (blob && store->load(name, blob, bytes, store->user) == bytes && is_whole(blob, bytes, &head) &&
        is_of_driver(&head))
        program = program_of(blob + sizeof head, &head);
    hpi_free(context, blob);
    if (bytes && !program)
        hpi_gl_log(context, HPYR_LOG_LEVEL_INFO,
                   "the program that was kept as %s is damaged or of another driver: it is compiled again", name);
    return program;
}

/* What cannot be kept is compiled in the next run, too. */
void hpi_gl_binary_save(const hpyr_context *context, const char *name, GLuint program) {
    GLint length = 0;
    GLsizei written = 0;
    GLenum format = GL_NONE;
    glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &length);
    char *blob = length > 0 ? hpi_alloc(context, sizeof(header) + (size_t)length) : NULL;
    if (!blob)
        return;
    char *binary = blob + sizeof(header);
    glGetProgramBinary(program, length, &written, &format, binary);
    if (written > 0) {
        const header head = {MAGIC, format, (uint64_t)written, check_of(binary, (size_t)written)};
        memcpy(blob, &head, sizeof head);
        context->store.save(name, blob, sizeof head + (size_t)written, context->store.user);
    }
    hpi_free(context, blob);
}

#endif
