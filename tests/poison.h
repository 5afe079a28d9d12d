/* poison.h - functions that a library must not call: for GL 3.3 what is above that version, for GL 2.1 what is above that one, and for
 * OpenGL ES 3.0 what it does not have.  SPDX-License-Identifier: MIT
 *
 * X(name) for every function, in GLEW's spelling without its prefix. A function of OpenGL that OpenGL ES 3.0 does not have is one that
 * GLES3/gl3.h does not declare; those of OpenGL 1.1 are in poison_es.c. */
#ifndef TEST_POISON_H
#define TEST_POISON_H

/** Makes all that is in POISON_LIST_ES uncallable, in a context of OpenGL ES; there is none on Windows. */
#ifdef _WIN32
static inline void poison_es(void) {
}
#else
void poison_es(void);
#endif

/* clang-format off */

/* What GL 4.0 to 4.6 added. */
#define POISON_LIST_AND_ES(X) \
    X(BindTransformFeedback) X(DeleteTransformFeedbacks) X(GenTransformFeedbacks) X(IsTransformFeedback) \
    X(PauseTransformFeedback) X(ResumeTransformFeedback) X(ClearDepthf) X(DepthRangef) X(GetShaderPrecisionFormat) \
    X(ReleaseShaderCompiler) X(ShaderBinary) X(GetProgramBinary) X(ProgramBinary) X(ProgramParameteri) \
    X(GetInternalformativ) X(TexStorage2D) X(TexStorage3D) X(InvalidateFramebuffer) X(InvalidateSubFramebuffer)

