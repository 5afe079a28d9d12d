// objects.mjs - counts objects of WebGL.  SPDX-License-Identifier: MIT

/** Counts the objects of a context, or of all, that are made from now on less those that are deleted, which may be older:
 *  { living, stop() }, where `living` has a number for each kind. It needs nothing of this file, so its text may be sent to a browser. */
export function countObjects(target = WebGL2RenderingContext.prototype) {
    const kinds = ['Buffer', 'Framebuffer', 'Program', 'Query', 'Renderbuffer', 'Sampler', 'Shader', 'Texture', 'TransformFeedback', 'VertexArray'];
    const living = Object.fromEntries(kinds.map((kind) => [kind, 0])), deleted = new WeakSet(), before = {};
    const replace = (name, make) => (target[name] = make(before[name] = target[name]));
    for (const kind of kinds) {
        replace(`create${kind}`, (create) => function (...words) {
            living[kind]++;
            return create.apply(this, words);
        });
        replace(`delete${kind}`, (remove) => function (object) {
            if (object && !deleted.has(object)) living[kind]--;
            if (object) deleted.add(object);
            return remove.call(this, object);
        });
    }
    return { living, stop: () => Object.assign(target, before) };
}
