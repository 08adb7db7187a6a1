// openings.wgsl: light from outside by the openings of rooms (../query/openings.ts), beside that from all around. Needs light-sampling.
//
// Directions are chosen by the openings in whose room a place lies, evenly over their solid angle, and by a share as if there were none
// (a defensive mixture: Hesterberg 1995; of portals: Bitterli 2015). So whatever an opening misses, or shows in vain, is noise alone.

struct Opening {
  center: vec3f,
  half_u: vec3f,        // metres; perpendicular
  half_v: vec3f,
  normal: vec3f,        // unit, into the room
  low: vec3f,           // box of the places that it serves
  high: vec3f,
}

const OPENING_WORDS = 18u;

// Steradians below which an opening is sampled by its area: as even there, and its solid angle is less sure.
const SMALL_OPENING = 0.02;

fn load_opening(i: u32) -> Opening {
  let at = light_params.first_opening + i * OPENING_WORDS;
  return Opening(light_vector(at), light_vector(at + 3u), light_vector(at + 6u), light_vector(at + 9u), light_vector(at + 12u), light_vector(at + 15u));
}

// The place lies in a room of the opening.
fn is_served(i: u32, place: vec3f) -> bool {
  let box = light_params.first_opening + i * OPENING_WORDS + 12u;
  return all(place >= light_vector(box)) && all(place <= light_vector(box + 3u));
}

// How much sky an opening may show; only in proportion to others. 0: it does not serve this place, or lies behind its surface.
fn opening_weight(i: u32, at: Gatherer) -> f32 {
  if (!is_served(i, at.position)) { return 0.0; }
  let opening = load_opening(i);
  let path = opening.center - at.position;
  let away = -dot(path, opening.normal);
  if (away <= 1e-3) { return 0.0; }
  let above = dot(at.normal, path) + abs(dot(at.normal, opening.half_u)) + abs(dot(at.normal, opening.half_v));
  if (above <= 0.0 && !at.both_sides) { return 0.0; }
  let u = dot(opening.half_u, opening.half_u);
  let v = dot(opening.half_v, opening.half_v);
  let nearest = path - opening.half_u * clamp(dot(path, opening.half_u) / u, -1.0, 1.0) - opening.half_v * clamp(dot(path, opening.half_v) / v, -1.0, 1.0);
  let area = 4.0 * sqrt(u * v);
  let square = dot(nearest, nearest) + 0.25 * area;
  return area * (away + 0.1 * sqrt(area)) / (square * sqrt(square));
}

// A rectangle as it is seen from a place in front of it: Urena, Fajardo and King 2013, "An area-preserving parametrization for spherical
// rectangles". Its angles by atan2, for acos is coarse where they are flat.
struct SphericalRectangle {
  low: vec2f,             // of its corners, along its edges
  high: vec2f,
  away: f32,              // metres, positive
  solid_angle: f32,
  turn: f32,              // k of the paper
}

fn spherical_rectangle(opening: Opening, from_there: vec3f) -> SphericalRectangle {
  let path = opening.center - from_there;
  let half = vec2f(length(opening.half_u), length(opening.half_v));
  let middle = vec2f(dot(path, opening.half_u), dot(path, opening.half_v)) / half;
  let low = middle - half;
  let high = middle + half;
  let z = max(-dot(path, opening.normal), 1e-6);
  let r = z * sqrt(vec4f(z * z) + vec4f(low.x, high.x, high.x, low.x) * vec4f(low.x, high.x, high.x, low.x) + vec4f(low.y, low.y, high.y, high.y) * vec4f(low.y, low.y, high.y, high.y));
  let g0 = atan2(r.y, high.x * low.y);
  let g1 = atan2(r.z, -high.x * high.y);
  let g2 = atan2(r.w, low.x * high.y);
  let g3 = atan2(r.x, -low.x * low.y);
  let turn = 6.2831853 - g2 - g3;
  return SphericalRectangle(low, high, z, g0 + g1 - turn, turn);
}

