/* poison21.c - preloaded, takes away what OpenGL has beyond 2.1: a dicer --gl 2.1 that calls any of it dies.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "poison21.h"

#include <GL/glew.h>
#include <dlfcn.h>
#include <stdlib.h>

/* What a GL 2.1 may have, and dicer asks for by name before it calls it. */
static void spare(PFNGLBLITFRAMEBUFFEREXTPROC blit, PFNGLRENDERBUFFERSTORAGEMULTISAMPLEEXTPROC storage) {
    __glewBlitFramebufferEXT = blit;
    __glewRenderbufferStorageMultisampleEXT = storage;
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
    PFNGLBLITFRAMEBUFFEREXTPROC blit = __glewBlitFramebufferEXT;
    PFNGLRENDERBUFFERSTORAGEMULTISAMPLEEXTPROC storage = __glewRenderbufferStorageMultisampleEXT;
#define POISON(name) __glew##name = NULL;
    POISON_LIST(POISON)
    POISON_LIST_21(POISON)
#undef POISON
    spare(blit, storage);
    return status;
}
