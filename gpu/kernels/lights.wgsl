// lights.wgsl: where the scene's lights shine from and how strongly. Needs scene.wgsl and texture.wgsl.

const PROFILE_ROW = 1024u;   // texels in a row of `profiles`

// Of a spot: 1 within its inner cone, 0 outside.
fn within_cone(along: f32, scale: f32, offset: f32) -> f32 {
  let cone = clamp(along * scale + offset, 0.0, 1.0);
  return cone * cone;
}

// Candela per unit of `intensity` in a direction, of a light taken for its centre.
fn strength_towards(light: ptr<function, Light>, direction: vec3f) -> f32 {
  let kind = (*light).kind;
  var strength = 1.0;
  switch (kind) {
    case LIGHT_POINT, LIGHT_GRID: {}
    case LIGHT_SPOT: { strength = within_cone(dot((*light).axis, direction), (*light).cone_scale, (*light).cone_offset); }
    case LIGHT_SPHERE: { strength = 3.14159265 * (*light).size * (*light).size; }
    default: { strength = (*light).area * max(dot((*light).axis, direction), 0.0); }
  }
  let is_measured = (kind == LIGHT_POINT || kind == LIGHT_SPOT) && (*light).profile != NONE && strength > 0.0;
  // A loop of one turn, for adapters that run both sides of every branch.
  for (var measured = is_measured; measured; measured = false) { strength *= profile_towards(light, direction); }
  return strength;
}

// A measured luminaire's share of its brightest direction, bilinear between the angles of its table.
fn profile_towards(light: ptr<function, Light>, direction: vec3f) -> f32 {
  let across = vec2f(dot(direction, (*light).half_u), dot(direction, (*light).half_v));
  // Not by acos, which is coarse near the axis.
  let vertical = atan2(length(across), dot(direction, (*light).axis));
  let last = f32((*light).counts.y - 1u);
  let row = (vertical - (*light).profile_from) * (*light).profile_scale;
  // A table may end at the horizon: what is measured there counts in spite of rounding.
  if (row < -1e-3 || row > last + 1e-3) { return 0.0; }
  let y = clamp(row, 0.0, last);
  let y0 = min(u32(y), (*light).counts.y - 2u);
  let turn = fract(atan2(across.y, across.x) / 6.2831853 + 1.0) * f32((*light).counts.x);
  let x0 = min(u32(turn), (*light).counts.x - 1u);
  let x1 = (x0 + 1u) % (*light).counts.x;
  let f = vec2f(turn - f32(x0), y - f32(y0));
  let above = (*light).profile + y0 * (*light).counts.x;
  let below = above + (*light).counts.x;
  return mix(mix(load_profile(above + x0), load_profile(above + x1), f.x), mix(load_profile(below + x0), load_profile(below + x1), f.x), f.y);
}

fn load_profile(index: u32) -> f32 {
  return textureLoad(profiles, vec2u(index % PROFILE_ROW, index / PROFILE_ROW), 0).r;
}

// Where a light shines from when each light is taken for a few points of equal strength: a grid of light points for at most 4 x 4 of
// them, any other for its centre. Those in the sky have a direction instead of a place.
fn point_count(light: ptr<function, Light>) -> u32 {
  let n = point_counts(light);
  return n.x * n.y;
}

fn point_counts(light: ptr<function, Light>) -> vec2u {
  if ((*light).kind != LIGHT_GRID) { return vec2u(1u); }
  return min((*light).counts, vec2u(4u));
}

fn light_point(light: ptr<function, Light>, k: u32) -> vec3f {
  let n = point_counts(light);
  return grid_point(light, n, vec2u(k % n.x, k / n.x));
}

// The middle of one of n.x times n.y equal parts.
fn grid_point(light: ptr<function, Light>, n: vec2u, at: vec2u) -> vec3f {
  let p = (vec2f(at) + 0.5) / vec2f(n) * 2.0 - 1.0;
  return (*light).place + p.x * (*light).half_u + p.y * (*light).half_v;
}
