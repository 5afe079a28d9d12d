// bytes.mjs - bytes of files.  SPDX-License-Identifier: MIT
import { mistakeOf } from './mistake.mjs';

/** Bytes of a file, a part of one, or a response. */
export async function bytesOf(name, part) {
    try {
        return new Uint8Array(await part.arrayBuffer());
    } catch (error) {
        throw mistakeOf(name, `cannot be read: ${error.message}`);
    }
}
