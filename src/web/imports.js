// imports.js - functions of JavaScript that web.c calls, and two of OpenGL. histopyramid.mjs sets what they call.
// SPDX-License-Identifier: MIT
mergeInto(LibraryManager.library, {
  hpyr_web_log: function (page, level, message) {
    Module['onLog'](page, level, UTF8ToString(message));
  },
  hpyr_web_bind: function (callback, program, prefix, firstUnit) {
    Module['onBind'](callback, program, UTF8ToString(prefix), firstUnit);
  },

  // Emscripten's uploads hand over all memory behind the texels, and Firefox copies what it is given: 15 ms for each upload.
  $texelsAt: function (type, address, count) {
    if (GLctx.currentPixelUnpackBufferBinding) return address; // in that buffer
    const heap = heapObjectForWebGLType(type), first = address >> heapAccessShiftForWebGLHeap(heap);
    return heap.subarray(first, first + 16 * count); // no texel has more bytes, and no row of 1-byte texels is padded to more
  },
  $texelsAt__deps: ['$heapObjectForWebGLType', '$heapAccessShiftForWebGLHeap'],
  glTexSubImage2D: function (target, level, x, y, width, height, format, type, address) {
    GLctx['texSubImage2D'](target, level, x, y, width, height, format, type, texelsAt(type, address, width * height));
  },
  glTexSubImage2D__deps: ['$texelsAt'],
  glTexSubImage3D: function (target, level, x, y, z, width, height, depth, format, type, address) {
    GLctx['texSubImage3D'](target, level, x, y, z, width, height, depth, format, type, texelsAt(type, address, width * height * depth));
  },
  glTexSubImage3D__deps: ['$texelsAt'],
});
