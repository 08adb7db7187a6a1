// irradiance-none.wgsl: stands in for the irradiance cache where there is none: the ambient term, and no confidence in it.

//   is_seen  at once or in plain mirrors
//   distance  metres, from where the path scattered last
//   counts  its cell may be traced from here, where light only bounced
fn cached_irradiance(surface: Surface, is_seen: bool, distance: f32, counts: bool) -> Around {
  return Around(ambient_irradiance(surface.shading_normal), 0.0, vec3f(0.0), false);
}

// Metres from the surface: what is nearer is near.
fn reach_around(surface: Surface) -> f32 {
  return path_rules.occlusion;
}
