// flying_edges.cpp - meshes as VTK's Flying Edges makes them. Without VTK the build leaves this file out.
// SPDX-License-Identifier: MIT
#include "peers.h"

#include <vtkCellArray.h>
#include <vtkFlyingEdges3D.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkSMPTools.h>
#include <vtkVersion.h>

#include <new>

struct flying_edges {
    vtkNew<vtkFlyingEdges3D> filter;
};

flying_edges *flying_edges_open(const float *samples, uint32_t side) {
    flying_edges *f = new (std::nothrow) flying_edges;
    if (!f)
        return nullptr;
    const vtkIdType count = vtkIdType(side) * side * side;
    vtkNew<vtkImageData> image;
    vtkNew<vtkFloatArray> values;
    vtkSMPTools::SetBackend("TBB");
    vtkSMPTools::Initialize(2);
    values->SetArray(const_cast<float *>(samples), count, 1); // 1: they stay the caller's
    image->SetDimensions(int(side), int(side), int(side));
    image->SetSpacing(2.0 / (side - 1), 2.0 / (side - 1), 2.0 / (side - 1));
    image->SetOrigin(-1, -1, -1);
    image->GetPointData()->SetScalars(values);
    f->filter->SetInputData(image);
    f->filter->ComputeNormalsOn();
    f->filter->ComputeGradientsOff();
    f->filter->ComputeScalarsOff();
    return f;
}

void flying_edges_close(flying_edges *f) {
    delete f;
}

void flying_edges_run(flying_edges *f, double isovalue, uint64_t *vertices, uint64_t *triangles) {
    f->filter->SetValue(0, isovalue);
    f->filter->Modified(); // or it would answer with the mesh that it has
    f->filter->Update();
    *vertices = uint64_t(f->filter->GetOutput()->GetNumberOfPoints());
    *triangles = uint64_t(f->filter->GetOutput()->GetNumberOfPolys());
}

const char *flying_edges_version() {
    return vtkVersion::GetVTKVersion();
}
