// first.mjs - how long a page waits for its first results, and how long it stands still.  SPDX-License-Identifier: MIT
import { Histopyramid } from '/library/histopyramid.mjs';
import { bufferOf, cayley, rendererOf } from './measure.mjs';

const SIDE = 64, VOLUME = 32, KEYS = 4096;

/** Tells the longest time in which the page could do nothing else, since the last call. */
function heartbeat() {
    const { port1, port2 } = new MessageChannel();
    let last = performance.now(), longest = 0, stopped = false;
    const beat = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (!stopped) port2.postMessage(0);
    };
    port1.onmessage = beat;
    port2.postMessage(0);
    return {
        stop: () => (stopped = true),
        async longest() {
            await new Promise((resolve) => setTimeout(resolve));
            beat();
            const answer = longest;
            longest = 0;
            return answer;
        },
    };
}

function pictureOf(gl) {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R8, SIDE, SIDE);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, SIDE, SIDE, gl.RED, gl.UNSIGNED_BYTE, new Uint8Array(SIDE * SIDE).map((_, i) => (i % 7 ? 0 : 255)));
    return { texture, width: SIDE, height: SIDE, format: 'R8' };
}

function fieldOf(gl) {
    const texture = gl.createTexture(), size = { width: VOLUME, height: VOLUME, depth: VOLUME };
    gl.bindTexture(gl.TEXTURE_3D, texture);
    gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R32F, VOLUME, VOLUME, VOLUME);
    gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, 0, VOLUME, VOLUME, VOLUME, gl.RED, gl.FLOAT, cayley(VOLUME));
    return { texture, target: gl.TEXTURE_3D, ...size, format: 'R32F' };
}

/** Waits for the GPU as a page does that must not stand still. */
async function finish(gl) {
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) await new Promise((resolve) => setTimeout(resolve));
    gl.deleteSync(fence);
}

/** The first list, surface and sort of a context of its own, and how many entries each has. Nothing waits for the GPU but by promises. */
async function firstOf(compileWait) {
    const gl = document.createElement('canvas').getContext('webgl2', { antialias: false }), results = [];
    const picture = pictureOf(gl), field = fieldOf(gl), [points, corners] = [16 * SIDE * SIDE, 2400000].map((bytes) => bufferOf(gl, bytes));
    const keys = new Uint32Array(KEYS).map((_, i) => Math.imul(i + 1, 2654435761)), unsorted = bufferOf(gl, keys), sorted = bufferOf(gl, 4 * KEYS);
    await finish(gl);
    const pulse = heartbeat();
    const measure = async (first, use) => {
        await pulse.longest();
        const start = performance.now(), found = await use();
        await finish(gl);
        results.push({ first, ms: performance.now() - start, longest_block_ms: await pulse.longest(), found });
    };
    let library;
    await measure('create', async () => {
        library = await Histopyramid.create(gl, { compileWait, keepState: false });
    });
    const pyramid = library.pyramid({ width: SIDE, height: SIDE }), surface = library.isosurface({ width: VOLUME, height: VOLUME, depth: VOLUME, mesh: 'soup' });
    await measure('list', async () => {
        await library.whenReady(() => pyramid.build(picture, { threshold: 0.5 }));
        const count = await pyramid.totalLater();
        await library.whenReady(() => pyramid.extractBuffer(points, { count }));
        return count;
    });
    await measure('surface', async () => {
        await library.whenReady(() => surface.build(field, 0));
        const { triangles } = await surface.countsLater();
        await library.whenReady(() => surface.extract({ vertices: corners }));
        return triangles;
    });
    await measure('sort', async () => {
        const lists = await library.whenReady(() => library.lists({ capacity: KEYS, operations: ['sort'] }));
        await library.whenReady(() => lists.sort({ keys: unsorted, sortedKeys: sorted, length: KEYS }));
        await finish(gl);
        const answer = new Uint32Array(KEYS), wanted = keys.slice().sort();
        gl.bindBuffer(gl.COPY_READ_BUFFER, sorted);
        gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, answer);
        gl.bindBuffer(gl.COPY_READ_BUFFER, null);
        return answer.filter((key, i) => key === wanted[i]).length;
    });
    pulse.stop();
    library.destroy();
    return { renderer: rendererOf(gl), parallel: gl.getSupportedExtensions().includes('KHR_parallel_shader_compile'), results };
}

/** The first context of a page starts the browser's GPU process, and is not measured. */
export async function run() {
    document.createElement('canvas').getContext('webgl2').getParameter(WebGL2RenderingContext.VERSION);
    const late = await firstOf(false), waiting = await firstOf(true);
    return { renderer: late.renderer, parallel: late.parallel, results: { compile_wait: waiting.results, no_compile_wait: late.results } };
}
