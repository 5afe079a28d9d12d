// scene.mjs - a heart becomes particles, bursts where it is hit, and comes together again: player.c of the native demo, with its
// shaders, its shape and its show.  SPDX-License-Identifier: MIT
import { Camera } from '../camera.mjs';
import { AS_IT_IS, CLOUD, EXPLOSION, GLAZE, Heart, HEART_RED, REASSEMBLY, RETURN, SOLID } from './heart.mjs';
import { FLOOR, radiusOf, Stage } from './stage.mjs';
import { Swarm } from './swarm.mjs';
import { bytesOf, load } from '../files/bytes.mjs';
import { readPly } from '../files/ply.mjs';
import { MeshBuffers } from '../mesh.mjs';
import { makeVoxels } from '../voxels.mjs';

const STAGES = ['deform', 'voxelize', 'build and extract', 'colors and normals', 'physics', 'draw'];
const SHADERS = [
    'blur.frag', 'bright.frag', 'drawn', 'exposure', 'final.frag', 'front', 'launch.frag', 'physics', 'return.frag', 'room.frag',
    'shade.frag', 'shade_solid.vert', 'shade_swarm.vert', 'solid.frag', 'solid.vert', 'step.frag', 'studio', 'swarm', 'swarm.frag',
    'swarm.vert', 'update',
];
// Where shots without an aim go: a little off the middle, or wherever else there is something. In hundredths of the picture.
const PLACES = [
    [57, 58], [50, 50], [43, 56], [55, 42], [40, 42], [66, 52], [34, 50], [50, 68], [50, 32], [70, 66], [30, 66], [30, 34], [70, 34],
];
// So many frames in a row that take longer, and the picture has half the resolution; so many quick ones, and it has all of it again.
const SLOW_MS = 100, SLOW_FRAMES = 4, QUICK_MS = 30, QUICK_FRAMES = 60;
const LEAST_GRID = 64; // that slow machines step down to by themselves
const OWN = 'own'; // the user's file among the models

async function loadHeart() {
    const name = 'heart.ply';
    return readPly(name, (await bytesOf(name, await load(`assets/${name}`))).buffer);
}

export class HeartbreakerScene {
    static title = 'HeartBreaker';
    static help = 'Click the heart: it becomes voxels, each voxel a particle, and flies apart. All of it happens on the GPU.';
    static shaders = SHADERS.map((name) => `heartbreaker/${name}.glsl`);

    static async create(page) {
        return new HeartbreakerScene(page, await loadHeart());
    }

    constructor(page, heart) {
        const { gl, library, painter, models, times } = page;
        Object.assign(this, { page, gl, library, painter, models, times });
        Object.assign(this, { side: 96, grid: 0, speed: 1, seconds: 0, factor: 1, points: 0, hasCloud: false, goesOn: true });
        Object.assign(this, { reading: 0, slow: 0, quick: 0, patience: QUICK_FRAMES });
        this.camera = new Camera({ azimuth: 0.10, elevation: 0.19, radius: 1.46, target: [0, -0.19, 0] });
        this.hit = { point: [0, 0, 0], direction: [0, 0, -1] };
        this.stage = new Stage(painter);
        this.swarm = new Swarm(painter, models);
        this.meshes = {
            heart: () => [heart, HEART_RED], teapot: () => [models.teapot(), GLAZE], [OWN]: () => [this.own.mesh, AS_IT_IS],
        };
        this.makeControls();
        this.setModel(heart, HEART_RED);
    }

    makeControls() {
        const scene = this;
        this.model = {
            kind: 'choice', label: 'Model', value: 'heart', get choices() { return scene.namesOfModels(); }, change: (name) => this.chooseModel(name),
        };
        this.grids = {
            kind: 'choice', label: 'Grid', value: this.side, choices: [48, 64, 96, 128].map((side) => [side, `${side}³`]),
            change: (side) => this.chooseGrid(Number(side)),
        };
        this.repeats = { kind: 'check', label: 'Goes on by itself', value: true, change: (goesOn) => this.setGoesOn(goesOn) };
        this.button = { kind: 'button', label: 'Break it', press: () => this.press() };
        const file = { kind: 'file', label: 'PLY file', accept: '.ply', take: (taken) => this.page.take(taken) };
        const speed = {
            kind: 'range', label: 'Speed', min: 0.1, max: 2, step: 0.1, value: 1, text: (value) => `${value.toFixed(1)} ×`,
            change: (value) => (this.speed = speed.value = value),
        };
        this.controls = [this.button, this.model, file, this.grids, this.repeats, speed];
    }

