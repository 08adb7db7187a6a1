// irradiance-cached.wgsl: the irradiance cache where paths ask for it. Needs irradiance-cache, path and surface.

const YOUNG_SPREAD = 2.5;    // cells' sizes

// Where the light of a surface is asked for, whose cell is `slot`. What few paths found for one cell would be a spot of its size: while cells are young those around
// are asked, by chance, which is noise from pixel to pixel of the same mean, and noise is smoothed.
fn asked_place(surface: Surface, slot: u32, size: f32) -> vec3f {
  let here = surface.position;
  let youth = clamp((8.0 / max(cache.cells[slot].count, 1e-3) - 1.0) / 3.0, 0.0, 1.0);
  if (youth <= 0.0) { return here; }
  let drawn = hash(bitcast<u32>(here.x) ^ hash(bitcast<u32>(here.y) ^ hash(bitcast<u32>(here.z) ^ hash(cache_params.frame))));
  let away = YOUNG_SPREAD * youth * size * sqrt(unit_float(drawn));
  let angle = 6.2831853 * unit_float(hash(drawn));
  let n = surface.geometric_normal;
  let tangent = tangent_of(n);
  let there = here + away * (cos(angle) * tangent + sin(angle) * cross(n, tangent));
  return select(there, here, is_walled_off(slot, there));
}

//   is_seen  at once or in plain mirrors
//   distance  metres, from where the path scattered last
//   counts  its cell may be traced from here, where light only bounced
fn cached_irradiance(surface: Surface, is_seen: bool, distance: f32, counts: bool) -> Around {
  let directly = is_seen && path_rules.starts_diffuse == 0u;
  let size = cache_place(surface.position, surface.geometric_normal, directly).size;
  // Where things are close together a cell is wider than they are apart. It is not asked from there, and not traced from there, or it would
  // know of the gaps between things, which have most of the cells around, and not of what lies open.
  if (path_rules.look_beyond > 0.0 && !directly && distance < path_rules.look_beyond * size) { return Around(); }
  var slot = NONE;
  if (directly || counts) { slot = touch_irradiance(surface.position, surface.geometric_normal, directly); }
  var asked = surface.position;
  if (directly && slot != NONE) { asked = asked_place(surface, slot, size); }
  let found = gathered_irradiance(cache_place(asked, surface.geometric_normal, directly), asked, surface.geometric_normal, surface.shading_normal);
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
