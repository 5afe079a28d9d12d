// histopyramid.d.ts - what histopyramid.mjs offers. The headers of the C library tell more of each call; docs/web.md tells what
// differs in a browser. Enums and descriptors come from the same headers, by way of api.d.mts.  SPDX-License-Identifier: MIT
import type {
  Caps, Channel, EdgeOperator, Format, IsosurfaceDescriptor, ListType, ListsDescriptor, ListsGatherDescriptor, ListsScanDescriptor,
  ListsSelectDescriptor, ListsSortDescriptor, ListsUniqueDescriptor, LogLevel, MarchingCubesDescriptor, MeshCounts, MeshStatistics,
  PyramidDescriptor, Report as Counted, Result, VoxelizerDescriptor,
} from './api.mjs';
export * from './api.mjs';

/** As `count` of a range: up to the last one. */
export const ALL: number;

/** Thrown by every call that fails. The page goes on as before. */
export class HistopyramidError extends Error {
  /** The name of the result in C. */
  readonly result: Result;
}

/** One level of a texture of the page's. Sizes are in texels, and those of the texture. */
export interface Texture {
  texture: WebGLTexture;
  /** gl.TEXTURE_2D unless given; or gl.TEXTURE_3D, gl.TEXTURE_2D_ARRAY. */
  target?: number;
  level?: number;
  width: number;
  height: number;
  depth?: number;
  format: Format;
  /** The channel that is read: alpha of four channels, else red, unless given. */
  channel?: Channel;
}

/** Sets uniforms of the page's own GLSL, whose program is in use, and binds textures from `firstUnit` on. */
export type Bind = (program: WebGLProgram, prefix: string, firstUnit: number) => void;

/** Which cells have outputs: those with a value of at least `threshold`, which is 1 if nothing is given; with a value within one of `ranges`, each [min, max];
 *  or those for which `glsl` says so; `localMax`, 3 or 5: the largest of their windows, from `threshold` on if it is given; `edge`:
 *  where the gradient is at least `threshold` long (discriminator.h). Values of R8 and RGBA8 are 0 to 1. */
export interface Rule {
  threshold?: number;
  ranges?: [number, number][];
  glsl?: string;
  bind?: Bind;
  localMax?: 3 | 5;
  edge?: EdgeOperator;
}

export interface Range {
  first?: number;
  /** ALL unless given. */
  count?: number;
}

export interface Report extends Counted {
  /** The destination was too small; what fits was written. */
  readonly truncated: boolean;
}

/** An object of the library. Its memory is the GPU's. */
interface Owned {
  /** Frees the memory. The object cannot be used any more. */
  destroy(): void;
}

/** What shaders of the page's can read. */
interface Readable extends Owned {
  /** GLSL functions for a shader of the page's, to be pasted after its '#version 300 es' and its precisions. A pyramid's are
   *  uvec4 hpyr_point_at(uint key) and uint hpyr_key_of_vertex(int gl_VertexID), marching cubes' are the latter and
   *  void hpyr_vertex_at(uint key, out vec3 position, out vec3 normal). An isosurface's vertex shader fetches the mesh from textures by
   *  void hpyr_mesh_corner(int corner, out vec3 position, out vec3 normal), so that no index buffer is needed: draw 3 * triangles vertices.
   *  Positions span [-1, 1] along an axis without a `spacing`. Normals point out of what is at least the isovalue. */
  glsl(prefix?: string): string;
  /** Uses the program and binds what the functions read, from texture unit `unit` on, until unbind(). */
  bind(program: WebGLProgram, options?: { prefix?: string; unit?: number }): { firstUnit: number; unitCount: number };
  unbind(): void;
}

