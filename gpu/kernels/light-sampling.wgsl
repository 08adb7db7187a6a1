// light-sampling.wgsl: directions towards lights, and with which density they are chosen, for whoever balances them with other
// ways. Needs sampling, bsdf, surface, shading and ambient.

struct LightParams {
  emitter_count: u32,       // shining triangles; 0: none is sampled
  emitter_tree: u32,        // where their tree begins in `light_data`: light-tree.wgsl
  first_lamp: u32,          // where lights of the room lie in `light_data`, in the order of their tree,
  lamp_tree: u32,           // and where that begins
  lamp_count: u32,          // of them all,
  seen_lamps: u32,          // and of those with extent, which rays may meet
  environment_width: u32,   // cells of the environment's distribution; 0: the environment is a gradient, left to scattered rays
  environment_height: u32,
  first_cell: u32,          // in `light_data`: cumulative rows, then cumulative cells of each row
}

struct Emitter {
  slot: u32,
  triangle: u32,            // in the mesh's own order
  trail: u32,               // in their tree: light-tree.wgsl
  area: f32,                // square metres
}

// One of the lights in the room: LAMP_WORDS in `light_data`.
struct Lamp {
  light: Light,
  trail: u32,               // in their tree: light-tree.wgsl
}

@group(2) @binding(4) var<uniform> light_params: LightParams;
@group(2) @binding(5) var<storage, read> light_data: array<vec4u>;     // words, four by four: Emitter, their tree, Lamp, their tree, the environment's cells

const EMITTER_WORDS = 4u;
const LAMP_WORDS = 32u;

// Light that would arrive at a point if nothing is between.
struct LightSample {
  direction: vec3f,
  distance: f32,
  radiance: vec3f,    // over the density where the light has extent; else irradiance of a surface that faces it, over the odds
  density: f32,       // per steradian, odds of choosing this light included; 0: no sample
  is_single: bool,    // no extent: no scattered ray can meet it
}

// Where light is gathered: what the odds of lights depend on.
struct Gatherer {
  position: vec3f,
  normal: vec3f,
  both_sides: bool,
  // Of a mirror that is not quite smooth: where it looks, unit, and its lobe's width; 0: it is none.
  mirrored: vec3f,
  alpha: f32,
}

// What a near mirror sends on of light from a direction, about: lights that it shows are chosen, or a highlight of one lamp would flicker
// by the odds of all the others.
//   radius  of the light, radians
fn mirror_weight(at: Gatherer, direction: vec3f, radius: f32) -> f32 {
  if (at.alpha <= 0.0) { return 1.0; }
  let off = max(sqrt(max(0.5 - 0.5 * dot(direction, at.mirrored), 0.0)) - 0.5 * radius, 0.0);
  let spread = off * off + at.alpha * at.alpha;
  return 0.01 + at.alpha * at.alpha / (spread * spread);
}

// How much a light in the sky may give; only in proportion to others.
fn sky_weight(light: ptr<function, Light>, at: Gatherer) -> f32 {
  let place = (*light).place;
  let radius = sqrt(2.0 * (*light).size);
  let facing = dot(at.normal, place) + radius;
  return luminance((*light).intensity) * mirror_weight(at, place, radius) * select(clamp(facing, 0.0, 1.0), 1.0, at.both_sides);
}

// Radiance of a light with extent towards -direction.
fn radiance_of_light(light: ptr<function, Light>, direction: vec3f) -> vec3f {
  let size = (*light).size;
  let intensity = (*light).intensity;
  switch ((*light).kind) {
    case LIGHT_DIRECTIONAL: { return intensity / (3.14159265 * size * (2.0 - size)); }
    case LIGHT_POINT, LIGHT_SPOT: { return intensity * (strength_towards(light, -direction) / (3.14159265 * size * size)); }
    default: { return intensity; }
  }
}

// 1 - cosine of the cone that a ball fills, seen from outside; 0 from inside.
fn cone_of_ball(square: f32, radius: f32) -> f32 {
  let sine2 = radius * radius / square;
  if (sine2 >= 1.0) { return 0.0; }
  return sine2 / (1.0 + sqrt(1.0 - sine2));
}

