// browser.mjs - the browsers that pages are tested in. WebGL 2 runs on the CPU in all of them.  SPDX-License-Identifier: MIT
import { readdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { withRemotePage } from './remote.mjs';
import { serve } from './server.mjs';

// HPYR_CHROMIUM_ARGUMENTS: more of them, as "--use-angle=gl-egl --ignore-gpu-blocklist", by which Chromium draws by the system's OpenGL.
const CHROMIUM_ARGUMENTS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    ...(process.env.HPYR_CHROMIUM_ARGUMENTS ?? '').split(' ').filter(Boolean)];

const FIREFOX_SETTINGS = {
    'browser.aboutwelcome.enabled': false, // or a tab of its own hides the page
    'browser.dom.window.dump.enabled': true, // prints errors and warnings
    'dom.ipc.cancel_content_js_when_navigating': false, // or a demo that is left while it draws is an error
    'dom.max_script_run_time': 0, // or a slow machine's scripts are ended
    'datareporting.policy.dataSubmissionEnabled': false,
    'webgl.disable-fail-if-major-performance-caveat': true, // the CPU is one
    'webgl.force-enabled': true,
    'webgl.max-warnings-per-context': 1000000,
};

/** Where Debian keeps WebKit's own small browser, which is no program for users. */
function miniBrowser() {
    for (const folder of readdirSync('/usr/lib', { withFileTypes: true }))
        if (folder.name.endsWith('-linux-gnu')) return `/usr/lib/${folder.name}/webkit2gtk-4.1/MiniBrowser`;
    return 'MiniBrowser';
}

/** `renderer` is what WebGL must run on. `usual` are messages that the browser shows for what is right, and why they are. The environment
 *  may name other programs than Debian's: HPYR_CHROMIUM, HPYR_FIREFOX, HPYR_WEBKIT. */
export const BROWSERS = {
    chromium: { renderer: 'SwiftShader', command: process.env.HPYR_CHROMIUM ?? '/usr/bin/chromium', open: withChromium, usual: [] },
    firefox: {
        renderer: 'llvmpipe', open: withRemotePage,
        command: process.env.HPYR_FIREFOX ?? 'firefox-esr',
        options: (home, address) => ['--headless', '--no-remote', '--profile', home, address],
        files: { 'user.js': Object.entries(FIREFOX_SETTINGS).map(([name, value]) => `user_pref("${name}", ${value});\n`).join('') },
        line: /^JavaScript (?:warning|error): (?!resource:|chrome:|moz-)(.*)/,
        usual: [
            'Reading from a buffer with usage other than \\*_READ', // the usages of READ make Chromium warn
            'Uploads from a buffer with a final row', // copies on the GPU, whose last row is never longer than the list
            'Drawing to a destination rect smaller than the viewport rect', // so that triangles are cut outside of it
            'WebGL context was lost', // by WEBGL_lose_context
            'linkProgram: Must have a compiled', // a page's GLSL that is wrong: nobody asks before the link, so that nobody waits
            'Texture has not been initialized prior to a partial upload', 'is incurring lazy initialization', // zeros, which WebGL promises
        ],
    },
    webkit: {
        renderer: 'Apple GPU', open: withRemotePage, // what WebKit calls every renderer
        command: process.env.HPYR_WEBKIT ?? miniBrowser(),
        options: (home, address) => ['--enable-write-console-messages-to-stdout=true', address],
        environment: {
            WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // containers have no namespaces for it; the pages are our own
            WEBKIT_DISABLE_COMPOSITING_MODE: '1', // else it draws in two threads, in which llvmpipe crashes: ../drivers/threads_crash.c
        },
        line: /CONSOLE (?!CONSOLEAPI)((?:\w+ )?(?:WARN|ERROR) .*)/,
        crash: /WebProcess CRASHED/, // the window stays
        usual: [],
    },
};

async function withChromium({ command }, folders, use, before) {
    const server = await serve(folders);
    try {
        const browser = await chromium.launch({ executablePath: command, headless: true, args: CHROMIUM_ARGUMENTS });
        try {
            const page = await browser.newPage();
            const messages = [];
            page.on('console', (message) => {
                const type = message.type();
                if (['error', 'warning', 'assert'].includes(type)) messages.push(`${type}: ${message.text()}`);
            });
            page.on('pageerror', (error) => messages.push(`exception: ${error.message}`));
            page.on('crash', () => messages.push('the page crashed'));
            await page.addInitScript(`(${before})();`);
            return await use(page, messages, server.address);
        } finally {
            await browser.close();
        }
    } finally {
        await server.close();
    }
}

/** Serves `folders`, calls use(page, messages, address) in a new page of a browser, and ends both. `messages` collects errors and warnings
 *  in the console, and exceptions that nobody caught. `before` runs in each page before its own scripts. */
export function withPage(name, folders, use, before = () => {}) {
    return BROWSERS[name].open(BROWSERS[name], folders, use, before);
}

/** Opens a page of `address` and waits for its window.result. */
export async function resultOf(page, address, milliseconds = 120000) {
    await page.goto(address);
    await page.waitForFunction(() => window.result !== undefined, null, { timeout: milliseconds, polling: 20 });
    return page.evaluate(() => window.result);
}
