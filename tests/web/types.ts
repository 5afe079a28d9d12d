// types.ts - compiled with the package's declarations, and never run.  SPDX-License-Identifier: MIT
import { ALL, Histopyramid, HistopyramidError, type Pyramid, type Report } from 'histopyramid';

export async function use(gl: WebGL2RenderingContext, texture: WebGLTexture, buffer: WebGLBuffer): Promise<number> {
  const library = await Histopyramid.create(gl, { log: (level, text) => level === 'error' && console.error(text) });
  const pyramid: Pyramid = library.pyramid({ width: 4, height: 4, layout: 'line' });
  pyramid.build({ texture, width: 4, height: 4, format: 'R8' }, { ranges: [[0.25, 0.5]] });
  const report: Report = pyramid.extractBuffer(buffer, { count: ALL, offset: 16 });
  const isosurface = library.isosurface({ width: 8, height: 8, depth: 8, mesh: 'soup' });
  isosurface.build({ texture, target: gl.TEXTURE_3D, width: 8, height: 8, depth: 8, format: 'R32F' }, 0.5);
  const late: Histopyramid = await Histopyramid.create(gl, { compileWait: false });
  const { triangles } = await late.whenReady(() => isosurface.counts());
  const lists = library.lists({ capacity: 100, operations: ['sort'] });
  lists.sort({ keys: { buffer, type: 'float' }, sortedKeys: buffer, length: { count: 100, pyramid } });
  try {
    // @ts-expect-error: there is no such layout
    library.pyramid({ width: 4, height: 4, layout: 'spiral' });
  } catch (error) {
    if (error instanceof HistopyramidError) console.log(error.result);
  }
  library.destroy();
  return report.written + triangles;
}
