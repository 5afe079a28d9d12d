// drawn.mjs - meshes that vertex shaders of a page fetch, or make, look the same.  SPDX-License-Identifier: MIT
import { cayley } from '../fields.mjs';
import { open } from '../oracle.mjs';
import { expect, expectError, read, target } from '../webgl.mjs';

const SIDE = 33, PIXELS = 128;

function programOf(gl, glsl, corner) {
    const program = gl.createProgram();
    const place = 'gl_Position = vec4(position / 16.0 - 1.0, 1); color = vec4(normal * 0.5 + 0.5, 1);';
    const sources = {
        VERTEX_SHADER: `#version 300 es\n${glsl}\nout vec4 color;
            void main() { vec3 position, normal; ${corner} ${place} }`,
        FRAGMENT_SHADER: `#version 300 es\nprecision highp float; in vec4 color; out vec4 pixel;
            void main() { pixel = color; }`,
    };
    for (const [kind, source] of Object.entries(sources)) {
        const shader = gl.createShader(gl[kind]);
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        expect(gl.getShaderParameter(shader, gl.COMPILE_STATUS), gl.getShaderInfoLog(shader));
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    expect(gl.getProgramParameter(program, gl.LINK_STATUS), gl.getProgramInfoLog(program));
    return program;
}

function begin(gl) {
    target(gl, ['RGBA8'], PIXELS, PIXELS);
    const depth = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, PIXELS, PIXELS);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
}

async function looksTheSame(gl) {
    const { library, messages } = await open(gl), texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_3D, texture);
    gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R32F, SIDE, SIDE, SIDE);
    gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, 0, SIDE, SIDE, SIDE, gl.RED, gl.FLOAT, cayley(SIDE));
    const size = { width: SIDE, height: SIDE, depth: SIDE }, spacing = { spacing: [1, 1, 1] };
    const field = { texture, target: gl.TEXTURE_3D, ...size, format: 'R32F' };
    const isosurface = library.isosurface({ ...size, ...spacing }), cubes = library.marchingCubes({ ...size, ...spacing });
    isosurface.build(field, 0);
    cubes.build(field, 0);
    const fetching = programOf(gl, isosurface.glsl(), 'hpyr_mesh_corner(gl_VertexID, position, normal);');
    const making = programOf(gl, cubes.glsl(), 'hpyr_vertex_at(hpyr_key_of_vertex(gl_VertexID), position, normal);');
    begin(gl);
    isosurface.bind(fetching);
    gl.drawArrays(gl.TRIANGLES, 0, 3 * isosurface.counts().triangles);
    isosurface.unbind();
    const fetched = read(gl, PIXELS, PIXELS, Uint8Array);
    begin(gl);
    cubes.bind(making);
    const drawn = cubes.draw();
    cubes.unbind();
    const made = read(gl, PIXELS, PIXELS, Uint8Array);
    expect(drawn.written === 3 * isosurface.counts().triangles, `${drawn.written} vertices are drawn`);
    let lit = 0, other = 0;
    for (let i = 0; i < made.length; i += 4) {
        lit += made[i + 3] > 0;
        other += [0, 1, 2, 3].some((k) => Math.abs(made[i + k] - fetched[i + k]) > 3);
    }
    expect(lit > PIXELS * PIXELS / 8, `${lit} pixels are lit`);
    expect(other < lit / 200, `${other} of ${lit} pixels differ`);
    gl.disable(gl.DEPTH_TEST);
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
    expectError(gl);
}

export const checks = { 'fetched and made triangles look the same': looksTheSame };
