/* mistakes.c - rows of mistakes, one after the other.  SPDX-License-Identifier: MIT */
#include "mistakes.h"

#include <stdlib.h>
#include <string.h>

void check_mistakes(env *e, const mistake *mistakes, size_t count, const void *good, size_t size, mistake_check check,
                    void *desk) {
    SCOPED(free_memory) unsigned char *wrong = make_room(size);
    for (size_t i = 0; i < count; i++) {
        const mistake *m = &mistakes[i];
        assert_true(m->place + m->bytes <= size);
        memcpy(wrong, good, size);
        memcpy(wrong + m->place, m->value, m->bytes);
        e->mistake = m->name;
        check(e, desk, m, wrong);
    }
    e->mistake = NULL;
}

void check_attribute_mistakes(env *e, const void *good, size_t size, size_t place, mistake_check check, void *desk) {
    enum { NOBODY = 12345 /* no object's name */ };
    hpyr_attribute a;
    memcpy(&a, (const char *)good + place, sizeof a);
#define ATTRIBUTE(...)                                                                                                 \
    {                                                                                                                  \
        HPYR_ERROR_BUFFER, "", #__VA_ARGS__, place, sizeof a, (hpyr_attribute[1]) {                                    \
            { __VA_ARGS__ }                                                                                            \
        }                                                                                                              \
    }
    const mistake rows[] = {ATTRIBUTE(NOBODY, a.offset, a.stride),       ATTRIBUTE(0, a.offset, a.stride),
                            ATTRIBUTE(a.buffer, a.offset + 4, a.stride), ATTRIBUTE(a.buffer, UINT64_MAX - 3, a.stride),
                            ATTRIBUTE(a.buffer, a.offset, a.stride + 4), ATTRIBUTE(a.buffer, a.offset, UINT32_MAX - 3)};
#undef ATTRIBUTE
    check_mistakes(e, rows, LENGTH(rows), good, size, check, desk);
}

size_t lines_logged(const env *e) {
    size_t lines = 0;
    for (const char *at = strchr(e->log, '\n'); at; at = strchr(at + 1, '\n'))
        lines++;
    return lines;
}

void set_mapped(GLuint buffer, bool mapped) {
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    if (mapped)
        assert_non_null(glMapBufferRange(GL_COPY_READ_BUFFER, 0, 4, GL_MAP_READ_BIT));
    else
        glUnmapBuffer(GL_COPY_READ_BUFFER);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
}
