// state.mjs - every call leaves the page's state as it was, also a hostile one, and asks few slow questions for it.
// SPDX-License-Identifier: MIT
import { cayley } from '../fields.mjs';
import { buffer, fetch, open } from '../oracle.mjs';
import { applyHostile, differencesOf, provokingOf, snapshot } from '../snapshot.mjs';
import { createContext, expect, expectEqual, expectError, read, target, texture } from '../webgl.mjs';

const SIDE = 24, VOLUME = 9, COUNT = 1003;

/** What calls get from the page, and where they write to. */
function scene(gl) {
    const image = texture(gl, 'R8', SIDE, SIDE), points = texture(gl, 'RGBA32UI', SIDE, SIDE), volume = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, image);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, SIDE, SIDE, gl.RED, gl.UNSIGNED_BYTE, new Uint8Array(SIDE * SIDE).map((_, i) => (i % 5 ? 0 : 255)));
    gl.bindTexture(gl.TEXTURE_3D, volume);
    gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R32F, VOLUME, VOLUME, VOLUME);
    gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, 0, VOLUME, VOLUME, VOLUME, gl.RED, gl.FLOAT, cayley(VOLUME));
    for (const name of ['TEXTURE_BASE_LEVEL', 'TEXTURE_MAX_LEVEL']) gl.texParameteri(gl.TEXTURE_3D, gl[name], 0);
    const keys = new Uint32Array(COUNT).map((_, i) => Math.imul(i, 2654435761) >>> 20);
    const corners = new Float32Array([-0.7, -0.5, -0.6, 0.8, -0.2, 0.1, 0.1, 0.7, 0.6]);
    return {
        input: { texture: image, width: SIDE, height: SIDE, format: 'R8' },
        field: { texture: volume, target: gl.TEXTURE_3D, width: VOLUME, height: VOLUME, depth: VOLUME, format: 'R32F' },
        points: { texture: points, width: SIDE, height: SIDE, format: 'RGBA32UI' },
        colors: { texture: texture(gl, 'RGBA8', SIDE, SIDE), width: SIDE, height: SIDE, format: 'RGBA8' },
        normals: { texture: texture(gl, 'RGBA32F', SIDE, SIDE), width: SIDE, height: SIDE, format: 'RGBA32F' },
        list: buffer(gl, 16 * SIDE * SIDE), vertices: buffer(gl, 24 * 6000), indices: buffer(gl, 12 * 6000),
        keys: buffer(gl, keys), sorted: buffer(gl, 4 * COUNT), positions: buffer(gl, 4 * COUNT), count: buffer(gl, 16),
        mesh: { positions: buffer(gl, corners), triangleCount: 1 },
    };
}

/** A voxelizer, and the pyramid of its voxels. */
function voxels(library, fill, kind) {
    const size = { width: 16, height: 16, depth: 16 }, isBits = kind === 'bits', voxelizer = library.voxelizer({ ...size, fill, kind });
    const pyramid = library.pyramid(isBits ? { ...size, layout: 'bits', order: 'column' } : size);
    const build = () => (isBits ? pyramid.buildBits(voxelizer.volume()) : pyramid.build(voxelizer.volume()));
    return { voxelizer, pyramid, build };
}

