// isosurface_scene.mjs - the page's isosurfaces have the reference's triangles in every form, look alike, and free what they make.
// SPDX-License-Identifier: MIT
import { IsosurfaceScene, scaleOf, textOf } from '/page/isosurface/scene.mjs';
import { Models } from '/page/models/models.mjs';
import { Painter } from '/page/painter.mjs';
import { Times } from '/page/times.mjs';
import { countObjects } from '../objects.mjs';
import { ask, open } from '../oracle.mjs';
import { expect, expectEqual, expectError, read, seeded } from '../webgl.mjs';

const SIDE = 33, WIDTH = 200, HEIGHT = 150, FORMS = ['welded', 'soup', 'draw'];
const COMMON = ['background.frag', 'polish', 'prelude', 'present.frag', 'screen', 'shade', 'square.vert'].map((name) => `common/${name}.glsl`);

let made = null; // all checks use it, since its shaders take seconds to compile

/** What a scene needs of the page. */
async function pageOf(gl) {
    gl.canvas.width = WIDTH;
    gl.canvas.height = HEIGHT;
    return (made ??= await makePage(gl));
}

async function makePage(gl) {
    const { library, messages } = await open(gl);
    const painter = await Painter.create(gl, [...COMMON, ...IsosurfaceScene.shaders]);
    return {
        gl, library, messages, painter, models: await Models.create(), times: new Times(gl), panel: { refresh() {} },
        redraw() {}, change(work) { work(); }, fail(error) { throw error; },
    };
}

function draw(scene, seconds = 0) {
    scene.frame({ seconds, width: WIDTH, height: HEIGHT });
    return scene.surface.form.counts;
}

function activeCells(samples, side, isovalue) {
    let count = 0;
    for (let z = 0; z + 1 < side; z++)
        for (let y = 0; y + 1 < side; y++)
            for (let x = 0; x + 1 < side; x++) {
                let inside = 0;
                for (let k = 0; k < 8; k++) inside += samples[((z + (k >> 2)) * side + y + (k >> 1 & 1)) * side + x + (k & 1)] >= isovalue;
                count += inside % 8 > 0;
            }
    return count;
}

async function countsEqualTheReference(gl) {
    const page = await pageOf(gl), scene = await IsosurfaceScene.create(page);
    scene.chooseField('cayley', SIDE);
    const { samples } = scene.surface.volume;
    const wanted = [0, 1.25, -3.5, 26.75, 1000].map((isovalue) => {
        const [vertices, triangles] = ask(page.library, 'mesh', samples, SIDE, SIDE, SIDE, isovalue, 2);
        return { isovalue, vertices, triangles, cells: activeCells(samples, SIDE, isovalue) };
    });
    for (const form of FORMS) {
        scene.chooseForm(form);
        for (const { isovalue, vertices, triangles, cells } of wanted) {
            scene.moveTo(isovalue);
            draw(scene);
            const counts = draw(scene), expected = [triangles, form === 'welded' ? vertices : 3 * triangles, cells];
            expectEqual([counts.triangles, counts.vertices, counts.activeCells], expected, `at ${isovalue}, ${form}`);
        }
    }
    end(page, scene, gl);
}

function end(page, scene, gl) {
    scene.destroy();
    expect(page.messages.length === 0, page.messages.splice(0).join('; '));
    expectError(gl);
}

function picture(gl) {
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return read(gl, WIDTH, HEIGHT, Uint8Array);
}

function differing(a, b) {
    let count = 0;
    for (let i = 0; i < a.length; i += 4) count += [0, 1, 2].some((k) => Math.abs(a[i + k] - b[i + k]) > 8);
    return count;
}

async function formsLookAlike(gl) {
    const page = await pageOf(gl), scene = await IsosurfaceScene.create(page);
    scene.chooseField('cayley', SIDE);
    scene.moveTo(1000);
    draw(scene);
    const empty = picture(gl);
    let plain = empty;
    for (const wires of [false, true]) {
        const pictures = FORMS.map((form) => {
            scene.hasWires = wires;
            scene.chooseForm(form);
            scene.moveTo(0);
            draw(scene);
            return picture(gl);
        });
        const lit = differing(pictures[0], empty);
        expect(lit > WIDTH * HEIGHT / 10, `${lit} pixels have a surface`);
        expect(differing(pictures[0], plain) > lit / 4, wires ? 'there are no wires' : 'there is no surface');
        plain = pictures[0];
        for (const i of [1, 2]) {
            const other = differing(pictures[i], pictures[0]);
            expect(other < lit / (wires ? 10 : 200), `${other} of ${lit} pixels of ${FORMS[i]} differ, ${wires ? 'with' : 'without'} wires`);
        }
    }
    end(page, scene, gl);
}