#define POISON_LIST_NOT_ES(X) \
    X(DrawArraysIndirect) X(DrawElementsIndirect) X(GetUniformdv) X(Uniform1d) X(Uniform1dv) X(Uniform2d) \
    X(Uniform2dv) X(Uniform3d) X(Uniform3dv) X(Uniform4d) X(Uniform4dv) X(UniformMatrix2dv) X(UniformMatrix2x3dv) \
    X(UniformMatrix2x4dv) X(UniformMatrix3dv) X(UniformMatrix3x2dv) X(UniformMatrix3x4dv) X(UniformMatrix4dv) \
    X(UniformMatrix4x2dv) X(UniformMatrix4x3dv) X(MinSampleShadingARB) X(PatchParameterfv) X(PatchParameteri) \
    X(DrawTransformFeedback) X(BeginQueryIndexed) X(DrawTransformFeedbackStream) X(EndQueryIndexed) \
    X(GetQueryIndexediv) X(GetActiveSubroutineName) X(GetActiveSubroutineUniformName) X(GetActiveSubroutineUniformiv) \
    X(GetProgramStageiv) X(GetSubroutineIndex) X(GetSubroutineUniformLocation) X(GetUniformSubroutineuiv) \
    X(UniformSubroutinesuiv) X(BlendEquationSeparateiARB) X(BlendEquationiARB) X(BlendFuncSeparateiARB) \
    X(BlendFunciARB) X(ActiveShaderProgram) X(BindProgramPipeline) X(CreateShaderProgramv) X(DeleteProgramPipelines) \
    X(GenProgramPipelines) X(GetProgramPipelineInfoLog) X(GetProgramPipelineiv) X(IsProgramPipeline) \
    X(ProgramUniform1d) X(ProgramUniform1dv) X(ProgramUniform1f) X(ProgramUniform1fv) X(ProgramUniform1i) \
    X(ProgramUniform1iv) X(ProgramUniform1ui) X(ProgramUniform1uiv) X(ProgramUniform2d) X(ProgramUniform2dv) \
    X(ProgramUniform2f) X(ProgramUniform2fv) X(ProgramUniform2i) X(ProgramUniform2iv) X(ProgramUniform2ui) \
    X(ProgramUniform2uiv) X(ProgramUniform3d) X(ProgramUniform3dv) X(ProgramUniform3f) X(ProgramUniform3fv) \
    X(ProgramUniform3i) X(ProgramUniform3iv) X(ProgramUniform3ui) X(ProgramUniform3uiv) X(ProgramUniform4d) \
    X(ProgramUniform4dv) X(ProgramUniform4f) X(ProgramUniform4fv) X(ProgramUniform4i) X(ProgramUniform4iv) \
    X(ProgramUniform4ui) X(ProgramUniform4uiv) X(ProgramUniformMatrix2dv) X(ProgramUniformMatrix2fv) \
    X(ProgramUniformMatrix2x3dv) X(ProgramUniformMatrix2x3fv) X(ProgramUniformMatrix2x4dv) \
    X(ProgramUniformMatrix2x4fv) X(ProgramUniformMatrix3dv) X(ProgramUniformMatrix3fv) X(ProgramUniformMatrix3x2dv) \
    X(ProgramUniformMatrix3x2fv) X(ProgramUniformMatrix3x4dv) X(ProgramUniformMatrix3x4fv) X(ProgramUniformMatrix4dv) \
    X(ProgramUniformMatrix4fv) X(ProgramUniformMatrix4x2dv) X(ProgramUniformMatrix4x2fv) X(ProgramUniformMatrix4x3dv) \
    X(ProgramUniformMatrix4x3fv) X(UseProgramStages) X(ValidateProgramPipeline) X(GetVertexAttribLdv) \
    X(VertexAttribL1d) X(VertexAttribL1dv) X(VertexAttribL2d) X(VertexAttribL2dv) X(VertexAttribL3d) \
    X(VertexAttribL3dv) X(VertexAttribL4d) X(VertexAttribL4dv) X(VertexAttribLPointer) X(DepthRangeArrayv) \
    X(DepthRangeIndexed) X(GetDoublei_v) X(GetFloati_v) X(ScissorArrayv) X(ScissorIndexed) X(ScissorIndexedv) \
    X(ViewportArrayv) X(ViewportIndexedf) X(ViewportIndexedfv) X(DrawArraysInstancedBaseInstance) \
    X(DrawElementsInstancedBaseInstance) X(DrawElementsInstancedBaseVertexBaseInstance) \
    X(DrawTransformFeedbackInstanced) X(DrawTransformFeedbackStreamInstanced) X(GetActiveAtomicCounterBufferiv) \
    X(BindImageTexture) X(MemoryBarrier) X(TexStorage1D) X(ClearBufferData) X(ClearBufferSubData) \
    X(ClearNamedBufferDataEXT) X(ClearNamedBufferSubDataEXT) X(DispatchCompute) X(DispatchComputeIndirect) \
    X(CopyImageSubData) X(FramebufferParameteri) X(GetFramebufferParameteriv) X(GetNamedFramebufferParameterivEXT) \
    X(NamedFramebufferParameteriEXT) X(GetInternalformati64v) X(InvalidateBufferData) X(InvalidateBufferSubData) \
    X(InvalidateTexImage) X(InvalidateTexSubImage) X(MultiDrawArraysIndirect) X(MultiDrawElementsIndirect) \
    X(GetProgramInterfaceiv) X(GetProgramResourceIndex) X(GetProgramResourceLocation) \
    X(GetProgramResourceLocationIndex) X(GetProgramResourceName) X(GetProgramResourceiv) X(ShaderStorageBlockBinding) \
    X(TexBufferRange) X(TextureBufferRangeEXT) X(TexStorage2DMultisample) X(TexStorage3DMultisample) \
    X(TextureStorage2DMultisampleEXT) X(TextureStorage3DMultisampleEXT) X(TextureView) X(BindVertexBuffer) \
    X(VertexArrayBindVertexBufferEXT) X(VertexArrayVertexAttribBindingEXT) X(VertexArrayVertexAttribFormatEXT) \
    X(VertexArrayVertexAttribIFormatEXT) X(VertexArrayVertexAttribLFormatEXT) X(VertexArrayVertexBindingDivisorEXT) \
    X(VertexAttribBinding) X(VertexAttribFormat) X(VertexAttribIFormat) X(VertexAttribLFormat) X(VertexBindingDivisor) \
    X(BufferStorage) X(ClearTexImage) X(ClearTexSubImage) X(BindBuffersBase) X(BindBuffersRange) X(BindImageTextures) \
    X(BindSamplers) X(BindTextures) X(BindVertexBuffers) X(BindTextureUnit) X(BlitNamedFramebuffer) \
    X(CheckNamedFramebufferStatus) X(ClearNamedBufferData) X(ClearNamedBufferSubData) X(ClearNamedFramebufferfi) \
    X(ClearNamedFramebufferfv) X(ClearNamedFramebufferiv) X(ClearNamedFramebufferuiv) X(CompressedTextureSubImage1D) \
    X(CompressedTextureSubImage2D) X(CompressedTextureSubImage3D) X(CopyNamedBufferSubData) X(CopyTextureSubImage1D) \
    X(CopyTextureSubImage2D) X(CopyTextureSubImage3D) X(CreateBuffers) X(CreateFramebuffers) X(CreateProgramPipelines) \
    X(CreateQueries) X(CreateRenderbuffers) X(CreateSamplers) X(CreateTextures) X(CreateTransformFeedbacks) \
    X(CreateVertexArrays) X(DisableVertexArrayAttrib) X(EnableVertexArrayAttrib) X(FlushMappedNamedBufferRange) \
    X(GenerateTextureMipmap) X(GetCompressedTextureImage) X(GetNamedBufferParameteri64v) X(GetNamedBufferParameteriv) \
    X(GetNamedBufferPointerv) X(GetNamedBufferSubData) X(GetNamedFramebufferAttachmentParameteriv) \
    X(GetNamedFramebufferParameteriv) X(GetNamedRenderbufferParameteriv) X(GetQueryBufferObjecti64v) \
    X(GetQueryBufferObjectiv) X(GetQueryBufferObjectui64v) X(GetQueryBufferObjectuiv) X(GetTextureImage) \
    X(GetTextureLevelParameterfv) X(GetTextureLevelParameteriv) X(GetTextureParameterIiv) X(GetTextureParameterIuiv) \
    X(GetTextureParameterfv) X(GetTextureParameteriv) X(GetTransformFeedbacki64_v) X(GetTransformFeedbacki_v) \
    X(GetTransformFeedbackiv) X(GetVertexArrayIndexed64iv) X(GetVertexArrayIndexediv) X(GetVertexArrayiv) \
    X(InvalidateNamedFramebufferData) X(InvalidateNamedFramebufferSubData) X(MapNamedBuffer) X(MapNamedBufferRange) \
    X(NamedBufferData) X(NamedBufferStorage) X(NamedBufferSubData) X(NamedFramebufferDrawBuffer) \
    X(NamedFramebufferDrawBuffers) X(NamedFramebufferParameteri) X(NamedFramebufferReadBuffer) \
    X(NamedFramebufferRenderbuffer) X(NamedFramebufferTexture) X(NamedFramebufferTextureLayer) \
    X(NamedRenderbufferStorage) X(NamedRenderbufferStorageMultisample) X(TextureBuffer) X(TextureBufferRange) \
    X(TextureParameterIiv) X(TextureParameterIuiv) X(TextureParameterf) X(TextureParameterfv) X(TextureParameteri) \
    X(TextureParameteriv) X(TextureStorage1D) X(TextureStorage2D) X(TextureStorage2DMultisample) X(TextureStorage3D) \
    X(TextureStorage3DMultisample) X(TextureSubImage1D) X(TextureSubImage2D) X(TextureSubImage3D) \
    X(TransformFeedbackBufferBase) X(TransformFeedbackBufferRange) X(UnmapNamedBuffer) X(VertexArrayAttribBinding) \
    X(VertexArrayAttribFormat) X(VertexArrayAttribIFormat) X(VertexArrayAttribLFormat) X(VertexArrayBindingDivisor) \
    X(VertexArrayElementBuffer) X(VertexArrayVertexBuffer) X(VertexArrayVertexBuffers) X(GetCompressedTextureSubImage) \
    X(GetTextureSubImage) X(TextureBarrier) X(MultiDrawArraysIndirectCountARB) X(MultiDrawElementsIndirectCountARB) \
    X(PolygonOffsetClamp) X(SpecializeShaderARB)
