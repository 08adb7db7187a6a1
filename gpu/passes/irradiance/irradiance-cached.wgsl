// irradiance-cached.wgsl: the irradiance cache where paths ask for it. Needs irradiance-cache and surface.

// Light from all around but for what light samples find, over pi (xyz), nits, and how sure that is, 0..1 (w): odds that a path
// takes it for what broad lobes gather instead of going on.
//   is_seen  at once or in plain mirrors
fn cached_irradiance(surface: Surface, is_seen: bool) -> vec4f {
  let directly = is_seen && path_rules.starts_diffuse == 0u;
  touch_irradiance(surface.position, surface.geometric_normal, directly);
  let found = blended_irradiance(surface.position, surface.geometric_normal, surface.shading_normal, directly);
  return vec4f(found.xyz * INVERSE_PI, found.w);
}
