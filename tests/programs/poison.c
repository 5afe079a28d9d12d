/* poison.c - preloaded, takes away what OpenGL has beyond 2.1 or, where the context is of OpenGL ES, beyond OpenGL ES 3.0: a demo that
 * calls any of it dies.  SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "poison.h"

#include <GL/glew.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* What a GL 2.1 may have, and the demos ask for by name before they call it. */
static void spare(PFNGLBLITFRAMEBUFFEREXTPROC blit, PFNGLRENDERBUFFERSTORAGEMULTISAMPLEEXTPROC storage) {
    __glewBlitFramebufferEXT = blit;
    __glewRenderbufferStorageMultisampleEXT = storage;
}

static void poison_21(void) {
    PFNGLBLITFRAMEBUFFEREXTPROC blit = __glewBlitFramebufferEXT;
    PFNGLRENDERBUFFERSTORAGEMULTISAMPLEEXTPROC storage = __glewRenderbufferStorageMultisampleEXT;
#define POISON(name) __glew##name = NULL;
    POISON_LIST(POISON)
    POISON_LIST_21(POISON)
#undef POISON
    spare(blit, storage);
}

GLenum GLEWAPIENTRY glewInit(void) {
    union { /* C has no way from an object pointer to a function pointer */
        void *object;
        GLenum(GLEWAPIENTRY *function)(void);
    } real;
    real.object = dlsym(RTLD_NEXT, "glewInit");
    if (!real.object)
        abort();
    GLenum status = real.function();
    const char *version = (const char *)glGetString(GL_VERSION);
    if (version && strncmp(version, "OpenGL ES", strlen("OpenGL ES")) == 0)
        poison_es();
    else
        poison_21();
    return status;
}