/** A HistoPyramid: turns counts of cells into a dense list of outputs (pyramid.h). */
export interface Pyramid extends Readable {
  /** The descriptor with all defaults filled in. */
  readonly resolved: Required<PyramidDescriptor>;
  build(input: Texture | null, rule?: Rule): void;
  /** Each cell has as many outputs as its texel says. */
  buildCounts(counts: Texture): void;
  /** A volume of bits, as a Voxelizer makes it; layout 'bits', order 'column'. */
  buildBits(bits: Texture): void;
  /** The number of outputs. Waits for the GPU. */
  total(): number;
  /** The same, or null if the GPU has not finished. */
  tryTotal(): number | null;
  totalLater(): Promise<number>;
  /** Writes points into a buffer: four uint32 each, x, y, z and remainder. Offset and stride in bytes. */
  extractBuffer(buffer: WebGLBuffer, options?: Range & { offset?: number; stride?: number }): Report;
  /** Writes points into a 2D texture of RGBA32UI or RGBA32F, a point a texel. */
  extractTexture(list: Texture, range?: Range): Report;
  /** Four numbers a point. Waits for the GPU. */
  download(range?: Range): Uint32Array;
  /** The first key of each cell; cells have four numbers each, of which the last is not read. */
  rank(cells: Uint32Array): Uint32Array;
  /** Draws `verticesPerKey` vertices for each key of the range, with the program that is bound. */
  draw(mode: number, options?: Range & { verticesPerKey?: number }): Counted;
}

/** Samples in a texture (3D, an array, or flat-3D with `tilesX` tiles in a row), in a buffer, or computed by GLSL (field.h). */
export type Field =
  | (Texture & { tilesX?: number; bind?: undefined })
  | { buffer: WebGLBuffer; format: Format; offset?: number; bind?: undefined }
  | { glsl: string; bind?: Bind };

/** Makes meshes from fields of one size. */
interface Mesher extends Readable {
  build(field: Field, isovalue: number, options?: { slab?: number }): void;
  counts(): MeshCounts;
  /** Without waiting, or null. */
  tryCounts(): MeshCounts | null;
  /** A promise of the same. */
  countsLater(): Promise<MeshCounts>;
  /** Takes passes of its own, and waits. */
  statistics(): MeshStatistics;
  /** Writes six floats a vertex, position and normal, and three uint32 a triangle. WebGL cannot draw indices that the GPU has written.
   *  Marching cubes make vertices alone, three for each triangle. */
  extract(output: {
    vertices?: WebGLBuffer; vertexOffset?: number; firstVertex?: number; vertexCount?: number;
    indices?: WebGLBuffer; indexOffset?: number; firstTriangle?: number; triangleCount?: number;
    indexBase?: number; noWait?: boolean;
  }): { vertices: number; triangles: number; truncated: boolean };
  /** The same in memory; `indices` is empty where each triangle has vertices of its own. */
  download(): { vertices: Float32Array; indices: Uint32Array };
}

/** Makes meshes, welded or as soups, and stores them (isosurface.h). */
export interface Isosurface extends Mesher {
  readonly resolved: Required<IsosurfaceDescriptor>;
  /** Another isovalue of the field of the last build, which has not changed: less is read than in a build. */
  rebuild(isovalue: number): void;
}

/** Draws the triangles of a field without storing them (marching_cubes.h). */
export interface MarchingCubes extends Mesher {
  readonly resolved: Required<MarchingCubesDescriptor>;
  /** Draws vertices of triangles with the program that is bound. */
  draw(range?: Range): Counted;
}

/** A buffer whose entries are dense, or one with an offset and a stride in bytes. */
type Attribute = WebGLBuffer | { buffer: WebGLBuffer; offset?: number; stride?: number };

/** Triangles in buffers of the page's. Offsets and strides in bytes. Indices are uint32, in a buffer that was never bound as
 *  gl.ELEMENT_ARRAY_BUFFER. */
export interface Mesh {
  positions: Attribute;
  colors?: Attribute;
  indices?: WebGLBuffer;
  indexOffset?: number;
  triangleCount: number;
}