// One of the lights in the sky. Each kind of light has its own sample, for a sun outside would else take all from the lamps inside.
//   u       where on it
//   choose  which
fn sample_sky(at: Gatherer, u: vec2f, choose: f32) -> LightSample {
  var chosen: Light;
  var odds = 0.0;
  var sum = 0.0;
  var pick = choose;
  for (var i = 0u; i < scene.sky_count; i++) {
    var light = scene.lights[i];
    let weight = sky_weight(&light, at);
    if (takes(weight, &sum, &pick)) {
      chosen = light;
      odds = weight;
    }
  }
  if (sum > 0.0) { odds /= sum; }
  return sample_light(&chosen, at, odds, u);
}

// One of many by their weights, asked one after the other: whether it is taken until another one is.
//   sum   of the weights so far
//   pick  0..1, as good as new for the next
fn takes(weight: f32, sum: ptr<function, f32>, pick: ptr<function, f32>) -> bool {
  if (weight <= 0.0) { return false; }
  *sum += weight;
  let share = weight / *sum;
  let is_taken = *pick < share;
  *pick = select((*pick - share) / max(1.0 - share, 1e-7), *pick / share, is_taken);
  return is_taken;
}

// The odds of sample_sky() for a light of that weight.
fn odds_in_sky(weight: f32, at: Gatherer) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < scene.sky_count; i++) {
    var light = scene.lights[i];
    sum += max(sky_weight(&light, at), 0.0);
  }
  if (sum <= 0.0) { return 0.0; }
  return weight / sum;
}

// A point of a light, which was chosen with these odds.
fn sample_light(light: ptr<function, Light>, at: Gatherer, odds: f32, u: vec2f) -> LightSample {
  var result = LightSample(vec3f(0.0, 1.0, 0.0), 0.0, vec3f(0.0), 0.0, true);
  if (odds <= 0.0) { return result; }
  let kind = (*light).kind;
  let size = (*light).size;
  if (kind == LIGHT_DIRECTIONAL) {
    result.direction = (*light).place;
    result.distance = 1e30;
    if (size == 0.0) {
      result.radiance = (*light).intensity / odds;
      result.density = 1.0;
      return result;
    }
    result.direction = turned(sample_cone(u, size), result.direction);
    result.density = odds / (6.2831853 * size);
    result.radiance = radiance_of_light(light, result.direction) / result.density;
    result.is_single = false;
    return result;
  }
  var path = (*light).place - at.position;
  if (kind == LIGHT_GRID) {
    let counts = (*light).counts;
    path = grid_point(light, counts, min(vec2u(u * vec2f(counts)), counts - 1u)) - at.position;
  }
  let square = max(dot(path, path), 1e-12);
  if (kind == LIGHT_DISC || kind == LIGHT_RECTANGLE) {
    if (kind == LIGHT_DISC) {
      let p = sample_disc(u) * size;
      let across = tangent_of((*light).axis);
      path += across * p.x + cross((*light).axis, across) * p.y;
    } else {
      path += (2.0 * u.x - 1.0) * (*light).half_u + (2.0 * u.y - 1.0) * (*light).half_v;
    }
    let to_point = max(dot(path, path), 1e-12);
    result.distance = sqrt(to_point);
    result.direction = path / result.distance;
    let cosine = -dot((*light).axis, result.direction);
    if (cosine <= 1e-6) { return result; }
    result.density = odds * to_point / (cosine * (*light).area);
  } else if (size == 0.0) {
    result.distance = sqrt(square);
    result.direction = path / result.distance;
    result.radiance = (*light).intensity * (strength_towards(light, -result.direction) / (square * odds));
    result.density = 1.0;
    return result;
  } else {
    let height = cone_of_ball(square, size);
    if (height <= 0.0) { return result; }
    let distance = sqrt(square);
    let towards = sample_cone(u, height);
    result.direction = turned(towards, path / distance);
    result.distance = distance * towards.z - sqrt(max(0.0, size * size - square * dot(towards.xy, towards.xy)));
    result.density = odds / (6.2831853 * height);
  }
  result.radiance = radiance_of_light(light, result.direction) / result.density;
  result.is_single = false;
  return result;
}

// From the frame whose z axis is `axis` to the world.
fn turned(v: vec3f, axis: vec3f) -> vec3f {
  let across = tangent_of(axis);
  return normalize(across * v.x + cross(axis, across) * v.y + axis * v.z);
}

