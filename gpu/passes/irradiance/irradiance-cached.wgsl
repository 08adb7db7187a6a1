// irradiance-cached.wgsl: the irradiance cache where paths ask for it. Needs irradiance-cache, path and surface.

//   is_seen  at once or in plain mirrors
//   distance  metres, from where the path scattered last
//   counts  its cell may be traced from here, where light only bounced
fn cached_irradiance(surface: Surface, is_seen: bool, distance: f32, counts: bool) -> Around {
  let directly = is_seen && path_rules.starts_diffuse == 0u;
  let size = cache_place(surface.position, surface.geometric_normal, directly).size;
  // Where things are close together a cell is wider than they are apart. It is not asked from there, and not traced from there, or it would
  // know of the gaps between things, which have most of the cells around, and not of what lies open.
  if (path_rules.look_beyond > 0.0 && !directly && distance < path_rules.look_beyond * size) { return Around(); }
  if (directly || counts) { touch_irradiance(surface.position, surface.geometric_normal, directly); }
  let found = gathered_irradiance(cache_place(surface.position, surface.geometric_normal, directly), surface.position, surface.geometric_normal, surface.shading_normal);
  let known = INVERSE_PI * mean_of_cells(found);
  let sure = sure_of_cells(found) * select(1.0, cache_params.asks, path_rules.starts_diffuse != 0u);
  if (!directly) { return Around(known, sure, vec3f(0.0), false); }
  let shares = found.shares / max(found.brightness, 1e-20);
  return Around(known * shares.x, sure, known * shares.y, true);
}

// Metres from the surface, which is seen: what is nearer is near.
fn reach_around(surface: Surface) -> f32 {
  if (path_rules.diffuse != DIFFUSE_CACHED) { return path_rules.occlusion; }
  return CACHE_NEAR * cache_place(surface.position, surface.geometric_normal, true).size;
}
