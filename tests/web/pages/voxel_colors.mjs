// voxel_colors.mjs - colors and normals of voxels are those of the nearest triangle.  SPDX-License-Identifier: MIT
import { buffer, open } from '../oracle.mjs';
import { crumbs } from '../voxels.mjs';
import { expect, expectError, read, texture } from '../webgl.mjs';

const [WIDTH, HEIGHT, DEPTH] = [33, 20, 40];

const subtract = (a, b) => a.map((value, k) => value - b[k]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

function distanceToSegment(p, a, b) {
    const along = subtract(b, a), part = Math.min(Math.max(dot(subtract(p, a), along) / dot(along, along), 0), 1);
    return Math.hypot(...subtract(p, a.map((value, k) => value + part * along[k])));
}

/** How far a triangle is: from the plane if the foot of the perpendicular is inside, else from the nearest side. */
function distanceTo(p, [a, b, c]) {
    const normal = cross(subtract(b, a), subtract(c, a));
    const isInside = [[a, b], [b, c], [c, a]].every(([from, to]) => dot(cross(subtract(to, from), subtract(p, from)), normal) >= 0);
    if (isInside) return Math.abs(dot(subtract(p, a), normal)) / Math.hypot(...normal);
    return Math.min(distanceToSegment(p, a, b), distanceToSegment(p, b, c), distanceToSegment(p, c, a));
}

/** In cells. Corner c of triangle t is soup[9 t + 3 c]. */
function trianglesOf(soup) {
    const size = [WIDTH, HEIGHT, DEPTH], corner = (at) => [0, 1, 2].map((k) => (soup[at + k] + 1) / 2 * size[k]);
    return Array.from({ length: soup.length / 9 }, (_, t) => [corner(9 * t), corner(9 * t + 3), corner(9 * t + 6)]);
}

/** In the mesh's own coordinates. */
function normalOf(soup, triangle) {
    const [a, b, c] = [0, 3, 6].map((at) => [...soup.slice(9 * triangle + at, 9 * triangle + at + 3)]);
    return cross(subtract(b, a), subtract(c, a));
}

function listTexture(gl, format, side) {
    const list = texture(gl, format, side, side);
    gl.bindTexture(gl.TEXTURE_2D, null);
    return { texture: list, width: side, height: side, format };
}

function readList(gl, list, Type) {
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, list.texture, 0);
    const numbers = read(gl, list.width, list.height, Type);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(framebuffer);
    return numbers;
}

/** Each voxel has the color of the nearest triangle; where two are as near, either may win. */
async function attributesAreOfTheNearest(gl) {
    const { library, messages } = await open(gl), soup = crumbs(60), triangleCount = 60;
    const colors = new Uint8Array(12 * triangleCount).map((_, i) => [Math.floor(i / 12) * 4, 255 - Math.floor(i / 12), 7, 255][i % 4]);
    const voxelizer = library.voxelizer({ width: WIDTH, height: HEIGHT, depth: DEPTH, fill: 'surface' });
    const mesh = { positions: buffer(gl, soup), colors: buffer(gl, colors), triangleCount };
    voxelizer.run(mesh);
    const pyramid = library.pyramid({ width: WIDTH, height: HEIGHT, depth: DEPTH, layout: 'bits', order: 'column' });
    pyramid.buildBits(voxelizer.volume());
    const points = pyramid.download(), side = Math.ceil(Math.sqrt(points.length / 4)), triangles = trianglesOf(soup);
    const lists = { colors: listTexture(gl, 'RGBA8', side), normals: listTexture(gl, 'RGBA32F', side) };
    expect(!voxelizer.attributes(pyramid, [mesh], lists).truncated, 'the lists are large enough');
    const paint = readList(gl, lists.colors, Uint8Array), normals = readList(gl, lists.normals, Float32Array);
    let compared = 0;
    for (let i = 0; i < points.length; i += 4) {
        const center = [points[i] + 0.5, points[i + 1] + 0.5, points[i + 2] + 0.5];
        const [nearest, second] = triangles.map((triangle, t) => [distanceTo(center, triangle), t]).sort((a, b) => a[0] - b[0]);
        if (second[0] - nearest[0] < 1e-3) continue;
        const wanted = [nearest[1] * 4, 255 - nearest[1], 7, 255], got = [...paint.slice(i, i + 4)];
        expect(wanted.every((value, k) => value === got[k]), `voxel ${i / 4} is ${got}, expected ${wanted}`);
        const across = normalOf(soup, nearest[1]);
        expect(dot(across, normals.slice(i, i + 3)) / Math.hypot(...across) > 0.9999, `normal of voxel ${i / 4}`);
        compared++;
    }
    expect(compared > 1000, `${compared} voxels were compared`);
    const small = listTexture(gl, 'RGBA8', side - 1);
    expect(voxelizer.attributes(pyramid, [mesh], { colors: small }).truncated, 'a list is too small');
    expect(messages.length === 1 && messages[0].includes('voxels'), messages.join('; '));
    library.destroy();
    expectError(gl);
}

export const checks = { 'colors and normals are those of the nearest triangle': attributesAreOfTheNearest };
