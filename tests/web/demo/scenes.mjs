// scenes.mjs - what each scene of the page shows.  SPDX-License-Identifier: MIT
import { gzipSync } from 'node:zlib';
import { expect } from '../webgl.mjs';

// Four pictures of 468 x 434 pixels, by the native demo and by the page, whose captions are of another height.
const NATIVE_SIZE = '960x960', PAGE_SIZE = { width: 954, height: 946 };
const DICER_VIEWS = ['mesh', 'slice', 'list', 'cloud'];

function dicerClip(view, across, down) {
    const i = DICER_VIEWS.indexOf(view);
    return { x: [8, 6][across] + (i % 2) * (468 + [8, 6][across]), y: [8, 6][across] + (i >> 1) * (434 + down), width: 468, height: 434 };
}

async function dicerPictures(visitor, album) {
    await visitor.open('dicer', PAGE_SIZE);
    await visitor.run(() => void Object.assign(window.page.scene, { turns: false, slice: 33 })); // not the scene itself
    const picture = album.keep('dicer', await visitor.picture(0));
    const native = album.native('dicer', 'dicer', ['--grid', '64', '--cloud', 'points', '--pixels', NATIVE_SIZE]);
    const words = [], voxels = await visitor.fact('voxels'), { points } = album.results('dicer', ['--grid', '64']);
    expect(voxels === points, `${voxels} voxels, natively ${points}`);
    for (const view of DICER_VIEWS) {
        const clips = { clip: dicerClip(view, 1, 36), nativeClip: dicerClip(view, 0, 42) };
        words.push(await album.expectAlike(visitor, view, picture, native, clips));
    }
    return words.join('; ');
}

/** The picture of a moment beside one of the native demo, both of this size. `prepare` runs in the page. */
async function pictureOf(visitor, album, scene, program, { width, height, seconds = 0, prepare = () => {}, options = [], name = scene, part, isOpen }) {
    if (!isOpen) await visitor.open(scene, { width, height });
    await visitor.run(prepare);
    const picture = album.keep(name, await visitor.picture(seconds));
    return album.expectAlike(visitor, name, picture, album.native(name, program, ['--pixels', `${width}x${height}`, ...options]), { part });
}

// ---- HeartBreaker ----

/** Each act beside the native show at the same moment. Particles are points, which llvmpipe draws shifted by part of a pixel, so the
 *  limit is wider than for other pictures. */
async function heartPictures(visitor, album) {
    const words = [];
    for (const [name, milliseconds, part] of [['solid', 1000, 0.05], ['burst', 5050, 0.15], ['reassembly', 11000, 0.1]]) {
        words.push(await pictureOf(visitor, album, 'heartbreaker', 'heartbreaker', {
            isOpen: words.length > 0, width: 450, height: 320, seconds: milliseconds / 1000, name, part, options: ['--at', String(milliseconds)],
            prepare: () => {
                Object.assign(window.page.scene, { factor: 2 }); // twice the pixels, as natively
                window.page.still(0);
            },
        }));
    }
    return words.join('; ');
}

/** A click on the heart breaks it there, also while it rests; one beside it does not. */
async function heartClick(visitor) {
    await visitor.open('heartbreaker', { width: 320, height: 240 });
    await visitor.run(() => window.page.still(0.5));
    await visitor.redrawn(() => visitor.page.mouse.click(4, 4));
    const act = await visitor.fact('act');
    expect(act === 'solid', `a click beside the heart leads to ${act}`);
    await visitor.page.mouse.click(160, 110);
    await visitor.until(() => window.page.scene.facts().find(([name]) => name === 'act')[1] === 'explosion');
    expect(await visitor.fact('particles') > 1000, `${await visitor.fact('particles')} particles`);
}

// ---- isosurface ----

const isosurfacePicture = (visitor, album) => pictureOf(visitor, album, 'isosurface', 'isosurface', {
    width: 480, height: 360, prepare: () => void window.page.scene.chooseField('cayley', 64), part: 0.06,
    options: ['--field', 'cayley', '--size', '64'],
});

/** The counts of the panel are those of the native demo for the same isovalue. */
async function expectCounts(visitor, album, field) {
    const isovalue = await visitor.run(() => window.page.scene.isovalue);
    const native = album.results('isosurface', [...field, '--iso', String(isovalue)]);
    for (const name of ['triangles', 'vertices'])
        expect(await visitor.fact(name) === native[name], `${await visitor.fact(name)} ${name} at ${isovalue}, natively ${native[name]}`);
    return `${native.triangles} triangles at ${isovalue}`;
}

/** The slider, by keyboard. */
async function isosurfaceSlider(visitor, album) {
    await visitor.open('isosurface', { width: 320, height: 240 });
    await visitor.run(() => (window.page.scene.chooseField('cayley', 64), window.page.still(0)));
    const before = await visitor.fact('triangles'), words = [];
    const slider = visitor.page.getByLabel('Isovalue');
    await slider.focus();
    for (const key of ['PageUp', 'ArrowRight', 'PageDown']) {
        await visitor.redrawn(() => visitor.page.keyboard.press(key));
        words.push(await expectCounts(visitor, album, ['--field', 'cayley', '--size', '64']));
    }
    expect(await visitor.fact('triangles') !== before, 'the slider moves nothing');
    return words.join(', ');
}

