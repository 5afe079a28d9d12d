/* web.c - what the JavaScript of histopyramid.mjs needs from C besides the public API: a log and
 * callbacks that go to JavaScript, and the sizes of records.  SPDX-License-Identifier: MIT */
#include <histopyramid/histopyramid.h>

#include <emscripten.h>

/* In imports.js. `page` is the number of a Histopyramid of JavaScript. */
extern void hpyr_web_log(int page, int level, const char *message);
extern void hpyr_web_bind(int callback, uint32_t program, const char *prefix, uint32_t first_unit);

static void send_message(hpyr_log_level level, const char *message, void *user) {
    hpyr_web_log((int)(intptr_t)user, (int)level, message);
}

static void call_page(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    hpyr_web_bind((int)(intptr_t)user, program, prefix, first_unit);
}

/** Creates a context of WebGL 2 whose messages go to Histopyramid number `page`. */
EMSCRIPTEN_KEEPALIVE hpyr_result hpyr_web_context_create(int page, bool skip_restore, hpyr_context **out) {
    const hpyr_context_desc desc = {
        .log = send_message, .user = (void *)(intptr_t)page, .gl = HPYR_GL_ES3, .skip_restore = skip_restore};
    return hpyr_context_create(&desc, out);
}

/** The function that calls a page's bind callback; `user` is the callback's number. */
EMSCRIPTEN_KEEPALIVE hpyr_bind_fn hpyr_web_bind_function(void) {
    return call_page;
}

/** Sizes of the records that records.mjs writes, in its order, and 0 at the end: a page that was
 *  made for another version of the library says so instead of writing nonsense. */
EMSCRIPTEN_KEEPALIVE const uint32_t *hpyr_web_record_sizes(void) {
    static const uint32_t sizes[] = {sizeof(hpyr_texture),
                                     sizeof(hpyr_caps),
                                     sizeof(hpyr_report),
                                     sizeof(hpyr_binding),
                                     sizeof(hpyr_range),
                                     sizeof(hpyr_discriminator_desc),
                                     sizeof(hpyr_pyramid_desc),
                                     sizeof(hpyr_field_grid),
                                     sizeof(hpyr_field),
                                     sizeof(hpyr_isosurface_desc),
                                     sizeof(hpyr_mesh_output),
                                     sizeof(hpyr_mesh_report),
                                     sizeof(hpyr_mesh_counts),
                                     sizeof(hpyr_mesh_statistics),
                                     sizeof(hpyr_marching_cubes_desc),
                                     sizeof(hpyr_voxelizer_desc),
                                     sizeof(hpyr_attribute),
                                     sizeof(hpyr_mesh),
                                     sizeof(hpyr_mesh_part),
                                     sizeof(hpyr_list),
                                     sizeof(hpyr_length),
                                     sizeof(hpyr_lists_desc),
                                     sizeof(hpyr_lists_scan_desc),
                                     sizeof(hpyr_lists_select_desc),
                                     sizeof(hpyr_lists_sort_desc),
                                     sizeof(hpyr_lists_unique_desc),
                                     sizeof(hpyr_records),
                                     sizeof(hpyr_lists_gather_desc),
                                     0};
    return sizes;
}
