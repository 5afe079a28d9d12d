// ours.mjs - the library itself, on what the peers are timed with.  SPDX-License-Identifier: MIT
import { Histopyramid } from '/library/histopyramid.mjs';
import { bufferOf, cayley, medianOf, numbersOf, rendererOf, timesOf, waitForBuffer } from './measure.mjs';

function upload(gl, side) {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_3D, texture);
    gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R32F, side, side, side);
    gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, 0, side, side, side, gl.RED, gl.FLOAT, cayley(side));
    return { texture, target: gl.TEXTURE_3D, width: side, height: side, depth: side, format: 'R32F' };
}

/** The field is in a texture before, and the mesh with its normals in buffers afterwards. */
function isosurface(gl, library, side, mesh, rounds) {
    const field = upload(gl, side);
    const made = library.isosurface({ width: side, height: side, depth: side, mesh });
    made.build(field, 0);
    const { triangles, vertices } = made.counts();
    const corners = bufferOf(gl, 24 * (mesh === 'soup' ? 3 * triangles : vertices));
    const indices = mesh === 'soup' ? undefined : bufferOf(gl, 12 * triangles);
    const times = timesOf(rounds, () => {
        made.build(field, 0);
        made.counts();
        made.extract({ vertices: corners, indices });
        waitForBuffer(gl, corners);
    });
    made.destroy();
    gl.deleteTexture(field.texture);
    return { field: 'cayley', side, mesh, ms: medianOf(times), times, triangles, gl_error: gl.getError() };
}

function sort(gl, library, count, rounds) {
    const keys = crypto.getRandomValues(new Uint32Array(Math.min(count, 16384)));
    const all = new Uint32Array(count).map((_, i) => Math.imul(keys[i % keys.length] ^ i, 2654435761));
    const lists = library.lists({ capacity: count, operations: ['sort'] });
    const [input, sorted, positions] = [bufferOf(gl, all), bufferOf(gl, 4 * count), bufferOf(gl, 4 * count)];
    const times = timesOf(rounds, () => {
        lists.sort({ keys: input, sortedKeys: sorted, sortedValues: positions, length: count });
        waitForBuffer(gl, sorted);
    });
    const answer = new Uint32Array(count);
    gl.bindBuffer(gl.COPY_READ_BUFFER, sorted);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, answer);
    const wanted = all.slice().sort();
    lists.destroy();
    return { keys: count, ms: medianOf(times), times, out_of_order: answer.filter((key, i) => key !== wanted[i]).length };
}

export async function run(options) {
    const gl = document.createElement('canvas').getContext('webgl2', { antialias: false });
    const library = await Histopyramid.create(gl);
    const results = [];
    for (const side of numbersOf(options, 'side', [64, 128, 254, 256]))
        for (const mesh of ['soup', 'welded']) results.push(isosurface(gl, library, side, mesh, side > 128 ? 5 : 9));
    for (const count of numbersOf(options, 'keys', [65536, 1048576])) results.push(sort(gl, library, count, 5));
    library.destroy();
    return { renderer: rendererOf(gl), results };
}