/** A volume of seeded waves, as a scanner would write it. */
function volumeFile([width, height, depth]) {
    const samples = Buffer.alloc(2 * width * height * depth);
    for (let i = 0; i < width * height * depth; i++) {
        const x = i % width, y = Math.floor(i / width) % height, z = Math.floor(i / width / height);
        samples.writeInt16LE(Math.round(1000 * Math.sin(0.31 * x) * Math.cos(0.23 * y + 0.17 * z) + 3 * ((x * 7 + y * 13 + z * 5) % 11)), 2 * i);
    }
    const header = `NRRD0004\ntype: short\ndimension: 3\nsizes: ${width} ${height} ${depth}\nspacings: 0.7 0.7 1.25\nencoding: gzip\nendian: little\n\n`;
    return Buffer.concat([Buffer.from(header), gzipSync(samples)]);
}

/** Of two files the one that was dropped later is shown, though it is read sooner; and a choice after a file is not undone by it. */
async function latestIsShown(visitor, bytes) {
    const name = () => visitor.run(() => window.page.scene.surface.volume.name);
    const dropSlowly = async (file) => {
        await visitor.run(() => {
            const read = Blob.prototype.arrayBuffer;
            Blob.prototype.arrayBuffer = async function () {
                Blob.prototype.arrayBuffer = read; // of the next file
                await new Promise((resolve) => setTimeout(resolve, 300));
                return read.call(this);
            };
        });
        await visitor.drop(file, bytes);
    };
    await dropSlowly('slow.nrrd');
    await visitor.drop('waves.nrrd', bytes);
    await visitor.page.waitForTimeout(500);
    expect(await name() === 'waves.nrrd', `${await name()} is shown, which was dropped first`);
    await dropSlowly('slow.nrrd');
    await visitor.run(() => window.page.scene.chooseField('gyroid', 64));
    await visitor.page.waitForTimeout(500);
    expect(await name() === 'gyroid', `${await name()} is shown, though gyroid was chosen after it`);
    await visitor.drop('waves.nrrd', bytes);
    await visitor.until(() => window.page.scene.field === null);
    await visitor.run(() => window.page.still(0));
}

/** A volume that is dropped is shown; one that cannot be read changes nothing. */
async function isosurfaceDrop(visitor, album) {
    await visitor.open('isosurface', { width: 320, height: 240 });
    const bytes = volumeFile([41, 33, 20]), path = album.file('waves.nrrd', bytes);
    await visitor.run(() => window.page.still(0));
    await visitor.redrawn(() => visitor.drop('waves.nrrd', bytes));
    await visitor.until(() => window.page.scene.field === null);
    await visitor.run(() => window.page.still(0));
    const words = await expectCounts(visitor, album, [path]);
    expect(await visitor.run(() => document.querySelector('#drop').hidden), 'the frame for drops stays');
    await latestIsShown(visitor, bytes);
    // The frame after the one that made the surface counts its active cells.
    const factsOfNextFrame = () => visitor.run(() => (window.page.still(0), JSON.stringify(window.page.scene.facts())));
    for (const [name, wrong] of [['waves.nrrd', bytes.subarray(0, 2000)], ['notes.txt', Buffer.from('no volume')], ['empty.nrrd', Buffer.alloc(0)]]) {
        const before = await factsOfNextFrame();
        await visitor.drop(name, wrong);
        await visitor.until((name) => document.querySelector('#message').textContent.startsWith(name), name);
        const after = await factsOfNextFrame();
        expect(after === before, `${name} changed ${before} to ${after}`);
        await visitor.run(() => window.page.say(''));
    }
    await visitor.run(() => (window.loss = window.page.gl.getExtension('WEBGL_lose_context')).loseContext());
    await visitor.until(() => document.querySelector('#message').textContent.includes('lost'));
    await visitor.run(() => window.loss.restoreContext());
    await visitor.until(() => window.page.scene?.field === null);
    await visitor.run(() => window.page.still(0));
    await expectCounts(visitor, album, [path]); // the file is there again after the loss
    return words;
}

// ---- splats ----

const splatsPicture = (visitor, album) => pictureOf(visitor, album, 'splats', 'splats', {
    width: 400, height: 320, seconds: 3, prepare: () => void window.page.scene.show(10000), part: 0.05,
    options: ['--splats', '10000', '--stretch', '1', '--turn', '60.1605684887'],
});

export const SCENES = {
    dicer: { pictures: dicerPictures },
    heartbreaker: { pictures: heartPictures, click: heartClick },
    isosurface: { picture: isosurfacePicture, slider: isosurfaceSlider, drop: isosurfaceDrop },
    splats: { picture: splatsPicture },
};
