// volume_nrrd.mjs - NRRD files with a header and samples in one file.  SPDX-License-Identifier: MIT
//
// The format is described at https://teem.sourceforge.net/nrrd/format.html. Mistakes are told in the words of the native demos.
import { bytesOf } from './bytes.mjs';
import { mistakeOf } from './mistake.mjs';
import { inflate } from './volume_gzip.mjs';
import { allocate, arrayOfType, checkSize, samplesOf, samplesOfBytes } from './volume_samples.mjs';

const LONGEST_HEADER = 1 << 20;
const MOST_OF_DEFLATE = 1032; // bytes that come of one byte at most

// Names without their spaces, since some of them may be written either way.
const FIELDS = new Set([
    'content', 'number', 'type', 'blocksize', 'dimension', 'space', 'spacedimension', 'sizes', 'spacings', 'thicknesses', 'axismins', 'axismaxs',
    'spacedirections', 'centers', 'centerings', 'kinds', 'labels', 'units', 'spaceunits', 'spaceorigin', 'measurementframe', 'min', 'max',
    'oldmin', 'oldmax', 'endian', 'encoding', 'sampleunits', 'lineskip', 'byteskip', 'datafile',
]);
const ENCODINGS = { raw: 'raw', gz: 'gzip', gzip: 'gzip', txt: 'ascii', text: 'ascii', ascii: 'ascii' };
const DOMAINS = ['domain', 'space', 'time', 'none', '???'];

/** A header: its fields by name, and mistakes in them. */
class Header {
    constructor(name) {
        this.name = name;
        this.fields = new Map();
    }

    mistake(text) {
        return mistakeOf(this.name, `cannot be read as NRRD: ${text}`);
    }

    take(line) {
        const field = line.indexOf(': '), key = line.indexOf(':=');
        if (line.startsWith('#') || (key >= 0 && (field < 0 || key < field))) return;
        const word = line.slice(0, Math.max(field, 0)).toLowerCase(), short = word.replaceAll(' ', '');
        if (!FIELDS.has(short)) throw this.mistake('its header has a line that is no field of NRRD');
        if (this.fields.has(short)) throw this.mistake(`its header has two lines '${word}'`);
        if (short === 'datafile') throw mistakeOf(this.name, 'its samples are in another file: only NRRD files with both in one are read here');
        this.fields.set(short, line.slice(field + 2).trim());
    }

    text(field) {
        if (!this.fields.has(field)) throw this.mistake(`its header has no line '${field}'`);
        return this.fields.get(field);
    }

    unclear(field) {
        return this.mistake(`its header's line '${field}' cannot be understood`);
    }

    whole(field, least) {
        const text = this.text(field);
        if (!/^[+-]?\d+$/.test(text) || Number(text) < least) throw this.unclear(field);
        return Number(text);
    }

    /** Words for the three axes, or null where there is no such line. */
    axes(field, pattern = /\S+/g) {
        if (!this.fields.has(field)) return null;
        const words = this.fields.get(field).match(pattern) ?? [];
        if (words.length !== 3) throw this.unclear(field);
        return words;
    }

    /** The same as numbers; NaN is what a file does not tell. */
    numbers(field) {
        return this.axes(field)?.map((word) => {
            if (!/^[+-]?nan$/i.test(word) && Number.isNaN(Number(word))) throw this.unclear(field);
            return Number(word);
        }) ?? null;
    }
}

// ---- the header ----

/** { header, offset }: where the samples begin, which is 0 where there are none. */
async function readHeader(file, name) {
    const bytes = await bytesOf(name, file.slice(0, LONGEST_HEADER)), header = new Header(name);
    let next = 0;
    const line = () => {
        const begin = next, end = bytes.indexOf(10, begin);
        next = end < 0 ? bytes.length : end + 1;
        return new TextDecoder().decode(bytes.subarray(begin, end < 0 ? bytes.length : end)).replace(/\r$/, '');
    };
    if (file.size === 0) throw header.mistake('it is empty');
    if (!/^NRRD000[1-5]$/.test(line())) throw header.mistake('it does not begin as NRRD files do');
    while (next < bytes.length) {
        const text = line();
        if (text === '') return { header, offset: next };
        header.take(text);
    }
    throw header.mistake('no samples follow its header');
}

function sizeOf(header, maxSide) {
    const dimension = header.whole('dimension', 1);
    if (dimension !== 3) throw mistakeOf(header.name, `has ${dimension} dimensions, a volume has 3`);
    header.text('sizes');
    const words = header.axes('sizes'), size = words.map(Number);
    if (words.some((word) => !/^\d+$/.test(word)) || size.includes(0)) throw header.unclear('sizes');
    header.axes('kinds')?.forEach((kind, axis) => {
        if (!DOMAINS.includes(kind.toLowerCase())) throw mistakeOf(header.name, `axis ${axis} holds ${kind}: a volume has one number a sample`);
    });
    checkSize(header.name, size, maxSide);
    return size;
}

function typeOf(header) {
    const name = header.text('type').toLowerCase(), Type = arrayOfType(name);
    if (name === 'block') throw mistakeOf(header.name, 'its samples are no numbers');
    if (!Type) throw header.unclear('type');
    return Type;
}

function encodingOf(header) {
    const name = header.text('encoding').toLowerCase();
    if (!Object.hasOwn(ENCODINGS, name)) throw mistakeOf(header.name, `its encoding is ${name}: raw, gzip and ascii are read here`);
    return ENCODINGS[name];
}

function isBigEndian(header, Type, encoding) {
    if (encoding === 'ascii' || (Type.BYTES_PER_ELEMENT === 1 && !header.fields.has('endian'))) return false;
    const order = header.text('endian').toLowerCase();
    if (!['big', 'little'].includes(order)) throw header.unclear('endian');
    return order === 'big';
}

