// shade.mjs - what lies inside, coarsely, for shading what little light reaches: as demos/isosurface/occlusion.c.
// SPDX-License-Identifier: MIT

const LONGEST = 64; // cells a side: an update shall cost less than a surface

/** A 3D texture of how much of each of its cells is inside, and how much outside, with all mipmaps. */
export class Shade {
    constructor(painter, { size, spacing, origin = [0, 0, 0], axes }) {
        Object.assign(this, { gl: painter.gl, samples: size });
        const extent = size.map((side, axis) => Math.abs(spacing[axis]) * side), longest = Math.max(...extent);
        this.size = size.map((side, axis) => Math.max(Math.min(Math.floor(LONGEST * extent[axis] / longest + 0.5), side), 1));
        /** A side of the largest cell, where the longest side of the volume is 2. */
        this.cell = Math.max(...extent.map((length, axis) => 2 * length / longest / this.size[axis]));
        this.place({ size, spacing, origin, axes });
        this.cells = new Uint8Array(2 * this.size[0] * this.size[1] * this.size[2]);
        const { gl } = this, levels = Math.floor(Math.log2(Math.max(...this.size))) + 1;
        this.texture = painter.texture3D(gl.RG8, this.size, { levels, filter: gl.LINEAR, smaller: gl.LINEAR_MIPMAP_NEAREST });
        this.steps = this.size.map((cells, axis) => Int32Array.from({ length: cells }, (_, i) => Math.floor((2 * i + 1) * size[axis] / (2 * cells))));
    }

    // Places of the texture: `matrix` times the volume's coordinates, plus `offset`.
    place({ size, spacing, origin, axes }) {
        this.matrix = new Float32Array(9);
        this.offset = size.map((side, axis) => 0.5 / side - origin[axis] / (spacing[axis] * side));
        axes.forEach((coordinate, axis) => (this.matrix[3 * (coordinate - 1) + axis] = 1 / (spacing[axis] * size[axis])));
    }

    /** After every change of the samples or of the isovalue: of each cell the sample in its middle. */
    update(samples, isovalue) {
        const { gl, cells, size, steps } = this, [width, height] = this.samples;
        let next = 0;
        for (const z of steps[2]) {
            for (const y of steps[1]) {
                const row = (z * height + y) * width;
                for (const x of steps[0]) {
                    const isInside = samples[row + x] >= isovalue;
                    cells[next++] = isInside ? 255 : 0;
                    cells[next++] = isInside ? 0 : 255;
                }
            }
        }
        gl.bindTexture(gl.TEXTURE_3D, this.texture);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, 0, ...size, gl.RG, gl.UNSIGNED_BYTE, cells);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
        gl.generateMipmap(gl.TEXTURE_3D);
        gl.bindTexture(gl.TEXTURE_3D, null);
    }

    destroy() {
        this.gl.deleteTexture(this.texture);
    }
}
