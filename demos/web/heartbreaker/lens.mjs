// lens.mjs - the targets that light is drawn into, and what a lens makes of it: lens.c of the native demo.
// SPDX-License-Identifier: MIT

// The glow is as wide in every picture: its texture has about as many rows in each, but no more than an eighth.
const GLOW_ROWS = 60, LEAST_DIVISOR = 8, ROOM_DIVISOR = 2;
const DARK = [0, 0, 0, 1];

/** Two textures of half floats, so that a blur goes from one to the other and back. */
class Pair {
    constructor(painter) {
        Object.assign(this, { painter, width: 0, height: 0, textures: [], framebuffers: [] });
    }

    resize(width, height) {
        if (this.width === width && this.height === height) return;
        this.destroy();
        const { painter } = this;
        this.textures = [0, 1].map(() => painter.texture(painter.gl.RGBA16F, width, height));
        this.framebuffers = this.textures.map((texture) => painter.framebuffer(texture));
        Object.assign(this, { width, height });
    }

    begin(which) {
        const { gl } = this.painter;
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffers[which]);
        gl.viewport(0, 0, this.width, this.height);
    }

    destroy() {
        const { gl } = this.painter;
        for (const texture of this.textures) gl.deleteTexture(texture);
        for (const framebuffer of this.framebuffers) gl.deleteFramebuffer(framebuffer);
    }
}

const partOf = (size, divisor) => Math.ceil(size / divisor);
const glowDivisor = (height) => Math.max(Math.floor((height + GLOW_ROWS / 2) / GLOW_ROWS), LEAST_DIVISOR);

export class Lens {
    /** `shadeSide` texels a side for the shadow. */
    constructor(painter, shadeSide) {
        const make = (file) => painter.program({
            vertex: ['common/square.vert.glsl'], fragment: ['heartbreaker/exposure.glsl', `heartbreaker/${file}`], attributes: ['a_corner'],
        });
        Object.assign(this, { painter, gl: painter.gl });
        [this.bright, this.blurred, this.final] = ['bright.frag.glsl', 'blur.frag.glsl', 'final.frag.glsl'].map(make);
        this.target = painter.target();
        this.mirror = painter.target({ single: true }); // soft enough at half the size
        this.glow = new Pair(painter);
        this.shade = new Pair(painter);
        this.shade.resize(shadeSide, shadeSide);
    }

    resize(width, height) {
        const divisor = glowDivisor(height);
        this.target.resize(width, height);
        this.resizeRoom(partOf(width, ROOM_DIVISOR), partOf(height, ROOM_DIVISOR));
        this.glow.resize(partOf(width, divisor), partOf(height, divisor));
    }

    resizeRoom(width, height) {
        const { gl, painter, mirror } = this;
        if (this.room && mirror.width === width && mirror.height === height) return;
        mirror.resize(width, height);
        this.deleteRoom();
        this.room = painter.texture(gl.RGBA16F, width, height);
        this.roomFramebuffer = painter.framebuffer(this.room);
    }

    deleteRoom() {
        this.gl.deleteTexture(this.room ?? null);
        this.gl.deleteFramebuffer(this.roomFramebuffer ?? null);
    }

    // From the first texture to the second and back, by steps of `step` texels.
    blur(pair, step) {
        const { painter, blurred } = this;
        blurred.use();
        for (const i of [0, 1]) {
            pair.begin(1 - i);
            blurred.set({ u_step: i ? [0, step / pair.height] : [step / pair.width, 0] }).textures({ u_picture: pair.textures[i] });
            painter.drawSquare();
            painter.unbind(1);
        }
    }

    /** Draws in between go into an empty shadow, of which afterwards `shadow` is a softer copy. */
    beginShade() {
        const { gl } = this;
        this.shade.begin(0);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT);
    }

    endShade() {
        this.blur(this.shade, 1);
        this.blur(this.shade, 1.6);
    }

    get shadow() {
        return this.shade.textures[0];
    }

    /** What is mirrored in the floor: draws to come are light as exposure.glsl puts it; alpha is how many of a pixel's samples they
     *  leave. */
    beginMirror() {
        return this.begin(this.mirror);
    }

    /** Draws to come are the light of the room, linear, over all of a target of half the size. */
    beginRoom() {
        const { gl, mirror } = this;
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.roomFramebuffer);
        gl.viewport(0, 0, mirror.width, mirror.height);
    }

    /** Draws to come are the things in the room, until show(). */
    beginThings() {
        return this.begin(this.target);
    }

    begin(target) {
        target.begin();
        target.clear(DARK);
        return target;
    }

    // Blurred twice: a sum of two widths has a bright core and a wide skirt.
    makeGlow() {
        const { painter, target, glow } = this, apart = glowDivisor(target.height) / 8; // 4 x 4 places, 2 * apart texels from each other
        glow.begin(0);
        this.bright.use().set({ u_step: [apart / target.width, apart / target.height] }).textures({ u_picture: target.texture });
        painter.drawSquare();
        painter.unbind(1);
        this.blur(glow, 1);
        this.blur(glow, 1.7);
    }

    /** The things in their room, with the glow of what is bright, on the canvas of this size. A burst has a `place` in the picture, -1..1,
     *  `burst` and `ring`, how bright they are, and `sizes` of both in heights of the picture. */
    show({ place, burst, ring, sizes }, width, height) {
        const { gl, painter, target } = this;
        target.resolve();
        this.makeGlow();
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(0, 0, width, height);
        this.final.use().set({
            u_aspect: target.width / target.height, u_burst_at: [0.5 + 0.5 * place[0], 0.5 + 0.5 * place[1]], u_burst: burst,
            u_ring: ring, u_burst_size: sizes,
        }).textures({ u_picture: target.texture, u_glow: this.glow.textures[0], u_room: this.room });
        painter.drawSquare();
        painter.unbind(3);
    }

    destroy() {
        this.deleteRoom();
        for (const owned of [this.bright, this.blurred, this.final, this.target, this.mirror, this.glow, this.shade]) owned.destroy();
    }
}
