// oracle.mjs - the library, and the reference in plain C in the same module.  SPDX-License-Identifier: MIT
import { Histopyramid } from '/library/histopyramid.mjs';

/** The library on `gl`, whose warnings and errors are collected in `messages`. */
export async function open(gl) {
    const messages = [];
    const library = await Histopyramid.create(gl, { log: (level, text) => level !== 'info' && messages.push(`${level}: ${text}`) });
    return { library, messages };
}

/** Calls a function of oracle.c. Arrays among the arguments are copied; the answer is an array of uint32. */
export function ask(library, name, ...args) {
    const { module } = library.calls;
    const addresses = args.map((value) => {
        if (!ArrayBuffer.isView(value)) return value;
        const address = module._malloc(Math.max(value.byteLength, 8));
        module.HEAPU8.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), address);
        return address;
    });
    const answer = module[`_oracle_${name}`](...addresses);
    args.forEach((value, i) => ArrayBuffer.isView(value) && module._free(addresses[i]));
    return module.HEAPU32.slice(answer >> 2, (answer >> 2) + module._oracle_count());
}

/** The bytes of a buffer, as numbers of this type. */
export function fetch(gl, buffer, Type, count, offset = 0) {
    const numbers = new Type(count);
    gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, offset, numbers);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    return numbers;
}

/** A buffer with these numbers, or of so many bytes. */
export function buffer(gl, numbers) {
    const created = gl.createBuffer();
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, created);
    gl.bufferData(gl.COPY_WRITE_BUFFER, numbers, gl.DYNAMIC_COPY);
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, null);
    return created;
}
