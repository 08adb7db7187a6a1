// lights.wgsl: where the scene's lights shine from and how strongly. Needs scene.wgsl and texture.wgsl.

const PROFILE_ROW = 1024u;   // texels in a row of `profiles`

// Candela per unit of `intensity` in a direction, of light i taken for its centre.
fn strength_towards(i: u32, direction: vec3f) -> f32 {
  let kind = scene.lights[i].kind;
  var strength = 1.0;
  switch (kind) {
    case LIGHT_POINT, LIGHT_GRID: {}
    case LIGHT_SPOT: {
      let cone = clamp(dot(scene.lights[i].axis, direction) * scene.lights[i].cone_scale + scene.lights[i].cone_offset, 0.0, 1.0);
      strength = cone * cone;
    }
    case LIGHT_SPHERE: { strength = 3.14159265 * scene.lights[i].size * scene.lights[i].size; }
    default: { strength = scene.lights[i].area * max(dot(scene.lights[i].axis, direction), 0.0); }
  }
  let is_measured = (kind == LIGHT_POINT || kind == LIGHT_SPOT) && scene.lights[i].profile != NONE && strength > 0.0;
  // A loop of one turn, for adapters that run both sides of every branch.
  for (var measured = is_measured; measured; measured = false) { strength *= profile_towards(i, direction); }
  return strength;
}

// A measured luminaire's share of its brightest direction, bilinear between the angles of its table.
fn profile_towards(i: u32, direction: vec3f) -> f32 {
  let across = vec2f(dot(direction, scene.lights[i].half_u), dot(direction, scene.lights[i].half_v));
  // Not by acos, which is coarse near the axis.
  let vertical = atan2(length(across), dot(direction, scene.lights[i].axis));
  let last = f32(scene.lights[i].counts.y - 1u);
  let row = (vertical - scene.lights[i].profile_from) * scene.lights[i].profile_scale;
  // A table may end at the horizon: what is measured there counts in spite of rounding.
  if (row < -1e-3 || row > last + 1e-3) { return 0.0; }
  let y = clamp(row, 0.0, last);
  let y0 = min(u32(y), scene.lights[i].counts.y - 2u);
  let turn = fract(atan2(across.y, across.x) / 6.2831853 + 1.0) * f32(scene.lights[i].counts.x);
  let x0 = min(u32(turn), scene.lights[i].counts.x - 1u);
  let x1 = (x0 + 1u) % scene.lights[i].counts.x;
  let f = vec2f(turn - f32(x0), y - f32(y0));
  let above = scene.lights[i].profile + y0 * scene.lights[i].counts.x;
  let below = above + scene.lights[i].counts.x;
  return mix(mix(load_profile(above + x0), load_profile(above + x1), f.x), mix(load_profile(below + x0), load_profile(below + x1), f.x), f.y);
}

fn load_profile(index: u32) -> f32 {
  return textureLoad(profiles, vec2u(index % PROFILE_ROW, index / PROFILE_ROW), 0).r;
}

// Where light i shines from when each light is taken for a few points of equal strength: a grid of light points for at most 4 x 4 of
// them, any other for its centre. Those in the sky have a direction instead of a place.
fn point_count(i: u32) -> u32 {
  let n = point_counts(i);
  return n.x * n.y;
}

fn point_counts(i: u32) -> vec2u {
  if (scene.lights[i].kind != LIGHT_GRID) { return vec2u(1u); }
  return min(scene.lights[i].counts, vec2u(4u));
}

fn light_point(i: u32, k: u32) -> vec3f {
  let n = point_counts(i);
  return grid_point(i, n, vec2u(k % n.x, k / n.x));
}

// The middle of one of n.x times n.y equal parts.
fn grid_point(i: u32, n: vec2u, at: vec2u) -> vec3f {
  let p = (vec2f(at) + 0.5) / vec2f(n) * 2.0 - 1.0;
  return scene.lights[i].place + p.x * scene.lights[i].half_u + p.y * scene.lights[i].half_v;
}