#define POISON_LIST(X) POISON_LIST_AND_ES(X) POISON_LIST_NOT_ES(X)

/* What GL 3.0 to 3.3 added, and the extensions that had it first under other names. What GL 2.1 reaches by an extension that the
 * library asks for stays: GL_EXT_framebuffer_object and GL_ARB_color_buffer_float. */
#define POISON_LIST_21_AND_ES(X) \
    X(BeginTransformFeedback) X(ClearBufferfi) X(ClearBufferfv) X(ClearBufferiv) X(ClearBufferuiv) \
    X(EndTransformFeedback) X(GetFragDataLocation) X(GetStringi) X(GetTransformFeedbackVarying) X(GetUniformuiv) \
    X(GetVertexAttribIiv) X(GetVertexAttribIuiv) X(TransformFeedbackVaryings) X(Uniform1ui) X(Uniform1uiv) \
    X(Uniform2ui) X(Uniform2uiv) X(Uniform3ui) X(Uniform3uiv) X(Uniform4ui) X(Uniform4uiv) X(VertexAttribI4i) \
    X(VertexAttribI4iv) X(VertexAttribI4ui) X(VertexAttribI4uiv) X(VertexAttribIPointer) X(DrawArraysInstanced) \
    X(DrawElementsInstanced) X(GetBufferParameteri64v) X(GetInteger64i_v) X(VertexAttribDivisor) X(BindFramebuffer) \
    X(BindRenderbuffer) X(BlitFramebuffer) X(CheckFramebufferStatus) X(DeleteFramebuffers) X(DeleteRenderbuffers) \
    X(FramebufferRenderbuffer) X(FramebufferTexture2D) X(FramebufferTextureLayer) X(GenFramebuffers) \
    X(GenRenderbuffers) X(GenerateMipmap) X(GetFramebufferAttachmentParameteriv) X(GetRenderbufferParameteriv) \
    X(IsFramebuffer) X(IsRenderbuffer) X(RenderbufferStorage) X(RenderbufferStorageMultisample) \
    X(FlushMappedBufferRange) X(MapBufferRange) X(BindVertexArray) X(DeleteVertexArrays) X(GenVertexArrays) \
    X(IsVertexArray) X(BindBufferBase) X(BindBufferRange) X(GetActiveUniformBlockName) X(GetActiveUniformBlockiv) \
    X(GetActiveUniformsiv) X(GetIntegeri_v) X(GetUniformBlockIndex) X(GetUniformIndices) X(UniformBlockBinding) \
    X(CopyBufferSubData) X(ClientWaitSync) X(DeleteSync) X(FenceSync) X(GetInteger64v) X(GetSynciv) X(IsSync) \
    X(WaitSync) X(BindSampler) X(DeleteSamplers) X(GenSamplers) X(GetSamplerParameterfv) X(GetSamplerParameteriv) \
    X(IsSampler) X(SamplerParameterf) X(SamplerParameterfv) X(SamplerParameteri) X(SamplerParameteriv)

