// irradiance-cached.wgsl: the irradiance cache where paths ask for it. Needs irradiance-cache and surface.

// Light from all around but for what light samples find, over pi (xyz), nits, and how sure that is, 0..1 (w): odds that a path
// takes it for what broad lobes gather instead of going on.
//   is_seen  at once or in plain mirrors
//   distance  metres, from where the path scattered last
//   counts  its cell may be traced from here, where light only bounced
fn cached_irradiance(surface: Surface, is_seen: bool, distance: f32, counts: bool) -> vec4f {
  let directly = is_seen && path_rules.starts_diffuse == 0u;
  // Where things are close together a cell is wider than they are apart. It is not asked from there, and not traced from there, or it would
  // know of the gaps between things, which have most of the cells around, and not of what lies open.
  if (path_rules.look_beyond > 0.0 && !directly && distance < path_rules.look_beyond * cache_place(surface.position, surface.geometric_normal, false).size) { return vec4f(0.0); }
  if (directly || counts) { touch_irradiance(surface.position, surface.geometric_normal, directly); }
  let found = blended_irradiance(surface.position, surface.geometric_normal, surface.shading_normal, directly);
  let asks = select(1.0, cache_params.asks, path_rules.starts_diffuse != 0u);
  return vec4f(found.xyz * INVERSE_PI, found.w * asks);
}