// Where a ray meets a light with extent; the far end of the ray: it does not, before.
//   density  receives per steradian and without odds, how sample_light() would take this direction
fn meet_light(light: ptr<function, Light>, ray: Ray, density: ptr<function, f32>) -> f32 {
  let kind = (*light).kind;
  let size = (*light).size;
  if (kind == LIGHT_DIRECTIONAL) {
    let apart = ray.direction - (*light).place;
    if (size == 0.0 || 0.5 * dot(apart, apart) > size || ray.t_max < 1e29) { return ray.t_max; }
    *density = 1.0 / (6.2831853 * size);
    return 0.0;
  }
  let path = (*light).place - ray.origin;
  if (kind == LIGHT_DISC || kind == LIGHT_RECTANGLE) {
    let cosine = -dot((*light).axis, ray.direction);
    if (cosine <= 1e-6) { return ray.t_max; }
    let t = -dot(path, (*light).axis) / cosine;
    if (t <= 0.0 || t >= ray.t_max) { return ray.t_max; }
    let p = t * ray.direction - path;
    if (kind == LIGHT_DISC) {
      if (dot(p, p) > size * size) { return ray.t_max; }
    } else {
      let u = (*light).half_u;
      let v = (*light).half_v;
      if (abs(dot(p, u)) > dot(u, u) || abs(dot(p, v)) > dot(v, v)) { return ray.t_max; }
    }
    *density = t * t / (cosine * (*light).area);
    return t;
  }
  if (size == 0.0) { return ray.t_max; }
  let square = dot(path, path);
  let height = cone_of_ball(square, size);
  if (height <= 0.0) { return ray.t_max; }
  let along = dot(path, ray.direction);
  let off = path - along * ray.direction;
  let under = size * size - dot(off, off);
  if (along <= 0.0 || under <= 0.0) { return ray.t_max; }
  let t = along - sqrt(under);
  if (t >= ray.t_max) { return ray.t_max; }
  *density = 1.0 / (6.2831853 * height);
  return t;
}

fn light_word(at: u32) -> u32 {
  return light_data[at / 4u][at % 4u];
}

fn light_number(at: u32) -> f32 {
  return bitcast<f32>(light_word(at));
}

// Four numbers at once, from a multiple of four on.
fn light_quad(at: u32) -> vec4f {
  return bitcast<vec4f>(light_data[at / 4u]);
}

// The first of `count` cumulative shares, `stride` words apart, that passes `pick`.
fn find_share(first: u32, count: u32, stride: u32, pick: f32) -> u32 {
  var low = 0u;
  var high = count - 1u;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (light_number(first + middle * stride) > pick) { high = middle; } else { low = middle + 1u; }
  }
  return low;
}

fn environment_density(d: vec3f) -> f32 {
  let size = vec2u(light_params.environment_width, light_params.environment_height);
  let cell = min(vec2u(environment_uv(d) * vec2f(size)), size - 1u);
  let row = light_params.first_cell + cell.y;
  let cells = light_params.first_cell + size.y + cell.y * size.x;
  var share = light_number(row);
  if (cell.y > 0u) { share -= light_number(row - 1u); }
  var in_row = light_number(cells + cell.x);
  if (cell.x > 0u) { in_row -= light_number(cells + cell.x - 1u); }
  let sine = sqrt(max(1.0 - d.y * d.y, 1e-8));
  return max(share * in_row, 0.0) * f32(size.x * size.y) / (19.7392088 * sine);
}

fn sample_environment(u: vec2f) -> LightSample {
  var result = LightSample(vec3f(0.0, 1.0, 0.0), 1e30, vec3f(0.0), 0.0, false);
  let size = vec2u(light_params.environment_width, light_params.environment_height);
  let y = find_share(light_params.first_cell, size.y, 1u, u.y);
  let before = select(light_number(light_params.first_cell + max(y, 1u) - 1u), 0.0, y == 0u);
  let fy = clamp((u.y - before) / max(light_number(light_params.first_cell + y) - before, 1e-9), 0.0, 0.9999);
  let cells = light_params.first_cell + size.y + y * size.x;
  let x = find_share(cells, size.x, 1u, u.x);
  let left = select(light_number(cells + max(x, 1u) - 1u), 0.0, x == 0u);
  let fx = clamp((u.x - left) / max(light_number(cells + x) - left, 1e-9), 0.0, 0.9999);
  let theta = 3.14159265 * (f32(y) + fy) / f32(size.y);
  let phi = 6.2831853 * ((f32(x) + fx) / f32(size.x) - 0.5) - scene.around_turn;
  result.direction = vec3f(sin(theta) * cos(phi), cos(theta), sin(theta) * sin(phi));
  result.density = environment_density(result.direction);
  return result;
}