    // ---- what is shown ----

    namesOfModels() {
        const names = [['heart', 'Heart'], ['teapot', 'Teapot']];
        return this.own ? [...names, [OWN, this.own.file.name]] : names;
    }

    /** Begins the show anew with another model; where that fails nothing changes. */
    setModel(mesh, paint) {
        const heart = new Heart(this.models, mesh, paint);
        try {
            this.setGrid(this.side);
        } catch (error) {
            heart.destroy();
            throw error;
        }
        this.heart?.destroy();
        this.mesh?.destroy();
        this.heart = heart;
        this.heart.goOn(this.goesOn);
        this.mesh = new MeshBuffers(this.painter, heart.arrays);
        this.restart();
        this.times.reset();
    }

    chooseModel(name) {
        this.reading++; // a file that is still being read comes too late
        this.page.change(() => {
            this.setModel(...this.meshes[name]());
            this.model.value = name;
            this.page.file = name === OWN ? this.own.file : null;
        });
    }

    /** True if the file is shown now: false if another choice, or the scene's end, came before it was read. */
    async drop(file) {
        const ticket = ++this.reading, bytes = await bytesOf(file.name, file);
        if (ticket !== this.reading) return false;
        const mesh = readPly(file.name, bytes.buffer);
        this.setModel(mesh, AS_IT_IS);
        this.own = { file, mesh };
        this.model.value = OWN;
        return true;
    }

    chooseGrid(side) {
        this.page.change(() => {
            this.setGrid(side);
            this.side = this.grids.value = side;
            this.heart.forgetPace();
            this.heart.rewind();
            this.times.reset();
        });
    }

    // What was voxelized before is gone; where this fails nothing changes.
    setGrid(side) {
        if (side === this.grid) return;
        const made = makeVoxels(this.library, side);
        this.voxelizer?.destroy();
        this.pyramid?.destroy();
        Object.assign(this, { ...made, grid: side });
        this.swarm.physics['u_physics.floor'] = FLOOR + radiusOf(side); // balls rest on the floor, and not in it
        this.clear();
    }

    // No particles any more, whatever the show is about to show.
    clear() {
        this.hasCloud = this.isAimed = false;
        this.swarm.rest();
    }

    /** The first act, from its beginning. */
    restart() {
        this.heart.restart();
        this.heart.forgetPace();
        this.setGrid(this.side);
        this.clear();
    }

    // ---- the user ----

    setGoesOn(goesOn) {
        this.goesOn = this.repeats.value = goesOn;
        this.heart.goOn(goesOn);
        this.page.panel.refresh();
    }

    /** Shoots along a ray, where the model can be hit. */
    shoot(ray) {
        const { act, isHit } = this.heart.show, point = act <= CLOUD && !isHit ? this.heart.pick(ray) : null;
        if (!point || !this.heart.hit()) return;
        this.hit = { point, direction: ray.direction };
        this.isAimed = true;
        this.setGoesOn(false); // the viewer has taken over
    }

    tap(x, y, width, height) {
        this.shoot(this.camera.ray(width, height, x, y));
    }

    // Acts that would tear if they were cut short go on.
    press() {
        const { act } = this.heart.show;
        this.page.pause(false); // or it would not be seen
        if (act === EXPLOSION) this.wantsNext = true;
        else if (act <= CLOUD) this.heart.hit();
    }

    // ---- the model becomes particles ----

    move() {
        const { gl, heart, mesh } = this;
        heart.move();
        const { positions, normals } = heart.arrays;
        for (const [buffer, numbers] of [[mesh.positions, positions], [mesh.normals, normals]]) {
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.bufferSubData(gl.ARRAY_BUFFER, 0, numbers);
        }
        gl.bindBuffer(gl.ARRAY_BUFFER, null);
    }

    // The model as it is now becomes voxels and, but for the solid, particles at rest.
    dice() {
        const { times, voxelizer, pyramid, swarm, mesh } = this, isCloud = this.heart.show.act !== SOLID;
        times.stage('deform', () => this.move());
        times.stage('voxelize', () => voxelizer.run(mesh.describe()));
        times.stage('build and extract', () => {
            pyramid.buildBits(voxelizer.volume());
            this.points = pyramid.total();
            if (isCloud && this.points > 0) swarm.takePoints(pyramid, this.points, this.grid);
        });
        this.hasCloud = isCloud && this.points > 0;
        if (!this.hasCloud) return;
        const surface = { ...mesh.describe(), colors: mesh.colors, normals: mesh.normals };
        times.stage('colors and normals', () => swarm.takeLooks(voxelizer, pyramid, surface));
    }

