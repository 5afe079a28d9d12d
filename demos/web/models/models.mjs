// models.mjs - shapes that need no file, by the C of the native demos: models.c.  SPDX-License-Identifier: MIT
import createModule from './models_wasm.mjs';

/** As in demos/common/volume/fields.h. */
export const FIELDS = ['cayley', 'gyroid', 'sphere', 'torus', 'metaballs'];

export class Models {
    static async create() {
        const models = new Models();
        models.module = await createModule();
        return models;
    }

    /** A copy of numbers in the module's memory, which may move at any time. */
    copy(name, address, count) {
        const { module } = this, heap = module[name], start = address / heap.BYTES_PER_ELEMENT;
        return heap.slice(start, start + count);
    }

    /** Newell's teapot, of 64 divisions² triangles: 3136 for 7. See mesh.mjs. */
    teapot(divisions = 7) {
        const address = this.module._models_teapot(divisions);
        if (!address) throw new Error(`out of memory for a teapot of ${divisions} divisions`);
        return this.mesh(address);
    }

    /** A copy of a mesh_arrays' mesh. */
    mesh(address) {
        const [vertices, triangles, positions, normals, colors, indices] = this.copy('HEAPU32', address, 6);
        return {
            positions: this.copy('HEAPF32', positions, 3 * vertices), normals: this.copy('HEAPF32', normals, 3 * vertices),
            colors: this.copy('HEAPU8', colors, 4 * vertices), indices: this.copy('HEAPU32', indices, 3 * triangles),
        };
    }

    /** Samples of one of FIELDS over [-1, 1]³, positive inside, x fastest; the first and the last lie on the ends. */
    field(name, [width, height, depth], seconds = 0) {
        const address = this.module._models_field(FIELDS.indexOf(name), seconds, width, height, depth);
        if (!address) throw new Error(`out of memory for a field of ${width} x ${height} x ${depth} samples`);
        return this.copy('HEAPF32', address, width * height * depth);
    }
}
