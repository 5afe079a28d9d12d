// imports.js - functions of JavaScript that web.c calls. histopyramid.mjs sets what they call.
// SPDX-License-Identifier: MIT
mergeInto(LibraryManager.library, {
  hpyr_web_log: function (page, level, message) {
    Module['onLog'](page, level, UTF8ToString(message));
  },
  hpyr_web_bind: function (callback, program, prefix, firstUnit) {
    Module['onBind'](callback, program, UTF8ToString(prefix), firstUnit);
  },
});
