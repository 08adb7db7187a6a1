// lit-trace.wgsl: what the sun's rays meet: how much a cell of the grid may bring, and the table's entries. Needs lit-table, path-connect and a
// traversal.

struct LitParams {
  camera_position: vec3f,
  stage: u32,           // LIT_*
  first: u32,           // cell, in steps of LIT_STEP, or entry of this dispatch,
  count: u32,           // and how many it does
  sample: u32,          // of the cells; 0 begins anew
  seed: u32,
}

@group(2) @binding(0) var<uniform> lit_params: LitParams;
// Of a cell sums of what it may bring (x), how often it was lit (y), what of that goes to something near (z), and that finds places in the sun by itself (w);
// or entries as they lie in `light_data`, and before, a point on the grid's plane (xy) and its density (w).
@group(2) @binding(1) var<storage, read_write> lit_found: array<vec4f>;

const LIT_CELLS = 0u;
const LIT_ENTRIES = 1u;
const LIT_AROUND = 4u;        // rays that ask how enclosed a place is,
const LIT_OPEN = 0.02;        // what a place brings with nothing near, of what one brings that is closed in
const LIT_NEAR = 12.0;        // metres, by what is so near
const LIT_FROM_EYE = 0.02;    // per square metre: places far from the eye bring less

@compute @workgroup_size(64)
fn trace_lit(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = group.x * 64u + lane;
  if (i >= lit_params.count) { return; }
  var at = lit_params.first + i;
  if (lit_params.stage == LIT_CELLS) { at = (at * LIT_STEP) % LIT_GRID; }
  var rng = seed_rng(at + 7919u, lit_params.seed, lit_params.sample);
  let to_sun = turned(sample_cone(next_pair(&rng), scene.lights[0].size), scene.lights[0].place);
  let head = lit_first();
  let u = light_quad(head);
  let v = light_quad(head + 4u);
  let w = light_quad(head + 8u);
  var p: vec2f;
  var density = 0.0;
  if (lit_params.stage == LIT_CELLS) {
    p = vec2f(u.w, v.w) + (vec2f(f32(at % LIT_SIDE), f32(at / LIT_SIDE)) + next_pair(&rng)) / light_number(head + 12u);
  } else {
    p = lit_found[3u * at].xy;
    density = lit_found[3u * at].w;
  }
  let found = meet_sun(u.xyz * p.x + v.xyz * p.y + w.xyz * w.w, to_sun);
  let cosine = dot(found.surface.geometric_normal, to_sun);
  let is_lit = max(found.sent.x, max(found.sent.y, found.sent.z)) > 0.0 && cosine > 0.0;
  if (lit_params.stage == LIT_CELLS) {
    let before = select(lit_found[at], vec4f(0.0), lit_params.sample == 0u);
    var here = vec4f(0.0);
    if (is_lit) {
      let around = look_about(found.surface, &rng);
      let from_eye = found.surface.position - lit_params.camera_position;
      let brings = luminance(found.sent) * (LIT_OPEN + around.x * around.x) / (1.0 + LIT_FROM_EYE * dot(from_eye, from_eye));
      here = vec4f(brings, 1.0, brings * around.yz);
    }
    lit_found[at] = before + here;
    return;
  }
  // Where rays leave the surface, or one that ends there might meet it.
  lit_found[3u * at] = vec4f(found.surface.position + found.surface.geometric_normal * found.surface.error, select(0.0, density, is_lit));
  lit_found[3u * at + 1u] = vec4f(found.surface.geometric_normal, cosine);
  lit_found[3u * at + 2u] = vec4f(found.sent, 0.0);
}

struct Lit { surface: Surface, sent: vec3f }

// Through panes and veils, as light rays go.
//   start  on the grid's plane
fn meet_sun(start: vec3f, to_sun: vec3f) -> Lit {
  var found: Lit;
  // What is too wide for the grid, as the roof of a hall, may lie on the sun's side of its plane.
  var left = connect(LightRay(Ray(start, 0.0, to_sun, 1e30), vec3f(1.0), BRINGS_PERHAPS, false, ALL_BODY), true).light;
  if (max(left.x, max(left.y, left.z)) <= 0.0) { return found; }
  var ray = Ray(start, 0.0, -to_sun, 1e30);
  for (var walks = 0u; walks <= MAX_PANES; walks++) {
    let hit = find_hit(ray, false);
    if (!is_hit(hit)) { return found; }
    found.surface = load_surface_of_hit(hit, ray.direction, 0.0);
    if (!lets_light(hit)) {
      found.sent = left * lit_albedo(found.surface) * (INVERSE_PI * scene.lights[0].intensity);
      return found;
    }
    let coverage = coverage_at(hit);
    left *= vec3f(1.0 - coverage) + coverage * left_by_pane(found.surface, ray.direction);
    if (max(left.x, max(left.y, left.z)) <= 0.0) { return found; }
    ray = leave_surface(found.surface, found.surface.position, ray.direction, 1e30);
  }
  return found;
}

// Share of what lies around that is near (x): what roofs and lawns send on, nothing near gathers. And of one place there: that there is one (y), and whether a ray
// scattered from it meets something in the sun (z).
fn look_about(surface: Surface, rng: ptr<function, Rng>) -> vec3f {
  var near = 0.0;
  var hit = miss(Ray(surface.position, 0.0, surface.geometric_normal, 1e30));
  var direction = surface.geometric_normal;
  for (var k = 0u; k < LIT_AROUND; k++) {
    let towards = turned(sample_cosine(next_pair(rng)), surface.geometric_normal);
    let met = find_hit(leave_surface(surface, surface.position, towards, LIT_NEAR), false);
    if (!is_hit(met)) { continue; }
    near += 1.0 / f32(LIT_AROUND);
    hit = met;
    direction = towards;
  }
  if (near <= 0.0 || lit_params.sample > 0u) { return vec3f(near, 0.0, 0.0); }
  let there = load_surface_of_hit(hit, direction, 0.0);
  let onwards = turned(sample_cosine(next_pair(rng)), there.geometric_normal);
  let next = find_hit(leave_surface(there, there.position, onwards, 1e30), false);
  if (!is_hit(next)) { return vec3f(near, 1.0, 0.0); }
  return vec3f(near, 1.0, select(0.0, 1.0, is_in_sun(load_surface_of_hit(next, onwards, 0.0))));
}

fn is_in_sun(surface: Surface) -> bool {
  let to_sun = scene.lights[0].place;
  if (dot(surface.geometric_normal, to_sun) <= 0.0) { return false; }
  let left = connect(LightRay(leave_surface(surface, surface.position, to_sun, 1e30), vec3f(1.0), BRINGS_PERHAPS, false, ALL_BODY), true).light;
  return max(left.x, max(left.y, left.z)) > 0.0;
}
