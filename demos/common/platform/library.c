/* library.c - the library on one GL context, and the last error that it logged.  SPDX-License-Identifier: MIT */
#include "common/platform/library.h"

#include "common/platform/gl.h"
#include "common/platform/kept_programs.h"

#include <string.h>

static void remember(hpyr_log_level level, const char *message, void *user) {
    library *l = user;
    if (level == HPYR_LOG_LEVEL_ERROR)
        line_write(l->logged, sizeof l->logged, "%s", message);
}

bool library_open(library *l, int gl) {
    memset(l, 0, sizeof *l);
    l->gl = gl;
    hpyr_context_desc desc = {0};
    desc.gl = gl == GL_ES3 ? HPYR_GL_ES3 : HPYR_GL_DESKTOP;
    desc.gl_version_cap = gl < 33 ? gl : 0;
    desc.log = remember;
    desc.user = l;
    desc.programs = kept_programs();
    if (!library_check(l, hpyr_context_create(&desc, &l->context), "preparing OpenGL"))
        return false;
    l->caps = hpyr_context_caps(l->context);
    return true;
}

void library_close(library *l) {
    hpyr_context_destroy(l->context);
    l->context = NULL;
}

bool library_check(library *l, hpyr_result result, const char *what) {
    if (result != HPYR_OK)
        error_set("%s: %s%s%s", what, hpyr_result_string(result), l->logged[0] ? ": " : "", l->logged);
    l->logged[0] = '\0';
    return result == HPYR_OK;
}