/** Every kind of call, in turn: do(name, call) runs it. Resolves to what was found by numbers. */
async function play(library, s, run) {
    const found = [], size = { width: VOLUME, height: VOLUME, depth: VOLUME };
    const note = (name, call) => found.push(JSON.stringify(run(name, call) ?? null));
    for (const [layout, base] of [['single', 'merged'], ['single', 'separate'], ['vec4', 'separate'], ['bits', 'separate'], ['line', 'separate']]) {
        const order = layout === 'line' ? 'line' : 'morton', what = `${layout} ${base}`;
        const pyramid = run(`${what}: create`, () => library.pyramid({ width: SIDE, height: SIDE, layout, base, order }));
        run(`${what}: build`, () => pyramid.build(s.input, { threshold: 0.5 }));
        found.push(await pyramid.totalLater());
        note(`${what}: total`, () => pyramid.total());
        note(`${what}: extract`, () => pyramid.extractBuffer(s.list));
        note(`${what}: list`, () => pyramid.extractTexture(s.points));
        note(`${what}: download`, () => [...pyramid.download()]);
        note(`${what}: rank`, () => [...pyramid.rank(new Uint32Array([5, 0, 0, 0, 10, 0, 0, 0]))]);
        run(`${what}: destroy`, () => pyramid.destroy());
    }
    for (const mesh of ['welded', 'soup']) {
        const isosurface = run(`${mesh}: create`, () => library.isosurface({ ...size, mesh }));
        run(`${mesh}: build`, () => isosurface.build(s.field, 0));
        note(`${mesh}: counts`, () => isosurface.counts());
        if (mesh === 'soup') note(`${mesh}: extract`, () => isosurface.extract({ vertices: s.vertices }));
        note(`${mesh}: download`, () => [...isosurface.download().vertices]);
        run(`${mesh}: destroy`, () => isosurface.destroy());
    }
    const cubes = run('cubes: create', () => library.marchingCubes(size));
    run('cubes: build', () => cubes.build(s.field, 0));
    note('cubes: counts', () => cubes.counts());
    run('cubes: destroy', () => cubes.destroy());
    for (const [fill, kind] of [['surface', 'bits'], ['solid', 'bits'], ['thin', 'bits'], ['thin', 'slices']]) {
        const what = `${fill} ${kind}`, { voxelizer, pyramid, build } = run(`${what}: create`, () => voxels(library, fill, kind));
        run(`${what}: run`, () => voxelizer.run(s.mesh));
        run(`${what}: build`, build);
        note(`${what}: download`, () => [...pyramid.download()]);
        if (fill !== 'solid') note(`${what}: attributes`, () => voxelizer.attributes(pyramid, [s.mesh], { colors: s.colors, normals: s.normals }));
        voxelizer.destroy();
        pyramid.destroy();
    }
    const lists = run('lists: create', () => library.lists({ capacity: COUNT })), length = COUNT;
    run('scan', () => lists.scan({ input: s.keys, output: s.positions, length }));
    run('select', () => lists.select({ input: s.keys, selected: s.positions, condition: 'range', min: 10, max: 900, length }));
    note('result', () => lists.result());
    run('sort', () => lists.sort({ keys: s.keys, sortedKeys: s.sorted, sortedValues: s.positions, length }));
    run('unique', () => lists.unique({ keys: s.sorted, count: s.count, length }));
    run('gather', () => lists.gather({ positions: s.positions, source: { buffer: s.keys, format: 'R32UI', count: COUNT }, output: { buffer: s.sorted, format: 'R32UI' }, length }));
    run('lists: destroy', () => lists.destroy());
    return found;
}

/** Contents of the buffers and of the texture that calls have written. */
function written(gl, s) {
    target(gl, ['RGBA32UI'], 1, 1);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.points.texture, 0);
    const texels = read(gl, SIDE, SIDE);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.normals.texture, 0);
    const normals = read(gl, SIDE, SIDE, Float32Array);
    return { normals, list: fetch(gl, s.list, Uint32Array, 4 * SIDE), vertices: fetch(gl, s.vertices, Uint32Array, 6000),
        sorted: fetch(gl, s.sorted, Uint32Array, COUNT), positions: fetch(gl, s.positions, Uint32Array, COUNT), texels };
}

