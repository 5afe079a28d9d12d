// volume_gzip.mjs - bytes of gzip, in one or several members, with anything behind them: as zlib reads them.  SPDX-License-Identifier: MIT
//
// A DecompressionStream takes one member. It fails at the first byte behind the member's end, and tells nowhere which byte that was.
import { mistakeOf } from './mistake.mjs';

const PIECE = 1 << 16, FINER = [256, 1]; // bytes that a stream is given at a time

/** Inflates in pieces what begins with a member, those from `first` on of `size` bytes. Answers how many bytes were taken, and whether
 *  they are a whole member. Ends early where `take`, which is given what comes out, has answered true. */
async function feed(packed, first, size, take = () => false) {
    const { readable, writable } = new DecompressionStream('gzip'), writer = writable.getWriter();
    let fed = 0, isEnough = false;
    const taken = readable.pipeTo(new WritableStream({ write: (bytes) => void (isEnough = take(bytes)) }))
        .catch(() => {}); // the writer fails, too
    try {
        for (let end = first || size; fed < packed.length && !isEnough; end += size) {
            await writer.write(packed.subarray(fed, end));
            fed = Math.min(end, packed.length);
        }
        await (isEnough ? writer.abort() : writer.close());
        return { fed, isWhole: true };
    } catch {
        return { fed, isWhole: isEnough };
    } finally {
        await taken; // or `take` might be called later
    }
}

/** How many bytes of `packed` are its first member, if that is not damaged. `fed` of them are known to be. */
async function lengthOfMember(packed, fed) {
    for (const size of FINER) ({ fed } = await feed(packed, fed, size));
    return fed;
}

/** Fills `bytes` with what the members make after so many others; answers whether that is as much. `name` is that of the file. */
export async function inflate(name, packed, skipped, bytes) {
    if (!globalThis.DecompressionStream) throw mistakeOf(name, 'this browser cannot inflate gzip: save the samples in the encoding raw');
    let place = -skipped;
    const take = (made) => {
        const from = Math.min(Math.max(-place, 0), made.length), to = Math.min(made.length, bytes.length - place);
        if (to > from) bytes.set(made.subarray(from, to), place + from);
        place += made.length;
        return place > bytes.length;
    };
    for (let rest = packed; place < bytes.length && rest[0] === 0x1f && rest[1] === 0x8b;) {
        const before = place;
        let { fed, isWhole } = await feed(rest, 0, PIECE, take);
        if (!isWhole && fed < rest.length) { // it is damaged, or something follows
            fed = await lengthOfMember(rest, fed);
            place = before;
            ({ isWhole } = await feed(rest.subarray(0, fed), 0, PIECE, take));
        }
        if (!isWhole) return false;
        rest = rest.subarray(fed);
    }
    return place >= bytes.length;
}
