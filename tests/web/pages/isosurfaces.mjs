// isosurfaces.mjs - meshes of pages' volumes equal the reference.  SPDX-License-Identifier: MIT
import { cayley } from '../fields.mjs';
import { ask, buffer, fetch, open } from '../oracle.mjs';
import { expect, expectEqual, expectError, seeded } from '../webgl.mjs';

function upload(gl, samples, width, height, depth) {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_3D, texture);
    gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R32F, width, height, depth);
    gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, 0, width, height, depth, gl.RED, gl.FLOAT, samples);
    return { texture, target: gl.TEXTURE_3D, width, height, depth, format: 'R32F' };
}

/** Positions within 1e-5 of the reference's, in edges; indices exactly. */
function compare(gl, library, samples, [width, height, depth], mesh) {
    const expected = ask(library, 'mesh', samples, width, height, depth, 0, mesh === 'soup' ? 1 : 2);
    const [vertices, triangles] = expected, field = upload(gl, samples, width, height, depth);
    const isosurface = library.isosurface({ width, height, depth, mesh });
    isosurface.build(field, 0.25);
    isosurface.rebuild(0);
    const counts = isosurface.counts();
    expect(counts.triangles === triangles, `${counts.triangles} triangles, expected ${triangles}`);
    const made = isosurface.download();
    const wanted = new Float32Array(expected.buffer, 8, 6 * vertices);
    expect(made.vertices.length === wanted.length, `${made.vertices.length / 6} vertices, expected ${vertices}`);
    for (let i = 0; i < wanted.length; i++) {
        const far = Math.abs(made.vertices[i] - wanted[i]);
        expect(i % 6 < 3 ? far < 1e-5 : far < 1e-3, `vertex ${Math.floor(i / 6)}: ${made.vertices[i]}, expected ${wanted[i]}`);
    }
    if (mesh !== 'soup') expectEqual(made.indices, expected.slice(2 + 6 * vertices), 'indices');
    const inBuffer = buffer(gl, 24 * Math.max(vertices, 1));
    isosurface.extract({ vertices: inBuffer });
    expectEqual(fetch(gl, inBuffer, Float32Array, 6 * vertices), made.vertices, 'vertices in a buffer');
    isosurface.destroy();
    gl.deleteTexture(field.texture);
    gl.deleteBuffer(inBuffer);
    expectError(gl);
}

async function equalTheReference(gl) {
    const { library, messages } = await open(gl);
    const random = seeded(3);
    const noise = new Float32Array(17 * 11 * 9).map(() => (random() >>> 8) / 2 ** 23 - 1);
    for (const mesh of ['welded', 'soup']) {
        compare(gl, library, noise, [17, 11, 9], mesh);
        compare(gl, library, new Float32Array(5 * 5 * 5), [5, 5, 5], mesh);
        compare(gl, library, cayley(33), [33, 33, 33], mesh);
    }
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
}

/** The same numbers of triangles as everywhere else. */
async function cayleyHasItsTriangles(gl) {
    const { library } = await open(gl);
    for (const [side, triangles] of [[64, 20008], [128, 81208], [256, 327466]]) {
        const field = upload(gl, cayley(side), side, side, side);
        const isosurface = library.isosurface({ width: side, height: side, depth: side });
        isosurface.build(field, 0);
        expect(isosurface.counts().triangles === triangles, `${side}: ${isosurface.counts().triangles} triangles`);
        isosurface.destroy();
        gl.deleteTexture(field.texture);
    }
    expectError(gl);
    library.destroy();
}

export const checks = {
    'meshes equal the reference': equalTheReference,
    "Cayley's surface has its triangles": cayleyHasItsTriangles,
};
