// Candidates of fills SURFACE and SOLID: one for every voxel of every listed column of a triangle.
#include <pyramid column_>
#include "volume/columns.glsl"
#include "volume/nearest.glsl"

uniform usampler2D u_columns; // written by list_columns.frag.glsl

int candidate_at(out triangle t, out ivec3 cell) {
    uvec4 point = column_point_at(column_key_of_vertex(gl_VertexID));
    uvec4 words = texelFetch(u_columns, ivec2(point.xy), 0);
    ivec2 column;
    int index = unpack_column(words.xy, column);
    t = triangle_at(index);
    cell = from_axis(ivec3(column, int(words.z + point.w)), axis_of(t));
    return index;
}

bool is_near(float distance_squared) {
    return distance_squared <= REACH * REACH;
}
