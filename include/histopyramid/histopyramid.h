/* histopyramid.h - includes the whole GPU library, but not the reference.
 * SPDX-License-Identifier: MIT
 *
 *     input texture --discriminator--> counts per cell --reduction--> pyramid of sums
 *     key --traversal of the pyramid--> (cell, remainder)
 *
 * A discriminator says how many outputs each cell of the input has.
 * The reduction sums these counts, level by level, up to one top cell. The top cell holds the
 * total.
 * Outputs are numbered 0 .. total - 1. The number of an output is its key. But if a pyramid makes
 * clones, each output has several keys in a row.
 * README.md and docs/ call what a key has in a list an entry; types.h calls it a record.
 * The traversal walks from the top down to the cell that owns a key. What is left of the key is the
 * remainder: it says which of the cell's outputs the key is.
 *
 * Source: Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram Pyramids",
 *   Vision, Modeling and Visualization (VMV) 2006, http://www.tevs.eu/project_vmv06.html.
 *   docs/papers.md lists all papers that the library follows.
 *
 * These conventions hold in every header:
 *   - A `_create` function makes an object. The `_destroy` function of the same name frees it.
 *   - A zero in a descriptor stands for the default that the descriptor's table names. Where 0 is a
 *     wish of its own the table says so, as for `has_threshold` of a discriminator. `_resolved` returns
 *     the descriptor of an object with all defaults filled in.
 *   - Descriptors are copied, with the texts and arrays that they point to. Textures, buffers and what
 *     `user` points to are not.
 *   - `_bytes` tells how much GL memory an object will take at most. What quadtrees, octrees and Poisson
 *     solutions take depends on what they are built from. So their `_bytes` takes the object, and tells
 *     what it takes now.
 *   - Some calls refuse members that are given and have no effect. Their lists of errors say so.
 *   - HPYR_ALL as the count of a range means all from the first one on. Where it does not, as for the
 *     arrays of octrees and Poisson solutions, the list of errors says so.
 *   - GL names and GL enums are passed as uint32_t. So no GL header is needed, and you keep your
 *     own GL loader.
 *   - hpyr_result in types.h explains the lists of errors, and the lines about pointers. "Answers X"
 *     means "returns X".
 *   - A pass is one drawing by the library. A read-back copies data from the GPU to the CPU. If a
 *     call waits, or stalls, the CPU stands still until the GPU has finished.
 *   - All passes go to the GL context that is current. So what they write can be read by your own GL
 *     calls after them, without a barrier or glFinish.
 *   - "Not on GL 2.1", or on OpenGL ES, means that this GL does not have it. At the top of a header it is
 *     about the whole module.
 *   - "GL: state restored" means that the call leaves your GL state as it found it, unless you
 *     asked for hpyr_context_desc.skip_restore. What a hpyr_bind_fn of yours binds is the one exception.
 *     docs/gl-state.md has the details.
 *   - A volume of cells or voxels fills [-1,1]^3. Cell (i,j,k) of X x Y x Z cells reaches from
 *     -1 + 2i/X to -1 + 2(i+1)/X along x, and in the same way along y and z. A field of samples has
 *     its own place: see hpyr_field_grid.
 *   - Row 0 of a texture is the bottom row. */
#ifndef HPYR_HISTOPYRAMID_H
#define HPYR_HISTOPYRAMID_H

#include <histopyramid/context.h>
#include <histopyramid/discriminator.h>
#include <histopyramid/features.h>
#include <histopyramid/field.h>
#include <histopyramid/flat3d.h>
#include <histopyramid/flow.h>
#include <histopyramid/glsl.h>
#include <histopyramid/isosurface.h>
#include <histopyramid/list.h>
#include <histopyramid/marching_cubes.h>
#include <histopyramid/nearest.h>
#include <histopyramid/normals.h>
#include <histopyramid/octree.h>
#include <histopyramid/poisson.h>
#include <histopyramid/poisson_surface.h>
#include <histopyramid/pyramid.h>
#include <histopyramid/quadtree.h>
#include <histopyramid/sparse.h>
#include <histopyramid/texture.h>
#include <histopyramid/voxelizer.h>

#endif
