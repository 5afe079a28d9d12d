// volume.mjs - volumes of samples: built-in fields, and the user's files.  SPDX-License-Identifier: MIT
//
// A volume is
//
//   name           what it is called
//   size           numbers of samples along their three axes; samples lie along the first one after the other
//   spacing        the step from a sample to the next, along each axis; negative where it goes down
//   axes           the coordinate that each axis is, 1 to 3
//   origin         where the first sample lies; absent for 0
//   isUpsideDown   nothing tells where up is, so the first slice is on top, as in images
//   samples        a typed array
//   format         R8UI, R16UI, R16I or R32F: that of the texture for the array
//   range          { minimum, maximum, nans } of the samples
//   isovalue       to begin with
import { bytesOf } from './bytes.mjs';
import { mistakeOf } from './mistake.mjs';
import { readNrrd } from './volume_nrrd.mjs';
import { readRaw } from './volume_raw.mjs';
import { partingValue, rangeOf } from './volume_survey.mjs';

/** One of FIELDS of models.mjs, over [-1, 1]³, `seconds` after metaballs began to move. */
export function fieldVolume(models, name, side, seconds = 0) {
    const size = [side, side, side], samples = models.field(name, size, seconds), step = 2 / (side - 1);
    return {
        name, size, samples, format: 'R32F', spacing: [step, step, step], origin: [-1, -1, -1], axes: [1, 2, 3], isUpsideDown: false,
        range: rangeOf(samples), isovalue: 0,
    };
}

async function read(file, name, maxSide) {
    const start = new TextDecoder().decode(await bytesOf(name, file.slice(0, 4)));
    if (start === 'NRRD' || /\.(nrrd|nhdr)$/i.test(file.name)) return readNrrd(file, name, maxSide);
    if (/\.raw$/i.test(file.name)) return readRaw(file, name, maxSide);
    throw mistakeOf(name, 'is no volume: NRRD files and raw files are read here, as HEAD.nrrd and HEAD_256x256x113_uint16.raw');
}

/** Reads a file of samples. Throws one line for a mistake in it, `isExpected`, and for a volume that has no surface. */
export async function readVolume(file, maxSide) {
    const name = file.name.replace(/[\x00-\x1f\x7f]/g, '?'); // of which the line would not be one
    const volume = await read(file, name, maxSide), { samples, size } = volume, range = rangeOf(samples);
    const thin = size.findIndex((side) => side < 2);
    if (thin >= 0) throw mistakeOf(name, `${size.join('x')} samples: a surface lies between samples, and axis ${thin} has no two`);
    if (range.minimum === range.maximum) {
        const first = samples.find(Number.isFinite);
        throw mistakeOf(name, first === undefined ? 'no sample is finite' : `all samples are ${first}: there is no surface between them`);
    }
    return { ...volume, range, isovalue: partingValue(samples, range) };
}

/** The corners of the box that the samples span: { low, high }. */
export function boxOf({ size, spacing, origin = [0, 0, 0], axes }) {
    const low = [0, 0, 0], high = [0, 0, 0];
    axes.forEach((coordinate, axis) => {
        const ends = [origin[axis], origin[axis] + spacing[axis] * (size[axis] - 1)];
        low[coordinate - 1] = Math.min(...ends);
        high[coordinate - 1] = Math.max(...ends);
    });
    return { low, high };
}
