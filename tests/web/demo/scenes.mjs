// scenes.mjs - what each scene of the page shows.  SPDX-License-Identifier: MIT
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
    await visitor.run(() => Object.assign(window.page.scene, { turns: false, slice: 33 }));
    const picture = album.keep('dicer', await visitor.picture(0));
    const native = album.native('dicer', 'dicer', ['--grid', '64', '--cloud', 'points', '--pixels', NATIVE_SIZE]);
    const words = [];
    for (const view of DICER_VIEWS) {
        const clips = { clip: dicerClip(view, 1, 36), nativeClip: dicerClip(view, 0, 42) };
        words.push(await album.expectAlike(visitor, view, picture, native, clips));
    }
    return words.join('; ');
}

async function dicerCounts(visitor) {
    await visitor.open('dicer');
    await visitor.run(() => Object.assign(window.page.scene, { turns: false }));
    for (const [side, fill, voxels] of [[64, 'surface', 6926]]) { // as the native demo tells
        await visitor.run(([side, fill]) => (window.page.scene.resize(side, fill), window.page.still(0)), [side, fill]);
        expect(await visitor.fact('voxels') === voxels, `${fill} at ${side}: ${await visitor.fact('voxels')} voxels, expected ${voxels}`);
    }
}

/** The picture of a moment beside one of the native demo, both of this size. `prepare` runs in the page. */
async function pictureOf(visitor, album, scene, program, { width, height, seconds = 0, prepare = () => {}, options = [], name = scene, part }) {
    await visitor.open(scene, { width, height });
    await visitor.run(prepare);
    const picture = album.keep(name, await visitor.picture(seconds));
    return album.expectAlike(visitor, name, picture, album.native(name, program, ['--pixels', `${width}x${height}`, ...options]), { part });
}

const splatsPicture = (visitor, album) => pictureOf(visitor, album, 'splats', 'splats', {
    width: 400, height: 320, seconds: 3, prepare: () => window.page.scene.show(10000), part: 0.05,
    options: ['--splats', '10000', '--turn', '60.1605684887'],
});

export const SCENES = {
    dicer: { pictures: dicerPictures, counts: dicerCounts },
    splats: { picture: splatsPicture },
};