/** Metaballs after a while are those of a scene that begins there, and a slider's values lie within the samples'. */
async function whatMovesIsMadeAgain(gl) {
    const page = await pageOf(gl), scene = await IsosurfaceScene.create(page);
    scene.chooseField('metaballs', SIDE);
    for (const [seconds, isovalue] of [[0, 0], [1.5, 0], [1.5, 0.25], [4, 0.25]]) {
        scene.moveTo(isovalue);
        const { triangles } = draw(scene, seconds), samples = page.models.field('metaballs', [SIDE, SIDE, SIDE], seconds);
        const wanted = ask(page.library, 'mesh', samples, SIDE, SIDE, SIDE, isovalue, 2)[1];
        expect(triangles === wanted, `${triangles} triangles after ${seconds} s at ${isovalue}, expected ${wanted}`);
    }
    const range = { minimum: -29, maximum: 27 };
    expectEqual(Object.values(scaleOf({ range, format: 'R32F' })), [-29, 27, 0.1], 'scale of floats');
    expectEqual(Object.values(scaleOf({ range: { minimum: 0, maximum: 255 }, format: 'R8UI' })), [0.5, 254.5, 1], 'scale of bytes');
    for (const [isovalue, step, text] of [[23456.5, 50, '23456.5'], [1000025.56, 0.1, '1000025.56'], [-0.1 - 0.2, 0.02, '-0.3'], [1.5e-7, 1e-9, '1.5e-7']])
        expect(textOf(isovalue, { step }) === text, `'${textOf(isovalue, { step })}', expected '${text}'`);
    end(page, scene, gl);
}

/** A file shows its surface in each format; a mistake leaves everything as it was. */
async function filesAreShown(gl) {
    const page = await pageOf(gl), scene = await IsosurfaceScene.create(page), next = seeded(4), size = [9, 7, 5];
    for (const [type, Type, format, form] of [
        ['uint8', Uint8Array, 'R8UI', 'welded'], ['uint16', Uint16Array, 'R16UI', 'soup'], ['int16', Int16Array, 'R16I', 'draw'],
        ['float32', Float32Array, 'R32F', 'welded'],
    ]) {
        const numbers = new Type(size[0] * size[1] * size[2]).map(() => (next() >>> 25) - (type[0] === 'u' ? 0 : 64));
        scene.chooseForm(form);
        await scene.drop(new File([numbers], `noise_9x7x5_${type}.raw`));
        const { triangles } = draw(scene), [, wanted] = ask(page.library, 'mesh', Float32Array.from(numbers), ...size, scene.isovalue, 2);
        expect(scene.surface.volume.format === format, `${type} is ${scene.surface.volume.format}`);
        expect(triangles === wanted && triangles > 0, `${type}, ${form}: ${triangles} triangles, expected ${wanted}`);
        const before = [scene.surface, scene.isovalue, scene.field];
        const line = await scene.drop(new File([numbers], 'noise_9x7x6_uint8.raw')).then(() => 'is read', (error) => error.message);
        expect(/^noise_9x7x6_uint8\.raw: has \d+ bytes/.test(line), line);
        expectEqual([scene.surface, scene.isovalue, scene.field], before, 'after a mistake');
    }
    expect(draw(scene).triangles > 0, 'nothing is shown any more');
    end(page, scene, gl);
}

/** A file that is still being read when a field is chosen, another file is dropped, or the scene ends is not shown. */
async function laterChoicesWin(gl) {
    const page = await pageOf(gl), scene = await IsosurfaceScene.create(page);
    const file = (name) => new File([Uint8Array.from({ length: 27 }, (_, i) => i)], `${name}_3x3x3_uint8.raw`);
    const older = scene.drop(file('older')), newer = scene.drop(file('newer'));
    expectEqual(await Promise.all([older, newer]), [false, true], 'of two files');
    page.file = file('newer');
    const late = scene.drop(file('late'));
    scene.camera.orbit(50, 50);
    scene.chooseField('gyroid', 17);
    expectEqual([await late, scene.field, page.file], [false, 'gyroid', null], 'after a choice');
    expect(JSON.stringify(page.home) === JSON.stringify(scene.camera), 'the first view is another');
    const last = scene.drop(file('last'));
    end(page, scene, gl);
    expect(await last === false, 'a file is shown after the end');
}

/** After a first round, which leaves what the library keeps for the next one. */
async function nothingIsLeft(gl) {
    const page = await pageOf(gl), objects = countObjects(gl), rounds = [];
    for (let round = 0; round < 2; round++) {
        const scene = await IsosurfaceScene.create(page), inUse = [];
        for (const form of FORMS) {
            scene.chooseField('cayley', 17);
            scene.chooseForm(form);
            scene.hasWires = true;
            for (let i = 0; i < 40; i++) {
                scene.moveTo(Math.sin(i));
                if (i % 20 < 2) draw(scene);
                else scene.rebuild();
                if (i === 20 || i === 39) inUse.push(JSON.stringify(objects.living));
            }
            expect(inUse.at(-1) === inUse.at(-2), `${form}: ${inUse.at(-2)} became ${inUse.at(-1)}`);
        }
        scene.destroy();
        rounds.push(JSON.stringify(objects.living));
    }
    objects.stop();
    expect(rounds[1] === rounds[0], `${rounds[0]} became ${rounds[1]}`);
    expectError(gl);
}

export const checks = {
    'counts equal the reference in all forms': countsEqualTheReference,
    'all forms look alike': formsLookAlike,
    'what moves is made again': whatMovesIsMadeAgain,
    'files are shown, mistakes change nothing': filesAreShown,
    'what is chosen later wins': laterChoicesWin,
    'no objects are left': nothingIsLeft,
};
