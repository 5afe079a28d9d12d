// shoot.mjs - takes pictures of the whole page, one of each demo, for the documents.  SPDX-License-Identifier: MIT
//
//   node shoot.mjs PAGE FOLDER
//
// PAGE is the folder of the page as it is built. FOLDER gets dicer.png and so on, of 900 x 560 pixels.
import { join } from 'node:path';
import { DEMOS } from './demos.mjs';
import { visit } from './visitor.mjs';

const RUNS = { heartbreaker: 5000 }; // milliseconds before the picture, of what shows little at first

const [page, folder] = process.argv.slice(2);
if (!page || !folder) {
    console.error('shoot.mjs: usage: node shoot.mjs PAGE FOLDER');
    process.exit(2);
}
await visit('chromium', { '/page/': page }, async (visitor) => {
    await visitor.page.setViewportSize({ width: 900, height: 560 });
    for (const demo of Object.keys(DEMOS)) {
        await visitor.page.goto('about:blank');
        await visitor.page.goto(`${visitor.address}/page/index.html${RUNS[demo] ? '' : '?paused'}#${demo}`);
        await visitor.ready();
        await visitor.settled();
        await visitor.page.waitForTimeout(RUNS[demo] ?? 500);
        await visitor.page.screenshot({ path: join(folder, `${demo}.png`) });
    }
});
