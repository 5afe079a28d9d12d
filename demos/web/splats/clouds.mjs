// clouds.mjs - clouds of splats in textures: of a file, or a splat for each voxel of the teapot.  SPDX-License-Identifier: MIT
//
// All but the voxels is made by the C of the native demo: splat_models.c.
import { mistake } from '../files/mistake.mjs';
import { allocates } from '../memory.mjs';
import { MeshBuffers } from '../mesh.mjs';
import { makeList, makeVoxels } from '../voxels.mjs';

const RINGS = 48; // as in demos/splats/sight.h
const SHAPE_LAYERS = 3; // as in demos/splats/store_layers.h
const CHUNK = 1 << 24; // bytes of a file that are copied at a time

/** A cloud_maker of C. */
class Maker {
    constructor(models) {
        Object.assign(this, { models, module: models.module });
        this.address = this.module._splats_begin();
        if (!this.address) throw mistake('out of memory');
    }

    /** What a function answers. 0 is a failure, and C says why. */
    call(name, ...args) {
        return this.module[`_splats_${name}`](this.address, ...args) || this.fail();
    }

    fail() {
        const { HEAPU8 } = this.module, text = this.module._splats_error();
        throw mistake(new TextDecoder().decode(HEAPU8.subarray(text, HEAPU8.indexOf(0, text))));
    }

    /** Room for so many bytes, which are those of `what` in messages. */
    room(bytes, what) {
        const address = bytes < 2 ** 31 ? this.module._splats_room(this.address, bytes) : 0;
        if (!address) throw mistake(`${what}: out of memory for ${bytes} bytes`);
        return address;
    }

    /** Puts arrays into the room, one behind the other. */
    hand(...arrays) {
        const start = this.room(arrays.reduce((sum, array) => sum + array.byteLength, 0), 'voxels');
        arrays.reduce((at, array) => {
            this.module.HEAPU8.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
            return at + array.byteLength;
        }, start);
    }

    destroy() {
        this.module._splats_end(this.address);
    }
}

/** A cloud on the GPU: `shapes` and `colors` are arrays of textures of `width` x `height` texels, see demos/splats/store.h. Its `rings`
 *  are about the middle of the box from `low` to `high`; a file's has none. */
class Cloud {
    constructor({ gl }, maker, isMesh) {
        const largest = gl.getParameter(gl.MAX_TEXTURE_SIZE), layers = gl.getParameter(gl.MAX_ARRAY_TEXTURE_LAYERS);
        const facts = maker.call('lay_out', largest, layers);
        const [count, skipped, degree, width, height, channelLayers] = maker.models.copy('HEAPU32', facts, 6);
        const numbers = [...maker.models.copy('HEAPF32', facts + 24, 10 + 2 * RINGS)];
        const [middle, [radius], low, high] = [[0, 3], [3, 4], [4, 7], [7, 10]].map(([from, to]) => numbers.slice(from, to));
        const rings = Array.from({ length: isMesh ? RINGS : 0 }, (_, i) => ({ height: numbers[10 + 2 * i], radius: numbers[11 + 2 * i] }));
        Object.assign(this, { gl, count, skipped, degree, width, height, channelLayers, middle, radius, low, high, rings, isMesh });
        try {
            this.upload(maker, 'shapes', SHAPE_LAYERS);
            this.upload(maker, 'colors', 1 + 3 * channelLayers);
        } catch (error) {
            this.destroy();
            throw error;
        }
    }

    upload(maker, name, layers) {
        const { gl, width, height } = this, texture = gl.createTexture(), target = gl.TEXTURE_2D_ARRAY;
        this[name] = texture;
        gl.bindTexture(target, texture);
        if (!allocates(gl, () => gl.texStorage3D(target, 1, gl.RGBA32F, width, height, layers))) throw mistake(`${this.count} splats: the GPU is out of memory`);
        for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(target, filter, gl.NEAREST);
        for (let layer = 0; layer < layers; layer++) {
            const start = maker.call(name, layer) / 4, texels = maker.module.HEAPF32.subarray(start, start + 4 * width * height);
            gl.texSubImage3D(target, 0, 0, 0, layer, width, height, 1, gl.RGBA, gl.FLOAT, texels);
        }
        gl.bindTexture(target, null);
    }

    destroy() {
        for (const texture of [this.shapes, this.colors]) this.gl.deleteTexture(texture ?? null);
    }
}

// ---- files ----

