/* poison21.h - GL functions above version 2.1, which a library for GL 2.1 must not call.  SPDX-License-Identifier: MIT
 *
 * X(name) for every function that GL 3.0 to 3.3 added, and for the extensions that had them first under other names. What GL
 * 2.1 reaches by an extension that the library asks for stays: GL_EXT_framebuffer_object and GL_ARB_color_buffer_float. */
#ifndef TEST_POISON21_H
#define TEST_POISON21_H

#include "poison.h"

/* clang-format off */
#define POISON_LIST_21(X) \
    X(BeginConditionalRender) X(BeginTransformFeedback) X(BindFragDataLocation) X(ClampColor) X(ClearBufferfi) \
    X(ClearBufferfv) X(ClearBufferiv) X(ClearBufferuiv) X(ColorMaski) X(Disablei) X(Enablei) \
    X(EndConditionalRender) X(EndTransformFeedback) X(GetBooleani_v) X(GetFragDataLocation) X(GetStringi) \
    X(GetTexParameterIiv) X(GetTexParameterIuiv) X(GetTransformFeedbackVarying) X(GetUniformuiv) \
    X(GetVertexAttribIiv) X(GetVertexAttribIuiv) X(IsEnabledi) X(TexParameterIiv) X(TexParameterIuiv) \
    X(TransformFeedbackVaryings) X(Uniform1ui) X(Uniform1uiv) X(Uniform2ui) X(Uniform2uiv) X(Uniform3ui) \
    X(Uniform3uiv) X(Uniform4ui) X(Uniform4uiv) X(VertexAttribI1i) X(VertexAttribI1iv) X(VertexAttribI1ui) \
    X(VertexAttribI1uiv) X(VertexAttribI2i) X(VertexAttribI2iv) X(VertexAttribI2ui) X(VertexAttribI2uiv) \
    X(VertexAttribI3i) X(VertexAttribI3iv) X(VertexAttribI3ui) X(VertexAttribI3uiv) X(VertexAttribI4bv) \
    X(VertexAttribI4i) X(VertexAttribI4iv) X(VertexAttribI4sv) X(VertexAttribI4ubv) X(VertexAttribI4ui) \
    X(VertexAttribI4uiv) X(VertexAttribI4usv) X(VertexAttribIPointer) X(DrawArraysInstanced) \
    X(DrawElementsInstanced) X(PrimitiveRestartIndex) X(TexBuffer) X(FramebufferTexture) \
    X(GetBufferParameteri64v) X(GetInteger64i_v) X(VertexAttribDivisor) X(BindFramebuffer) X(BindRenderbuffer) \
    X(BlitFramebuffer) X(CheckFramebufferStatus) X(DeleteFramebuffers) X(DeleteRenderbuffers) \
    X(FramebufferRenderbuffer) X(FramebufferTexture1D) X(FramebufferTexture2D) X(FramebufferTexture3D) \
    X(FramebufferTextureLayer) X(GenFramebuffers) X(GenRenderbuffers) X(GenerateMipmap) \
    X(GetFramebufferAttachmentParameteriv) X(GetRenderbufferParameteriv) X(IsFramebuffer) X(IsRenderbuffer) \
    X(RenderbufferStorage) X(RenderbufferStorageMultisample) X(FlushMappedBufferRange) X(MapBufferRange) \
    X(BindVertexArray) X(DeleteVertexArrays) X(GenVertexArrays) X(IsVertexArray) X(BindBufferBase) \
    X(BindBufferRange) X(GetActiveUniformBlockName) X(GetActiveUniformBlockiv) X(GetActiveUniformName) \
    X(GetActiveUniformsiv) X(GetIntegeri_v) X(GetUniformBlockIndex) X(GetUniformIndices) X(UniformBlockBinding) \
    X(CopyBufferSubData) X(DrawElementsBaseVertex) X(DrawElementsInstancedBaseVertex) \
    X(DrawRangeElementsBaseVertex) X(MultiDrawElementsBaseVertex) X(ProvokingVertex) X(ClientWaitSync) \
    X(DeleteSync) X(FenceSync) X(GetInteger64v) X(GetSynciv) X(IsSync) X(WaitSync) X(GetMultisamplefv) \
    X(SampleMaski) X(TexImage2DMultisample) X(TexImage3DMultisample) X(BindFragDataLocationIndexed) \
    X(GetFragDataIndex) X(BindSampler) X(DeleteSamplers) X(GenSamplers) X(GetSamplerParameterIiv) \
    X(GetSamplerParameterIuiv) X(GetSamplerParameterfv) X(GetSamplerParameteriv) X(IsSampler) \
    X(SamplerParameterIiv) X(SamplerParameterIuiv) X(SamplerParameterf) X(SamplerParameterfv) \
    X(SamplerParameteri) X(SamplerParameteriv) X(GetQueryObjecti64v) X(GetQueryObjectui64v) X(QueryCounter) \
    X(ColorP3ui) X(ColorP3uiv) X(ColorP4ui) X(ColorP4uiv) X(MultiTexCoordP1ui) X(MultiTexCoordP1uiv) \
    X(MultiTexCoordP2ui) X(MultiTexCoordP2uiv) X(MultiTexCoordP3ui) X(MultiTexCoordP3uiv) X(MultiTexCoordP4ui) \
    X(MultiTexCoordP4uiv) X(NormalP3ui) X(NormalP3uiv) X(SecondaryColorP3ui) X(SecondaryColorP3uiv) \
    X(TexCoordP1ui) X(TexCoordP1uiv) X(TexCoordP2ui) X(TexCoordP2uiv) X(TexCoordP3ui) X(TexCoordP3uiv) \
    X(TexCoordP4ui) X(TexCoordP4uiv) X(VertexAttribP1ui) X(VertexAttribP1uiv) X(VertexAttribP2ui) \
    X(VertexAttribP2uiv) X(VertexAttribP3ui) X(VertexAttribP3uiv) X(VertexAttribP4ui) X(VertexAttribP4uiv) \
    X(VertexP2ui) X(VertexP2uiv) X(VertexP3ui) X(VertexP3uiv) X(VertexP4ui) X(VertexP4uiv) \
    X(DrawArraysInstancedARB) X(DrawElementsInstancedARB) X(VertexAttribDivisorARB) X(TexBufferARB) \
    X(FramebufferTextureARB) X(FramebufferTextureFaceARB) X(FramebufferTextureLayerARB) X(ProgramParameteriARB) \
    X(BindFragDataLocationEXT) X(GetFragDataLocationEXT) X(GetUniformuivEXT) X(GetVertexAttribIivEXT) \
    X(GetVertexAttribIuivEXT) X(Uniform1uiEXT) X(Uniform1uivEXT) X(Uniform2uiEXT) X(Uniform2uivEXT) \
    X(Uniform3uiEXT) X(Uniform3uivEXT) X(Uniform4uiEXT) X(Uniform4uivEXT) X(VertexAttribI1iEXT) \
    X(VertexAttribI1ivEXT) X(VertexAttribI1uiEXT) X(VertexAttribI1uivEXT) X(VertexAttribI2iEXT) \
    X(VertexAttribI2ivEXT) X(VertexAttribI2uiEXT) X(VertexAttribI2uivEXT) X(VertexAttribI3iEXT) \
    X(VertexAttribI3ivEXT) X(VertexAttribI3uiEXT) X(VertexAttribI3uivEXT) X(VertexAttribI4bvEXT) \
    X(VertexAttribI4iEXT) X(VertexAttribI4ivEXT) X(VertexAttribI4svEXT) X(VertexAttribI4ubvEXT) \
    X(VertexAttribI4uiEXT) X(VertexAttribI4uivEXT) X(VertexAttribI4usvEXT) X(VertexAttribIPointerEXT) \
    X(ClearColorIiEXT) X(ClearColorIuiEXT) X(GetTexParameterIivEXT) X(GetTexParameterIuivEXT) \
    X(TexParameterIivEXT) X(TexParameterIuivEXT) X(BeginTransformFeedbackEXT) X(BindBufferBaseEXT) \
    X(BindBufferOffsetEXT) X(BindBufferRangeEXT) X(EndTransformFeedbackEXT) X(GetTransformFeedbackVaryingEXT) \
    X(TransformFeedbackVaryingsEXT) X(ColorMaskIndexedEXT) X(DisableIndexedEXT) X(EnableIndexedEXT) \
    X(GetBooleanIndexedvEXT) X(GetIntegerIndexedvEXT) X(IsEnabledIndexedEXT) X(TexBufferEXT) \
    X(DrawArraysInstancedEXT) X(DrawElementsInstancedEXT) X(BlitFramebufferEXT) \
    X(RenderbufferStorageMultisampleEXT) X(GetQueryObjecti64vEXT) X(GetQueryObjectui64vEXT) \
    X(BeginConditionalRenderNV) X(EndConditionalRenderNV) X(GetUniformBufferSizeEXT) X(GetUniformOffsetEXT) \
    X(UniformBufferEXT) X(ProvokingVertexEXT) X(FramebufferTextureEXT) X(FramebufferTextureFaceEXT) \
    X(ProgramParameteriEXT)
/* clang-format on */

#endif
