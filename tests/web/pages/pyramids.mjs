// pyramids.mjs - point lists of pages' textures equal the reference.  SPDX-License-Identifier: MIT
import { ask, buffer, fetch, open } from '../oracle.mjs';
import { expect, expectEqual, expectError, seeded } from '../webgl.mjs';

const ORDERS = { morton: 1, line: 2, morton3: 3, column: 4 };
const LAYOUTS = [
    ['single', 'morton'], ['vec4', 'morton'], ['bilinear', 'morton'], ['line', 'line'], ['volume', 'morton3'],
    ['bits', 'morton'], ['bits', 'line'], ['bits', 'column'],
];

/** Counts of 0 to `most`; a third of the cells have some. */
function countsOf(cells, most, seed) {
    const random = seeded(seed);
    return new Uint32Array(cells).map(() => (random() >>> 16) % 3 === 0 ? 1 + (random() >>> 16) % most : 0);
}

/** A flat-3D texture of R32UI. */
function upload(gl, counts, width, height) {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32UI, width, height);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RED_INTEGER, gl.UNSIGNED_INT, counts);
    return { texture, width, height, format: 'R32UI' };
}

function compare(gl, library, [layout, order], size, base) {
    const [width, height, depth] = size, tilesX = depth > 1 ? 3 : 1, tilesY = Math.ceil(depth / tilesX);
    const counts = countsOf(width * tilesX * height * tilesY, layout === 'bits' ? 1 : 15, 7 + width);
    const input = upload(gl, counts, width * tilesX, height * tilesY);
    const pyramid = library.pyramid({ width, height, depth, tilesX, layout, order, base });
    const expected = ask(library, 'points', counts, width, height, depth, tilesX, ORDERS[order]);
    const what = `${layout} ${order} ${base} ${size.join('x')}`;
    if (layout === 'bits') pyramid.build(input, { threshold: 1 });
    else pyramid.buildCounts(input);
    expect(pyramid.total() === expected.length / 4, `${what}: total ${pyramid.total()}, expected ${expected.length / 4}`);
    expectEqual(pyramid.download(), expected, what);
    const list = buffer(gl, 16 * pyramid.total() + 16);
    const report = pyramid.extractBuffer(list, { offset: 16, first: 3 });
    expect(report.written === Math.max(pyramid.total() - 3, 0), `${what}: ${report.written} points in the buffer`);
    expectEqual(fetch(gl, list, Uint32Array, 4 * report.written, 16), expected.slice(12), `${what}, buffer`);
    const cells = expected.slice(0, 400);
    const first = new Map();
    for (let i = expected.length / 4 - 1; i >= 0; i--) first.set(String(expected.slice(4 * i, 4 * i + 3)), i);
    expectEqual(
        pyramid.rank(cells),
        Uint32Array.from({ length: cells.length / 4 }, (_, i) => first.get(String(cells.slice(4 * i, 4 * i + 3)))),
        `${what}, ranks`,
    );
    pyramid.destroy();
    gl.deleteTexture(input.texture);
    gl.deleteBuffer(list);
    expectError(gl);
}

async function equalTheReference(gl) {
    const { library, messages } = await open(gl);
    for (const layout of LAYOUTS)
        for (const base of ['merged', 'separate'])
            for (const size of [[97, 61, 1], [1, 1, 1], [33, 20, 7]]) compare(gl, library, layout, size, base);
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
}

/** Rules find what a loop over the cells finds. */
async function followRules(gl) {
    const { library } = await open(gl), width = 37, height = 22;
    const values = countsOf(width * height, 15, 11), input = upload(gl, values, width, height);
    const pyramid = library.pyramid({ width, height });
    const at = (x, y) => x < 0 || y < 0 || x >= width || y >= height ? -1 : values[y * width + x];
    const isPeak = (x, y, reach) => { // among equal ones the first
        for (let dy = -reach; dy <= reach; dy++)
            for (let dx = -reach; dx <= reach; dx++)
                if (dy < 0 || (dy === 0 && dx < 0) ? at(x + dx, y + dy) >= at(x, y) : at(x + dx, y + dy) > at(x, y)) return false;
        return true;
    };
    const inside = (x, y) => at(Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1));
    const slope = (x, y) => Math.hypot(inside(x + 1, y) - inside(x - 1, y), inside(x, y + 1) - inside(x, y - 1)) / 2;
    const rules = [
        [{ threshold: 5 }, (x, y) => at(x, y) >= 5],
        [{ ranges: [[2, 4]] }, (x, y) => at(x, y) >= 2 && at(x, y) <= 4],
        [{ ranges: [[9, 9], [0.5, 1], [3, 4.5], [4, 6]] }, (x, y) => [9, 1, 3, 4, 5, 6].includes(at(x, y))],
        [{ localMax: 3 }, (x, y) => isPeak(x, y, 1)],
        [{ localMax: 5, threshold: 12 }, (x, y) => isPeak(x, y, 2) && at(x, y) >= 12],
        [{ edge: 'central', threshold: 3 }, (x, y) => slope(x, y) >= 3],
        [{ glsl: 'HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(cell.x > 3); }' }, (x) => x > 3],
    ];
    for (const [rule, isActive] of rules) {
        const active = Uint32Array.from(values, (_, i) => isActive(i % width, Math.floor(i / width)) ? 1 : 0);
        pyramid.build(input, rule);
        expectEqual(pyramid.download(), ask(library, 'points', active, width, height, 1, 1, ORDERS.morton), JSON.stringify(rule));
    }
    library.destroy();
    expectError(gl);
}