// ---- places ----

// Three vectors, or null where an axis has none.
function directionsOf(header) {
    const vectors = header.axes('spacedirections', /\([^()]*\)|[^\s()]+/g);
    if (!vectors || vectors.some((vector) => vector.toLowerCase() === 'none')) return null;
    return vectors.map((vector) => {
        const numbers = vector.replace(/^\(|\)$/g, '').split(',').map((word) => (word.trim() === '' ? NaN : Number(word)));
        if (numbers.length !== 3 || !numbers.every(Number.isFinite)) throw header.unclear('space directions');
        return numbers;
    });
}

// Steps along the coordinates that the directions run along; along the axes, in their lengths, where they are askew.
function placeByDirections(directions) {
    const lengths = directions.map((vector) => Math.hypot(...vector));
    const along = directions.map((vector, axis) => vector.findIndex((part) => Math.abs(part) > (1 - 1e-6) * lengths[axis]));
    if (new Set(along).size < 3 || along.includes(-1)) return { spacing: lengths, axes: [1, 2, 3] };
    return { spacing: directions.map((vector, axis) => vector[along[axis]]), axes: along.map((coordinate) => coordinate + 1) };
}

function spacingByEnds(header, size) {
    const low = header.numbers('axismins'), high = header.numbers('axismaxs');
    const centers = header.axes('centers') ?? header.axes('centerings');
    return size.map((side, axis) => {
        const steps = centers?.[axis].toLowerCase() === 'node' ? side - 1 : side;
        return low && high && steps > 0 ? (high[axis] - low[axis]) / steps : NaN;
    });
}

function placeOf(header, size) {
    const directions = directionsOf(header), spacings = header.numbers('spacings'), ends = spacingByEnds(header, size);
    const place = directions ? placeByDirections(directions) : { spacing: spacings ?? ends, axes: [1, 2, 3] };
    place.spacing = place.spacing.map((step, axis) => {
        const known = [step, ends[axis], 1].find((value) => !Number.isNaN(value)), length = Math.abs(known);
        if (!(length >= 2 ** -126 && length * size[axis] < 2 ** 127))
            throw mistakeOf(header.name, `the samples of axis ${axis} are ${known} apart: that is out of float32's range`);
        return known;
    });
    return { ...place, isUpsideDown: !header.fields.has('space') && !header.fields.has('spacedimension') };
}

// ---- samples ----

const TOO_FEW = 'its samples end too early, or are not what its header says';

/** Where the samples begin after so many lines. */
async function skipLines(file, offset, header) {
    const lines = header.fields.has('lineskip') ? header.whole('lineskip', 0) : 0;
    if (lines === 0) return offset;
    const bytes = await bytesOf(header.name, file.slice(offset, offset + LONGEST_HEADER));
    let next = 0;
    for (let i = 0; i < lines; i++) {
        next = bytes.indexOf(10, next) + 1;
        if (next === 0) throw header.mistake(TOO_FEW);
    }
    return offset + next;
}

async function readPlain(file, offset, needed, header) {
    const skipped = header.fields.has('byteskip') ? header.whole('byteskip', -1) : 0;
    const begin = skipped < 0 ? file.size - needed : offset + skipped;
    if (begin < offset || begin + needed > file.size) throw header.mistake(TOO_FEW);
    return bytesOf(header.name, file.slice(begin, begin + needed));
}

async function readGzip(file, offset, needed, header) {
    const skipped = header.fields.has('byteskip') ? header.whole('byteskip', 0) : 0;
    if (needed + skipped > MOST_OF_DEFLATE * (file.size - offset)) throw header.mistake(TOO_FEW);
    const bytes = allocate(header.name, Uint8Array, needed);
    if (!await inflate(header.name, await bytesOf(header.name, file.slice(offset)), skipped, bytes)) throw header.mistake(TOO_FEW);
    return bytes;
}

function numberOfWord(word, Type) {
    if (Type === BigInt64Array || Type === BigUint64Array) return /^[+-]?\d+$/.test(word) ? BigInt(word) : null;
    if (/^[+-]?nan$/i.test(word)) return NaN;
    if (/^[+-]?inf(inity)?$/i.test(word)) return word.startsWith('-') ? -Infinity : Infinity;
    return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word) ? Number(word) : null;
}

async function readWords(file, offset, count, Type, header) {
    if (count > (file.size - offset + 1) / 2) throw header.mistake(TOO_FEW); // a digit and a space each
    const text = new TextDecoder().decode(await bytesOf(header.name, file.slice(offset)));
    const numbers = allocate(header.name, Type, count), words = text.matchAll(/[^\s,]+/g), isWhole = !/Float/.test(Type.name);
    for (let i = 0; i < count; i++) {
        const { value } = words.next(), number = value ? numberOfWord(value[0], Type) : null;
        if (number !== null) numbers[i] = number;
        if (number === null || (isWhole && numbers[i] !== number)) throw header.mistake(TOO_FEW);
    }
    return numbers;
}

/** The volume in an NRRD file. */
export async function readNrrd(file, name, maxSide) {
    const { header, offset } = await readHeader(file, name);
    const size = sizeOf(header, maxSide), Type = typeOf(header), encoding = encodingOf(header);
    const isBig = isBigEndian(header, Type, encoding), place = placeOf(header, size);
    const count = size[0] * size[1] * size[2], bytes = count * Type.BYTES_PER_ELEMENT, begin = await skipLines(file, offset, header);
    const made = encoding === 'ascii'
        ? samplesOf(name, await readWords(file, begin, count, Type, header))
        : samplesOfBytes(name, await (encoding === 'gzip' ? readGzip : readPlain)(file, begin, bytes, header), Type, isBig);
    return { name, size, ...place, ...made };
}
