// stage.mjs - the picture: backdrop, floor, the solid, the particles, light and glow: stage.c of the native demo, with its
// shaders.  SPDX-License-Identifier: MIT
//
//     shadow from above, mirror image in the floor, model and particles ─▶ mean of the samples ─▶ what glows, blurred
//     all of them ─▶ wall and floor around ─▶ screen
import { Lens } from './lens.mjs';
import { normalize } from '../matrix.mjs';

const SHADE_SIDE = 64, SHADE_REACH = 2.6, BAND = 0.3, SHUTTER = 1 / 90, DIAMETER = 1.4, FAR_BELOW = 1000;
const FLASH_SECONDS = 0.55, MIRROR_DIM = 0.9;
const KEY_FROM = [-0.46, 0.72, 0.52]; // of studio.glsl
const LIT = [0, 0.1, 0]; // where the wall is lit
export const FLOOR = -1.02;

/** Of a particle from a grid with so many cells a side, in the volume's units. */
export const radiusOf = (grid) => DIAMETER / grid;

// Where a point is in the picture, -1..1, and how far it is.
function project({ viewProjection: m }, point) {
    const clip = [0, 1, 2, 3].map((k) => m[k] * point[0] + m[4 + k] * point[1] + m[8 + k] * point[2] + m[12 + k]);
    return { place: [clip[0] / clip[3], clip[1] / clip[3]], distance: clip[3] };
}

