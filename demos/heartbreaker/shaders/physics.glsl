// physics.glsl - how a particle flies, bounces, fades and returns: physics.c in GLSL. The reasons
// are given there.  SPDX-License-Identifier: MIT
struct physics {
    float gravity, drag, lift, restitution, friction, floor, speed, reach, wave, spin, life;
};
uniform physics u_physics;

struct impact {
    vec3 point, direction;
};
uniform impact u_impact;

const float STEP = 1.0 / 240.0;
const float TINY = 1e-20;
const float SPIN_DRAG = 0.5, SPIN_GRIP = 8.0;
const float COAST = 0.15, SPREAD = 0.4;
const float TWO_PI = 6.28318531;

// moving: position and angle; speeds: velocity and rate of the angle.
struct particle {
    vec4 moving, speeds;
};

float eased(float u) {
    return u * u * (3.0 - 2.0 * u);
}

vec3 physics_axis(vec4 random) {
    vec3 v = random.xyz * 2.0 - 1.0 + vec3(0.0, 5.9604645e-8, 0.0);
    return v * (1.0 / sqrt(dot(v, v)));
}

float physics_delay(vec3 home) {
    vec3 d = home - u_impact.point;
    return sqrt(dot(d, d)) / u_physics.wave;
}

particle physics_launch(vec3 home, vec3 normal, vec4 random) {
    vec3 jitter = random.wxy * 2.0 - 1.0, d = home - u_impact.point;
    float range = sqrt(dot(d, d));
    float blast = exp(-range / u_physics.reach);
    float fall = 0.33 + 0.67 * blast;
    float inside = 1.0 - min(dot(normal, normal), 1.0);
    float speed = u_physics.speed * fall * (0.6 + 0.4 * random.z);
    float away = (0.35 + 0.4 * inside) * speed / sqrt(range * range + 0.0025);
    float stray = (0.2 + 0.25 * inside) * speed;
    float along = 1.2 * random.y * blast * blast * u_physics.speed;
    vec3 velocity = normal * (0.6 * speed) + d * away + jitter * stray + u_impact.direction * along;
    float rate = u_physics.spin * (random.w * 2.0 - 1.0) * (0.4 + 0.6 * fall);
    return particle(vec4(home, 0.0), vec4(velocity, rate));
}

vec3 accelerate(vec3 axis, vec4 speeds) {
    return u_physics.lift * speeds.w * cross(axis, speeds.xyz) - u_physics.drag * speeds.xyz -
           vec3(0.0, u_physics.gravity, 0.0);
}

void turn(inout particle s, float dt) {
    s.moving.w += s.speeds.w * dt;
    s.speeds.w *= 1.0 - SPIN_DRAG * dt;
}

void move(inout particle s, vec3 a, float bottom, float dt) {
    s.moving.xyz += s.speeds.xyz * dt + a * (0.5 * dt * dt);
    s.moving.y = max(s.moving.y, bottom);
    s.speeds.xyz += a * dt;
    turn(s, dt);
}

void rub(inout particle s, float across) {
    float loss = u_physics.friction * across;
    float kept = 1.0 - min(loss / max(sqrt(dot(s.speeds.xz, s.speeds.xz)), TINY), 1.0);
    s.speeds.xz *= kept;
    s.speeds.w -= clamp(s.speeds.w, -SPIN_GRIP * loss, SPIN_GRIP * loss);
}

void bounce(inout particle s, vec3 axis, float bottom, float speed, float dt) {
    s.moving.y = bottom;
    s.speeds.y = u_physics.restitution * speed;
    rub(s, (1.0 + u_physics.restitution) * speed);
    vec3 a = accelerate(axis, s.speeds);
    if (s.speeds.y + 0.5 * a.y * dt >= 0.0) {
        move(s, a, bottom, dt);
    } else {
        vec2 before = s.speeds.xz;
        s.speeds.xz += a.xz * dt;
        rub(s, -a.y * dt - s.speeds.y);
        s.moving.xz += 0.5 * (before + s.speeds.xz) * dt;
        s.speeds.y = 0.0;
        turn(s, dt);
    }
}

float time_to_floor(float height, float v, float a, out float speed) {
    speed = sqrt(max(v * v - 2.0 * a * height, 0.0));
    return v > 0.0 ? (v + speed) / max(-a, TINY) : 2.0 * height / max(speed - v, TINY);
}

void fly(inout particle s, vec3 axis, float bottom, float dt) {
    vec3 a = accelerate(axis, s.speeds);
    if (s.moving.y + (s.speeds.y * dt + a.y * (0.5 * dt * dt)) >= bottom) {
        move(s, a, bottom, dt);
    } else {
        float speed;
        float before = min(time_to_floor(max(s.moving.y - bottom, 0.0), s.speeds.y, a.y, speed), dt);
        move(s, a, bottom, before);
        bounce(s, axis, bottom, speed, dt - before);
    }
}

// Does `count` steps; `first` steps were done before.
particle physics_steps(vec3 home, vec4 random, particle s, float first, int count) {
    vec3 axis = physics_axis(random);
    float delay = physics_delay(home), bottom = min(u_physics.floor, home.y);
    for (int i = 0; i < count; i++) {
        float since = (first + float(i)) * STEP - delay;
        fly(s, axis, bottom, clamp(since + STEP, 0.0, STEP));
    }
    return s;
}

float way_done(vec3 home, vec4 random, float time, float duration, out float slope) {
    float depth = clamp(0.5 - 0.5 * home.y, 0.0, 1.0);
    float rank = 0.5 * depth + 0.5 * random.z, delay = SPREAD * duration * rank * rank;
    float span = (1.0 - SPREAD) * duration;
    float u = clamp((time - delay) / span, 0.0, 1.0);
    slope = 6.0 * u * (1.0 - u) / span;
    return eased(u);
}

particle physics_return(vec3 home, vec4 random, particle from, float time, float duration) {
    if (!(time < duration))
        return particle(vec4(home, 0.0), vec4(0.0));
    float slope, bottom = min(u_physics.floor, home.y);
    float s = way_done(home, random, time, duration, slope);
    float fading = exp(-time / COAST), coasted = 0.5 * (COAST + (time - COAST) * fading);
    fading *= 1.0 - time / (2.0 * COAST);
    vec3 reached = from.moving.xyz - home + from.speeds.xyz * coasted;
    vec3 o = reached * (1.0 - s), d = from.speeds.xyz * (fading * (1.0 - s)) - reached * slope;
    float swirl = 1.2 + 1.6 * random.x;
    mat2 turned = mat2(cos(swirl * s), -sin(swirl * s), sin(swirl * s), cos(swirl * s));
    vec2 place = turned * o.xz;
    vec2 along = turned * d.xz + swirl * slope * vec2(place.y, -place.x);
    float y = home.y + o.y;
    float turns = floor((from.moving.w + from.speeds.w * (0.5 * COAST)) / TWO_PI + 0.5);
    float left = from.moving.w + from.speeds.w * coasted - turns * TWO_PI;
    vec3 position = vec3(home.x + place.x, max(y, bottom), home.z + place.y);
    vec3 velocity = vec3(along.x, y < bottom ? 0.0 : d.y, along.y);
    return particle(vec4(position, left * (1.0 - s)),
                    vec4(velocity, from.speeds.w * (fading * (1.0 - s)) - left * slope));
}

float physics_left(vec4 random, float time) {
    float end = u_physics.life * (0.7 + 0.6 * random.z);
    return 1.0 - eased(clamp((time - 0.6 * end) / (0.4 * end), 0.0, 1.0));
}
