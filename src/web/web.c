/* web.c - what the JavaScript of histopyramid.mjs needs from C besides the public API: a log and
 * callbacks that go to JavaScript, and the version of api.mjs.  SPDX-License-Identifier: MIT */
#include <histopyramid/histopyramid.h>

#include "web_api.h"

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
EMSCRIPTEN_KEEPALIVE hpyr_result hpyr_web_context_create(int page, bool skip_restore, bool no_compile_wait,
                                                         hpyr_context **out) {
    const hpyr_context_desc desc = {.log = send_message,
                                    .user = (void *)(intptr_t)page,
                                    .gl = HPYR_GL_ES3,
                                    .skip_restore = skip_restore,
                                    .no_compile_wait = no_compile_wait};
    return hpyr_context_create(&desc, out);
}

/** The function that calls a page's bind callback; `user` is the callback's number. */
EMSCRIPTEN_KEEPALIVE hpyr_bind_fn hpyr_web_bind_function(void) {
    return call_page;
}

/** The number of the tables that this was compiled with: a page whose api.mjs is of another version says so instead
 *  of writing nonsense. */
EMSCRIPTEN_KEEPALIVE uint32_t hpyr_web_fingerprint(void) {
    return HPYR_WEB_FINGERPRINT;
}