/** Part of a mesh with what its voxels can get from it. Normals and texture coordinates are three and two floats a vertex. */
export interface MeshPart extends Mesh {
  normals?: Attribute;
  texcoords?: Attribute;
  /** RGBA8, which is multiplied with the mesh's colors. */
  texture?: Texture;
}

/** Turns triangle meshes into volumes (voxelizer.h). */
export interface Voxelizer extends Owned {
  readonly resolved: Required<VoxelizerDescriptor>;
  /** `transform`: sixteen numbers, column by column; the unit matrix unless given. The volume is [-1, 1]^3. */
  run(mesh: Mesh, transform?: ArrayLike<number>): void;
  /** Writes the color (RGBA8) and the normal (RGBA32F) of every voxel into 2D textures with a texel for each entry of the list of
   *  `pyramid`, which was built from this voxelizer's volume. `parts` are the parts of the mesh that was run last. */
  attributes(pyramid: Pyramid, parts: MeshPart[], lists: {
    colors?: Texture; normals?: Texture; transform?: ArrayLike<number>;
  }): { truncated: boolean };
  /** The volume, for Pyramid.buildBits or Pyramid.build. It belongs to the voxelizer. */
  volume(): Texture;
}

/** A list of 32-bit numbers: a buffer of uint32, or one with an offset in bytes and a type, or a texture of R32UI or R32F. */
export type List = WebGLBuffer | { buffer: WebGLBuffer; offset?: number; type?: ListType } | (Texture & { type?: ListType });

/** A number that is known; or one that the GPU knows, of at most `count`. */
export type Length = number | { count?: number; pyramid?: Pyramid; buffer?: WebGLBuffer; offset?: number };

export type Records =
  | { buffer: WebGLBuffer; offset?: number; format: Format; count?: number }
  | (Texture & { count?: number });

/** Memory in which operations on lists work (list.h). */
export interface Lists extends Owned {
  readonly resolved: Required<ListsDescriptor>;
  scan(d: ListsScanDescriptor): void;
  select(d: ListsSelectDescriptor): void;
  sort(d: ListsSortDescriptor): void;
  unique(d: ListsUniqueDescriptor): void;
  gather(d: ListsGatherDescriptor): void;
  /** The number that the last operation has found. Waits for the GPU. */
  result(): number;
  tryResult(): number | null;
  resultLater(): Promise<number>;
}

export interface Options {
  /** Receives all messages. */
  log?: (level: LogLevel, text: string) => void;
  /** Where wasm.wasm is, if it is not beside the module. */
  wasmURL?: string;
  /** false: calls leave the state of WebGL changed, and take less time. */
  keepState?: boolean;
  /** false: no call waits for the browser's compiler. One that needs a program for the first time throws NOT_READY instead: see whenReady. */
  compileWait?: boolean;
}

/** The library on one WebGL 2 context of the page's. */
export class Histopyramid {
  private constructor();
  static create(gl: WebGL2RenderingContext, options?: Options): Promise<Histopyramid>;
  readonly gl: WebGL2RenderingContext;
  readonly caps: Caps;
  /** Whether the browser has compiled all programs that calls have asked for. */
  readonly ready: boolean;
  /** With `compileWait: false`: makes the calls in `use` again and again, between frames, until none throws NOT_READY, and gives what `use` returns.
   *  `use` begins anew each time, so it makes objects only if it is to make no others, and keeps what it has made. Other exceptions reject. */
  whenReady<T>(use: () => T): Promise<T>;
  pyramid(desc: PyramidDescriptor): Pyramid;
  isosurface(desc: IsosurfaceDescriptor): Isosurface;
  marchingCubes(desc: MarchingCubesDescriptor): MarchingCubes;
  voxelizer(desc: VoxelizerDescriptor): Voxelizer;
  lists(desc: ListsDescriptor): Lists;
  /** Destroys all objects of the library on this context. */
  destroy(): void;
}
