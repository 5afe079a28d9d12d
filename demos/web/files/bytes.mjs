// bytes.mjs - files of the user's, and files of the page's own.  SPDX-License-Identifier: MIT
import { mistakeOf } from './mistake.mjs';

/** Bytes of a file, a part of one, or a response. */
export async function bytesOf(name, part) {
    try {
        return new Uint8Array(await part.arrayBuffer());
    } catch (error) {
        throw mistakeOf(name, `cannot be read: ${error.message}`);
    }
}

/** The response to a request for a file of the page's, by its path in the page's folder. */
export async function load(path) {
    const fail = (reason) => {
        throw mistakeOf(path, `cannot be loaded: ${reason}`);
    };
    const response = await fetch(new URL(`../${path}`, import.meta.url)).catch((error) => fail(error.message));
    return response.ok ? response : fail(`${response.status} ${response.statusText}`);
}
