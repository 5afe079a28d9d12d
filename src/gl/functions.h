/* functions.h - every function of GL that a library for desktops calls, and which GLs must have it.
 *
 * OLD are functions of OpenGL 1.1, to which a library with GLEW is linked. NEW are those that are looked for by name. The list is
 * sorted, and ctest's entry `loader_host` compares it with the calls. src/CMakeLists.txt makes macros of it for a library without GLEW,
 * and for one that counts its calls (counts.h).
 * SPDX-License-Identifier: MIT */
#ifndef HPI_GL_FUNCTIONS_H
#define HPI_GL_FUNCTIONS_H

#ifdef HPYR_LOADER_CALLER
#    ifdef _WIN32 /* where these headers want windows.h otherwise */
#        define APIENTRY __stdcall
#        define WINGDIAPI
#    endif
#    define GL_GLEXT_PROTOTYPES
#    include <GL/gl.h>
#    include <GL/glext.h>
#endif

/** GLs that must have a function: a sum. Several conditions can hold for one context. */
enum {
    HPI_IN_NONE = 0, /* it is looked for before each use */
    HPI_IN_EVERY = 1 << 0,
    HPI_IN_ES = 1 << 1,
    HPI_IN_GL21 = 1 << 2,       /* OpenGL that is used as 2.1 */
    HPI_IN_EXT = 1 << 3,        /* OpenGL 2.1 with GL_EXT_framebuffer_object */
    HPI_IN_ARB = 1 << 4,        /* OpenGL 2.1 without it */
    HPI_IN_GL33 = 1 << 5,       /* OpenGL 3.3 or later */
    HPI_IN_COMPATIBLE = 1 << 6, /* a compatibility profile of OpenGL 3.3 or later */
    HPI_IN_GL40 = 1 << 7,
    HPI_IN_GL41 = 1 << 8,
    HPI_IN_DESKTOP = HPI_IN_GL21 | HPI_IN_GL33,
    HPI_IN_MODERN = HPI_IN_ES | HPI_IN_GL33,
    HPI_IN_FEEDBACK = HPI_IN_ES | HPI_IN_GL40,
    HPI_IN_FRAMEBUFFERS = HPI_IN_MODERN | HPI_IN_ARB,
    HPI_IN_TRANSFER = HPI_IN_GL21 | HPI_IN_COMPATIBLE
};