// Towards a point of it, not of unit length: along its edges and away from its normal.
fn sample_rectangle(r: SphericalRectangle, u: vec2f) -> vec3f {
  if (r.solid_angle < SMALL_OPENING) { return vec3f(mix(r.low, r.high, u), r.away); }
  let b0 = -r.low.y / sqrt(r.away * r.away + r.low.y * r.low.y);
  let b1 = r.high.y / sqrt(r.away * r.away + r.high.y * r.high.y);
  let angle = u.x * r.solid_angle + r.turn;
  let f = (cos(angle) * b0 - b1) / sin(angle);
  let c = clamp(select(-1.0, 1.0, f > 0.0) / sqrt(f * f + b0 * b0), -1.0, 1.0);
  let x = clamp(c * r.away / max(sqrt(1.0 - c * c), 1e-7), r.low.x, r.high.x);
  let square = x * x + r.away * r.away;
  let h0 = r.low.y / sqrt(square + r.low.y * r.low.y);
  let h1 = r.high.y / sqrt(square + r.high.y * r.high.y);
  let h = mix(h0, h1, u.y);
  let y = select(r.high.y, h * sqrt(square / max(1.0 - h * h, 1e-12)), h * h < 1.0 - 1e-6);
  return vec3f(x, clamp(y, r.low.y, r.high.y), r.away);
}

// Metres to where a direction leaves by an opening; 0: it passes by.
fn meet_opening(opening: Opening, from_there: vec3f, direction: vec3f) -> f32 {
  let cosine = -dot(direction, opening.normal);
  if (cosine <= 1e-6) { return 0.0; }
  let path = opening.center - from_there;
  let away = -dot(path, opening.normal);
  let t = away / cosine;
  let p = t * direction - path;
  if (away <= 0.0 || abs(dot(p, opening.half_u)) > dot(opening.half_u, opening.half_u) || abs(dot(p, opening.half_v)) > dot(opening.half_v, opening.half_v)) { return 0.0; }
  return t;
}

// Per steradian; 0: the direction passes by.
fn rectangle_density(opening: Opening, from_there: vec3f, direction: vec3f) -> f32 {
  let t = meet_opening(opening, from_there, direction);
  if (t <= 0.0) { return 0.0; }
  let r = spherical_rectangle(opening, from_there);
  if (r.solid_angle >= SMALL_OPENING) { return 1.0 / r.solid_angle; }
  let size = r.high - r.low;
  return t * t / (-dot(direction, opening.normal) * size.x * size.y);
}

// Of what leaves through openings, where some serve the place.
fn opening_share(total: f32) -> f32 {
  if (total <= 0.0) { return 0.0; }
  return select(1.0, light_params.opening_share, light_params.environment_width > 0u);
}

// Per steradian, with which sample_sky() takes a direction.
fn sky_density(at: Gatherer, direction: vec3f) -> f32 {
  var sum = 0.0;
  var density = 0.0;
  for (var i = 0u; i < light_params.opening_count; i++) {
    let weight = opening_weight(i, at);
    if (weight <= 0.0) { continue; }
    sum += weight;
    density += weight * rectangle_density(load_opening(i), at.position, direction);
  }
  let share = opening_share(sum);
  if (share > 0.0) { density *= share / sum; }
  if (share < 1.0 && light_params.environment_width > 0u) { density += (1.0 - share) * environment_density(direction); }
  return density;
}

// A direction in which there may be sky; what that sends is for the caller to look up.
fn sample_sky(at: Gatherer, u: vec2f) -> LightSample {
  // Of those in a row, each is taken by its part of all so far.
  var total = 0.0;
  var chosen = NONE;
  var pick = min(u.x / opening_share(1.0), 0.9999999);
  for (var i = 0u; i < light_params.opening_count; i++) {
    let weight = opening_weight(i, at);
    if (weight <= 0.0) { continue; }
    total += weight;
    let part = weight / total;
    if (pick < part) {
      chosen = i;
      pick = pick / part;
    } else {
      pick = (pick - part) / max(1.0 - part, 1e-7);
    }
  }
  let share = opening_share(total);
  var result = LightSample(at.normal, 0.0, vec3f(0.0), 0.0, false);
  if (u.x >= share || chosen == NONE) {
    if (light_params.environment_width == 0u) { return result; }
    result = sample_environment(vec2f(min((u.x - share) / (1.0 - share), 0.9999999), u.y));
    if (share > 0.0) { result.density = sky_density(at, result.direction); }
    return result;
  }
  result.distance = 1e30;
  let opening = load_opening(chosen);
  let d = sample_rectangle(spherical_rectangle(opening, at.position), vec2f(min(pick, 0.9999999), u.y));
  result.direction = normalize(d.x * normalize(opening.half_u) + d.y * normalize(opening.half_v) - d.z * opening.normal);
  result.density = sky_density(at, result.direction);
  return result;
}
