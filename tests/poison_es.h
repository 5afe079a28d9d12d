/* poison_es.h - functions of OpenGL that OpenGL ES 3.0 does not have.  SPDX-License-Identifier: MIT
 *
 * X(name) for every function of OpenGL 1.2 to 4.6 that GLES3/gl3.h does not declare, in GLEW's spelling without its prefix, and
 * for those of extensions that had them first, or that do the same in another way. Those of OpenGL 1.1 are in poison_es.c. */
#ifndef TEST_POISON_ES_H
#define TEST_POISON_ES_H

/** Makes all of them uncallable, in a context of OpenGL ES. */
void poison_es(void);

/* clang-format off */
#define POISON_LIST_ES(X) \
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
    X(VertexAttrib4ubv) X(VertexAttrib4uiv) X(VertexAttrib4usv) X(ColorMaski) X(GetBooleani_v) X(Enablei) \
    X(Disablei) X(IsEnabledi) X(ClampColor) X(BeginConditionalRender) X(EndConditionalRender) X(VertexAttribI1i) \
    X(VertexAttribI2i) X(VertexAttribI3i) X(VertexAttribI1ui) X(VertexAttribI2ui) X(VertexAttribI3ui) \
    X(VertexAttribI1iv) X(VertexAttribI2iv) X(VertexAttribI3iv) X(VertexAttribI1uiv) X(VertexAttribI2uiv) \
    X(VertexAttribI3uiv) X(VertexAttribI4bv) X(VertexAttribI4sv) X(VertexAttribI4ubv) X(VertexAttribI4usv) \
    X(BindFragDataLocation) X(TexParameterIiv) X(TexParameterIuiv) X(GetTexParameterIiv) X(GetTexParameterIuiv) \
    X(FramebufferTexture1D) X(FramebufferTexture3D) X(TexBuffer) X(PrimitiveRestartIndex) X(GetActiveUniformName) \
    X(DrawElementsBaseVertex) X(DrawRangeElementsBaseVertex) X(DrawElementsInstancedBaseVertex) \
    X(MultiDrawElementsBaseVertex) X(ProvokingVertex) X(FramebufferTexture) X(TexImage2DMultisample) \
    X(TexImage3DMultisample) X(GetMultisamplefv) X(SampleMaski) X(BindFragDataLocationIndexed) X(GetFragDataIndex) \
    X(SamplerParameterIiv) X(SamplerParameterIuiv) X(GetSamplerParameterIiv) X(GetSamplerParameterIuiv) \
    X(QueryCounter) X(GetQueryObjecti64v) X(GetQueryObjectui64v) X(VertexAttribP1ui) X(VertexAttribP1uiv) \
    X(VertexAttribP2ui) X(VertexAttribP2uiv) X(VertexAttribP3ui) X(VertexAttribP3uiv) X(VertexAttribP4ui) \
    X(VertexAttribP4uiv) X(VertexP2ui) X(VertexP2uiv) X(VertexP3ui) X(VertexP3uiv) X(VertexP4ui) X(VertexP4uiv) \
    X(TexCoordP1ui) X(TexCoordP1uiv) X(TexCoordP2ui) X(TexCoordP2uiv) X(TexCoordP3ui) X(TexCoordP3uiv) \
    X(TexCoordP4ui) X(TexCoordP4uiv) X(MultiTexCoordP1ui) X(MultiTexCoordP1uiv) X(MultiTexCoordP2ui) \
    X(MultiTexCoordP2uiv) X(MultiTexCoordP3ui) X(MultiTexCoordP3uiv) X(MultiTexCoordP4ui) X(MultiTexCoordP4uiv) \
    X(NormalP3ui) X(NormalP3uiv) X(ColorP3ui) X(ColorP3uiv) X(ColorP4ui) X(ColorP4uiv) X(SecondaryColorP3ui) \
    X(SecondaryColorP3uiv) X(MinSampleShading) X(BlendEquationi) X(BlendEquationSeparatei) X(BlendFunci) \
    X(BlendFuncSeparatei) X(DrawArraysIndirect) X(DrawElementsIndirect) X(Uniform1d) X(Uniform2d) X(Uniform3d) \
    X(Uniform4d) X(Uniform1dv) X(Uniform2dv) X(Uniform3dv) X(Uniform4dv) X(UniformMatrix2dv) X(UniformMatrix3dv) \
    X(UniformMatrix4dv) X(UniformMatrix2x3dv) X(UniformMatrix2x4dv) X(UniformMatrix3x2dv) X(UniformMatrix3x4dv) \
    X(UniformMatrix4x2dv) X(UniformMatrix4x3dv) X(GetUniformdv) X(GetSubroutineUniformLocation) \
    X(GetSubroutineIndex) X(GetActiveSubroutineUniformiv) X(GetActiveSubroutineUniformName) \
    X(GetActiveSubroutineName) X(UniformSubroutinesuiv) X(GetUniformSubroutineuiv) X(GetProgramStageiv) \
    X(PatchParameteri) X(PatchParameterfv) X(DrawTransformFeedback) X(DrawTransformFeedbackStream) \
    X(BeginQueryIndexed) X(EndQueryIndexed) X(GetQueryIndexediv) X(UseProgramStages) X(ActiveShaderProgram) \
    X(CreateShaderProgramv) X(BindProgramPipeline) X(DeleteProgramPipelines) X(GenProgramPipelines) \
    X(IsProgramPipeline) X(GetProgramPipelineiv) X(ProgramUniform1i) X(ProgramUniform1iv) X(ProgramUniform1f) \
    X(ProgramUniform1fv) X(ProgramUniform1d) X(ProgramUniform1dv) X(ProgramUniform1ui) X(ProgramUniform1uiv) \
    X(ProgramUniform2i) X(ProgramUniform2iv) X(ProgramUniform2f) X(ProgramUniform2fv) X(ProgramUniform2d) \
    X(ProgramUniform2dv) X(ProgramUniform2ui) X(ProgramUniform2uiv) X(ProgramUniform3i) X(ProgramUniform3iv) \
    X(ProgramUniform3f) X(ProgramUniform3fv) X(ProgramUniform3d) X(ProgramUniform3dv) X(ProgramUniform3ui) \
    X(ProgramUniform3uiv) X(ProgramUniform4i) X(ProgramUniform4iv) X(ProgramUniform4f) X(ProgramUniform4fv) \
    X(ProgramUniform4d) X(ProgramUniform4dv) X(ProgramUniform4ui) X(ProgramUniform4uiv) X(ProgramUniformMatrix2fv) \
    X(ProgramUniformMatrix3fv) X(ProgramUniformMatrix4fv) X(ProgramUniformMatrix2dv) X(ProgramUniformMatrix3dv) \
    X(ProgramUniformMatrix4dv) X(ProgramUniformMatrix2x3fv) X(ProgramUniformMatrix3x2fv) \
    X(ProgramUniformMatrix2x4fv) X(ProgramUniformMatrix4x2fv) X(ProgramUniformMatrix3x4fv) \
    X(ProgramUniformMatrix4x3fv) X(ProgramUniformMatrix2x3dv) X(ProgramUniformMatrix3x2dv) \
    X(ProgramUniformMatrix2x4dv) X(ProgramUniformMatrix4x2dv) X(ProgramUniformMatrix3x4dv) \
    X(ProgramUniformMatrix4x3dv) X(ValidateProgramPipeline) X(GetProgramPipelineInfoLog) X(VertexAttribL1d) \
    X(VertexAttribL2d) X(VertexAttribL3d) X(VertexAttribL4d) X(VertexAttribL1dv) X(VertexAttribL2dv) \
    X(VertexAttribL3dv) X(VertexAttribL4dv) X(VertexAttribLPointer) X(GetVertexAttribLdv) X(ViewportArrayv) \
    X(ViewportIndexedf) X(ViewportIndexedfv) X(ScissorArrayv) X(ScissorIndexed) X(ScissorIndexedv) \
    X(DepthRangeArrayv) X(DepthRangeIndexed) X(GetFloati_v) X(GetDoublei_v) X(DrawArraysInstancedBaseInstance) \
    X(DrawElementsInstancedBaseInstance) X(DrawElementsInstancedBaseVertexBaseInstance) \
    X(GetActiveAtomicCounterBufferiv) X(BindImageTexture) X(MemoryBarrier) X(TexStorage1D) \
    X(DrawTransformFeedbackInstanced) X(DrawTransformFeedbackStreamInstanced) X(ClearBufferData) \
    X(ClearBufferSubData) X(DispatchCompute) X(DispatchComputeIndirect) X(CopyImageSubData) X(FramebufferParameteri) \
    X(GetFramebufferParameteriv) X(GetInternalformati64v) X(InvalidateTexSubImage) X(InvalidateTexImage) \
    X(InvalidateBufferSubData) X(InvalidateBufferData) X(MultiDrawArraysIndirect) X(MultiDrawElementsIndirect) \
    X(GetProgramInterfaceiv) X(GetProgramResourceIndex) X(GetProgramResourceName) X(GetProgramResourceiv) \
    X(GetProgramResourceLocation) X(GetProgramResourceLocationIndex) X(ShaderStorageBlockBinding) X(TexBufferRange) \
    X(TexStorage2DMultisample) X(TexStorage3DMultisample) X(TextureView) X(BindVertexBuffer) X(VertexAttribFormat) \
    X(VertexAttribIFormat) X(VertexAttribLFormat) X(VertexAttribBinding) X(VertexBindingDivisor) \
    X(DebugMessageControl) X(DebugMessageInsert) X(DebugMessageCallback) X(GetDebugMessageLog) X(PushDebugGroup) \
    X(PopDebugGroup) X(ObjectLabel) X(GetObjectLabel) X(ObjectPtrLabel) X(GetObjectPtrLabel) X(BufferStorage) \
    X(ClearTexImage) X(ClearTexSubImage) X(BindBuffersBase) X(BindBuffersRange) X(BindTextures) X(BindSamplers) \
    X(BindImageTextures) X(BindVertexBuffers) X(ClipControl) X(CreateTransformFeedbacks) \
    X(TransformFeedbackBufferBase) X(TransformFeedbackBufferRange) X(GetTransformFeedbackiv) \
    X(GetTransformFeedbacki_v) X(GetTransformFeedbacki64_v) X(CreateBuffers) X(NamedBufferStorage) \
    X(NamedBufferData) X(NamedBufferSubData) X(CopyNamedBufferSubData) X(ClearNamedBufferData) \
    X(ClearNamedBufferSubData) X(MapNamedBuffer) X(MapNamedBufferRange) X(UnmapNamedBuffer) \
    X(FlushMappedNamedBufferRange) X(GetNamedBufferParameteriv) X(GetNamedBufferParameteri64v) \
    X(GetNamedBufferPointerv) X(GetNamedBufferSubData) X(CreateFramebuffers) X(NamedFramebufferRenderbuffer) \
    X(NamedFramebufferParameteri) X(NamedFramebufferTexture) X(NamedFramebufferTextureLayer) \
    X(NamedFramebufferDrawBuffer) X(NamedFramebufferDrawBuffers) X(NamedFramebufferReadBuffer) \
    X(InvalidateNamedFramebufferData) X(InvalidateNamedFramebufferSubData) X(ClearNamedFramebufferiv) \
    X(ClearNamedFramebufferuiv) X(ClearNamedFramebufferfv) X(ClearNamedFramebufferfi) X(BlitNamedFramebuffer) \
    X(CheckNamedFramebufferStatus) X(GetNamedFramebufferParameteriv) X(GetNamedFramebufferAttachmentParameteriv) \
    X(CreateRenderbuffers) X(NamedRenderbufferStorage) X(NamedRenderbufferStorageMultisample) \
    X(GetNamedRenderbufferParameteriv) X(CreateTextures) X(TextureBuffer) X(TextureBufferRange) X(TextureStorage1D) \
    X(TextureStorage2D) X(TextureStorage3D) X(TextureStorage2DMultisample) X(TextureStorage3DMultisample) \
    X(TextureSubImage1D) X(TextureSubImage2D) X(TextureSubImage3D) X(CompressedTextureSubImage1D) \
    X(CompressedTextureSubImage2D) X(CompressedTextureSubImage3D) X(CopyTextureSubImage1D) X(CopyTextureSubImage2D) \
    X(CopyTextureSubImage3D) X(TextureParameterf) X(TextureParameterfv) X(TextureParameteri) X(TextureParameterIiv) \
    X(TextureParameterIuiv) X(TextureParameteriv) X(GenerateTextureMipmap) X(BindTextureUnit) X(GetTextureImage) \
    X(GetCompressedTextureImage) X(GetTextureLevelParameterfv) X(GetTextureLevelParameteriv) \
    X(GetTextureParameterfv) X(GetTextureParameterIiv) X(GetTextureParameterIuiv) X(GetTextureParameteriv) \
    X(CreateVertexArrays) X(DisableVertexArrayAttrib) X(EnableVertexArrayAttrib) X(VertexArrayElementBuffer) \
    X(VertexArrayVertexBuffer) X(VertexArrayVertexBuffers) X(VertexArrayAttribBinding) X(VertexArrayAttribFormat) \
    X(VertexArrayAttribIFormat) X(VertexArrayAttribLFormat) X(VertexArrayBindingDivisor) X(GetVertexArrayiv) \
    X(GetVertexArrayIndexediv) X(GetVertexArrayIndexed64iv) X(CreateSamplers) X(CreateProgramPipelines) \
    X(CreateQueries) X(GetQueryBufferObjecti64v) X(GetQueryBufferObjectiv) X(GetQueryBufferObjectui64v) \
    X(GetQueryBufferObjectuiv) X(MemoryBarrierByRegion) X(GetTextureSubImage) X(GetCompressedTextureSubImage) \
    X(GetGraphicsResetStatus) X(GetnCompressedTexImage) X(GetnTexImage) X(GetnUniformdv) X(GetnUniformfv) \
    X(GetnUniformiv) X(GetnUniformuiv) X(ReadnPixels) X(TextureBarrier) X(SpecializeShader) \
    X(MultiDrawArraysIndirectCount) X(MultiDrawElementsIndirectCount) X(PolygonOffsetClamp) X(BindFramebufferEXT) \
    X(BindRenderbufferEXT) X(CheckFramebufferStatusEXT) X(DeleteFramebuffersEXT) X(DeleteRenderbuffersEXT) \
    X(FramebufferRenderbufferEXT) X(FramebufferTexture1DEXT) X(FramebufferTexture2DEXT) X(FramebufferTexture3DEXT) \
    X(GenFramebuffersEXT) X(GenRenderbuffersEXT) X(GenerateMipmapEXT) X(GetFramebufferAttachmentParameterivEXT) \
    X(GetRenderbufferParameterivEXT) X(IsFramebufferEXT) X(IsRenderbufferEXT) X(RenderbufferStorageEXT) \
    X(BlitFramebufferEXT) X(RenderbufferStorageMultisampleEXT) X(BindFragDataLocationEXT) X(GetFragDataLocationEXT) \
    X(GetUniformuivEXT) X(GetVertexAttribIivEXT) X(GetVertexAttribIuivEXT) X(Uniform1uiEXT) X(Uniform1uivEXT) \
    X(Uniform2uiEXT) X(Uniform2uivEXT) X(Uniform3uiEXT) X(Uniform3uivEXT) X(Uniform4uiEXT) X(Uniform4uivEXT) \
    X(VertexAttribI1iEXT) X(VertexAttribI1ivEXT) X(VertexAttribI1uiEXT) X(VertexAttribI1uivEXT) \
    X(VertexAttribI2iEXT) X(VertexAttribI2ivEXT) X(VertexAttribI2uiEXT) X(VertexAttribI2uivEXT) \
    X(VertexAttribI3iEXT) X(VertexAttribI3ivEXT) X(VertexAttribI3uiEXT) X(VertexAttribI3uivEXT) \
    X(VertexAttribI4bvEXT) X(VertexAttribI4iEXT) X(VertexAttribI4ivEXT) X(VertexAttribI4svEXT) \
    X(VertexAttribI4ubvEXT) X(VertexAttribI4uiEXT) X(VertexAttribI4uivEXT) X(VertexAttribI4usvEXT) \
    X(VertexAttribIPointerEXT) X(BeginTransformFeedbackEXT) X(BindBufferBaseEXT) X(BindBufferOffsetEXT) \
    X(BindBufferRangeEXT) X(EndTransformFeedbackEXT) X(GetTransformFeedbackVaryingEXT) \
    X(TransformFeedbackVaryingsEXT) X(ClearColorIiEXT) X(ClearColorIuiEXT) X(GetTexParameterIivEXT) \
    X(GetTexParameterIuivEXT) X(TexParameterIivEXT) X(TexParameterIuivEXT) X(ColorMaskIndexedEXT) \
    X(DisableIndexedEXT) X(EnableIndexedEXT) X(GetBooleanIndexedvEXT) X(GetIntegerIndexedvEXT) \
    X(IsEnabledIndexedEXT) X(TexBufferEXT) X(DrawArraysInstancedEXT) X(DrawElementsInstancedEXT) \
    X(GetQueryObjecti64vEXT) X(GetQueryObjectui64vEXT) X(GetUniformBufferSizeEXT) X(GetUniformOffsetEXT) \
    X(UniformBufferEXT) X(ProvokingVertexEXT) X(FramebufferTextureEXT) X(FramebufferTextureFaceEXT) \
    X(ProgramParameteriEXT) X(BindMultiTextureEXT) X(CheckNamedFramebufferStatusEXT) X(ClientAttribDefaultEXT) \
    X(CompressedMultiTexImage1DEXT) X(CompressedMultiTexImage2DEXT) X(CompressedMultiTexImage3DEXT) \
    X(CompressedMultiTexSubImage1DEXT) X(CompressedMultiTexSubImage2DEXT) X(CompressedMultiTexSubImage3DEXT) \
    X(CompressedTextureImage1DEXT) X(CompressedTextureImage2DEXT) X(CompressedTextureImage3DEXT) \
    X(CompressedTextureSubImage1DEXT) X(CompressedTextureSubImage2DEXT) X(CompressedTextureSubImage3DEXT) \
    X(CopyMultiTexImage1DEXT) X(CopyMultiTexImage2DEXT) X(CopyMultiTexSubImage1DEXT) X(CopyMultiTexSubImage2DEXT) \
    X(CopyMultiTexSubImage3DEXT) X(CopyTextureImage1DEXT) X(CopyTextureImage2DEXT) X(CopyTextureSubImage1DEXT) \
    X(CopyTextureSubImage2DEXT) X(CopyTextureSubImage3DEXT) X(DisableClientStateIndexedEXT) \
    X(DisableClientStateiEXT) X(DisableVertexArrayAttribEXT) X(DisableVertexArrayEXT) X(EnableClientStateIndexedEXT) \
    X(EnableClientStateiEXT) X(EnableVertexArrayAttribEXT) X(EnableVertexArrayEXT) X(FlushMappedNamedBufferRangeEXT) \
    X(FramebufferDrawBufferEXT) X(FramebufferDrawBuffersEXT) X(FramebufferReadBufferEXT) \
    X(GenerateMultiTexMipmapEXT) X(GenerateTextureMipmapEXT) X(GetCompressedMultiTexImageEXT) \
    X(GetCompressedTextureImageEXT) X(GetDoubleIndexedvEXT) X(GetDoublei_vEXT) X(GetFloatIndexedvEXT) \
    X(GetFloati_vEXT) X(GetFramebufferParameterivEXT) X(GetMultiTexEnvfvEXT) X(GetMultiTexEnvivEXT) \
    X(GetMultiTexGendvEXT) X(GetMultiTexGenfvEXT) X(GetMultiTexGenivEXT) X(GetMultiTexImageEXT) \
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
    X(MatrixLoadIdentityEXT) X(MatrixLoadTransposedEXT) X(MatrixLoadTransposefEXT) X(MatrixLoaddEXT) \
    X(MatrixLoadfEXT) X(MatrixMultTransposedEXT) X(MatrixMultTransposefEXT) X(MatrixMultdEXT) X(MatrixMultfEXT) \
    X(MatrixOrthoEXT) X(MatrixPopEXT) X(MatrixPushEXT) X(MatrixRotatedEXT) X(MatrixRotatefEXT) X(MatrixScaledEXT) \
    X(MatrixScalefEXT) X(MatrixTranslatedEXT) X(MatrixTranslatefEXT) X(MultiTexBufferEXT) X(MultiTexCoordPointerEXT) \
    X(MultiTexEnvfEXT) X(MultiTexEnvfvEXT) X(MultiTexEnviEXT) X(MultiTexEnvivEXT) X(MultiTexGendEXT) \
    X(MultiTexGendvEXT) X(MultiTexGenfEXT) X(MultiTexGenfvEXT) X(MultiTexGeniEXT) X(MultiTexGenivEXT) \
    X(MultiTexImage1DEXT) X(MultiTexImage2DEXT) X(MultiTexImage3DEXT) X(MultiTexParameterIivEXT) \
    X(MultiTexParameterIuivEXT) X(MultiTexParameterfEXT) X(MultiTexParameterfvEXT) X(MultiTexParameteriEXT) \
    X(MultiTexParameterivEXT) X(MultiTexRenderbufferEXT) X(MultiTexSubImage1DEXT) X(MultiTexSubImage2DEXT) \
    X(MultiTexSubImage3DEXT) X(NamedBufferDataEXT) X(NamedBufferSubDataEXT) X(NamedCopyBufferSubDataEXT) \
    X(NamedFramebufferRenderbufferEXT) X(NamedFramebufferTexture1DEXT) X(NamedFramebufferTexture2DEXT) \
    X(NamedFramebufferTexture3DEXT) X(NamedFramebufferTextureEXT) X(NamedFramebufferTextureFaceEXT) \
    X(NamedFramebufferTextureLayerEXT) X(NamedProgramLocalParameter4dEXT) X(NamedProgramLocalParameter4dvEXT) \
    X(NamedProgramLocalParameter4fEXT) X(NamedProgramLocalParameter4fvEXT) X(NamedProgramLocalParameterI4iEXT) \
    X(NamedProgramLocalParameterI4ivEXT) X(NamedProgramLocalParameterI4uiEXT) X(NamedProgramLocalParameterI4uivEXT) \
    X(NamedProgramLocalParameters4fvEXT) X(NamedProgramLocalParametersI4ivEXT) \
    X(NamedProgramLocalParametersI4uivEXT) X(NamedProgramStringEXT) X(NamedRenderbufferStorageEXT) \
    X(NamedRenderbufferStorageMultisampleCoverageEXT) X(NamedRenderbufferStorageMultisampleEXT) \
    X(ProgramUniform1fEXT) X(ProgramUniform1fvEXT) X(ProgramUniform1iEXT) X(ProgramUniform1ivEXT) \
    X(ProgramUniform1uiEXT) X(ProgramUniform1uivEXT) X(ProgramUniform2fEXT) X(ProgramUniform2fvEXT) \
    X(ProgramUniform2iEXT) X(ProgramUniform2ivEXT) X(ProgramUniform2uiEXT) X(ProgramUniform2uivEXT) \
    X(ProgramUniform3fEXT) X(ProgramUniform3fvEXT) X(ProgramUniform3iEXT) X(ProgramUniform3ivEXT) \
    X(ProgramUniform3uiEXT) X(ProgramUniform3uivEXT) X(ProgramUniform4fEXT) X(ProgramUniform4fvEXT) \
    X(ProgramUniform4iEXT) X(ProgramUniform4ivEXT) X(ProgramUniform4uiEXT) X(ProgramUniform4uivEXT) \
    X(ProgramUniformMatrix2fvEXT) X(ProgramUniformMatrix2x3fvEXT) X(ProgramUniformMatrix2x4fvEXT) \
    X(ProgramUniformMatrix3fvEXT) X(ProgramUniformMatrix3x2fvEXT) X(ProgramUniformMatrix3x4fvEXT) \
    X(ProgramUniformMatrix4fvEXT) X(ProgramUniformMatrix4x2fvEXT) X(ProgramUniformMatrix4x3fvEXT) \
    X(PushClientAttribDefaultEXT) X(TextureBufferEXT) X(TextureImage1DEXT) X(TextureImage2DEXT) X(TextureImage3DEXT) \
    X(TextureParameterIivEXT) X(TextureParameterIuivEXT) X(TextureParameterfEXT) X(TextureParameterfvEXT) \
    X(TextureParameteriEXT) X(TextureParameterivEXT) X(TextureRenderbufferEXT) X(TextureSubImage1DEXT) \
    X(TextureSubImage2DEXT) X(TextureSubImage3DEXT) X(UnmapNamedBufferEXT) X(VertexArrayColorOffsetEXT) \
    X(VertexArrayEdgeFlagOffsetEXT) X(VertexArrayFogCoordOffsetEXT) X(VertexArrayIndexOffsetEXT) \
    X(VertexArrayMultiTexCoordOffsetEXT) X(VertexArrayNormalOffsetEXT) X(VertexArraySecondaryColorOffsetEXT) \
    X(VertexArrayTexCoordOffsetEXT) X(VertexArrayVertexAttribDivisorEXT) X(VertexArrayVertexAttribIOffsetEXT) \
    X(VertexArrayVertexAttribOffsetEXT) X(VertexArrayVertexOffsetEXT) X(ClampColorARB) X(DrawArraysInstancedARB) \
    X(DrawElementsInstancedARB) X(VertexAttribDivisorARB) X(TexBufferARB) X(FramebufferTextureARB) \
    X(FramebufferTextureFaceARB) X(FramebufferTextureLayerARB) X(ProgramParameteriARB) X(MinSampleShadingARB) \
    X(BlendEquationSeparateiARB) X(BlendEquationiARB) X(BlendFuncSeparateiARB) X(BlendFunciARB) X(AttachObjectARB) \
    X(CompileShaderARB) X(CreateProgramObjectARB) X(CreateShaderObjectARB) X(DeleteObjectARB) X(DetachObjectARB) \
    X(GetActiveUniformARB) X(GetAttachedObjectsARB) X(GetHandleARB) X(GetInfoLogARB) X(GetObjectParameterfvARB) \
    X(GetObjectParameterivARB) X(GetShaderSourceARB) X(GetUniformLocationARB) X(GetUniformfvARB) X(GetUniformivARB) \
    X(LinkProgramARB) X(ShaderSourceARB) X(Uniform1fARB) X(Uniform1fvARB) X(Uniform1iARB) X(Uniform1ivARB) \
    X(Uniform2fARB) X(Uniform2fvARB) X(Uniform2iARB) X(Uniform2ivARB) X(Uniform3fARB) X(Uniform3fvARB) \
    X(Uniform3iARB) X(Uniform3ivARB) X(Uniform4fARB) X(Uniform4fvARB) X(Uniform4iARB) X(Uniform4ivARB) \
    X(UniformMatrix2fvARB) X(UniformMatrix3fvARB) X(UniformMatrix4fvARB) X(UseProgramObjectARB) \
    X(ValidateProgramARB) X(BindAttribLocationARB) X(GetActiveAttribARB) X(GetAttribLocationARB) X(BindBufferARB) \
    X(BufferDataARB) X(BufferSubDataARB) X(DeleteBuffersARB) X(GenBuffersARB) X(GetBufferParameterivARB) \
    X(GetBufferPointervARB) X(GetBufferSubDataARB) X(IsBufferARB) X(MapBufferARB) X(UnmapBufferARB) \
    X(ActiveTextureARB) X(ClientActiveTextureARB) X(MultiTexCoord1dARB) X(MultiTexCoord1dvARB) X(MultiTexCoord1fARB) \
    X(MultiTexCoord1fvARB) X(MultiTexCoord1iARB) X(MultiTexCoord1ivARB) X(MultiTexCoord1sARB) X(MultiTexCoord1svARB) \
    X(MultiTexCoord2dARB) X(MultiTexCoord2dvARB) X(MultiTexCoord2fARB) X(MultiTexCoord2fvARB) X(MultiTexCoord2iARB) \
    X(MultiTexCoord2ivARB) X(MultiTexCoord2sARB) X(MultiTexCoord2svARB) X(MultiTexCoord3dARB) X(MultiTexCoord3dvARB) \
    X(MultiTexCoord3fARB) X(MultiTexCoord3fvARB) X(MultiTexCoord3iARB) X(MultiTexCoord3ivARB) X(MultiTexCoord3sARB) \
    X(MultiTexCoord3svARB) X(MultiTexCoord4dARB) X(MultiTexCoord4dvARB) X(MultiTexCoord4fARB) X(MultiTexCoord4fvARB) \
    X(MultiTexCoord4iARB) X(MultiTexCoord4ivARB) X(MultiTexCoord4sARB) X(MultiTexCoord4svARB) X(BeginQueryARB) \
    X(DeleteQueriesARB) X(EndQueryARB) X(GenQueriesARB) X(GetQueryObjectivARB) X(GetQueryObjectuivARB) \
    X(GetQueryivARB) X(IsQueryARB) X(DrawBuffersARB) X(CompressedTexImage1DARB) X(CompressedTexImage2DARB) \
    X(CompressedTexImage3DARB) X(CompressedTexSubImage1DARB) X(CompressedTexSubImage2DARB) \
    X(CompressedTexSubImage3DARB) X(GetCompressedTexImageARB) X(PointParameterfARB) X(PointParameterfvARB) \
    X(DebugMessageCallbackARB) X(DebugMessageControlARB) X(DebugMessageInsertARB) X(GetDebugMessageLogARB) \
    X(GetGraphicsResetStatusARB) X(GetnColorTableARB) X(GetnCompressedTexImageARB) X(GetnConvolutionFilterARB) \
    X(GetnHistogramARB) X(GetnMapdvARB) X(GetnMapfvARB) X(GetnMapivARB) X(GetnMinmaxARB) X(GetnPixelMapfvARB) \
    X(GetnPixelMapuivARB) X(GetnPixelMapusvARB) X(GetnPolygonStippleARB) X(GetnSeparableFilterARB) \
    X(GetnTexImageARB) X(GetnUniformdvARB) X(GetnUniformfvARB) X(GetnUniformivARB) X(GetnUniformuivARB) \
    X(ReadnPixelsARB) X(TexPageCommitmentARB) X(GetImageHandleARB) X(GetTextureHandleARB) \
    X(GetTextureSamplerHandleARB) X(GetVertexAttribLui64vARB) X(IsImageHandleResidentARB) \
    X(IsTextureHandleResidentARB) X(MakeImageHandleNonResidentARB) X(MakeImageHandleResidentARB) \
    X(MakeTextureHandleNonResidentARB) X(MakeTextureHandleResidentARB) X(ProgramUniformHandleui64ARB) \
    X(ProgramUniformHandleui64vARB) X(UniformHandleui64ARB) X(UniformHandleui64vARB) X(VertexAttribL1ui64ARB) \
    X(VertexAttribL1ui64vARB) X(ColorSubTable) X(ColorTable) X(ColorTableParameterfv) X(ColorTableParameteriv) \
    X(ConvolutionFilter1D) X(ConvolutionFilter2D) X(ConvolutionParameterf) X(ConvolutionParameterfv) \
    X(ConvolutionParameteri) X(ConvolutionParameteriv) X(CopyColorSubTable) X(CopyColorTable) \
    X(CopyConvolutionFilter1D) X(CopyConvolutionFilter2D) X(GetColorTable) X(GetColorTableParameterfv) \
    X(GetColorTableParameteriv) X(GetConvolutionFilter) X(GetConvolutionParameterfv) X(GetConvolutionParameteriv) \
    X(GetHistogram) X(GetHistogramParameterfv) X(GetHistogramParameteriv) X(GetMinmax) X(GetMinmaxParameterfv) \
    X(GetMinmaxParameteriv) X(GetSeparableFilter) X(Histogram) X(Minmax) X(ResetHistogram) X(ResetMinmax) \
    X(SeparableFilter2D) X(ClearNamedBufferDataEXT) X(ClearNamedBufferSubDataEXT) \
    X(GetNamedFramebufferParameterivEXT) X(NamedFramebufferParameteriEXT) X(TextureBufferRangeEXT) \
    X(TextureStorage2DMultisampleEXT) X(TextureStorage3DMultisampleEXT) X(VertexArrayBindVertexBufferEXT) \
    X(VertexArrayVertexAttribBindingEXT) X(VertexArrayVertexAttribFormatEXT) X(VertexArrayVertexAttribIFormatEXT) \
    X(VertexArrayVertexAttribLFormatEXT) X(VertexArrayVertexBindingDivisorEXT) X(MultiDrawArraysIndirectCountARB) \
    X(MultiDrawElementsIndirectCountARB) X(SpecializeShaderARB) X(BeginConditionalRenderNV) \
    X(EndConditionalRenderNV)
/* clang-format on */

#endif
