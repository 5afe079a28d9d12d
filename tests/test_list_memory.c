/* test_list_memory.c - workspaces for lists where framebuffers are refused, and gathers where memory runs out.
 * SPDX-License-Identifier: MIT */
#include "lists.h"
#include "starving.h"

#include <GL/glew.h>

enum { UNLIMITED = -1 };

static int complete_framebuffers;

static GLenum GLAPIENTRY refuse_framebuffers(GLenum target) {
    (void)target;
    return complete_framebuffers-- > 0 ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_UNSUPPORTED;
}

static hpyr_result create_refused(const env *e, const hpyr_lists_desc *desc, hpyr_lists **out) {
    PFNGLCHECKFRAMEBUFFERSTATUSPROC driver = __glewCheckFramebufferStatus;
    __glewCheckFramebufferStatus = refuse_framebuffers;
    hpyr_result result = hpyr_lists_create(e->context, desc, out);
    __glewCheckFramebufferStatus = driver;
    return result;
}

/* A sort has two framebuffers of items and one of splits, or two of each where layers are halved. */
GPU_TEST(a_refused_framebuffer_is_no_lack_of_memory) {
    const hpyr_lists_desc desc = {.capacity = 40000, .operations = HPYR_LIST_OPERATION_SORT};
    const uint32_t before = starving_objects();
    hpyr_lists *lists;
    for (int complete = 0; complete < 3; complete++) {
        complete_framebuffers = complete;
        EXPECT(e, HPYR_ERROR_GL, create_refused(e, &desc, &lists));
        assert_null(lists);
        assert_int_equal(starving_objects(), before);
    }
}

static hpyr_result gather_with(hpyr_lists *lists, const hpyr_lists_gather_desc *desc, int passing) {
    starving_begin(true, passing);
    hpyr_result result = hpyr_lists_gather(lists, desc);
    starving_end();
    return result;
}

static void run_gather(env *e, hpyr_lists *lists, hpyr_result expected, hpyr_format format) {
    static const uint32_t positions[4] = {3, 2, 1, 0};
    SCOPED(stored_free) stored list = stored_make(PLACE_SHIFTED, HPYR_LIST_TYPE_UINT, positions, 4);
    SCOPED(stored_free) stored out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, 4);
    const hpyr_lists_gather_desc desc = {.positions = list.list,
                                         .source = {.buffer = list.list.buffer, .format = format, .count = 1},
                                         .output = {.buffer = out.list.buffer, .format = format},
                                         .length = {.count = 1}};
    EXPECT(e, expected, gather_with(lists, &desc, expected == HPYR_OK ? UNLIMITED : 0));
    if (expected != HPYR_OK)
        stored_check_untouched(&out, "output of a gather without memory");
}

/* A gather makes a texture for each new format. */
GPU_TEST(a_gather_without_memory_may_be_tried_again) {
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 4, HPYR_LIST_OPERATION_GATHER);
    run_gather(e, lists, HPYR_ERROR_OUT_OF_MEMORY, HPYR_FORMAT_RGBA32F);
    run_gather(e, lists, HPYR_OK, HPYR_FORMAT_RGBA32F);
    run_gather(e, lists, HPYR_ERROR_OUT_OF_MEMORY, HPYR_FORMAT_R32UI);
    run_gather(e, lists, HPYR_OK, HPYR_FORMAT_R32UI);
}