/** The page's own state is what it was: a program, textures, a sampler, pixel store parameters, blending. */
async function leaveStateAlone(gl) {
    const { library } = await open(gl);
    const own = gl.createTexture(), sampler = gl.createSampler(), pack = gl.createBuffer(), array = gl.createVertexArray();
    const counts = countsOf(40 * 30, 3, 5), input = upload(gl, counts, 40, 30);
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, own);
    gl.bindSampler(1, sampler);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, pack);
    gl.bindVertexArray(array);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 17);
    gl.enable(gl.BLEND);
    gl.colorMask(true, false, true, false);
    gl.viewport(1, 2, 3, 4);
    const pyramid = library.pyramid({ width: 40, height: 30, layout: 'single' });
    pyramid.buildCounts(input);
    expectEqual(pyramid.download(), ask(library, 'points', counts, 40, 30, 1, 1, ORDERS.morton), 'points');
    const bound = (name) => gl.getParameter(gl[name]);
    expect(bound('ACTIVE_TEXTURE') === gl.TEXTURE2 && bound('TEXTURE_BINDING_2D') === own, 'the texture is another one');
    gl.activeTexture(gl.TEXTURE1);
    expect(bound('SAMPLER_BINDING') === sampler, 'the sampler is another one');
    expect(bound('PIXEL_PACK_BUFFER_BINDING') === pack, 'the pack buffer is another one');
    expect(bound('VERTEX_ARRAY_BINDING') === array, 'the vertex array is another one');
    expect(bound('UNPACK_FLIP_Y_WEBGL') === true && bound('UNPACK_ROW_LENGTH') === 17, 'unpacking is another one');
    expect(gl.isEnabled(gl.BLEND) && String(bound('COLOR_WRITEMASK')) === 'true,false,true,false', 'colors differ');
    expect(String(bound('VIEWPORT')) === '1,2,3,4', 'the viewport is another one');
    expect(!Object.hasOwn(gl, 'getParameter'), 'gl.getParameter is still replaced');
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
    gl.disable(gl.BLEND);
    gl.colorMask(true, true, true, true);
    library.destroy();
}

/** Mistakes are exceptions with the library's line, and nothing is broken by them. */
async function refuseMistakes(gl) {
    const { library } = await open(gl);
    const input = upload(gl, countsOf(40 * 30, 3, 5), 40, 30);
    const pyramid = library.pyramid({ width: 40, height: 30 });
    const refused = (result, words, call) => {
        try {
            call();
        } catch (error) {
            expect(error.name === 'HistopyramidError' && error.result === result, `${error.name}: ${error.message}`);
            expect(words.test(error.message), `'${error.message}' does not say ${words}`);
            return;
        }
        throw new Error(`${words} was not refused`);
    };
    refused('INVALID_ARGUMENT', /layout spiral/, () => library.pyramid({ width: 4, height: 4, layout: 'spiral' }));
    refused('INVALID_ARGUMENT', /there is no widht/, () => library.pyramid({ widht: 4, height: 4 }));
    refused('INVALID_ARGUMENT', /rule: there is no treshold; known are threshold/, () => pyramid.build(input, { treshold: 1 }));
    refused('UNSUPPORTED', /RECT/, () => library.pyramid({ width: 4, height: 4, layout: 'rect' }));
    refused('INVALID_ARGUMENT', /size/, () => library.pyramid({ width: 0, height: 4 }));
    refused('NOT_BUILT', /not built/, () => pyramid.total());
    refused('TEXTURE', /format/, () => pyramid.buildCounts({ ...input, format: 'R16UI' }));
    refused('TEXTURE', /measure/, () => pyramid.buildCounts({ ...input, width: 41 }));
    refused('TEXTURE', /not the name/, () => pyramid.buildCounts({ ...input, texture: null }));
    const other = document.createElement('canvas').getContext('webgl2').createTexture();
    refused('TEXTURE', /not the name/, () => pyramid.buildCounts({ ...input, texture: other }));
    refused('SHADER', /caller/, () => pyramid.build(input, { glsl: 'HPYR_UINT hpyr_count_at(ivec3 cell) { return nonsense; }' }));
    pyramid.buildCounts(input);
    expect(pyramid.total() > 0, 'nothing works afterwards');
    pyramid.destroy();
    refused('INVALID_ARGUMENT', /destroyed/, () => pyramid.total());
    library.destroy();
    while (gl.getError() !== gl.NO_ERROR); // of what was refused
}

/** What a browser says of uploads that do not fit, and of textures of others. */
export const expected = [
    'Invalid combination of format, type and internalFormat|Mismatched internalFormat and format',
    'Offset overflows texture dimensions|Offset\\+size must be <= the size of the existing',
    'object does not belong to this context|is from a different \\(or lost\\) WebGL context',
];

export const checks = {
    'lists equal the reference': equalTheReference,
    'rules choose the cells': followRules,
    'the state of the page stays': leaveStateAlone,
    'mistakes are exceptions': refuseMistakes,
};
