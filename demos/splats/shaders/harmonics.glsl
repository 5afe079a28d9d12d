// harmonics.glsl - a splat's color, by spherical harmonics of the direction that it is seen in. The
// basis is the one of 3D Gaussian splatting (Kerbl et al. 2023).  SPDX-License-Identifier: MIT
uniform sampler2DArray
    u_colors;          // layers: color of degree 0; then the other coefficients of red, four a texel; of green; of blue
uniform int u_degree;  // that is drawn
uniform int u_channel; // layers of a channel
uniform vec3 u_eye;

const float C1 = 0.4886025119029199, C2 = 1.0925484305920792, C2_MIDDLE = 0.31539156525252005,
            C2_LAST = 0.5462742152960396;
const float C3_ENDS = 0.5900435899266435, C3_XYZ = 2.890611442640554, C3_INNER = 0.4570457994644658,
            C3_MIDDLE = 0.3731763325901154, C3_LAST = 1.445305721320277;

// Basis functions 1 to 15 of a unit vector, four a vector; 0 past the degree.
void basis_of(vec3 u, out vec4 basis[4]) {
    float x = u.x, y = u.y, z = u.z, xx = x * x, yy = y * y, zz = z * z;
    bool two = u_degree > 1, three = u_degree > 2;
    basis[0] = vec4(-C1 * y, C1 * z, -C1 * x, two ? C2 * x * y : 0.0);
    basis[1] = two ? vec4(-C2 * y * z, C2_MIDDLE * (2.0 * zz - xx - yy), -C2 * x * z, C2_LAST * (xx - yy)) : vec4(0.0);
    basis[2] = three ? vec4(-C3_ENDS * y * (3.0 * xx - yy), C3_XYZ * x * y * z, -C3_INNER * y * (4.0 * zz - xx - yy),
                            C3_MIDDLE * z * (2.0 * zz - 3.0 * xx - 3.0 * yy))
                     : vec4(0.0);
    basis[3] =
        three ? vec4(-C3_INNER * x * (4.0 * zz - xx - yy), C3_LAST * z * (xx - yy), -C3_ENDS * x * (xx - 3.0 * yy), 0.0)
              : vec4(0.0);
}

vec3 color_of(ivec2 texel, vec3 center) {
    vec3 color = texelFetch(u_colors, ivec3(texel, 0), 0).rgb;
    if (u_degree > 0) {
        vec4 basis[4];
        basis_of(normalize(center - u_eye), basis);
        int vectors = min(u_channel, u_degree == 1 ? 1 : u_degree == 2 ? 2 : 4);
        for (int i = 0; i < vectors; i++)
            for (int channel = 0; channel < 3; channel++)
                color[channel] += dot(basis[i], texelFetch(u_colors, ivec3(texel, 1 + channel * u_channel + i), 0));
    }
    return max(color, vec3(0.0));
}
