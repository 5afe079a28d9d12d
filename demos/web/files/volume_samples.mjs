// volume_samples.mjs - numbers of files as samples that a texture can hold.  SPDX-License-Identifier: MIT
import { mistakeOf } from './mistake.mjs';

const TYPES = {
    int8: [Int8Array, 'int8_t', 'signed char'],
    uint8: [Uint8Array, 'uint8_t', 'uchar', 'unsigned char'],
    int16: [Int16Array, 'int16_t', 'short', 'short int', 'signed short', 'signed short int'],
    uint16: [Uint16Array, 'uint16_t', 'ushort', 'unsigned short', 'unsigned short int'],
    int32: [Int32Array, 'int32_t', 'int', 'signed int'],
    uint32: [Uint32Array, 'uint32_t', 'uint', 'unsigned int'],
    int64: [BigInt64Array, 'int64_t', 'longlong', 'long long', 'long long int', 'signed long long', 'signed long long int'],
    uint64: [BigUint64Array, 'uint64_t', 'ulonglong', 'unsigned long long', 'unsigned long long int'],
    float32: [Float32Array, 'float'],
    float64: [Float64Array, 'double'],
};

const FORMATS = new Map([[Uint8Array, 'R8UI'], [Uint16Array, 'R16UI'], [Int16Array, 'R16I'], [Float32Array, 'R32F']]);

/** The array for a type by any of its names; undefined where there is no such type. */
export function arrayOfType(name) {
    const found = Object.entries(TYPES).find(([first, [, ...others]]) => first === name || others.includes(name));
    return found?.[1][0];
}

/** Of uint8, uint16, int16 and float32, as a texture holds them: the names that the native demo has. */
export function nameOfFormat(format) {
    return { R8UI: 'uint8', R16UI: 'uint16', R16I: 'int16', R32F: 'float32' }[format];
}

/** Throws where a side is longer than `maxSide`. Nothing of the size of a volume may be allocated before. */
export function checkSize(name, size, maxSide) {
    if (size.some((side) => side > maxSide))
        throw mistakeOf(name, `${size.join('x')} samples: this WebGL allows ${maxSide} a side`);
}

/** Memory for samples, of which there may be less than a file asks for. */
export function allocate(name, Type, count) {
    try {
        return new Type(count);
    } catch {
        throw mistakeOf(name, `out of memory for ${count * Type.BYTES_PER_ELEMENT} bytes of samples`);
    }
}

function swap(bytes, size) {
    for (let first = 0; first < bytes.length; first += size) {
        for (let low = first, high = first + size - 1; low < high; low++, high--) {
            const byte = bytes[low];
            bytes[low] = bytes[high];
            bytes[high] = byte;
        }
    }
}

function toFloats(name, numbers) {
    const floats = allocate(name, Float32Array, numbers.length), isBig = typeof numbers[0] === 'bigint';
    for (let i = 0; i < numbers.length; i++) floats[i] = isBig ? Number(numbers[i]) : numbers[i];
    return floats;
}

/** { samples, format } of numbers in an array of any type: what no texture of integers holds becomes floats. */
export function samplesOf(name, numbers) {
    const samples = FORMATS.has(numbers.constructor) ? numbers : toFloats(name, numbers);
    return { samples, format: FORMATS.get(samples.constructor) };
}

/** The same of all bytes of an array, which it may change. */
export function samplesOfBytes(name, bytes, Type, isBigEndian) {
    if (isBigEndian) swap(bytes, Type.BYTES_PER_ELEMENT); // every machine with WebGL has the low byte first
    return samplesOf(name, new Type(bytes.buffer));
}
