// dicer.mjs - the teapot becomes voxels and the voxels become a cloud of particles, again in every frame.  SPDX-License-Identifier: MIT
import { multiply, turnOf, turnY } from './matrix.mjs';
import { Camera } from './camera.mjs';
import { fitMesh, MeshBuffers } from './mesh.mjs';

const LONGEST_SIDE = 1.8; // of the volume's 2
const POINT_DIAMETER = 1.1; // in cells
const TURNS_PER_SECOND = 0.05;
const POINT_BYTES = 16;

export class DicerScene {
    static title = 'Dicer';
    static help = 'A mesh becomes voxels, the voxels a list of points, and each point a particle: on the GPU, in every frame.';
    static shaders = ['points.vert.glsl', 'particle.glsl', 'particle.frag.glsl'].map((file) => `dicer/${file}`);

    static async create(page) {
        return new DicerScene(page);
    }

    constructor({ gl, library, painter, models, times }) {
        Object.assign(this, { gl, library, painter, times, side: 64, fill: 'surface', count: 0, room: 0 });
        this.camera = new Camera({ azimuth: 0.42, elevation: 0.40 });
        this.mesh = new MeshBuffers(painter, fitMesh(models.teapot(), LONGEST_SIDE));
        this.target = painter.target();
        this.points = painter.program({
            vertex: ['dicer/particle.glsl', 'dicer/points.vert.glsl'], fragment: ['dicer/particle.frag.glsl'], attributes: ['a_cell'],
        });
        this.controls = [
            { kind: 'choice', label: 'Grid', value: 64, choices: [32, 64, 96, 128, 192, 256].map((side) => [side, `${side}³`]),
              change: (value) => this.resize(Number(value), this.fill) },
            { kind: 'choice', label: 'Fill', value: 'surface', choices: [['surface', 'Surface'], ['thin', 'Thin'], ['solid', 'Solid']],
              change: (value) => this.resize(this.side, value) },
        ];
        this.resize(this.side, this.fill);
    }

    resize(side, fill) {
        this.voxelizer?.destroy();
        this.pyramid?.destroy();
        Object.assign(this, { side, fill });
        this.voxelizer = this.library.voxelizer({ width: side, height: side, depth: side, kind: 'bits', fill });
        this.pyramid = this.library.pyramid({ width: side, height: side, depth: side, layout: 'bits', order: 'column' });
        this.times.reset();
    }

    // A buffer for the list, with room for more than asked, since a turning mesh's count keeps changing.
    reserve(count) {
        if (count <= this.room) return;
        this.gl.deleteBuffer(this.list);
        this.room = Math.ceil(count * 1.1) + 1024;
        this.list = this.painter.buffer(this.room * POINT_BYTES);
    }

    makeList(model) {
        const { times, voxelizer, pyramid } = this;
        times.stage('voxelize', () => voxelizer.run(this.mesh.describe(), model));
        times.stage('build', () => {
            pyramid.buildBits(voxelizer.output());
            this.count = pyramid.total();
        });
        this.reserve(this.count);
        times.stage('extract', () => pyramid.extract(this.list));
    }

    frame({ seconds, width, height }) {
        const model = turnY(2 * Math.PI * TURNS_PER_SECOND * seconds);
        this.makeList(model);
        this.times.stage('draw', () => {
            this.target.resize(width, height);
            this.painter.begin();
            this.target.begin();
            this.target.clear([0.067, 0.078, 0.102, 1]);
            this.drawCloud(model, width, height);
            this.target.present(width, height);
            this.painter.end();
        });
        return true;
    }

    drawCloud(model, width, height) {
        const { gl, painter, mesh, side } = this, camera = this.camera.copy();
        const beside = Math.hypot(mesh.centre[0], mesh.centre[2]), coarse = Math.max(1.5 / side - 0.05, 0);
        camera.target = [0, mesh.centre[1], 0];
        camera.fitRings(mesh.rings.map((ring) => ({ ...ring, radius: ring.radius + beside + coarse })), width, height);
        const look = camera.look(width, height);
        this.points.use().set({
            u_view: look.view, u_view_projection: look.viewProjection, u_turn: turnOf(multiply(look.view, model)),
            u_centre: [0, 0, 0], u_grid: [side, side, side], u_last: 2 ** 32, u_tint: [0, 0, 0, 0], u_factor: 1, u_side: 1,
            u_depths: [look.distance - 0.4 * mesh.radius, look.distance + 1.1 * mesh.radius],
            u_pixels: look.pixelsPerUnit * 2 / side * POINT_DIAMETER, u_viewport: [width, height],
        }).setIntegers({ u_is_lit: 0, u_is_coloured: 0, u_colours: 0, u_normals: 1 });
        gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
        painter.attributes([{ buffer: this.list, size: 3, type: gl.UNSIGNED_INT, stride: POINT_BYTES }]);
        gl.drawArrays(gl.POINTS, 0, this.count);
        painter.noAttributes(1); // or the next extract() could not write into the list
        gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    }

    facts() {
        return [['triangles', this.mesh.triangleCount], ['cells', this.side ** 3], ['particles', this.count]];
    }

    destroy() {
        for (const owned of [this.voxelizer, this.pyramid, this.mesh, this.target, this.points]) owned.destroy();
        this.gl.deleteBuffer(this.list);
    }
}
