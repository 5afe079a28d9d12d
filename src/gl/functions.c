/* functions.c - loads the functions of GL that functions.h lists.  SPDX-License-Identifier: MIT */
#include "gl/functions.h"
#include "gl/context_desktop.h"

#include <string.h>

typedef struct entry {
    const char *name;
    void *address; /* where the function's address is kept */
    unsigned in;
} entry;

#define ENTRY(name, in) {"gl" #name, &HPI_GL_ADDRESS(name), HPI_IN_##in},

#ifdef HPYR_COUNT_CALLS
HPI_OF_THREAD unsigned long hpi_gl_calls, hpi_gl_draws;
#endif

#ifdef HPYR_LOADER_CALLER

hpi_gl_addresses hpi_gl_functions;

#    define LINKED ENTRY

static hpyr_result load_default(const hpyr_context *context) {
    return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                       "hpyr_context_desc.load is NULL, and this library was built without GLEW");
}

#else

#    define LINKED(name, in)

/* GLEW 2.2 ends by asking GLX for a display. On EGL there is none, but all functions are loaded
 * by then. */
static hpyr_result load_default(const hpyr_context *context) {
    (void)context;
    glewExperimental = GL_TRUE;
    GLenum status = glewInit();
#    ifdef GLEW_ERROR_NO_GLX_DISPLAY
    if (status == GLEW_ERROR_NO_GLX_DISPLAY)
        status = GLEW_OK;
#    endif
    return status == GLEW_OK ? HPYR_OK : HPYR_ERROR_NO_CONTEXT;
}

#endif

static unsigned kinds_of(const hpyr_context *context) {
    const int version = context->caps.gl_version;
    if (!version)
        return HPI_IN_EVERY;
    if (context->es)
        return HPI_IN_EVERY | HPI_IN_ES;
    if (context->legacy)
        return HPI_IN_EVERY | HPI_IN_GL21 | (context->ext_framebuffers ? HPI_IN_EXT : HPI_IN_ARB);
    return HPI_IN_EVERY | HPI_IN_GL33 | (context->compatibility ? HPI_IN_COMPATIBLE : 0) |
           (version >= 40 ? HPI_IN_GL40 : 0) | (version >= 41 ? HPI_IN_GL41 : 0);
}

/* A function that is not found keeps its address, for another context may use it. */
hpyr_result hpi_gl_desktop_load(const hpyr_context *context, const hpyr_context_desc *desc) {
    const entry entries[] = {
        HPI_GL_FUNCTIONS(LINKED, ENTRY)}; /* not static: Windows knows GLEW's addresses when it runs */
    const unsigned kinds = kinds_of(context);
    hpyr_result result = HPYR_OK;
    if (!desc->load && kinds == HPI_IN_EVERY)
        result = load_default(context);
    for (size_t i = 0; result == HPYR_OK && i < sizeof entries / sizeof *entries; i++) {
        const entry *e = &entries[i];
        hpyr_function function;
        memcpy(&function, e->address, sizeof function);
        if (desc->load)
            function = desc->load(e->name, desc->load_user);
        if (function)
            memcpy(e->address, &function, sizeof function);
        else if (e->in & kinds)
            result = hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "%s does not find %s, which the library needs",
                                 desc->load ? "hpyr_context_desc.load" : "GLEW", e->name);
    }
    return result;
}
