// heart.mjs - a model in motion and the acts of its show, by the C of the native demo: heart_models.c.
// SPDX-License-Identifier: MIT
import { mistake } from '../files/mistake.mjs';

export const SOLID = 0, DISSOLVE = 1, CLOUD = 2, EXPLOSION = 3, REASSEMBLY = 4, RETURN = 5;
/** Of heart_models.c. */
export const AS_IT_IS = 0, HEART_RED = 1, GLAZE = 2;

const PHYSICS = ['gravity', 'drag', 'lift', 'restitution', 'friction', 'floor', 'speed', 'reach', 'wave', 'spin', 'life'];

/** physics_default, by names of uniforms. */
export function physicsOf(models) {
    const numbers = models.copy('HEAPF32', models.module._heart_physics(), PHYSICS.length);
    return Object.fromEntries(PHYSICS.map((name, i) => [`u_physics.${name}`, numbers[i]]));
}

export function stepsPerSecond(models) {
    return models.module._heart_steps_per_second();
}

/** Four numbers for each of `count` particles. */
export function randomOf(models, seed, count) {
    const { module } = models, table = module._heart_random(seed, count);
    if (!table) throw new Error('out of memory for random numbers');
    const numbers = models.copy('HEAPF32', table, 4 * count);
    module._heart_free_random(table);
    return numbers;
}

export class Heart {
    /** `mesh` as in mesh.mjs; without normals they are computed, without colors `paint` should say how to make some. */
    constructor(models, mesh, paint) {
        const { module } = models, vertices = mesh.positions.length / 3, triangles = mesh.indices.length / 3;
        this.module = module;
        this.address = module._heart_create(vertices, triangles);
        if (this.address) this.fill(mesh);
        if (!this.address || !module._heart_settle(this.address, paint)) {
            this.destroy();
            throw mistake(`There is no memory for ${vertices} vertices.`);
        }
    }

    // Memory may have moved since the last call: so views of it are made anew each time.
    get arrays() {
        const { HEAPU32, HEAPF32, HEAPU8 } = this.module, first = this.address / 4;
        const [vertices, triangles, positions, normals, colors, indices] = HEAPU32.subarray(first, first + 6);
        const view = (heap, address, count) => heap.subarray(address / heap.BYTES_PER_ELEMENT, address / heap.BYTES_PER_ELEMENT + count);
        return {
            positions: view(HEAPF32, positions, 3 * vertices), normals: view(HEAPF32, normals, 3 * vertices),
            colors: view(HEAPU8, colors, 4 * vertices), indices: view(HEAPU32, indices, 3 * triangles),
        };
    }

    fill(mesh) {
        const { HEAPU32, HEAPF32, HEAPU8 } = this.module, first = this.address / 4;
        const [positions, normals, colors, indices] = HEAPU32.subarray(first + 2, first + 6);
        HEAPF32.set(mesh.positions, positions / 4);
        if (mesh.normals) HEAPF32.set(mesh.normals, normals / 4);
        if (mesh.colors) HEAPU8.set(mesh.colors, colors);
        else HEAPU8.fill(204, colors, colors + 4 / 3 * mesh.positions.length); // as mesh files without colors are natively
        HEAPU32.set(mesh.indices, indices / 4);
    }

    /** y of its lowest and its highest point at rest. */
    get heights() {
        const first = this.address / 4 + 6;
        return [...this.module.HEAPF32.subarray(first, first + 2)];
    }

    /** `arrays` become the shape at this moment of the show. */
    move() {
        this.module._heart_move(this.address);
    }

    /** Where a ray first meets the shape, or null. */
    pick({ origin, direction }) {
        const at = this.module._heart_pick(this.address, ...origin, ...direction) / 4;
        return at ? [...this.module.HEAPF32.subarray(at, at + 3)] : null;
    }

    // ---- the show ----

    get show() {
        const at = this.module._heart_show(this.address) / 8;
        const [act, time, impact, duration, sweep, life, distance, isHit] = this.module.HEAPF64.subarray(at, at + 8);
        return { act, time, impact, duration, sweep, life, distance, isHit: isHit !== 0 };
    }

    get actName() {
        const { HEAPU8 } = this.module, at = this.module._heart_act_name(this.show.act);
        return String.fromCharCode(...HEAPU8.subarray(at, HEAPU8.indexOf(0, at)));
    }

    /** What is left of the seconds once an act has ended, else 0. */
    advance(seconds) {
        return this.module._heart_advance(this.address, seconds);
    }

    next() {
        return this.module._heart_next(this.address) !== 0;
    }

    hit() {
        return this.module._heart_hit(this.address) !== 0;
    }

    rewind() {
        this.module._heart_rewind(this.address);
    }

    restart() {
        this.module._heart_restart(this.address);
    }

    goOn(byItself) {
        this.module._heart_go_on(this.address, byItself);
    }

    // ---- pace ----

    /** The side of the grid for the next frame, where the user chose `chosen` and the last frame took so many milliseconds, or 0. */
    pace(chosen, milliseconds) {
        return this.module._heart_pace(this.address, chosen, milliseconds);
    }

    forgetPace() {
        this.module._heart_forget_pace(this.address);
    }

    destroy() {
        this.module._heart_destroy(this.address);
        this.address = 0;
    }
}
