// lights.wgsl: where the scene's lights shine from and how strongly. Needs scene.wgsl and texture.wgsl.

const PROFILE_ROW = 1024u;   // texels in a row of `profiles`

// Candela per unit of `intensity` in a direction, of a light taken for its centre.
fn strength_towards(light: Light, direction: vec3f) -> f32 {
  switch (light.kind) {
    case LIGHT_POINT: { return profile_towards(light, direction); }
    case LIGHT_SPOT: {
      let cone = clamp(dot(light.axis, direction) * light.cone_scale + light.cone_offset, 0.0, 1.0);
      if (cone <= 0.0) { return 0.0; }
      return cone * cone * profile_towards(light, direction);
    }
    case LIGHT_SPHERE: { return 3.14159265 * light.size * light.size; }
    case LIGHT_GRID: { return 1.0; }
    default: { return light.area * max(dot(light.axis, direction), 0.0); }
  }
}

// A measured luminaire's share of its brightest direction, bilinear between the angles of its table; 1 without a profile.
fn profile_towards(light: Light, direction: vec3f) -> f32 {
  if (light.profile == NONE) { return 1.0; }
  let across = vec2f(dot(direction, light.half_u), dot(direction, light.half_v));
  // Not by acos, which is coarse near the axis.
  let vertical = atan2(length(across), dot(direction, light.axis));
  let last = f32(light.counts.y - 1u);
  let row = (vertical - light.profile_from) * light.profile_scale;
  // A table may end at the horizon: what is measured there counts in spite of rounding.
  if (row < -1e-3 || row > last + 1e-3) { return 0.0; }
  let y = clamp(row, 0.0, last);
  let y0 = min(u32(y), light.counts.y - 2u);
  let turn = fract(atan2(across.y, across.x) / 6.2831853 + 1.0) * f32(light.counts.x);
  let x0 = min(u32(turn), light.counts.x - 1u);
  let x1 = (x0 + 1u) % light.counts.x;
  let f = vec2f(turn - f32(x0), y - f32(y0));
  let above = light.profile + y0 * light.counts.x;
  let below = above + light.counts.x;
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