#define POISON_LIST_21_NOT_ES(X) \
    X(BeginConditionalRender) X(BindFragDataLocation) X(ClampColor) X(ColorMaski) X(Disablei) X(Enablei) \
    X(EndConditionalRender) X(GetBooleani_v) X(GetTexParameterIiv) X(GetTexParameterIuiv) X(IsEnabledi) \
    X(TexParameterIiv) X(TexParameterIuiv) X(VertexAttribI1i) X(VertexAttribI1iv) X(VertexAttribI1ui) \
    X(VertexAttribI1uiv) X(VertexAttribI2i) X(VertexAttribI2iv) X(VertexAttribI2ui) X(VertexAttribI2uiv) \
    X(VertexAttribI3i) X(VertexAttribI3iv) X(VertexAttribI3ui) X(VertexAttribI3uiv) X(VertexAttribI4bv) \
    X(VertexAttribI4sv) X(VertexAttribI4ubv) X(VertexAttribI4usv) X(PrimitiveRestartIndex) X(TexBuffer) \
    X(FramebufferTexture) X(FramebufferTexture1D) X(FramebufferTexture3D) X(GetActiveUniformName) \
    X(DrawElementsBaseVertex) X(DrawElementsInstancedBaseVertex) X(DrawRangeElementsBaseVertex) \
    X(MultiDrawElementsBaseVertex) X(ProvokingVertex) X(GetMultisamplefv) X(SampleMaski) X(TexImage2DMultisample) \
    X(TexImage3DMultisample) X(BindFragDataLocationIndexed) X(GetFragDataIndex) X(GetSamplerParameterIiv) \
    X(GetSamplerParameterIuiv) X(SamplerParameterIiv) X(SamplerParameterIuiv) X(GetQueryObjecti64v) \
    X(GetQueryObjectui64v) X(QueryCounter) X(ColorP3ui) X(ColorP3uiv) X(ColorP4ui) X(ColorP4uiv) X(MultiTexCoordP1ui) \
    X(MultiTexCoordP1uiv) X(MultiTexCoordP2ui) X(MultiTexCoordP2uiv) X(MultiTexCoordP3ui) X(MultiTexCoordP3uiv) \
    X(MultiTexCoordP4ui) X(MultiTexCoordP4uiv) X(NormalP3ui) X(NormalP3uiv) X(SecondaryColorP3ui) \
    X(SecondaryColorP3uiv) X(TexCoordP1ui) X(TexCoordP1uiv) X(TexCoordP2ui) X(TexCoordP2uiv) X(TexCoordP3ui) \
    X(TexCoordP3uiv) X(TexCoordP4ui) X(TexCoordP4uiv) X(VertexAttribP1ui) X(VertexAttribP1uiv) X(VertexAttribP2ui) \
    X(VertexAttribP2uiv) X(VertexAttribP3ui) X(VertexAttribP3uiv) X(VertexAttribP4ui) X(VertexAttribP4uiv) \
    X(VertexP2ui) X(VertexP2uiv) X(VertexP3ui) X(VertexP3uiv) X(VertexP4ui) X(VertexP4uiv) X(DrawArraysInstancedARB) \
    X(DrawElementsInstancedARB) X(VertexAttribDivisorARB) X(TexBufferARB) X(FramebufferTextureARB) \
    X(FramebufferTextureFaceARB) X(FramebufferTextureLayerARB) X(ProgramParameteriARB) X(BindFragDataLocationEXT) \
    X(GetFragDataLocationEXT) X(GetUniformuivEXT) X(GetVertexAttribIivEXT) X(GetVertexAttribIuivEXT) X(Uniform1uiEXT) \
    X(Uniform1uivEXT) X(Uniform2uiEXT) X(Uniform2uivEXT) X(Uniform3uiEXT) X(Uniform3uivEXT) X(Uniform4uiEXT) \
    X(Uniform4uivEXT) X(VertexAttribI1iEXT) X(VertexAttribI1ivEXT) X(VertexAttribI1uiEXT) X(VertexAttribI1uivEXT) \
    X(VertexAttribI2iEXT) X(VertexAttribI2ivEXT) X(VertexAttribI2uiEXT) X(VertexAttribI2uivEXT) X(VertexAttribI3iEXT) \
    X(VertexAttribI3ivEXT) X(VertexAttribI3uiEXT) X(VertexAttribI3uivEXT) X(VertexAttribI4bvEXT) X(VertexAttribI4iEXT) \
    X(VertexAttribI4ivEXT) X(VertexAttribI4svEXT) X(VertexAttribI4ubvEXT) X(VertexAttribI4uiEXT) \
    X(VertexAttribI4uivEXT) X(VertexAttribI4usvEXT) X(VertexAttribIPointerEXT) X(ClearColorIiEXT) X(ClearColorIuiEXT) \
    X(GetTexParameterIivEXT) X(GetTexParameterIuivEXT) X(TexParameterIivEXT) X(TexParameterIuivEXT) \
    X(BeginTransformFeedbackEXT) X(BindBufferBaseEXT) X(BindBufferOffsetEXT) X(BindBufferRangeEXT) \
    X(EndTransformFeedbackEXT) X(GetTransformFeedbackVaryingEXT) X(TransformFeedbackVaryingsEXT) \
    X(ColorMaskIndexedEXT) X(DisableIndexedEXT) X(EnableIndexedEXT) X(GetBooleanIndexedvEXT) X(GetIntegerIndexedvEXT) \
    X(IsEnabledIndexedEXT) X(TexBufferEXT) X(DrawArraysInstancedEXT) X(DrawElementsInstancedEXT) X(BlitFramebufferEXT) \
    X(RenderbufferStorageMultisampleEXT) X(GetQueryObjecti64vEXT) X(GetQueryObjectui64vEXT) \
    X(BeginConditionalRenderNV) X(EndConditionalRenderNV) X(GetUniformBufferSizeEXT) X(GetUniformOffsetEXT) \
    X(UniformBufferEXT) X(ProvokingVertexEXT) X(FramebufferTextureEXT) X(FramebufferTextureFaceEXT) \
    X(ProgramParameteriEXT)
#define POISON_LIST_21(X) POISON_LIST_21_AND_ES(X) POISON_LIST_21_NOT_ES(X)

