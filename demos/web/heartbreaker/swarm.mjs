// swarm.mjs - all particles in motion, on the GPU: engine.c, engine_gpu.c and engine_lists.c of the native demo.
// SPDX-License-Identifier: MIT
//
// Particle i is texel (i % side, i / side) of all lists: RGBA32F, and RGBA8 for colors.
import { physicsOf, randomOf, stepsPerSecond } from './heart.mjs';

const RANDOM_SIDE = 64; // as in swarm.glsl
const STEPS_PER_PASS = 16; // so that no driver takes a pass for a hang
const SEED = 1;
const SPARE = 1.1; // of texels: a beating heart's count keeps changing, and every new texture takes time

export class Swarm {
    constructor(painter, models) {
        const { gl } = painter;
        Object.assign(this, { painter, gl, side: 0, count: 0, grid: 1, steps: 0, pairs: [], isMoving: false });
        this.physics = physicsOf(models);
        this.stepsPerSecond = stepsPerSecond(models);
        this.random = painter.texture(gl.RGBA32F, RANDOM_SIDE, RANDOM_SIDE, gl.NEAREST);
        gl.bindTexture(gl.TEXTURE_2D, this.random);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, RANDOM_SIDE, RANDOM_SIDE, gl.RGBA, gl.FLOAT, randomOf(models, SEED, RANDOM_SIDE ** 2));
        gl.bindTexture(gl.TEXTURE_2D, null);
        const pass = (name) => painter.program({
            vertex: ['common/square.vert.glsl'], attributes: ['a_corner'],
            fragment: ['physics.glsl', 'swarm.glsl', 'update.glsl', `${name}.frag.glsl`].map((file) => `heartbreaker/${file}`),
        });
        Object.assign(this, { launching: pass('launch'), stepping: pass('step'), returning: pass('return') });
    }

    // ---- lists ----

    list(format) {
        return this.painter.texture(format, this.side, this.side, this.gl.NEAREST);
    }

    reserve(count) {
        const { gl } = this;
        if (this.side ** 2 >= count && this.side ** 2 < 2 * SPARE * count + 4096) return;
        this.deleteLists();
        this.side = Math.ceil(Math.sqrt(count * SPARE));
        Object.assign(this, { cells: this.list(gl.RGBA32F), normals: this.list(gl.RGBA32F), colors: this.list(gl.RGBA8) });
    }

    // Only what flies has a state.
    reservePairs() {
        const { gl } = this;
        if (this.pairs.length) return;
        this.pairs = [0, 1].map(() => {
            const moving = this.list(gl.RGBA32F), speeds = this.list(gl.RGBA32F);
            return { moving, speeds, framebuffer: this.painter.framebuffer(moving, speeds) };
        });
    }

    deleteLists() {
        const { gl } = this;
        for (const texture of [this.cells, this.normals, this.colors]) gl.deleteTexture(texture ?? null);
        for (const { moving, speeds, framebuffer } of this.pairs) {
            gl.deleteTexture(moving);
            gl.deleteTexture(speeds);
            gl.deleteFramebuffer(framebuffer);
        }
        this.pairs = [];
    }

    describe(texture, format) {
        return { texture, width: this.side, height: this.side, format };
    }

    /** Takes the points of a pyramid, `grid` cells a side, as particles. They rest. */
    takePoints(pyramid, count, grid) {
        this.rest();
        this.reserve(count);
        Object.assign(this, { count, grid });
        pyramid.extractTexture(this.describe(this.cells, 'RGBA32F'));
    }

    /** Takes their colors and normals from the mesh that was voxelized. */
    takeLooks(voxelizer, pyramid, surface) {
        const colors = this.describe(this.colors, 'RGBA8'), normals = this.describe(this.normals, 'RGBA32F');
        voxelizer.attributes(pyramid, [surface], { colors, normals });
    }

    // ---- passes over all particles ----

    uniforms({ point, direction }) {
        return {
            ...this.physics, 'u_impact.point': point, 'u_impact.direction': direction,
            u_grid: [this.grid, this.grid, this.grid], u_side: this.side,
        };
    }

    pass(program, textures, values, to) {
        const { gl, painter } = this;
        painter.begin();
        gl.bindFramebuffer(gl.FRAMEBUFFER, to.framebuffer);
        gl.viewport(0, 0, this.side, Math.ceil(this.count / this.side));
        const samplers = { u_cells: this.cells, u_random: this.random, ...textures };
        program.use().set({ ...this.uniforms(this.impact), ...values }).textures(samplers);
        return () => {
            painter.drawSquare();
            painter.unbind(Object.keys(samplers).length);
            gl.bindFramebuffer(gl.FRAMEBUFFER, null);
            painter.end();
        };
    }

    stateOf({ moving, speeds }) {
        return { u_moving: moving, u_speeds: speeds };
    }

    /** At time 0 something hits them: { point, direction }. They rest until the shock wave comes by. */
    explode(impact) {
        this.rest();
        this.reservePairs();
        this.impact = impact;
        this.pass(this.launching, { u_normals: this.normals }, {}, this.pairs[0])();
        Object.assign(this, { isMoving: true, current: 0 });
    }

    /** Goes on by the steps that are due so many seconds after the impact. */
    fly(seconds) {
        const due = Math.floor(seconds * this.stepsPerSecond + 1e-6);
        while (this.steps < due) {
            const count = Math.min(due - this.steps, STEPS_PER_PASS), to = this.pairs[1 - this.current];
            const draw = this.pass(this.stepping, this.stateOf(this.pairs[this.current]), { u_first: this.steps }, to);
            this.stepping.setIntegers({ u_count: count });
            draw();
            this.current = 1 - this.current;
            this.steps += count;
        }
    }

    /** From where particles are now they go home, within `duration`; then reassemble(time) at times that grow. */
    turnBack(duration) {
        Object.assign(this, { start: this.current, duration });
    }

    reassemble(time) {
        const values = { u_time: time, u_duration: this.duration };
        this.pass(this.returning, this.stateOf(this.pairs[this.start]), values, this.pairs[1 - this.start])();
        this.current = 1 - this.start;
    }

    /** All are at home again. */
    rest() {
        this.isMoving = false;
        this.steps = 0;
    }

    /** For shaders that draw them. WebGL wants a texture for each sampler, though nothing reads the state of what rests. */
    textures() {
        const { cells, normals, colors, random } = this, state = this.isMoving ? this.pairs[this.current] : { moving: cells, speeds: cells };
        return { u_cells: cells, u_normals: normals, u_colors: colors, u_moving: state.moving, u_speeds: state.speeds, u_random: random };
    }

    destroy() {
        this.deleteLists();
        this.gl.deleteTexture(this.random);
        for (const program of [this.launching, this.stepping, this.returning]) program.destroy();
    }
}
