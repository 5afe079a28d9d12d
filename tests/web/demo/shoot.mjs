// shoot.mjs - takes pictures of the whole page, a scene each, for the documents.  SPDX-License-Identifier: MIT
//
//   node shoot.mjs PAGE FOLDER
//
// PAGE is the folder of the page as it is built. FOLDER gets dicer.png and so on, of 900 x 560 pixels.
import { join } from 'node:path';
import { visit } from './visitor.mjs';

const MOMENTS = { dicer: 0, heartbreaker: 5.05, isosurface: 1.5, splats: 1.2 };

const [page, folder] = process.argv.slice(2);
if (!page || !folder) {
    console.error('shoot.mjs: usage: node shoot.mjs PAGE FOLDER');
    process.exit(2);
}
await visit('chromium', { '/page/': page }, async (visitor) => {
    await visitor.page.setViewportSize({ width: 900, height: 560 });
    for (const [scene, seconds] of Object.entries(MOMENTS)) {
        await visitor.page.goto('about:blank');
        await visitor.page.goto(`${visitor.address}/page/index.html?paused#${scene}`);
        await visitor.ready();
        // Runs from the beginning, so that each stage has been timed.
        for (let i = 0; i <= 36; i++) await visitor.run((seconds) => window.page.still(seconds), (seconds * i) / 36);
        await visitor.page.screenshot({ path: join(folder, `${scene}.png`) });
    }
});
