// irradiance-cached.wgsl: the irradiance cache where paths ask for it. Needs irradiance-cache and surface.

// Light from all around but for what light samples find, over pi (xyz), nits, and how sure that is, 0..1 (w): odds that a path
// takes it for what broad lobes gather instead of going on.
//   depth  rays between the eye and the surface, but for the first
fn cached_irradiance(surface: Surface, depth: u32) -> vec4f {
  touch_irradiance(surface.position, surface.geometric_normal, depth == 0u && path_rules.starts_diffuse == 0u);
  let found = blended_irradiance(surface.position, surface.geometric_normal, surface.shading_normal);
  return vec4f(found.xyz * INVERSE_PI, found.w);
}
