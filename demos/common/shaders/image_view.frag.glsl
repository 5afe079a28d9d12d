// image_view.frag.glsl - draws the pixels of an image that an area shows.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_image;
uniform vec2 u_size; // of the image, in its pixels
uniform vec2 u_area; // of the area, in the target's pixels
uniform vec3 u_map;  // left, bottom and scale of the image in the area

// What is not opaque lies on squares of two grays.
vec3 board(vec2 place) {
    vec2 square = floor(place / 8.0);
    return vec3(mod(square.x + square.y, 2.0) < 0.5 ? 0.30 : 0.38);
}

void main() {
    vec2 here = v_place * u_area, place = (here - u_map.xy) / u_map.z;
    // Between the middles of two pixels the linear filter would fade. Where a pixel is larger than one of the target, the
    // fade is as narrow as that.
    vec2 corner = floor(place - 0.5), beyond = place - 0.5 - corner;
    vec2 sharp = corner + 0.5 + clamp((beyond - 0.5) * max(u_map.z, 1.0) + 0.5, 0.0, 1.0);
    vec4 color = TEXTURE_2D(u_image, sharp / u_size);
    if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, u_size)))
        discard;
    o_color = vec4(mix(board(here), color.rgb, color.a), 1.0);
}
