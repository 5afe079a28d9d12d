// list.frag.glsl - shows the point list: x, y, z as red, green, blue.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_list;
uniform float u_side;  // texels along a side of the list
uniform float u_pixel; // texels along a side of a pixel of the screen
uniform vec3 u_grid;

vec3 color_of(vec2 entry) {
    vec4 point = TEXEL(u_list, entry, u_side);
    float check = mod(entry.x + entry.y, 2.0);
    return point.x < 0.0 ? vec3(0.10 + 0.03 * check) : (point.xyz + 0.5) / u_grid;
}

// The list alternates from entry to entry, and so a pixel that took one of them would show stripes that are not there. Large
// entries keep their edges; of small ones a pixel takes a mean, weighed by a tent that is wider than the pixel itself.
void main() {
    vec2 place = v_place * u_side;
    float small = clamp(3.0 * u_pixel - 1.0, 0.0, 1.0), reach = u_pixel * mix(0.5, 1.6, small);
    float steps = min(ceil(2.0 * reach) + 1.0, 12.0), apart = max(2.0 * reach / steps, 1.0),
          widest = min(1.0, 2.0 * reach);
    vec4 sum = vec4(0.0);
    for (float y = 0.0; y < steps; y += 1.0) {
        for (float x = 0.0; x < steps; x += 1.0) {
            vec2 entry = clamp(floor(place - reach + vec2(x, y) * apart), vec2(0.0), vec2(u_side - 1.0));
            vec2 away = abs(entry + 0.5 - place);
            vec2 covered = clamp(vec2(reach + 0.5) - away, vec2(0.0), vec2(widest));
            vec2 near = covered * mix(vec2(1.0), max(1.0 - away / (reach + 0.5), vec2(0.0)), small);
            sum += near.x * near.y * vec4(color_of(entry), 1.0);
        }
    }
    o_color = vec4(sum.rgb / sum.a, 1.0);
}
