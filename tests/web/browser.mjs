// browser.mjs - Chromium without a window, whose WebGL 2 runs on the CPU (SwiftShader).  SPDX-License-Identifier: MIT
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';

const ARGUMENTS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Serves `folders`, calls use(page, messages, address) in a new page, and ends both. `messages` collects errors and warnings in the
 *  console, and exceptions that nobody caught. HPYR_CHROMIUM names another browser than Debian's. */
export async function withPage(folders, use) {
    const server = await serve(folders);
    try {
        const browser = await chromium.launch({
            executablePath: process.env.HPYR_CHROMIUM ?? '/usr/bin/chromium',
            headless: true,
            args: ARGUMENTS,
        });
        try {
            const page = await browser.newPage();
            const messages = [];
            page.on('console', (message) => {
                const type = message.type();
                if (['error', 'warning', 'assert'].includes(type)) messages.push(`${type}: ${message.text()}`);
            });
            page.on('pageerror', (error) => messages.push(`exception: ${error.message}`));
            page.on('crash', () => messages.push('the page crashed'));
            return await use(page, messages, server.address);
        } finally {
            await browser.close();
        }
    } finally {
        await server.close();
    }
}

/** Opens a page of `address` and waits for its window.result. */
export async function resultOf(page, address, milliseconds = 120000) {
    await page.goto(address);
    await page.waitForFunction(() => window.result !== undefined, null, { timeout: milliseconds, polling: 20 });
    return page.evaluate(() => window.result);
}