/* clang-format off */
#define HPI_GL_FUNCTIONS(OLD, NEW) \
    NEW(ActiveTexture, EVERY) NEW(AttachShader, EVERY) OLD(Begin, GL21) NEW(BeginQuery, GL21) \
    NEW(BeginTransformFeedback, MODERN) NEW(BindAttribLocation, EVERY) NEW(BindBuffer, EVERY) \
    NEW(BindBufferBase, MODERN) NEW(BindBufferRange, MODERN) NEW(BindFramebuffer, FRAMEBUFFERS) \
    NEW(BindFramebufferEXT, EXT) NEW(BindRenderbuffer, MODERN) NEW(BindSampler, MODERN) OLD(BindTexture, EVERY) \
    NEW(BindTransformFeedback, FEEDBACK) NEW(BindVertexArray, MODERN) NEW(BlendEquationSeparate, EVERY) \
    NEW(BlendEquationSeparatei, GL40) NEW(BlendFuncSeparate, EVERY) NEW(BlendFuncSeparatei, GL40) \
    NEW(BufferData, EVERY) NEW(BufferSubData, EVERY) NEW(CheckFramebufferStatus, FRAMEBUFFERS) \
    NEW(CheckFramebufferStatusEXT, EXT) NEW(ClampColor, GL33) NEW(ClampColorARB, NONE) OLD(Clear, EVERY) \
    NEW(ClearBufferfv, MODERN) NEW(ClearBufferuiv, MODERN) OLD(ClearColor, EVERY) NEW(ClientActiveTexture, GL21) \
    NEW(ClientWaitSync, MODERN) NEW(ClipControl, NONE) OLD(ColorMask, EVERY) NEW(ColorMaski, GL33) \
    NEW(CompileShader, EVERY) NEW(CopyBufferSubData, MODERN) OLD(CopyTexSubImage2D, EVERY) \
    NEW(CopyTexSubImage3D, EVERY) NEW(CreateProgram, EVERY) NEW(CreateShader, EVERY) NEW(DeleteBuffers, EVERY) \
    NEW(DeleteFramebuffers, FRAMEBUFFERS) NEW(DeleteFramebuffersEXT, EXT) NEW(DeleteProgram, EVERY) \
    NEW(DeleteQueries, EVERY) NEW(DeleteRenderbuffers, MODERN) NEW(DeleteSamplers, MODERN) NEW(DeleteShader, EVERY) \
    NEW(DeleteSync, MODERN) OLD(DeleteTextures, EVERY) NEW(DeleteTransformFeedbacks, FEEDBACK) \
    NEW(DeleteVertexArrays, MODERN) OLD(DepthFunc, EVERY) OLD(DepthMask, EVERY) OLD(DepthRange, DESKTOP) \
    NEW(DepthRangeIndexed, GL41) NEW(DepthRangef, ES) OLD(Disable, EVERY) OLD(DisableClientState, GL21) \
    NEW(DisableVertexAttribArray, EVERY) NEW(Disablei, GL33) OLD(DrawArrays, EVERY) NEW(DrawArraysIndirect, NONE) \
    NEW(DrawArraysInstanced, MODERN) NEW(DrawBuffers, EVERY) OLD(DrawElements, EVERY) OLD(Enable, EVERY) \
    NEW(EnableVertexAttribArray, EVERY) NEW(Enablei, GL33) OLD(End, GL21) NEW(EndQuery, GL21) \
    NEW(EndTransformFeedback, MODERN) NEW(FenceSync, MODERN) OLD(Flush, EVERY) NEW(FramebufferRenderbuffer, MODERN) \
    NEW(FramebufferTexture2D, FRAMEBUFFERS) NEW(FramebufferTexture2DEXT, EXT) NEW(FramebufferTextureLayer, MODERN) \
    NEW(GenBuffers, EVERY) NEW(GenFramebuffers, FRAMEBUFFERS) NEW(GenFramebuffersEXT, EXT) NEW(GenQueries, GL21) \
    NEW(GenRenderbuffers, MODERN) NEW(GenSamplers, MODERN) OLD(GenTextures, EVERY) \
    NEW(GenTransformFeedbacks, FEEDBACK) NEW(GenVertexArrays, MODERN) NEW(GetActiveUniform, EVERY) \
    NEW(GetActiveUniformsiv, MODERN) NEW(GetAttribLocation, EVERY) NEW(GetBooleani_v, GL33) OLD(GetBooleanv, EVERY) \
    NEW(GetBufferParameteri64v, MODERN) NEW(GetBufferParameteriv, EVERY) NEW(GetBufferSubData, DESKTOP) \
    OLD(GetError, EVERY) NEW(GetFloati_v, GL41) OLD(GetFloatv, EVERY) NEW(GetInteger64i_v, MODERN) \
    NEW(GetIntegeri_v, MODERN) OLD(GetIntegerv, EVERY) NEW(GetProgramBinary, NONE) \
    NEW(GetProgramInfoLog, EVERY) NEW(GetProgramiv, EVERY) \
    NEW(GetQueryObjectuiv, EVERY) NEW(GetQueryiv, GL21) NEW(GetShaderInfoLog, EVERY) NEW(GetShaderSource, EVERY) \
    NEW(GetShaderiv, EVERY) OLD(GetString, EVERY) NEW(GetStringi, MODERN) OLD(GetTexEnvfv, GL21) \
    OLD(GetTexImage, DESKTOP) OLD(GetTexLevelParameteriv, DESKTOP) OLD(GetTexParameterfv, EVERY) \
    OLD(GetTexParameteriv, EVERY) NEW(GetUniformIndices, MODERN) NEW(GetUniformLocation, EVERY) \
    NEW(GetVertexAttribPointerv, EVERY) NEW(GetVertexAttribiv, EVERY) NEW(IsBuffer, EVERY) OLD(IsEnabled, EVERY) \
    NEW(IsEnabledi, GL33) NEW(IsProgram, EVERY) NEW(IsSampler, MODERN) NEW(IsShader, EVERY) NEW(IsSync, MODERN) \
    OLD(IsTexture, EVERY) NEW(LinkProgram, EVERY) OLD(LogicOp, DESKTOP) NEW(MapBuffer, GL21) \
    NEW(MapBufferRange, MODERN) NEW(PauseTransformFeedback, FEEDBACK) OLD(PixelStorei, EVERY) \
    OLD(PixelTransferf, TRANSFER) OLD(PixelTransferi, TRANSFER) NEW(PointParameterf, COMPATIBLE) OLD(PointSize, GL33) \
    OLD(PolygonMode, DESKTOP) OLD(PopAttrib, GL21) OLD(PopClientAttrib, GL21) NEW(ProgramBinary, NONE) \
    NEW(ProgramParameteri, NONE) OLD(PushAttrib, GL21) \
    OLD(PushClientAttrib, GL21) OLD(ReadBuffer, EVERY) OLD(ReadPixels, EVERY) NEW(RenderbufferStorage, MODERN) \
    NEW(ResumeTransformFeedback, FEEDBACK) NEW(SamplerParameteri, MODERN) OLD(Scissor, EVERY) NEW(ScissorIndexed, GL41) NEW(ShaderSource, EVERY) \
    NEW(TexBuffer, GL33) OLD(TexEnvf, GL21) OLD(TexImage2D, EVERY) NEW(TexImage3D, EVERY) OLD(TexParameterf, EVERY) \
    OLD(TexParameteri, EVERY) NEW(TexStorage2D, ES) NEW(TexStorage3D, ES) OLD(TexSubImage2D, EVERY) \
    NEW(TexSubImage3D, EVERY) NEW(TransformFeedbackVaryings, MODERN) NEW(Uniform1f, EVERY) NEW(Uniform1i, EVERY) \
    NEW(Uniform1iv, EVERY) NEW(Uniform1ui, MODERN) NEW(Uniform1uiv, MODERN) NEW(Uniform2f, EVERY) \
    NEW(Uniform2fv, EVERY) NEW(Uniform2i, EVERY) NEW(Uniform2ui, MODERN) NEW(Uniform2uiv, MODERN) \
    NEW(Uniform3f, EVERY) NEW(Uniform3fv, EVERY) NEW(Uniform3i, EVERY) NEW(Uniform3ui, MODERN) NEW(Uniform4f, EVERY) \
    NEW(Uniform4fv, EVERY) NEW(Uniform4ui, MODERN) NEW(Uniform4uiv, MODERN) NEW(UniformMatrix4fv, EVERY) \
    NEW(UnmapBuffer, EVERY) NEW(UseProgram, EVERY) OLD(Vertex2f, GL21) NEW(VertexAttribIPointer, MODERN) \
    NEW(VertexAttribPointer, EVERY) OLD(Viewport, EVERY) NEW(ViewportIndexedf, GL41)
/* clang-format on */

#ifdef HPYR_LOADER_CALLER
/** The functions' addresses, which all contexts of the process share. */
typedef struct hpi_gl_addresses {
#    define MEMBER(name, in) __typeof__(gl##name) *name;
    HPI_GL_FUNCTIONS(MEMBER, MEMBER)
#    undef MEMBER
} hpi_gl_addresses;
extern hpi_gl_addresses hpi_gl_functions;
#    define HPI_GL_ADDRESS(name) hpi_gl_functions.name
#    include "gl_macros.h" /* #define glClear hpi_gl_functions.Clear, and so on */
#endif

#endif