/* What OpenGL ES 3.0 does not have of OpenGL 1.2 to 4.6, and the extensions that had it first, or that do the same in another way. */
#define POISON_LIST_ES_ALONE(X) \
    X(CompressedTexImage1D) X(CompressedTexSubImage1D) X(GetCompressedTexImage) X(ClientActiveTexture) \
    X(MultiTexCoord1d) X(MultiTexCoord1dv) X(MultiTexCoord1f) X(MultiTexCoord1fv) X(MultiTexCoord1i) \
    X(MultiTexCoord1iv) X(MultiTexCoord1s) X(MultiTexCoord1sv) X(MultiTexCoord2d) X(MultiTexCoord2dv) \
    X(MultiTexCoord2f) X(MultiTexCoord2fv) X(MultiTexCoord2i) X(MultiTexCoord2iv) X(MultiTexCoord2s) \
    X(MultiTexCoord2sv) X(MultiTexCoord3d) X(MultiTexCoord3dv) X(MultiTexCoord3f) X(MultiTexCoord3fv) \
    X(MultiTexCoord3i) X(MultiTexCoord3iv) X(MultiTexCoord3s) X(MultiTexCoord3sv) X(MultiTexCoord4d) \
    X(MultiTexCoord4dv) X(MultiTexCoord4f) X(MultiTexCoord4fv) X(MultiTexCoord4i) X(MultiTexCoord4iv) \
    X(MultiTexCoord4s) X(MultiTexCoord4sv) X(LoadTransposeMatrixf) X(LoadTransposeMatrixd) X(MultTransposeMatrixf) \
    X(MultTransposeMatrixd) X(MultiDrawArrays) X(MultiDrawElements) X(PointParameterf) X(PointParameterfv) \
    X(PointParameteri) X(PointParameteriv) X(FogCoordf) X(FogCoordfv) X(FogCoordd) X(FogCoorddv) X(FogCoordPointer) \
    X(SecondaryColor3b) X(SecondaryColor3bv) X(SecondaryColor3d) X(SecondaryColor3dv) X(SecondaryColor3f) \
    X(SecondaryColor3fv) X(SecondaryColor3i) X(SecondaryColor3iv) X(SecondaryColor3s) X(SecondaryColor3sv) \
    X(SecondaryColor3ub) X(SecondaryColor3ubv) X(SecondaryColor3ui) X(SecondaryColor3uiv) X(SecondaryColor3us) \
    X(SecondaryColor3usv) X(SecondaryColorPointer) X(WindowPos2d) X(WindowPos2dv) X(WindowPos2f) X(WindowPos2fv) \
    X(WindowPos2i) X(WindowPos2iv) X(WindowPos2s) X(WindowPos2sv) X(WindowPos3d) X(WindowPos3dv) X(WindowPos3f) \
    X(WindowPos3fv) X(WindowPos3i) X(WindowPos3iv) X(WindowPos3s) X(WindowPos3sv) X(GetQueryObjectiv) \
    X(GetBufferSubData) X(MapBuffer) X(GetVertexAttribdv) X(VertexAttrib1d) X(VertexAttrib1dv) X(VertexAttrib1s) \
    X(VertexAttrib1sv) X(VertexAttrib2d) X(VertexAttrib2dv) X(VertexAttrib2s) X(VertexAttrib2sv) X(VertexAttrib3d) \
    X(VertexAttrib3dv) X(VertexAttrib3s) X(VertexAttrib3sv) X(VertexAttrib4Nbv) X(VertexAttrib4Niv) \
    X(VertexAttrib4Nsv) X(VertexAttrib4Nub) X(VertexAttrib4Nubv) X(VertexAttrib4Nuiv) X(VertexAttrib4Nusv) \
    X(VertexAttrib4bv) X(VertexAttrib4d) X(VertexAttrib4dv) X(VertexAttrib4iv) X(VertexAttrib4s) X(VertexAttrib4sv) \
    X(VertexAttrib4ubv) X(VertexAttrib4uiv) X(VertexAttrib4usv) X(MinSampleShading) X(BlendEquationi) \
    X(BlendEquationSeparatei) X(BlendFunci) X(BlendFuncSeparatei) X(DebugMessageControl) X(DebugMessageInsert) \
    X(DebugMessageCallback) X(GetDebugMessageLog) X(PushDebugGroup) X(PopDebugGroup) X(ObjectLabel) X(GetObjectLabel) \
    X(ObjectPtrLabel) X(GetObjectPtrLabel) X(ClipControl) X(MemoryBarrierByRegion) X(GetGraphicsResetStatus) \
    X(GetnCompressedTexImage) X(GetnTexImage) X(GetnUniformdv) X(GetnUniformfv) X(GetnUniformiv) X(GetnUniformuiv) \
    X(ReadnPixels) X(SpecializeShader) X(MultiDrawArraysIndirectCount) X(MultiDrawElementsIndirectCount) \
    X(BindFramebufferEXT) X(BindRenderbufferEXT) X(CheckFramebufferStatusEXT) X(DeleteFramebuffersEXT) \
    X(DeleteRenderbuffersEXT) X(FramebufferRenderbufferEXT) X(FramebufferTexture1DEXT) X(FramebufferTexture2DEXT) \
    X(FramebufferTexture3DEXT) X(GenFramebuffersEXT) X(GenRenderbuffersEXT) X(GenerateMipmapEXT) \
    X(GetFramebufferAttachmentParameterivEXT) X(GetRenderbufferParameterivEXT) X(IsFramebufferEXT) \
    X(IsRenderbufferEXT) X(RenderbufferStorageEXT) X(BindMultiTextureEXT) X(CheckNamedFramebufferStatusEXT) \
    X(ClientAttribDefaultEXT) X(CompressedMultiTexImage1DEXT) X(CompressedMultiTexImage2DEXT) \
    X(CompressedMultiTexImage3DEXT) X(CompressedMultiTexSubImage1DEXT) X(CompressedMultiTexSubImage2DEXT) \
    X(CompressedMultiTexSubImage3DEXT) X(CompressedTextureImage1DEXT) X(CompressedTextureImage2DEXT) \
    X(CompressedTextureImage3DEXT) X(CompressedTextureSubImage1DEXT) X(CompressedTextureSubImage2DEXT) \
    X(CompressedTextureSubImage3DEXT) X(CopyMultiTexImage1DEXT) X(CopyMultiTexImage2DEXT) X(CopyMultiTexSubImage1DEXT) \
    X(CopyMultiTexSubImage2DEXT) X(CopyMultiTexSubImage3DEXT) X(CopyTextureImage1DEXT) X(CopyTextureImage2DEXT) \
    X(CopyTextureSubImage1DEXT) X(CopyTextureSubImage2DEXT) X(CopyTextureSubImage3DEXT) \
    X(DisableClientStateIndexedEXT) X(DisableClientStateiEXT) X(DisableVertexArrayAttribEXT) X(DisableVertexArrayEXT) \
    X(EnableClientStateIndexedEXT) X(EnableClientStateiEXT) X(EnableVertexArrayAttribEXT) X(EnableVertexArrayEXT) \
    X(FlushMappedNamedBufferRangeEXT) X(FramebufferDrawBufferEXT) X(FramebufferDrawBuffersEXT) \
    X(FramebufferReadBufferEXT) X(GenerateMultiTexMipmapEXT) X(GenerateTextureMipmapEXT) \
    X(GetCompressedMultiTexImageEXT) X(GetCompressedTextureImageEXT) X(GetDoubleIndexedvEXT) X(GetDoublei_vEXT) \
    X(GetFloatIndexedvEXT) X(GetFloati_vEXT) X(GetFramebufferParameterivEXT) X(GetMultiTexEnvfvEXT) \
    X(GetMultiTexEnvivEXT) X(GetMultiTexGendvEXT) X(GetMultiTexGenfvEXT) X(GetMultiTexGenivEXT) X(GetMultiTexImageEXT) \
    X(GetMultiTexLevelParameterfvEXT) X(GetMultiTexLevelParameterivEXT) X(GetMultiTexParameterIivEXT) \
    X(GetMultiTexParameterIuivEXT) X(GetMultiTexParameterfvEXT) X(GetMultiTexParameterivEXT) \
    X(GetNamedBufferParameterivEXT) X(GetNamedBufferPointervEXT) X(GetNamedBufferSubDataEXT) \
    X(GetNamedFramebufferAttachmentParameterivEXT) X(GetNamedProgramLocalParameterIivEXT) \
    X(GetNamedProgramLocalParameterIuivEXT) X(GetNamedProgramLocalParameterdvEXT) \
    X(GetNamedProgramLocalParameterfvEXT) X(GetNamedProgramStringEXT) X(GetNamedProgramivEXT) \
    X(GetNamedRenderbufferParameterivEXT) X(GetPointerIndexedvEXT) X(GetPointeri_vEXT) X(GetTextureImageEXT) \
    X(GetTextureLevelParameterfvEXT) X(GetTextureLevelParameterivEXT) X(GetTextureParameterIivEXT) \
    X(GetTextureParameterIuivEXT) X(GetTextureParameterfvEXT) X(GetTextureParameterivEXT) \
    X(GetVertexArrayIntegeri_vEXT) X(GetVertexArrayIntegervEXT) X(GetVertexArrayPointeri_vEXT) \
    X(GetVertexArrayPointervEXT) X(MapNamedBufferEXT) X(MapNamedBufferRangeEXT) X(MatrixFrustumEXT) \
    X(MatrixLoadIdentityEXT) X(MatrixLoadTransposedEXT) X(MatrixLoadTransposefEXT) X(MatrixLoaddEXT) X(MatrixLoadfEXT) \
    X(MatrixMultTransposedEXT) X(MatrixMultTransposefEXT) X(MatrixMultdEXT) X(MatrixMultfEXT) X(MatrixOrthoEXT) \
    X(MatrixPopEXT) X(MatrixPushEXT) X(MatrixRotatedEXT) X(MatrixRotatefEXT) X(MatrixScaledEXT) X(MatrixScalefEXT) \
    X(MatrixTranslatedEXT) X(MatrixTranslatefEXT) X(MultiTexBufferEXT) X(MultiTexCoordPointerEXT) X(MultiTexEnvfEXT) \
    X(MultiTexEnvfvEXT) X(MultiTexEnviEXT) X(MultiTexEnvivEXT) X(MultiTexGendEXT) X(MultiTexGendvEXT) \
    X(MultiTexGenfEXT) X(MultiTexGenfvEXT) X(MultiTexGeniEXT) X(MultiTexGenivEXT) X(MultiTexImage1DEXT) \
    X(MultiTexImage2DEXT) X(MultiTexImage3DEXT) X(MultiTexParameterIivEXT) X(MultiTexParameterIuivEXT) \
    X(MultiTexParameterfEXT) X(MultiTexParameterfvEXT) X(MultiTexParameteriEXT) X(MultiTexParameterivEXT) \
    X(MultiTexRenderbufferEXT) X(MultiTexSubImage1DEXT) X(MultiTexSubImage2DEXT) X(MultiTexSubImage3DEXT) \
    X(NamedBufferDataEXT) X(NamedBufferSubDataEXT) X(NamedCopyBufferSubDataEXT) X(NamedFramebufferRenderbufferEXT) \
    X(NamedFramebufferTexture1DEXT) X(NamedFramebufferTexture2DEXT) X(NamedFramebufferTexture3DEXT) \
    X(NamedFramebufferTextureEXT) X(NamedFramebufferTextureFaceEXT) X(NamedFramebufferTextureLayerEXT) \
    X(NamedProgramLocalParameter4dEXT) X(NamedProgramLocalParameter4dvEXT) X(NamedProgramLocalParameter4fEXT) \
    X(NamedProgramLocalParameter4fvEXT) X(NamedProgramLocalParameterI4iEXT) X(NamedProgramLocalParameterI4ivEXT) \
    X(NamedProgramLocalParameterI4uiEXT) X(NamedProgramLocalParameterI4uivEXT) X(NamedProgramLocalParameters4fvEXT) \
    X(NamedProgramLocalParametersI4ivEXT) X(NamedProgramLocalParametersI4uivEXT) X(NamedProgramStringEXT) \
    X(NamedRenderbufferStorageEXT) X(NamedRenderbufferStorageMultisampleCoverageEXT) \
    X(NamedRenderbufferStorageMultisampleEXT) X(ProgramUniform1fEXT) X(ProgramUniform1fvEXT) X(ProgramUniform1iEXT) \
    X(ProgramUniform1ivEXT) X(ProgramUniform1uiEXT) X(ProgramUniform1uivEXT) X(ProgramUniform2fEXT) \
    X(ProgramUniform2fvEXT) X(ProgramUniform2iEXT) X(ProgramUniform2ivEXT) X(ProgramUniform2uiEXT) \
    X(ProgramUniform2uivEXT) X(ProgramUniform3fEXT) X(ProgramUniform3fvEXT) X(ProgramUniform3iEXT) \
    X(ProgramUniform3ivEXT) X(ProgramUniform3uiEXT) X(ProgramUniform3uivEXT) X(ProgramUniform4fEXT) \
    X(ProgramUniform4fvEXT) X(ProgramUniform4iEXT) X(ProgramUniform4ivEXT) X(ProgramUniform4uiEXT) \
    X(ProgramUniform4uivEXT) X(ProgramUniformMatrix2fvEXT) X(ProgramUniformMatrix2x3fvEXT) \
    X(ProgramUniformMatrix2x4fvEXT) X(ProgramUniformMatrix3fvEXT) X(ProgramUniformMatrix3x2fvEXT) \
    X(ProgramUniformMatrix3x4fvEXT) X(ProgramUniformMatrix4fvEXT) X(ProgramUniformMatrix4x2fvEXT) \
    X(ProgramUniformMatrix4x3fvEXT) X(PushClientAttribDefaultEXT) X(TextureBufferEXT) X(TextureImage1DEXT) \
    X(TextureImage2DEXT) X(TextureImage3DEXT) X(TextureParameterIivEXT) X(TextureParameterIuivEXT) \
    X(TextureParameterfEXT) X(TextureParameterfvEXT) X(TextureParameteriEXT) X(TextureParameterivEXT) \
    X(TextureRenderbufferEXT) X(TextureSubImage1DEXT) X(TextureSubImage2DEXT) X(TextureSubImage3DEXT) \
    X(UnmapNamedBufferEXT) X(VertexArrayColorOffsetEXT) X(VertexArrayEdgeFlagOffsetEXT) \
    X(VertexArrayFogCoordOffsetEXT) X(VertexArrayIndexOffsetEXT) X(VertexArrayMultiTexCoordOffsetEXT) \
    X(VertexArrayNormalOffsetEXT) X(VertexArraySecondaryColorOffsetEXT) X(VertexArrayTexCoordOffsetEXT) \
    X(VertexArrayVertexAttribDivisorEXT) X(VertexArrayVertexAttribIOffsetEXT) X(VertexArrayVertexAttribOffsetEXT) \
    X(VertexArrayVertexOffsetEXT) X(ClampColorARB) X(AttachObjectARB) X(CompileShaderARB) X(CreateProgramObjectARB) \
    X(CreateShaderObjectARB) X(DeleteObjectARB) X(DetachObjectARB) X(GetActiveUniformARB) X(GetAttachedObjectsARB) \
    X(GetHandleARB) X(GetInfoLogARB) X(GetObjectParameterfvARB) X(GetObjectParameterivARB) X(GetShaderSourceARB) \
    X(GetUniformLocationARB) X(GetUniformfvARB) X(GetUniformivARB) X(LinkProgramARB) X(ShaderSourceARB) \
    X(Uniform1fARB) X(Uniform1fvARB) X(Uniform1iARB) X(Uniform1ivARB) X(Uniform2fARB) X(Uniform2fvARB) X(Uniform2iARB) \
    X(Uniform2ivARB) X(Uniform3fARB) X(Uniform3fvARB) X(Uniform3iARB) X(Uniform3ivARB) X(Uniform4fARB) \
    X(Uniform4fvARB) X(Uniform4iARB) X(Uniform4ivARB) X(UniformMatrix2fvARB) X(UniformMatrix3fvARB) \
    X(UniformMatrix4fvARB) X(UseProgramObjectARB) X(ValidateProgramARB) X(BindAttribLocationARB) X(GetActiveAttribARB) \
    X(GetAttribLocationARB) X(BindBufferARB) X(BufferDataARB) X(BufferSubDataARB) X(DeleteBuffersARB) X(GenBuffersARB) \
    X(GetBufferParameterivARB) X(GetBufferPointervARB) X(GetBufferSubDataARB) X(IsBufferARB) X(MapBufferARB) \
    X(UnmapBufferARB) X(ActiveTextureARB) X(ClientActiveTextureARB) X(MultiTexCoord1dARB) X(MultiTexCoord1dvARB) \
    X(MultiTexCoord1fARB) X(MultiTexCoord1fvARB) X(MultiTexCoord1iARB) X(MultiTexCoord1ivARB) X(MultiTexCoord1sARB) \
    X(MultiTexCoord1svARB) X(MultiTexCoord2dARB) X(MultiTexCoord2dvARB) X(MultiTexCoord2fARB) X(MultiTexCoord2fvARB) \
    X(MultiTexCoord2iARB) X(MultiTexCoord2ivARB) X(MultiTexCoord2sARB) X(MultiTexCoord2svARB) X(MultiTexCoord3dARB) \
    X(MultiTexCoord3dvARB) X(MultiTexCoord3fARB) X(MultiTexCoord3fvARB) X(MultiTexCoord3iARB) X(MultiTexCoord3ivARB) \
    X(MultiTexCoord3sARB) X(MultiTexCoord3svARB) X(MultiTexCoord4dARB) X(MultiTexCoord4dvARB) X(MultiTexCoord4fARB) \
    X(MultiTexCoord4fvARB) X(MultiTexCoord4iARB) X(MultiTexCoord4ivARB) X(MultiTexCoord4sARB) X(MultiTexCoord4svARB) \
    X(BeginQueryARB) X(DeleteQueriesARB) X(EndQueryARB) X(GenQueriesARB) X(GetQueryObjectivARB) \
    X(GetQueryObjectuivARB) X(GetQueryivARB) X(IsQueryARB) X(DrawBuffersARB) X(CompressedTexImage1DARB) \
    X(CompressedTexImage2DARB) X(CompressedTexImage3DARB) X(CompressedTexSubImage1DARB) X(CompressedTexSubImage2DARB) \
    X(CompressedTexSubImage3DARB) X(GetCompressedTexImageARB) X(PointParameterfARB) X(PointParameterfvARB) \
    X(DebugMessageCallbackARB) X(DebugMessageControlARB) X(DebugMessageInsertARB) X(GetDebugMessageLogARB) \
    X(GetGraphicsResetStatusARB) X(GetnColorTableARB) X(GetnCompressedTexImageARB) X(GetnConvolutionFilterARB) \
    X(GetnHistogramARB) X(GetnMapdvARB) X(GetnMapfvARB) X(GetnMapivARB) X(GetnMinmaxARB) X(GetnPixelMapfvARB) \
    X(GetnPixelMapuivARB) X(GetnPixelMapusvARB) X(GetnPolygonStippleARB) X(GetnSeparableFilterARB) X(GetnTexImageARB) \
    X(GetnUniformdvARB) X(GetnUniformfvARB) X(GetnUniformivARB) X(GetnUniformuivARB) X(ReadnPixelsARB) \
    X(TexPageCommitmentARB) X(GetImageHandleARB) X(GetTextureHandleARB) X(GetTextureSamplerHandleARB) \
    X(GetVertexAttribLui64vARB) X(IsImageHandleResidentARB) X(IsTextureHandleResidentARB) \
    X(MakeImageHandleNonResidentARB) X(MakeImageHandleResidentARB) X(MakeTextureHandleNonResidentARB) \
    X(MakeTextureHandleResidentARB) X(ProgramUniformHandleui64ARB) X(ProgramUniformHandleui64vARB) \
    X(UniformHandleui64ARB) X(UniformHandleui64vARB) X(VertexAttribL1ui64ARB) X(VertexAttribL1ui64vARB) \
    X(ColorSubTable) X(ColorTable) X(ColorTableParameterfv) X(ColorTableParameteriv) X(ConvolutionFilter1D) \
    X(ConvolutionFilter2D) X(ConvolutionParameterf) X(ConvolutionParameterfv) X(ConvolutionParameteri) \
    X(ConvolutionParameteriv) X(CopyColorSubTable) X(CopyColorTable) X(CopyConvolutionFilter1D) \
    X(CopyConvolutionFilter2D) X(GetColorTable) X(GetColorTableParameterfv) X(GetColorTableParameteriv) \
    X(GetConvolutionFilter) X(GetConvolutionParameterfv) X(GetConvolutionParameteriv) X(GetHistogram) \
    X(GetHistogramParameterfv) X(GetHistogramParameteriv) X(GetMinmax) X(GetMinmaxParameterfv) X(GetMinmaxParameteriv) \
    X(GetSeparableFilter) X(Histogram) X(Minmax) X(ResetHistogram) X(ResetMinmax) X(SeparableFilter2D)
#define POISON_LIST_ES(X) POISON_LIST_NOT_ES(X) POISON_LIST_21_NOT_ES(X) POISON_LIST_ES_ALONE(X)
/* clang-format on */

#endif
