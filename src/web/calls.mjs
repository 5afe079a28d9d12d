// calls.mjs - calls of the library's C functions: memory for their arguments, their errors, and what
// they need of WebGL while they run.  SPDX-License-Identifier: MIT
import { ENUMS, FINGERPRINT, RESULTS } from './api.mjs';
import { forgetContext, Names, reuseNumbers } from './names.mjs';
import { read, sizeOf, write } from './records.mjs';

const LEVELS = Object.keys(ENUMS.log_level);

/** What a call of the library threw. `result` is the name of the C library's result: 'TEXTURE', 'UNSUPPORTED' .. */
export class HistopyramidError extends Error {
  constructor(result, message) {
    super(`${result}: ${message}`);
    this.name = 'HistopyramidError';
    this.result = result;
  }
}

function checkVersion(module) {
  if (module._hpyr_web_fingerprint() >>> 0 !== FINGERPRINT)
    throw new HistopyramidError('UNSUPPORTED', 'histopyramid.mjs and its .wasm are of different versions');
}

const pages = new Map(); // number -> Calls, for messages from C
const callbacks = new Map(); // number -> function of the page's
let lastNumber = 0;
let running = null; // the Calls of the call that C runs now

/** Prepares a module that was just loaded. */
export function prepareModule(module) {
  reuseNumbers(module.GL);
  checkVersion(module);
  module.onLog = (page, level, message) => pages.get(page)?.take(level, message);
  module.onBind = (callback, program, prefix, unit) =>
    running?.leaveFor(() => callbacks.get(callback)?.(module.GL.programs[program], prefix, unit));
}

/** Registers a function that C may call by its number. */
export function addCallback(call) {
  callbacks.set(++lastNumber, call);
  return lastNumber;
}

export function removeCallback(number) {
  callbacks.delete(number);
}

/** Calls for one WebGL context. */
export class Calls {
  constructor(module, gl, log) {
    this.module = module;
    this.gl = gl;
    this.log = log;
    this.names = new Names(module, gl);
    this.handle = module.GL.registerContext(gl, { majorVersion: 2, minorVersion: 0, enableExtensionsByDefault: true });
    this.page = ++lastNumber;
    this.message = '';
    this.temporary = [];
    module.GL.stringCache = {}; // of other contexts
    module.GL.stringiCache = {};
    pages.set(this.page, this);
  }

  close() {
    const { GL } = this.module;
    pages.delete(this.page);
    forgetContext(GL, this.handle);
    if (GL.currentContext === GL.contexts[this.handle]) GL.makeContextCurrent(0);
    GL.contexts[this.handle] = null;
  }

  take(level, message) {
    if (LEVELS[level] === 'error') this.message = message;
    if (this.log) this.leaveFor(() => this.log(LEVELS[level], message));
  }

  /** Calls a function of the page's in the middle of a call of C, which must go on to its end: what the
   *  function throws is thrown afterwards. */
  leaveFor(callback) {
    const call = () => {
      try {
        callback();
      } catch (error) {
        this.thrown ??= error;
      }
    };
    if (running === this) this.names.outside(call);
    else call();
  }

  // ---- memory ----

  get view() {
    return new DataView(this.module.HEAPU8.buffer);
  }

  /** Zeroed memory that is free again after the next call. */
  allocate(bytes) {
    const address = bytes < 2 ** 31 ? this.module._malloc(Math.max(bytes, 8)) : 0;
    if (!address) throw new HistopyramidError('OUT_OF_MEMORY', `no memory for ${bytes} bytes`);
    this.module.HEAPU8.fill(0, address, address + bytes);
    this.temporary.push(address);
    return address;
  }

  /** A record in such memory; 0 for no values. */
  record(name, values) {
    if (values === undefined || values === null) return 0;
    const address = this.allocate(sizeOf(name));
    write(this.view, address, name, values);
    return address;
  }

  /** Records in such memory, one after the other. */
  records(name, list) {
    const address = this.allocate(sizeOf(name) * list.length);
    list.forEach((values, i) => write(this.view, address + i * sizeOf(name), name, values));
    return address;
  }

  text(string) {
    if (string === undefined || string === null) return 0;
    const bytes = new TextEncoder().encode(string), address = this.allocate(bytes.length + 1);
    this.module.HEAPU8.set(bytes, address);
    return address;
  }

  read(address, record) {
    return read(this.view, address, record);
  }

  readText(address) {
    const { HEAPU8 } = this.module;
    return new TextDecoder().decode(HEAPU8.subarray(address, HEAPU8.indexOf(0, address)));
  }

  free() {
    for (const address of this.temporary.splice(0)) this.module._free(address);
  }

  // ---- calls ----

  /** Names of emscripten's for what is bound, where the page may have bound something else since. */
  forgetBindings() {
    const { gl } = this;
    gl.currentPixelPackBufferBinding = gl.currentPixelUnpackBufferBinding = 0;
    gl.currentArrayBufferBinding = gl.currentElementArrayBufferBinding = 0;
    gl.currentProgram = gl.getParameter(gl.CURRENT_PROGRAM);
  }

  /** Calls a function of C. Throws where it fails, or was asked for more than the browser has compiled, and
   *  returns the name of its result. `keep`: an array for the objects of the page's that C must still know
   *  afterwards; else they are forgotten. */
  result(name, args, keep) {
    const code = this.raw(name, args, keep);
    if (code < 0 || (RESULTS[code] === 'NOT_READY' && !/_try_|_ready$/.test(name))) {
      const message = this.message || (code < 0 ? 'no reason was given' : 'the browser is still compiling; see whenReady');
      this.free();
      throw new HistopyramidError(RESULTS[code] ?? `result ${code}`, message);
    }
    return RESULTS[code];
  }

  /** The same for a function whose answer is no result. */
  raw(name, args, keep) {
    if (this.gl.isContextLost()) {
      this.free();
      throw new HistopyramidError('NO_CONTEXT', 'the WebGL context is lost');
    }
    return this.run(name, args, keep);
  }

  /** The same on a context that may be lost: then C frees memory alone. */
  run(name, args, keep) {
    const { module, names } = this;
    if (running) throw new HistopyramidError('INVALID_ARGUMENT', 'a callback must not call the library');
    module.GL.makeContextCurrent(this.handle);
    this.forgetBindings();
    this.message = '';
    this.thrown = undefined;
    const seen = keep ?? [];
    try {
      running = this;
      return names.during(seen, () => module[`_${name}`](...args));
    } finally {
      running = null;
      if (!keep) names.releaseAll(seen);
      if (this.thrown !== undefined) {
        this.free();
        throw this.thrown;
      }
    }
  }
}
