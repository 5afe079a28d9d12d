// The places that a caller asks about: vectors of three floats, in a texture with one float a texel.
uniform sampler2D u_queries;
uniform ivec2 u_queries_row;
uniform int u_queries_stride; // floats from a vector to the next one
uniform int u_first_query;    // of this part of them

float query_float(int index) {
    return texelFetch(u_queries, ivec2(index & u_queries_row.x, index >> u_queries_row.y), 0).x;
}

vec3 hpyr_query(int index) {
    int at = (u_first_query + index) * u_queries_stride;
    return vec3(query_float(at), query_float(at + 1), query_float(at + 2));
}
