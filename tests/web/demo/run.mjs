// run.mjs - tests the demos' page in a browser and prints a line for each check.  SPDX-License-Identifier: MIT
//
//   node run.mjs --page FOLDER --programs FOLDER --pictures FOLDER [--browser NAME] [--seconds N] [CHECK ...]
//
// FOLDERs: of the page as it is built, of the native demos, and where all pictures are kept. A demo is played for N seconds, 3 unless
// given. Every error or warning in the console is a failure, but for what a browser says of what is right. NAME is chromium, firefox or
// webkit; the first unless given. The others have no mouse, keyboard or count of memory for tests: what needs those fails there.
// CHECKs are parts of names, as 'dicer' or 'lost'.
import { fileURLToPath } from 'node:url';
import { CHECK_PAGE } from './check_page.mjs';
import { changes, controls, DEMOS, drop, input, lose, picture, play, resize, save } from './demos.mjs';
import { Pictures } from './pictures.mjs';
import { visit } from './visitor.mjs';
import { BROWSERS } from '../browser.mjs';
import { expect } from '../webgl.mjs';

function parse(words) {
    const options = { seconds: '3', browser: 'chromium' }, parts = [];
    while (words.length) {
        const word = words.shift(), name = /^--(page|programs|pictures|browser|seconds)$/.exec(word)?.[1];
        if (name) options[name] = words.shift();
        else if (word.startsWith('--')) throw new Error(`expected --page, --programs, --pictures, --browser or --seconds, got '${word}'`);
        else parts.push(word);
    }
    for (const name of ['page', 'programs', 'pictures']) if (!options[name]) throw new Error(`--${name} FOLDER is missing`);
    if (!Object.hasOwn(BROWSERS, options.browser)) throw new Error(`--browser: expected ${Object.keys(BROWSERS).join(', ')}, got '${options.browser}'`);
    if (!(Number(options.seconds) > 0)) throw new Error(`--seconds: expected a number above 0, got '${options.seconds}'`);
    return { options, parts };
}

/** What the page says if something that it needs is missing: one sentence. */
function missing(sentence) {
    return async (visitor) => {
        await visitor.page.goto(`${visitor.address}/page/index.html`);
        await visitor.until(() => !/^$|^Loading/.test(document.querySelector('#message').textContent));
        const text = await visitor.message();
        expect(text.includes(sentence) && /^[^.]+\.$/.test(text), `the page says '${text}'`);
    };
}

const NO_WEBGL = () => (HTMLCanvasElement.prototype.getContext = () => null);
const NO_FLOATS = () => {
    const get = WebGL2RenderingContext.prototype.getExtension;
    WebGL2RenderingContext.prototype.getExtension = function (name) {
        return name === 'EXT_color_buffer_float' ? null : get.call(this, name);
    };
};

function checksOf({ programs, pictures, seconds }) {
    const album = new Pictures(programs, pictures), checks = {
        'without WebGL 2': { check: missing('WebGL 2'), before: NO_WEBGL },
        'without float targets': { check: missing('EXT_color_buffer_float'), before: NO_FLOATS },
        ...Object.fromEntries(Object.entries(CHECK_PAGE).map(([name, { check, before }]) => [name, { check: (visitor) => check(visitor, pictures), before }])),
        'changes of demos': { check: changes },
    };
    for (const demo of Object.keys(DEMOS)) {
        for (const [name, check] of Object.entries({ picture, drop })) checks[`${demo}: ${name}`] = { check: (visitor) => check(visitor, album, demo) };
        for (const [name, check] of Object.entries({ input, resize, lose, controls, save })) checks[`${demo}: ${name}`] = { check: (visitor) => check(visitor, demo) };
        checks[`${demo}: play`] = { check: (visitor) => play(visitor, demo, 1000 * seconds) };
    }
    return checks;
}

/** A browser for each check would take a second each: those with the same `before` share one. */
async function runGroup(browser, folders, group, before) {
    // Chromium tells now and then that the reading of a canvas waits, which is what these checks do to compare pictures.
    const usual = [...BROWSERS[browser].usual, 'GPU stall due to ReadPixels'].map((pattern) => new RegExp(pattern));
    let failed = 0;
    await visit(browser, folders, async (visitor) => {
        for (const [name, { check }] of group) {
            const start = performance.now();
            let failure = null, note;
            visitor.messages.length = 0;
            try {
                note = await check(visitor);
                await visitor.page.waitForTimeout(50); // warnings of the GPU's process come later than what caused them
            } catch (error) {
                failure = error.message.split('\n')[0] || 'it says nothing';
            }
            const messages = visitor.messages.filter((text) => !usual.some((pattern) => pattern.test(text)));
            if (messages.length) failure = [failure, ...messages].filter(Boolean).join('; ');
            const seconds = ((performance.now() - start) / 1000).toFixed(1);
            console.log(failure ? `FAIL ${name}: ${failure}` : `ok   ${name} (${seconds} s)${note ? `: ${note}` : ''}`);
            failed += failure ? 1 : 0;
        }
    }, before);
    return failed;
}

try {
    const { options, parts } = parse(process.argv.slice(2)), checks = Object.entries(checksOf(options));
    const chosen = checks.filter(([name]) => parts.length === 0 || parts.some((part) => name.includes(part)));
    if (chosen.length === 0) throw new Error(`no check has '${parts.join("' or '")}' in its name`);
    const folders = { '/page/': options.page, '/': fileURLToPath(new URL('.', import.meta.url)) };
    let failed = 0;
    for (const before of new Set(chosen.map(([, { before }]) => before)))
        failed += await runGroup(options.browser, folders, chosen.filter(([, entry]) => entry.before === before), before);
    process.exitCode = failed ? 1 : 0;
} catch (error) {
    console.error(`run.mjs: ${error.message}`);
    process.exitCode = 2;
}
