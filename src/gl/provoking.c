/* provoking.c - which vertex of a triangle gives the flat values.  SPDX-License-Identifier: MIT */
#include "gl/gl.h"

#if HPI_GL_WEB

#    include <emscripten.h>

/* Returns the convention that there was, and 0 where the browser has only one. 0 as `convention` changes nothing. */
EM_JS(int, hpi_web_provoke, (int convention), {
    const extension = GLctx.getExtension('WEBGL_provoking_vertex');
    if (!extension || !convention)
        return 0;
    const before = GLctx.getParameter(extension.PROVOKING_VERTEX_WEBGL);
    extension.provokingVertexWEBGL(convention);
    return before;
})

enum { FIRST_VERTEX = 0x8E4D };

int hpi_gl_provoke_first(void) {
    return hpi_web_provoke(FIRST_VERTEX);
}

void hpi_gl_provoke_again(int before) {
    hpi_web_provoke(before);
}

#else

int hpi_gl_provoke_first(void) {
    return 0;
}

void hpi_gl_provoke_again(int before) {
    (void)before;
}

#endif