export class Stage {
    constructor(painter) {
        const { gl } = painter, ours = (...files) => files.map((file) => `heartbreaker/${file}`);
        const swarm = ['physics.glsl', 'swarm.glsl', 'drawn.glsl'];
        Object.assign(this, { painter, gl });
        this.room = painter.program({
            vertex: ['common/square.vert.glsl'], fragment: ours('exposure.glsl', 'room.frag.glsl'), attributes: ['a_corner'],
        });
        this.solid = painter.program({
            vertex: ours('front.glsl', 'solid.vert.glsl'), fragment: ours('exposure.glsl', 'studio.glsl', 'front.glsl', 'solid.frag.glsl'),
            attributes: ['a_position', 'a_normal', 'a_color', 'a_texcoord'],
        });
        this.swarm = painter.program({
            vertex: ours(...swarm, 'studio.glsl', 'front.glsl', 'swarm.vert.glsl'), fragment: ours('exposure.glsl', 'swarm.frag.glsl'),
        });
        this.shadeSolid = painter.program({
            vertex: ours('front.glsl', 'shade_solid.vert.glsl'), fragment: ours('shade.frag.glsl'), attributes: ['a_position'],
        });
        this.shadeSwarm = painter.program({
            vertex: ours(...swarm, 'front.glsl', 'shade_swarm.vert.glsl'), fragment: ours('shade.frag.glsl'),
        });
        [, this.largestPoint] = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE);
        this.white = painter.texture(gl.RGBA8, 1, 1); // in the place of a model's texture: WebGL wants one
        this.lens = new Lens(painter, SHADE_SIDE);
    }

    /** One frame on the canvas of this size, drawn at `factor` times its resolution: 2, 1 or less. `scene`:
     *
     *  | mesh      | as it is now, in buffers; drawn where `sweep` < 1                                             |
     *  | swarm     | drawn where `sweep` > 0; null without particles                                               |
     *  | sweep     | 0 the solid, 1 the cloud; between them a glowing front passes from the top to the bottom      |
     *  | low, high | y of the mesh, which the front passes through                                                 |
     *  | hit       | { point, direction }                                                                          |
     *  | time      | since the impact; below 0 before it                                                           |
     *  | ahead     | seconds by which what is drawn is ahead of the swarm's state                                  |
     *  | life      | 1: particles are as hot and as faded as `time` says; 0: all are cool and whole; or in between |
     *  | camera    |                                                                                               | */
    draw(scene, width, height, factor) {
        const { gl, painter, lens } = this, f = this.describe(scene);
        painter.begin();
        lens.resize(Math.max(Math.round(width * factor), 1), Math.max(Math.round(height * factor), 1));
        this.drawShade(f);
        gl.enable(gl.DEPTH_TEST);
        this.aim(f, lens.beginMirror());
        if (f.look.eye[1] > FLOOR) this.drawThings(f, true); // from beneath there is no floor
        gl.disable(gl.DEPTH_TEST);
        lens.beginRoom();
        this.drawRoom(f);
        gl.enable(gl.DEPTH_TEST);
        this.aim(f, lens.beginThings());
        this.drawThings(f, false);
        gl.disable(gl.DEPTH_TEST);
        lens.show(this.burstOf(f), width, height);
        painter.end();
    }

    // What all passes of one frame share.
    describe(scene) {
        const { sweep, low, high, swarm, time, life } = scene;
        const isAging = life > 0 && time >= 0;
        return {
            scene, isAging, radius: swarm ? radiusOf(swarm.grid) : 0,
            front: sweep >= 1 ? -FAR_BELOW : high + BAND - sweep * (high - low + 2 * BAND), // particles may fall as deep as they like
            flash: isAging && time < FLASH_SECONDS ? (1 - time / FLASH_SECONDS) ** 3 : 0,
            showsSolid: sweep < 1, showsSwarm: sweep > 0 && swarm !== null && swarm.count > 0,
        };
    }

    aim(f, { width, height }) {
        Object.assign(f, { width, height, look: f.scene.camera.look(width, height) });
    }

    // ---- uniforms ----

    // The model itself, or its image in the floor, which is the dimmer the further below, and seen by an eye beneath.
    viewOf({ look: { view, viewProjection, eye } }, isMirrored) {
        return {
            u_view: view, u_view_projection: viewProjection, u_eye: isMirrored ? [eye[0], 2 * FLOOR - eye[1], eye[2]] : eye,
            u_mirror: isMirrored ? [-1, 2 * FLOOR] : [1, 0], u_floor: FLOOR, u_dim: isMirrored ? MIRROR_DIM : 0,
        };
    }

    frontOf({ front }) {
        return { u_front: front, u_band: BAND };
    }

    // The key light along the camera's own axes, where the balls are shaded.
    keyOf({ look: { view } }) {
        const key = [0, 1, 2].map((k) => view[k] * KEY_FROM[0] + view[4 + k] * KEY_FROM[1] + view[8 + k] * KEY_FROM[2]);
        return { u_key: key, u_half: normalize([key[0], key[1], key[2] + 1]) };
    }

    setSwarm(program, f) {
        const { swarm, hit, time, ahead, life } = f.scene;
        program.use().set({
            ...swarm.uniforms(hit), ...this.frontOf(f), u_life: f.isAging ? life : 0, u_time: time, u_ahead: ahead, u_radius: f.radius,
        }).setIntegers({ u_is_moving: swarm.isMoving ? 1 : 0 }).textures(swarm.textures());
        return program;
    }

    // ---- things ----

    drawParticles({ scene: { swarm } }) {
        this.gl.drawArrays(this.gl.POINTS, 0, swarm.count);
        this.painter.unbind(Object.keys(swarm.textures()).length);
    }

    drawSwarm(f, isMirrored) {
        const { gl } = this, { near, pixelsPerUnit, depth } = f.look;
        this.setSwarm(this.swarm, f).set({
            ...this.viewOf(f, isMirrored), ...this.keyOf(f), u_viewport: [f.width, f.height], u_pixels: pixelsPerUnit, u_near: near,
            u_shutter: SHUTTER, u_largest: this.largestPoint, u_depth: depth,
        });
        gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
        this.drawParticles(f);
        gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    }

    drawSolid(f, isMirrored) {
        this.solid.use().set({ ...this.viewOf(f, isMirrored), ...this.frontOf(f) }).setIntegers({ u_is_textured: 0 })
            .textures({ u_texture: this.white });
        f.scene.mesh.draw();
        this.painter.unbind(1);
    }

    // Alpha in the target becomes 0 wherever they are: what they write there chooses the samples that are written to.
    drawThings(f, isMirrored) {
        const { gl } = this;
        gl.enable(gl.BLEND);
        gl.blendFuncSeparate(gl.ONE, gl.ZERO, gl.ZERO, gl.ZERO);
        if (f.showsSolid) this.drawSolid(f, isMirrored);
        if (f.showsSwarm) this.drawSwarm(f, isMirrored);
        gl.disable(gl.BLEND);
    }

    // ---- shadow ----

    drawShade(f) {
        const { gl, lens } = this;
        lens.beginShade();
        gl.disable(gl.DEPTH_TEST);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE);
        if (f.showsSolid) {
            this.shadeSolid.use().set({ ...this.frontOf(f), u_shade_reach: SHADE_REACH, u_floor: FLOOR });
            f.scene.mesh.draw();
        }
        if (f.showsSwarm) {
            this.setSwarm(this.shadeSwarm, f).set({ u_shade_reach: SHADE_REACH, u_floor: FLOOR, u_texels: SHADE_SIDE });
            this.drawParticles(f);
        }
        gl.disable(gl.BLEND);
        lens.endShade();
    }

    // ---- the room ----

    // What a ray through the edges of the picture is made of.
    raysOf({ look: { view: v, pixelsPerUnit }, width, height }) {
        const up = 0.5 * height / pixelsPerUnit, right = up * width / height;
        return {
            u_forward: [-v[2], -v[6], -v[10]], u_right: [v[0] * right, v[4] * right, v[8] * right], u_up: [v[1] * up, v[5] * up, v[9] * up],
        };
    }

    drawRoom(f) {
        const { lens, painter } = this;
        this.room.use().set({
            ...this.raysOf(f), u_eye: f.look.eye, u_lit: project(f.look, LIT).place, u_aspect: f.width / f.height, u_floor: FLOOR,
            u_shade_reach: SHADE_REACH, u_flash: [...f.scene.hit.point, f.flash],
        }).textures({ u_shade: lens.shadow, u_mirrored: lens.mirror.texture });
        painter.drawSquare();
        painter.unbind(2);
    }

    // The burst of an impact, and a ring that runs outwards, as the last pass adds them.
    burstOf(f) {
        if (f.flash <= 0) return { place: [0, 0], burst: 0, ring: 0, sizes: [0, 0] };
        const age = f.scene.time / FLASH_SECONDS, { place, distance } = project(f.look, f.scene.hit.point);
        const size = f.look.pixelsPerUnit / Math.max(distance, 0.1) / f.height;
        return { place, burst: f.flash, ring: 0.8 * (1 - age) ** 2, sizes: [1.5 * size, 1.35 * Math.sqrt(age) * size] };
    }

    destroy() {
        for (const owned of [this.room, this.solid, this.swarm, this.shadeSolid, this.shadeSwarm, this.lens]) owned.destroy();
        this.gl.deleteTexture(this.white);
    }
}
