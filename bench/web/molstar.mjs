// molstar.mjs - the isosurface of Mol* (MIT), a HistoPyramid too, on Cayley's surface.  SPDX-License-Identifier: MIT
import { createContext } from './node_modules/molstar/lib/mol-gl/webgl/context.js';
import { extractIsosurface } from './node_modules/molstar/lib/mol-gl/compute/marching-cubes/isosurface.js';
import { Mat4, Vec2, Vec3 } from './node_modules/molstar/lib/mol-math/linear-algebra.js';
import { createVolumeTexture2d, getVolumeTexture2dLayout } from './node_modules/molstar/lib/mol-repr/volume/util.js';
import { cayley, framebufferOf, medianOf, numbersOf, rendererOf, timesOf, wait } from './measure.mjs';

const PADDING = 1; // as its own visual has it

/** A volume with what createVolumeTexture2d reads of it. */
function volumeOf(side) {
    const data = cayley(side);
    let [min, max] = [Infinity, -Infinity];
    for (const value of data) {
        min = Math.min(min, value);
        max = Math.max(max, value);
    }
    const dataOffset = (x, y, z) => (z * side + y) * side + x;
    return { grid: { cells: { space: { dimensions: Vec3.create(side, side, side), dataOffset }, data }, stats: { min, max } } };
}

const TEXTURES = { byte: ['image-uint8', 'ubyte'], float: ['image-float32', 'float'] };

/** What VolumeIsosurfaceTexture.get and createVolumeIsosurfaceTextureMesh of mol-repr/volume/isosurface.js do. */
function measure(webgl, side, type, rounds) {
    const { gl } = webgl;
    const volume = volumeOf(side);
    const { min, max } = volume.grid.stats;
    const dimensions = volume.grid.cells.space.dimensions;
    const { width, height, powerOfTwoSize } = getVolumeTexture2dLayout(dimensions, PADDING);
    const texture = webgl.resources.texture(TEXTURES[type][0], 'alpha', TEXTURES[type][1], 'linear');
    texture.define(powerOfTwoSize, powerOfTwoSize);
    texture.load(createVolumeTexture2d(volume, 'data', PADDING, type), true);
    const grid = Vec3.create(side + PADDING, side + PADDING, side);
    const gridTexture = Vec3.create(width, height, 0);
    const scale = Vec2.create(width / powerOfTwoSize, height / powerOfTwoSize);
    const iso = (0 - min) / (max - min);
    const axes = Vec3.create(2, 1, 0);
    let mesh = null;
    let framebuffer = null;
    const extract = () => {
        mesh = extractIsosurface(webgl, texture, grid, gridTexture, dimensions, scale, Mat4.identity(), iso, false, false, axes, true,
            mesh?.vertexTexture, mesh?.groupTexture, mesh?.normalTexture);
        framebuffer ??= framebufferOf(gl, vertexTextureOf(gl, mesh));
        wait(gl, framebuffer);
    };
    const times = timesOf(rounds, extract);
    const error = gl.getError();
    gl.deleteFramebuffer(framebuffer);
    for (const made of [texture, mesh.vertexTexture, mesh.groupTexture, mesh.normalTexture]) made.destroy();
    return {
        field: 'cayley', side, texels: type, texture_size: powerOfTwoSize,
        its_visual_takes_it: powerOfTwoSize <= webgl.maxTextureSize / 2,
        ms: medianOf(times), times, triangles: mesh.vertexCount / 3, gl_error: error,
    };
}

/** The texture's GL object, which Mol* keeps to itself: bound to a unit and asked for. */
function vertexTextureOf(gl, mesh) {
    mesh.vertexTexture.bind(0);
    return gl.getParameter(gl.TEXTURE_BINDING_2D);
}

export async function run(options) {
    const gl = document.createElement('canvas').getContext('webgl2', { antialias: false });
    const webgl = createContext(gl);
    const results = [];
    for (const side of numbersOf(options, 'side', [64, 128, 254, 256])) {
        const rounds = side > 128 ? 5 : 9;
        for (const type of ['float', 'byte']) results.push(measure(webgl, side, type, rounds)); // bytes are its default
    }
    return { renderer: rendererOf(gl), version: 'molstar 5.11.0', results };
}
