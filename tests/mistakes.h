/* mistakes.h - what a caller can do wrong, as rows: a good struct with one member changed, and what the call answers.
 * SPDX-License-Identifier: MIT
 *
 *     static const hpyr_octree_desc good = {.capacity = 1, .depth = 1};
 *     const mistake rows[] = {WRONG(INVALID_ARGUMENT, hpyr_octree_desc, capacity, 0),
 *                             WRONG_TOLD(INVALID_ARGUMENT, "depth 0", hpyr_octree_desc, depth, 0)};
 *     CHECK_MISTAKES(e, rows, &good, refuse_octree, NULL);
 *
 * A test that fails in a row prints the row's name. */
#ifndef TEST_MISTAKES_H
#define TEST_MISTAKES_H

#include "harness.h"

typedef struct mistake {
    hpyr_result expected;
    const char *words; /* that the message has */
    const char *name;
    size_t place, bytes; /* of the member */
    const void *value;   /* what it becomes */
} mistake;

/** `member` of a `type` is the last argument, which may be in braces. HPYR_ERROR_`error` is expected. */
#define WRONG(error, type, member, ...) WRONG_TOLD(error, "", type, member, __VA_ARGS__)
#define WRONG_TOLD(error, told, type, member, ...)                                                                     \
    {                                                                                                                  \
        HPYR_ERROR_##error, told, #member " = " #__VA_ARGS__, offsetof(type, member), sizeof(((type *)0)->member),     \
            (__typeof__(((type *)0)->member)[1]) {                                                                     \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
/** All of the struct is another one. */
#define WRONG_WHOLE(error, type, ...) WRONG_WHOLE_TOLD(error, "", type, __VA_ARGS__)
#define WRONG_WHOLE_TOLD(error, told, type, ...)                                                                       \
    {                                                                                                                  \
        HPYR_ERROR_##error, told, #__VA_ARGS__, 0, sizeof(type), (type[1]) {                                           \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }

/** Makes the call with the struct that is wrong, by TOLD, and looks at what the call may not have changed. */
typedef void (*mistake_check)(env *e, void *desk, const mistake *m, const void *wrong);
void check_mistakes(env *e, const mistake *mistakes, size_t count, const void *good, size_t size, mistake_check check,
                    void *desk);
#define CHECK_MISTAKES(e, rows, good, check, desk)                                                                     \
    check_mistakes(e, rows, LENGTH(rows), good, sizeof *(good), check, desk)

/** The call answers what the mistake expects, and logs one line with its words. */
#define TOLD(e, m, ...) (EXPECT_TOLD(e, (m)->expected, (m)->words, __VA_ARGS__), assert_int_equal(lines_logged(e), 1))

size_t lines_logged(const env *e);

#define REFUSED(e, ...) EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, __VA_ARGS__)

/** Defines two functions. refuse_<name> is a check of descriptors: there is no object, and `also` is true, an expression with `wrong` and `m`.
 *  refuse_no_<name> leaves out each argument of the create function. */
#define MISTAKES_OF_CREATE(name, also)                                                                                 \
    static void refuse_##name(env *e, void *desk, const mistake *m, const void *wrong) {                               \
        hpyr_##name *object = (hpyr_##name *)e;                                                                        \
        (void)desk;                                                                                                    \
        TOLD(e, m, hpyr_##name##_create(e->context, wrong, &object));                                                  \
        assert_null(object);                                                                                           \
        assert_true(also);                                                                                             \
    }                                                                                                                  \
    static void refuse_no_##name(env *e, const hpyr_##name##_desc *good) {                                             \
        hpyr_##name *object = (hpyr_##name *)e;                                                                        \
        REFUSED(e, hpyr_##name##_create(NULL, good, &object));                                                         \
        assert_null(object);                                                                                           \
        object = (hpyr_##name *)e;                                                                                     \
        REFUSED(e, hpyr_##name##_create(e->context, NULL, &object));                                                   \
        assert_null(object);                                                                                           \
        REFUSED(e, hpyr_##name##_create(e->context, good, NULL));                                                      \
    }

/** Of an hpyr_attribute at `place` of the good struct: buffers that are none, or end before its last entry. */
void check_attribute_mistakes(env *e, const void *good, size_t size, size_t place, mistake_check check, void *desk);

/** Maps a buffer for reading, or ends that. */
void set_mapped(GLuint buffer, bool mapped);

#endif
