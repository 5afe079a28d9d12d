// playcanvas.mjs - the radix sort on mipmaps of PlayCanvas (MIT), on random keys of 32 bits.  SPDX-License-Identifier: MIT
import * as pc from './node_modules/playcanvas/build/playcanvas.mjs';
import { framebufferOf, medianOf, numbersOf, rendererOf, timesOf, wait } from './measure.mjs';

function randomKeys(count) {
    let state = 1;
    return new Uint32Array(count).map(() => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return (state ^ (state >>> 15)) >>> 0;
    });
}

function indicesOf(gl, framebuffer, width, height) {
    const texels = new Uint32Array(width * height * 4);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.readPixels(0, 0, width, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, texels);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return texels.filter((_, i) => i % 4 === 0);
}

/** How many places hold another key than the sorted list has there, and how many keys got lost. */
function mistakesOf(keys, indices) {
    const sorted = keys.slice().sort();
    const seen = new Uint8Array(keys.length);
    let misplaced = 0;
    let descents = 0;
    let lost = keys.length;
    for (let i = 0; i < keys.length; i++) {
        const key = keys[indices[i]];
        if (key !== sorted[i]) misplaced++;
        if (i > 0 && !(keys[indices[i - 1]] <= key)) descents++;
        if (indices[i] < keys.length && !seen[indices[i]]) {
            seen[indices[i]] = 1;
            lost--;
        }
    }
    return { misplaced, descents, lost };
}

function measure(device, count, rounds) {
    const { gl } = device;
    const side = 2 ** Math.ceil(Math.log2(Math.sqrt(count)));
    const keys = randomKeys(count);
    const texels = new Uint32Array(side * side);
    texels.set(keys);
    const texture = new pc.Texture(device, {
        name: 'keys', width: side, height: side, format: pc.PIXELFORMAT_R32U, mipmaps: false, levels: [texels],
        minFilter: pc.FILTER_NEAREST, magFilter: pc.FILTER_NEAREST,
    });
    const sorter = new pc.RenderPassRadixSort(device);
    let framebuffer = null;
    const times = timesOf(rounds, () => {
        const indices = sorter.sort(texture, count, 32);
        framebuffer ??= framebufferOf(gl, indices.impl._glTexture);
        wait(gl, framebuffer, true);
    });
    const mistakes = mistakesOf(keys, indicesOf(gl, framebuffer, side, side));
    const error = gl.getError();
    const cpu = timesOf(rounds, () => keys.slice().sort());
    sorter.destroy();
    texture.destroy();
    return { keys: count, bits: 32, ms: medianOf(times), times, ...mistakes, cpu_keys_only_ms: medianOf(cpu), gl_error: error };
}

export async function run(options) {
    const canvas = document.createElement('canvas');
    const device = await pc.createGraphicsDevice(canvas, { deviceTypes: [pc.DEVICETYPE_WEBGL2], antialias: false });
    const settings = new pc.AppOptions(); // an application brings the library of shaders along
    settings.graphicsDevice = device;
    new pc.AppBase(canvas).init(settings);
    const results = numbersOf(options, 'keys', [1 << 16, 1 << 20]).map((count) => measure(device, count, 5));
    return { renderer: rendererOf(device.gl), version: `playcanvas ${pc.version}`, results };
}