    // Where nobody aimed, the shot comes from the viewer.
    aim() {
        for (const [x, y] of PLACES) {
            const ray = this.camera.ray(100, 100, x, y), point = this.heart.pick(ray);
            this.hit = { point: point ?? [0, 0, 0], direction: ray.direction };
            if (point) return;
        }
    }

    // ---- the show ----

    fly() {
        if (this.hasCloud) this.times.stage('physics', () => this.swarm.fly(this.heart.show.impact));
    }

    // What the beginning of an act does.
    enter() {
        const { act, duration } = this.heart.show;
        if (act === EXPLOSION) {
            this.dice();
            if (!this.isAimed) this.aim();
            this.isAimed = false;
            if (this.hasCloud) this.swarm.explode(this.hit);
        } else if (act === REASSEMBLY && this.hasCloud) {
            this.fly();
            this.swarm.turnBack(duration);
        } else if (act === RETURN) {
            this.swarm.rest();
        }
    }

    // Acts may be shorter than a frame is long: each begins in its turn, as it would at any other rate.
    goOn(seconds) {
        if (this.wantsNext && this.heart.next()) this.enter();
        this.wantsNext = false;
        while (seconds > 0) {
            const before = this.heart.show.act;
            seconds = this.heart.advance(seconds);
            if (this.heart.show.act !== before) this.enter();
        }
    }

    animate() {
        const { act, time } = this.heart.show;
        if (act === EXPLOSION) this.fly();
        else if (act === REASSEMBLY && this.hasCloud) this.times.stage('physics', () => this.swarm.reassemble(time));
        else if (act < EXPLOSION) this.dice();
    }

    draw(width, height) {
        const { act, sweep, life, distance, impact } = this.heart.show, [low, high] = this.heart.heights, { swarm } = this;
        const camera = this.camera.copy(), flies = act === EXPLOSION || act === REASSEMBLY;
        camera.radius *= distance;
        this.stage.draw({
            mesh: this.mesh, swarm: this.hasCloud ? swarm : null, sweep, low, high, hit: this.hit, time: flies ? impact : -1, life, camera,
            ahead: act === EXPLOSION && this.hasCloud ? impact - swarm.steps / swarm.stepsPerSecond : 0,
        }, width, height, this.factor);
    }

    // The story's time since the last frame; a clock that was turned back begins the story anew.
    passedSince(seconds) {
        const passed = seconds - this.seconds;
        this.seconds = seconds;
        if (passed >= 0) return passed * this.speed;
        this.restart();
        return seconds * this.speed;
    }

    frame({ seconds, width, height }) {
        this.followPace();
        this.goOn(this.passedSince(seconds));
        this.animate();
        this.times.stage('draw', () => this.draw(width, height));
        this.times.arrange(STAGES);
        this.tellButton();
        return true;
    }

    tellButton() {
        const label = this.heart.show.act < EXPLOSION ? 'Break it' : 'Put it together';
        if (label === this.button.label) return;
        this.button.label = label;
        this.page.panel.refresh();
    }

    // ---- slow machines ----

    // While frames take long, a moving model has a coarser grid, as natively. Where that is not enough, the picture has fewer pixels.
    followPace() {
        const now = performance.now(), last = this.last ? now - this.last : 0, { act, isHit } = this.heart.show;
        this.last = this.page.isPaused ? 0 : now;
        if (this.page.isPaused) return;
        if (act <= CLOUD && !isHit) this.setGrid(this.heart.pace(this.side, last));
        if (act > CLOUD || this.grid <= LEAST_GRID) this.followResolution(last);
    }

    // After each return that was in vain the next one takes more quick frames.
    followResolution(milliseconds) {
        this.slow = milliseconds > SLOW_MS ? this.slow + 1 : 0;
        this.quick = milliseconds < QUICK_MS ? this.quick + 1 : 0;
        if (this.factor === 1 && this.slow >= SLOW_FRAMES) {
            this.factor = 0.5;
            this.slow = this.quick = 0;
        } else if (this.factor < 1 && this.quick >= this.patience) {
            this.factor = 1;
            this.patience *= 4;
        }
    }

    facts() {
        return [
            ['triangles', this.mesh.triangleCount], ['grid', this.grid < this.side ? `${this.grid}³, as frames take long` : `${this.grid}³`], ['particles', this.points], ['act', this.heart.actName],
        ];
    }

    destroy() {
        this.reading++;
        for (const owned of [this.voxelizer, this.pyramid, this.mesh, this.swarm, this.stage, this.heart]) owned.destroy();
    }
}
