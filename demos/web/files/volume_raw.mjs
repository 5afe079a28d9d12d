// volume_raw.mjs - samples as they are, in files that tell nothing of them but by their names.  SPDX-License-Identifier: MIT
import { bytesOf } from './bytes.mjs';
import { mistakeOf } from './mistake.mjs';
import { arrayOfType, checkSize, samplesOfBytes } from './volume_samples.mjs';

const NAME = /(?:^|[^0-9])(\d+)x(\d+)x(\d+)[-_.: ]+([a-z]+\d+)([-_.: ]+big)?\.raw$/i;

/** The volume in a file whose name ends as _256x256x128_uint8.raw does, or as _256x256x128_int16_big.raw. */
export async function readRaw(file, name, maxSide) {
    const [, width, height, depth, word, big] = NAME.exec(file.name) ?? [], Type = arrayOfType(word?.toLowerCase());
    if (!Type)
        throw mistakeOf(name, 'a raw file does not tell what it holds: rename it to NAME_256x256x128_uint8.raw or, where the high byte comes first, to NAME_256x256x128_int16_big.raw');
    const size = [width, height, depth].map(Number), needed = size[0] * size[1] * size[2] * Type.BYTES_PER_ELEMENT;
    checkSize(name, size, maxSide);
    if (file.size !== needed) throw mistakeOf(name, `has ${file.size} bytes, ${size.join('x')} samples of ${word} are ${needed}`);
    const bytes = await bytesOf(name, file);
    return { name, size, spacing: [1, 1, 1], axes: [1, 2, 3], isUpsideDown: true, ...samplesOfBytes(name, bytes, Type, Boolean(big)) };
}