/** Copies it piece by piece, so that the page never holds it twice. */
async function copyFile(file, maker) {
    const name = new TextEncoder().encode(`${file.name}\0`), address = maker.room(file.size + name.length, file.name);
    for (let at = 0; at < file.size; at += CHUNK) {
        const bytes = await file.slice(at, at + CHUNK).arrayBuffer().catch((error) => {
            throw mistake(`${file.name}: cannot be read: ${error.message}`);
        });
        maker.module.HEAPU8.set(new Uint8Array(bytes), address + at);
    }
    maker.module.HEAPU8.set(name, address + file.size);
}

/** The splats of a .ply or .splat: a promise. */
export async function cloudOfFile(page, file) {
    const maker = new Maker(page.models);
    try {
        await copyFile(file, maker);
        maker.call('read', file.size);
        return new Cloud(page, maker, false);
    } finally {
        maker.destroy();
    }
}

// ---- voxels ----

/** The voxelizer and the pyramid of a grid of `side`³, with the mesh's surface voxels, for `use`. */
function withVoxels({ library }, mesh, side, use) {
    const { voxelizer, pyramid } = makeVoxels(library, side);
    try {
        voxelizer.run(mesh.describe());
        pyramid.buildBits(voxelizer.volume());
        return use(voxelizer, pyramid);
    } finally {
        pyramid.destroy();
        voxelizer.destroy();
    }
}

/** Reads texels of a list back, four numbers each, by way of a buffer: Chromium warns of reads into memory. */
function readTexels(page, { texture, width, height }, type, numbers) {
    const { gl, painter } = page, framebuffer = painter.framebuffer(texture), buffer = gl.createBuffer();
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.bufferData(gl.PIXEL_PACK_BUFFER, width * height * 4 * numbers.BYTES_PER_ELEMENT, gl.DYNAMIC_COPY);
    gl.readPixels(0, 0, width, height, gl.RGBA, type, 0);
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, numbers);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    gl.deleteBuffer(buffer);
    gl.deleteFramebuffer(framebuffer);
    return numbers;
}

/** Lists of the voxels' colors and normals, and what reads them. */
function listsOf(page, count) {
    const { gl } = page, side = Math.ceil(Math.sqrt(count));
    const colors = makeList(page, 'RGBA8', side), normals = makeList(page, 'RGBA32F', side);
    return {
        colors, normals,
        readColors: () => readTexels(page, colors, gl.UNSIGNED_BYTE, new Uint8Array(4 * count)),
        readNormals: () => readTexels(page, normals, gl.FLOAT, new Float32Array(4 * count)),
        destroy: () => [colors, normals].forEach(({ texture }) => gl.deleteTexture(texture)),
    };
}

/** Takes two coordinates of all voxels' places, by normals that tell them: see demos/splats/cloud_voxels.h. */
function findPlaces(page, maker, surface, voxelizer, pyramid, lists, first, second) {
    const address = maker.call('normals', first, second), { gl, painter } = page;
    const normals = painter.buffer(maker.models.copy('HEAPF32', address, 3 * surface.vertexCount));
    try {
        voxelizer.attributes(pyramid, [{ ...surface, normals }], { normals: lists.normals });
        maker.hand(lists.readNormals());
        maker.module._splats_take_places(maker.address, first, second);
    } finally {
        gl.deleteBuffer(normals);
    }
}

function takeVoxels(page, maker, mesh, side) {
    withVoxels(page, mesh, side, (voxelizer, pyramid) => {
        const points = pyramid.download(), count = points.length / 4, lists = listsOf(page, count);
        const { positions, normals, colors, indices, triangleCount, vertexCount } = mesh;
        const surface = { positions, normals, colors, indices, triangleCount, vertexCount };
        try {
            maker.hand(points);
            maker.call('take_voxels', count, side);
            findPlaces(page, maker, surface, voxelizer, pyramid, lists, 0, 1);
            findPlaces(page, maker, surface, voxelizer, pyramid, lists, 1, 2);
            voxelizer.attributes(pyramid, [surface], lists);
            maker.hand(lists.readNormals(), lists.readColors());
            maker.call('take_looks');
        } finally {
            lists.destroy();
        }
    });
}

/** About so many splats of the teapot. */
export function cloudOfTeapot(page, wanted) {
    const maker = new Maker(page.models);
    let mesh = null;
    try {
        mesh = new MeshBuffers(page.painter, maker.models.mesh(maker.call('teapot')));
        let side = maker.call('first_side', wanted);
        while (side) {
            const total = withVoxels(page, mesh, side, (_, pyramid) => pyramid.total());
            side = maker.module._splats_next_side(maker.address, total);
        }
        takeVoxels(page, maker, mesh, maker.call('best_side'));
        return new Cloud(page, maker, true);
    } finally {
        mesh?.destroy();
        maker.destroy();
    }
}
