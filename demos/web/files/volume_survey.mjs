// volume_survey.mjs - what the samples of a volume are, as demos/common/volume/volume.c finds it.  SPDX-License-Identifier: MIT

const BINS = 256;

/** { minimum, maximum, nans }: infinite samples and NaN are not in the range, which is from 0 to 0 where there are no others. */
export function rangeOf(samples) {
    let minimum = Infinity, maximum = -Infinity, nans = 0;
    for (let i = 0; i < samples.length; i++) {
        const value = samples[i];
        if (value < minimum && value > -Infinity) minimum = value;
        if (value > maximum && value < Infinity) maximum = value;
        if (value !== value) nans++;
    }
    return minimum <= maximum ? { minimum, maximum, nans } : { minimum: 0, maximum: 0, nans };
}

function binsOf(samples, { minimum, maximum }) {
    const bins = new Float64Array(BINS), scale = BINS / (maximum - minimum);
    for (let i = 0; i < samples.length; i++) {
        const value = samples[i];
        if (value >= minimum && value <= maximum) bins[Math.min(Math.floor((value - minimum) * scale), BINS - 1)]++;
    }
    return bins;
}

// The bin from which on samples are of the second kind: the split with the largest variance between the two kinds (Otsu 1979), or the
// middle of several that are as good, since bins between them are empty.
function splitOf(bins) {
    const total = bins.reduce((sum, count) => sum + count, 0), moment = bins.reduce((sum, count, i) => sum + count * i, 0);
    let below = 0, momentBelow = 0, best = -1, first = BINS / 2, last = first;
    for (let i = 0; i + 1 < BINS; i++) {
        below += bins[i];
        momentBelow += bins[i] * i;
        if (below === 0 || below === total) continue;
        const apart = momentBelow / below - (moment - momentBelow) / (total - below);
        const between = below * (total - below) * apart * apart;
        if (between > best) first = i + 1;
        if (between >= best) last = i + 1;
        best = Math.max(best, between);
    }
    return (first + Math.max(last, first)) / 2;
}

/** The value that parts the samples best into two kinds; between two whole numbers where samples are whole, so that none is on the
 *  surface. `range` is theirs. */
export function partingValue(samples, range) {
    const { minimum, maximum } = range;
    const split = minimum + (maximum - minimum) * splitOf(binsOf(samples, range)) / BINS;
    return samples instanceof Float32Array ? split : Math.min(Math.floor(split) + 0.5, maximum - 0.5);
}