async function hostileStateStays() {
    const clean = createContext(), gl = createContext();
    const [one, two] = [await open(clean), await open(gl)], [s, t] = [scene(clean), scene(gl)], captured = buffer(gl, 4);
    const wanted = await play(one.library, s, (name, call) => call()), contents = written(clean, s);
    const results = texture(gl, 'RGBA32UI', SIDE, SIDE), pristine = snapshot(gl);
    applyHostile(gl, results, captured);
    expectError(gl);
    const hostile = snapshot(gl, [t.input.texture, t.field.texture]);
    const alike = [...hostile.keys()].filter((name) => !differencesOf(pristine, hostile).includes(name));
    const allowed = /HINT|CLEAR_VALUE|BACK_|PAUSED|LINE_WIDTH|OFFSET_|STENCIL_|BUFFER_(START|SIZE)|BUFFER_BINDING\[|READ_BUFFER|DRAW_BUFFER0|FRONT_FACE|COLORSPACE|DITHER|ELEMENT|FEEDBACK_BUFFER|PROVOKING/;
    expect(alike.every((name) => allowed.test(name)), `the hostile state leaves ${alike.filter((name) => !allowed.test(name))} alone`);
    const found = await play(two.library, t, (name, call) => {
        const before = snapshot(gl), answer = call(), changed = differencesOf(before, snapshot(gl));
        expect(changed.length === 0, `${name} changes ${changed}`);
        return answer;
    });
    expect(differencesOf(hostile, snapshot(gl, [t.input.texture, t.field.texture])).length === 0, 'the state has changed between calls');
    gl.drawArrays(gl.POINTS, 0, 1);
    gl.endTransformFeedback();
    expectError(gl);
    neutralize(gl);
    expectEqual(fetch(gl, captured, Uint32Array, 1), new Uint32Array([7]), 'the vertex that the page captures');
    expectEqual(found.map(String), wanted.map(String), 'answers in a hostile state');
    for (const [name, numbers] of Object.entries(written(gl, t))) expectEqual(numbers, contents[name], name);
    expect(two.messages.length === 0, two.messages.join('; '));
    one.library.destroy();
    two.library.destroy();
    expectError(gl);
}

/** As far as the page's own reads need it. */
function neutralize(gl) {
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    for (const name of ['PACK_ROW_LENGTH', 'PACK_SKIP_PIXELS', 'PACK_SKIP_ROWS']) gl.pixelStorei(gl[name], 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
}

// What Chromium asks the GPU's process for (docs/gl-notes.md). Textures and buffers of the page's are checked by such questions, too.
const SLOW = ['COLOR_WRITEMASK', 'DEPTH_RANGE', 'DEPTH_FUNC', 'DEPTH_WRITEMASK', 'PACK_ROW_LENGTH', 'PACK_ALIGNMENT', 'UNPACK_ROW_LENGTH',
    'UNPACK_IMAGE_HEIGHT', 'TRANSFORM_FEEDBACK_ACTIVE', 'TRANSFORM_FEEDBACK_PAUSED', 'BLEND_SRC_RGB', 'SCISSOR_BOX'];

/** The slow questions of a call for state, and all slow questions. */
function questionsOf(gl, call) {
    const asked = { state: [], all: [] }, names = new Map(SLOW.map((name) => [gl[name], name]));
    const watched = ['getParameter', 'getError', 'isTexture', 'isBuffer', 'isProgram', 'getTexParameter', 'getBufferParameter', 'checkFramebufferStatus'];
    for (const name of watched)
        gl[name] = function (...what) {
            if (name !== 'getParameter') asked.all.push(name);
            else if (names.has(what[0])) asked.state.push(names.get(what[0])) && asked.all.push(names.get(what[0]));
            return WebGL2RenderingContext.prototype[name].apply(gl, what);
        };
    try {
        call();
    } finally {
        for (const name of watched) delete gl[name];
    }
    return asked;
}

async function fewQuestions() {
    const gl = createContext(), { library } = await open(gl), s = scene(gl), size = { width: VOLUME, height: VOLUME, depth: VOLUME };
    const pyramid = library.pyramid({ width: SIDE, height: SIDE }), isosurface = library.isosurface({ ...size, mesh: 'soup' });
    const lists = library.lists({ capacity: COUNT }), thin = voxels(library, 'thin', 'bits');
    thin.voxelizer.run(s.mesh);
    thin.build();
    const calls = {
        build: [1, 6, () => pyramid.build(s.input, { threshold: 0.5 })], total: [0, 2, () => pyramid.total()],
        extract: [2, 9, () => pyramid.extractBuffer(s.list)], isosurface: [1, 13, () => isosurface.build(s.field, 0)],
        counts: [1, 12, () => isosurface.counts()], mesh: [2, 9, () => isosurface.extract({ vertices: s.vertices })],
        sort: [3, 7, () => lists.sort({ keys: s.keys, sortedKeys: s.sorted, length: COUNT })],
        select: [4, 16, () => lists.select({ input: s.keys, condition: 'threshold', threshold: 1, selected: s.sorted, length: COUNT - 90 })],
        attributes: [6, 34, () => thin.voxelizer.attributes(thin.pyramid, [s.mesh], { normals: s.normals })],
    };
    for (const round of [1, 2]) // the first makes programs and textures
        for (const [name, [state, all, call]] of Object.entries(calls)) {
            const asked = questionsOf(gl, call);
            if (round === 1) continue;
            expect(asked.state.length <= state, `${name} asks for ${asked.state}`);
            expect(asked.all.length <= all, `${name} asks ${asked.all.length} slow questions: ${asked.all}`);
        }
    library.destroy();
    expectError(gl);
}

/** Where there is no WEBGL_provoking_vertex: one that remembers what it is set to, and has no effect. */
function provokingStandIn(gl) {
    const { getExtension, getParameter } = WebGL2RenderingContext.prototype;
    const extension = { FIRST_VERTEX_CONVENTION_WEBGL: 0x8e4d, LAST_VERTEX_CONVENTION_WEBGL: 0x8e4e, PROVOKING_VERTEX_WEBGL: 0x8e4f,
        provokingVertexWEBGL: (convention) => (extension.current = convention) };
    gl.getExtension = (name) => (name === 'WEBGL_provoking_vertex' ? extension : getExtension.call(gl, name));
    gl.getParameter = (name) => (name === extension.PROVOKING_VERTEX_WEBGL ? extension.current : getParameter.call(gl, name));
    return extension;
}

/** Triangles with flat values are drawn by the convention of Direct3D and Metal. The page's comes back, and results are the same. */
async function firstVerticesProvoke() {
    const gl = createContext(), { library } = await open(gl), s = scene(gl);
    const extension = gl.getExtension('WEBGL_provoking_vertex') ?? provokingStandIn(gl);
    const conventions = [extension.FIRST_VERTEX_CONVENTION_WEBGL, extension.LAST_VERTEX_CONVENTION_WEBGL];
    const kinds = [['surface', 'bits'], ['solid', 'bits'], ['thin', 'bits'], ['thin', 'slices']], lists = [], seen = new Set();
    for (const convention of conventions) {
        extension.provokingVertexWEBGL(convention);
        for (const [fill, kind] of kinds) {
            const { voxelizer, pyramid, build } = voxels(library, fill, kind);
            for (const name of ['drawArrays', 'drawArraysInstanced'])
                gl[name] = function (...what) {
                    if (what[0] === gl.TRIANGLES) seen.add(provokingOf(gl));
                    return WebGL2RenderingContext.prototype[name].apply(gl, what);
                };
            voxelizer.run(s.mesh);
            for (const name of ['drawArrays', 'drawArraysInstanced']) delete gl[name];
            expect(provokingOf(gl) === convention, `${fill} ${kind} leaves ${provokingOf(gl)}, not ${convention}`);
            build();
            lists.push(String(pyramid.download()));
            voxelizer.destroy();
            pyramid.destroy();
        }
    }
    expect(lists.every((list, i) => list.length && list === lists[i % kinds.length]), 'lists depend on the convention');
    expect(seen.size === 1 && seen.has(conventions[0]), `drawn by ${[...seen]}, not ${conventions[0]}`);
    library.destroy();
    expectError(gl);
}

/** An error of the page's before a call is not the call's, and one during it is. */
async function errorsAreToldApart() {
    const gl = createContext(), { library } = await open(gl), s = scene(gl), pyramid = library.pyramid({ width: SIDE, height: SIDE });
    for (const call of [() => pyramid.build(s.input), () => pyramid.total(), () => pyramid.extractBuffer(s.list)]) {
        gl.enable(0xffff);
        call();
    }
    expectError(gl);
    let refused = null;
    try {
        pyramid.build(s.input, { glsl: 'uint hpyr_count_at(ivec3 cell) { return 1u; }\n', bind: () => gl.enable(0xfffe) });
    } catch (error) {
        refused = error;
    }
    expect(refused?.result === 'GL', `${refused} is no GL`);
    library.destroy();
    expectError(gl);
}

/** An error of any draw fails the call. It is not the browser's own, for Chromium cannot be made to run out of memory. */
async function errorsOfDrawsAreTold() {
    const gl = createContext(), { library } = await open(gl), s = scene(gl), size = { width: VOLUME, height: VOLUME, depth: VOLUME };
    let draws = 0, failing = -1, pending = gl.NO_ERROR;
    gl.drawArrays = (...what) => {
        if (draws++ === failing) pending = gl.OUT_OF_MEMORY;
        else WebGL2RenderingContext.prototype.drawArrays.apply(gl, what);
    };
    gl.getError = () => {
        const error = pending;
        pending = gl.NO_ERROR;
        return error || WebGL2RenderingContext.prototype.getError.apply(gl);
    };
    for (const [name, object] of [['isosurface', library.isosurface(size)], ['marching cubes', library.marchingCubes(size)]]) {
        const drawsOf = (at) => {
            [draws, failing] = [0, at];
            object.build(s.field, 0);
            return draws;
        };
        const count = drawsOf(-1);
        expect(count > 2, `${name} draws ${count} times`);
        for (let at = 0; at < count; at++) {
            let refused = null;
            try {
                drawsOf(at);
            } catch (error) {
                refused = error;
            }
            expect(['GL', 'OUT_OF_MEMORY'].includes(refused?.result), `${name}, draw ${at} of ${count}: ${refused}`);
        }
        expect(drawsOf(-1) === count, `${name} is built again`);
    }
    library.destroy();
    expectError(gl);
}

export const expected = ['INVALID_ENUM: enable: invalid capability|enable/disable: Bad `cap`'];

export const checks = {
    'a hostile state stays and is not in the way': hostileStateStays,
    'few slow questions are asked': fewQuestions,
    'first vertices provoke': firstVerticesProvoke,
    "errors of the page's and of calls are told apart": errorsAreToldApart,
    'an error of any draw fails the call': errorsOfDrawsAreTold,
};
