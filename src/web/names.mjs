// names.mjs - numbers by which the library knows the page's own WebGL objects. C has numbers where
// JavaScript has objects; emscripten keeps a table for each kind.  SPDX-License-Identifier: MIT

const KINDS = [
  ['WebGLTexture', 'textures'], ['WebGLBuffer', 'buffers'], ['WebGLProgram', 'programs'],
  ['WebGLFramebuffer', 'framebuffers'], ['WebGLVertexArrayObject', 'vaos'], ['WebGLSampler', 'samplers'],
  ['WebGLTransformFeedback', 'transformFeedbacks'], ['WebGLRenderbuffer', 'renderbuffers'],
];

function tableOf(object) {
  for (const [name, table] of KINDS)
    if (globalThis[name] && object instanceof globalThis[name]) return table;
  return null;
}

// Functions of WebGL that answer with objects.
const QUESTIONS = ['getParameter', 'getIndexedParameter'];

// What emscripten asks of a program that it has not linked itself.
const UNLINKED = { uniformLocsById: 0, uniformIdCounter: 1, maxUniformLength: 0, maxAttributeLength: -1,
  maxUniformBlockNameLength: -1 };

const owners = new WeakMap(); // table of emscripten's -> the handle of the context that each number is of
const tables = new WeakMap(); // module -> the page's objects: object -> {table, number, holders, own}

/** Lets emscripten use numbers of deleted objects again. By itself it counts on, and its tables grow with
 *  every fence of every frame. */
export function reuseNumbers(GL) {
  GL.getNewId = (table) => {
    let number = 1;
    while (number < table.length && table[number]) number++;
    if (table.length === 0) table[0] = null;
    GL.counter = Math.max(GL.counter, number + 1); // numbers from there on are taken for mistakes
    if (!owners.has(table)) owners.set(table, []);
    owners.get(table)[number] = GL.currentContext?.handle;
    return number;
  };
}

/** Forgets all objects of a context that is lost, or done with. */
export function forgetContext(GL, handle) {
  for (const table of Object.values(GL)) {
    const owner = Array.isArray(table) && table !== GL.contexts && owners.get(table);
    for (let number = 1; owner && number < table.length; number++)
      if (owner[number] === handle) table[number] = null;
  }
}

/** Names of one page's objects. An object has a number as long as somebody holds it, on whichever context. */
export class Names {
  constructor(module, gl) {
    this.module = module;
    this.gl = gl;
    if (!tables.has(module)) tables.set(module, new Map());
    this.held = tables.get(module);
  }

  /** The number of an object of this kind, which is held once more; 0 for null. `kind` is the name of
   *  emscripten's table. */
  hold(object, kind) {
    if (object === null || object === undefined) return 0;
    const table = tableOf(object);
    if (!table || (kind && table !== kind)) throw new TypeError(`an object for WebGL's ${kind ?? 'tables'} was expected`);
    let entry = this.held.get(object);
    if (!entry) entry = this.enter(object, table);
    entry.holders++;
    return entry.number;
  }

  enter(object, table) {
    const { GL } = this.module;
    const known = GL[table].indexOf(object); // an object that the library has made itself
    const entry = { table, number: known > 0 ? known : GL.getNewId(GL[table]), holders: 0, own: known <= 0 };
    if (entry.own) {
      GL[table][entry.number] = object;
      if (table === 'programs' && object.uniformSizeAndIdsByName === undefined)
        Object.assign(object, UNLINKED, { uniformSizeAndIdsByName: {} });
    }
    this.held.set(object, entry);
    return entry;
  }

  release(object) {
    const entry = object && this.held.get(object);
    if (!entry || --entry.holders > 0) return;
    this.held.delete(object);
    if (entry.own && this.module.GL[entry.table][entry.number] === object) this.module.GL[entry.table][entry.number] = null;
  }

  /** Runs `call` while gl.getParameter and gl.getIndexedParameter answer with numbers for objects, so that C can
   *  save what the page has bound and bind it again. The objects are added to `seen`: whoever called releases them. */
  during(seen, call) {
    const { gl } = this, names = this;
    const before = QUESTIONS.map((name) => Object.getOwnPropertyDescriptor(gl, name));
    const answers = QUESTIONS.map((name) => {
      const ask = gl[name];
      return {
        configurable: true,
        value(...what) {
          const answer = ask.apply(gl, what);
          if (answer === null || typeof answer !== 'object' || !tableOf(answer)) return answer;
          seen.push(answer);
          return names.hold(answer);
        },
      };
    });
    const replace = () => QUESTIONS.forEach((name, i) => Object.defineProperty(gl, name, answers[i]));
    const restore = () => QUESTIONS.forEach((name, i) => {
      if (before[i]) Object.defineProperty(gl, name, before[i]);
      else delete gl[name];
    });
    this.outside = (callback) => {
      restore();
      try {
        callback();
      } finally {
        replace();
      }
    };
    replace();
    try {
      return call();
    } finally {
      restore();
    }
  }

  releaseAll(objects) {
    for (const object of objects.splice(0)) this.release(object);
  }
}
