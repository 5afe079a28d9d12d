/* poison.h - GL functions above version 3.3, which a library for GL 3.3 must not call.  SPDX-License-Identifier: MIT
 *
 * X(name) for every function that GL 4.0 to 4.6 added, in GLEW's spelling without its prefix. */
#ifndef TEST_POISON_H
#define TEST_POISON_H

/* clang-format off */
#define POISON_LIST(X) \
    X(DrawArraysIndirect) X(DrawElementsIndirect) X(GetUniformdv) X(Uniform1d) X(Uniform1dv) X(Uniform2d) \
    X(Uniform2dv) X(Uniform3d) X(Uniform3dv) X(Uniform4d) X(Uniform4dv) X(UniformMatrix2dv) \
    X(UniformMatrix2x3dv) X(UniformMatrix2x4dv) X(UniformMatrix3dv) X(UniformMatrix3x2dv) \
    X(UniformMatrix3x4dv) X(UniformMatrix4dv) X(UniformMatrix4x2dv) X(UniformMatrix4x3dv) \
    X(MinSampleShadingARB) X(PatchParameterfv) X(PatchParameteri) X(BindTransformFeedback) \
    X(DeleteTransformFeedbacks) X(DrawTransformFeedback) X(GenTransformFeedbacks) X(IsTransformFeedback) \
    X(PauseTransformFeedback) X(ResumeTransformFeedback) X(BeginQueryIndexed) X(DrawTransformFeedbackStream) \
    X(EndQueryIndexed) X(GetQueryIndexediv) X(GetActiveSubroutineName) X(GetActiveSubroutineUniformName) \
    X(GetActiveSubroutineUniformiv) X(GetProgramStageiv) X(GetSubroutineIndex) X(GetSubroutineUniformLocation) \
    X(GetUniformSubroutineuiv) X(UniformSubroutinesuiv) X(BlendEquationSeparateiARB) X(BlendEquationiARB) \
    X(BlendFuncSeparateiARB) X(BlendFunciARB) X(ClearDepthf) X(DepthRangef) X(GetShaderPrecisionFormat) \
    X(ReleaseShaderCompiler) X(ShaderBinary) X(GetProgramBinary) X(ProgramBinary) X(ProgramParameteri) \
    X(ActiveShaderProgram) X(BindProgramPipeline) X(CreateShaderProgramv) X(DeleteProgramPipelines) \
    X(GenProgramPipelines) X(GetProgramPipelineInfoLog) X(GetProgramPipelineiv) X(IsProgramPipeline) \
    X(ProgramUniform1d) X(ProgramUniform1dv) X(ProgramUniform1f) X(ProgramUniform1fv) X(ProgramUniform1i) \
    X(ProgramUniform1iv) X(ProgramUniform1ui) X(ProgramUniform1uiv) X(ProgramUniform2d) X(ProgramUniform2dv) \
    X(ProgramUniform2f) X(ProgramUniform2fv) X(ProgramUniform2i) X(ProgramUniform2iv) X(ProgramUniform2ui) \
    X(ProgramUniform2uiv) X(ProgramUniform3d) X(ProgramUniform3dv) X(ProgramUniform3f) X(ProgramUniform3fv) \
    X(ProgramUniform3i) X(ProgramUniform3iv) X(ProgramUniform3ui) X(ProgramUniform3uiv) X(ProgramUniform4d) \
    X(ProgramUniform4dv) X(ProgramUniform4f) X(ProgramUniform4fv) X(ProgramUniform4i) X(ProgramUniform4iv) \
    X(ProgramUniform4ui) X(ProgramUniform4uiv) X(ProgramUniformMatrix2dv) X(ProgramUniformMatrix2fv) \
    X(ProgramUniformMatrix2x3dv) X(ProgramUniformMatrix2x3fv) X(ProgramUniformMatrix2x4dv) \
    X(ProgramUniformMatrix2x4fv) X(ProgramUniformMatrix3dv) X(ProgramUniformMatrix3fv) \
    X(ProgramUniformMatrix3x2dv) X(ProgramUniformMatrix3x2fv) X(ProgramUniformMatrix3x4dv) \
    X(ProgramUniformMatrix3x4fv) X(ProgramUniformMatrix4dv) X(ProgramUniformMatrix4fv) \
    X(ProgramUniformMatrix4x2dv) X(ProgramUniformMatrix4x2fv) X(ProgramUniformMatrix4x3dv) \
    X(ProgramUniformMatrix4x3fv) X(UseProgramStages) X(ValidateProgramPipeline) X(GetVertexAttribLdv) \
    X(VertexAttribL1d) X(VertexAttribL1dv) X(VertexAttribL2d) X(VertexAttribL2dv) X(VertexAttribL3d) \
    X(VertexAttribL3dv) X(VertexAttribL4d) X(VertexAttribL4dv) X(VertexAttribLPointer) X(DepthRangeArrayv) \
    X(DepthRangeIndexed) X(GetDoublei_v) X(GetFloati_v) X(ScissorArrayv) X(ScissorIndexed) X(ScissorIndexedv) \
    X(ViewportArrayv) X(ViewportIndexedf) X(ViewportIndexedfv) X(DrawArraysInstancedBaseInstance) \
    X(DrawElementsInstancedBaseInstance) X(DrawElementsInstancedBaseVertexBaseInstance) \
    X(DrawTransformFeedbackInstanced) X(DrawTransformFeedbackStreamInstanced) X(GetInternalformativ) \
    X(GetActiveAtomicCounterBufferiv) X(BindImageTexture) X(MemoryBarrier) X(TexStorage1D) X(TexStorage2D) \
    X(TexStorage3D) X(ClearBufferData) X(ClearBufferSubData) X(ClearNamedBufferDataEXT) \
    X(ClearNamedBufferSubDataEXT) X(DispatchCompute) X(DispatchComputeIndirect) X(CopyImageSubData) \
    X(FramebufferParameteri) X(GetFramebufferParameteriv) X(GetNamedFramebufferParameterivEXT) \
    X(NamedFramebufferParameteriEXT) X(GetInternalformati64v) X(InvalidateBufferData) \
    X(InvalidateBufferSubData) X(InvalidateFramebuffer) X(InvalidateSubFramebuffer) X(InvalidateTexImage) \
    X(InvalidateTexSubImage) X(MultiDrawArraysIndirect) X(MultiDrawElementsIndirect) X(GetProgramInterfaceiv) \
    X(GetProgramResourceIndex) X(GetProgramResourceLocation) X(GetProgramResourceLocationIndex) \
    X(GetProgramResourceName) X(GetProgramResourceiv) X(ShaderStorageBlockBinding) X(TexBufferRange) \
    X(TextureBufferRangeEXT) X(TexStorage2DMultisample) X(TexStorage3DMultisample) \
    X(TextureStorage2DMultisampleEXT) X(TextureStorage3DMultisampleEXT) X(TextureView) X(BindVertexBuffer) \
    X(VertexArrayBindVertexBufferEXT) X(VertexArrayVertexAttribBindingEXT) X(VertexArrayVertexAttribFormatEXT) \
    X(VertexArrayVertexAttribIFormatEXT) X(VertexArrayVertexAttribLFormatEXT) \
    X(VertexArrayVertexBindingDivisorEXT) X(VertexAttribBinding) X(VertexAttribFormat) X(VertexAttribIFormat) \
    X(VertexAttribLFormat) X(VertexBindingDivisor) X(BufferStorage) X(ClearTexImage) X(ClearTexSubImage) \
    X(BindBuffersBase) X(BindBuffersRange) X(BindImageTextures) X(BindSamplers) X(BindTextures) \
    X(BindVertexBuffers) X(BindTextureUnit) X(BlitNamedFramebuffer) X(CheckNamedFramebufferStatus) \
    X(ClearNamedBufferData) X(ClearNamedBufferSubData) X(ClearNamedFramebufferfi) X(ClearNamedFramebufferfv) \
    X(ClearNamedFramebufferiv) X(ClearNamedFramebufferuiv) X(CompressedTextureSubImage1D) \
    X(CompressedTextureSubImage2D) X(CompressedTextureSubImage3D) X(CopyNamedBufferSubData) \
    X(CopyTextureSubImage1D) X(CopyTextureSubImage2D) X(CopyTextureSubImage3D) X(CreateBuffers) \
    X(CreateFramebuffers) X(CreateProgramPipelines) X(CreateQueries) X(CreateRenderbuffers) X(CreateSamplers) \
    X(CreateTextures) X(CreateTransformFeedbacks) X(CreateVertexArrays) X(DisableVertexArrayAttrib) \
    X(EnableVertexArrayAttrib) X(FlushMappedNamedBufferRange) X(GenerateTextureMipmap) \
    X(GetCompressedTextureImage) X(GetNamedBufferParameteri64v) X(GetNamedBufferParameteriv) \
    X(GetNamedBufferPointerv) X(GetNamedBufferSubData) X(GetNamedFramebufferAttachmentParameteriv) \
    X(GetNamedFramebufferParameteriv) X(GetNamedRenderbufferParameteriv) X(GetQueryBufferObjecti64v) \
    X(GetQueryBufferObjectiv) X(GetQueryBufferObjectui64v) X(GetQueryBufferObjectuiv) X(GetTextureImage) \
    X(GetTextureLevelParameterfv) X(GetTextureLevelParameteriv) X(GetTextureParameterIiv) \
    X(GetTextureParameterIuiv) X(GetTextureParameterfv) X(GetTextureParameteriv) X(GetTransformFeedbacki64_v) \
    X(GetTransformFeedbacki_v) X(GetTransformFeedbackiv) X(GetVertexArrayIndexed64iv) \
    X(GetVertexArrayIndexediv) X(GetVertexArrayiv) X(InvalidateNamedFramebufferData) \
    X(InvalidateNamedFramebufferSubData) X(MapNamedBuffer) X(MapNamedBufferRange) X(NamedBufferData) \
    X(NamedBufferStorage) X(NamedBufferSubData) X(NamedFramebufferDrawBuffer) X(NamedFramebufferDrawBuffers) \
    X(NamedFramebufferParameteri) X(NamedFramebufferReadBuffer) X(NamedFramebufferRenderbuffer) \
    X(NamedFramebufferTexture) X(NamedFramebufferTextureLayer) X(NamedRenderbufferStorage) \
    X(NamedRenderbufferStorageMultisample) X(TextureBuffer) X(TextureBufferRange) X(TextureParameterIiv) \
    X(TextureParameterIuiv) X(TextureParameterf) X(TextureParameterfv) X(TextureParameteri) \
    X(TextureParameteriv) X(TextureStorage1D) X(TextureStorage2D) X(TextureStorage2DMultisample) \
    X(TextureStorage3D) X(TextureStorage3DMultisample) X(TextureSubImage1D) X(TextureSubImage2D) \
    X(TextureSubImage3D) X(TransformFeedbackBufferBase) X(TransformFeedbackBufferRange) X(UnmapNamedBuffer) \
    X(VertexArrayAttribBinding) X(VertexArrayAttribFormat) X(VertexArrayAttribIFormat) \
    X(VertexArrayAttribLFormat) X(VertexArrayBindingDivisor) X(VertexArrayElementBuffer) \
    X(VertexArrayVertexBuffer) X(VertexArrayVertexBuffers) X(GetCompressedTextureSubImage) \
    X(GetTextureSubImage) X(TextureBarrier) X(MultiDrawArraysIndirectCountARB) \
    X(MultiDrawElementsIndirectCountARB) X(PolygonOffsetClamp) X(SpecializeShaderARB)
/* clang-format on */

#endif
