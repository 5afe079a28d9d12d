// mesh.mjs - triangle meshes: { positions, normals, colors, indices } in memory, and in buffers.  SPDX-License-Identifier: MIT
//
// Three floats a position and a normal, four bytes a color, three uint32 a triangle. Sizes and rings are those that
// demos/common/mesh/draw_mesh.c finds, so that both cameras see the same.

const RING_SLICES = 24;

function boundsOf(positions) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < positions.length; i++) {
        low[i % 3] = Math.min(low[i % 3], positions[i]);
        high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
    return { low, high };
}

/** A mesh on the GPU. WebGL keeps index buffers apart from all others, so there are two: `elements` to draw with, and `indices` for the
 *  library to read. */
export class MeshBuffers {
    constructor(painter, mesh) {
        const { gl } = painter;
        Object.assign(this, { painter, gl, triangleCount: mesh.indices.length / 3, vertexCount: mesh.positions.length / 3 });
        this.positions = painter.buffer(mesh.positions);
        this.normals = painter.buffer(mesh.normals);
        this.colors = painter.buffer(mesh.colors);
        this.indices = painter.buffer(mesh.indices);
        this.elements = painter.buffer(mesh.indices, gl.ELEMENT_ARRAY_BUFFER);
        this.measure(mesh.positions);
    }

    // The sphere that holds all vertices, and the rings that they sweep as they turn about the y axis through its center.
    measure(positions) {
        const { low, high } = boundsOf(positions), tall = high[1] - low[1];
        this.center = low.map((value, k) => (value + high[k]) / 2);
        this.radius = this.sweptRadius = 0;
        const widths = new Array(RING_SLICES).fill(0);
        for (let i = 0; i < positions.length; i += 3) {
            const [x, y, z] = [0, 1, 2].map((k) => positions[i + k] - this.center[k]);
            const slice = tall > 0 ? Math.floor((positions[i + 1] - low[1]) / tall * RING_SLICES) : 0;
            const ring = Math.min(slice, RING_SLICES - 1);
            widths[ring] = Math.max(widths[ring], Math.hypot(x, z));
            this.radius = Math.max(this.radius, Math.hypot(x, y, z));
            this.sweptRadius = Math.max(this.sweptRadius, Math.hypot(positions[i], positions[i + 2]));
        }
        const heightOf = (slice) => low[1] - this.center[1] + tall * slice / RING_SLICES;
        this.rings = widths.flatMap((radius, slice) => [{ height: heightOf(slice), radius }, { height: heightOf(slice + 1), radius }]);
    }

    /** As voxelizers take it. */
    describe() {
        return { positions: this.positions, indices: this.indices, triangleCount: this.triangleCount };
    }

    /** Draws it with the program in use, whose attributes are a_position, a_normal, a_color, in this order. */
    draw() {
        const { gl, painter } = this;
        painter.attributes([
            { buffer: this.positions, size: 3 }, { buffer: this.normals, size: 3 },
            { buffer: this.colors, size: 4, type: gl.UNSIGNED_BYTE, normalized: true },
        ]);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.elements);
        gl.drawElements(gl.TRIANGLES, 3 * this.triangleCount, gl.UNSIGNED_INT, 0);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, null);
        painter.noAttributes(3);
    }

    destroy() {
        for (const buffer of [this.positions, this.normals, this.colors, this.indices, this.elements]) this.gl.deleteBuffer(buffer);
    }
}
