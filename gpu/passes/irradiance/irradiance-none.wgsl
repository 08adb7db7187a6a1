// irradiance-none.wgsl: stands in for the irradiance cache where there is none: the ambient term, and no confidence in it.

// Light from all around but for what light samples find, over pi (xyz), nits, and how sure that is, 0..1 (w): odds that a path
// takes it for what broad lobes gather instead of going on.
//   is_seen  at once or in plain mirrors
//   distance  metres, from where the path scattered last
//   counts  its cell may be traced from here, where light only bounced
fn cached_irradiance(surface: Surface, is_seen: bool, distance: f32, counts: bool) -> vec4f {
  return vec4f(ambient_irradiance(surface.shading_normal), 0.0);
}
