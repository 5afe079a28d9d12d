// rxjs.mjs - what Mol* imports of RxJS, from the bundle in page.html.  SPDX-License-Identifier: MIT
export const { Subject } = globalThis.rxjs;
