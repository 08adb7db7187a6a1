// irradiance-none.wgsl: stands in for the irradiance cache where there is none: the ambient term, and no confidence in it.

// Light from all around but for what light samples find, over pi (xyz), nits, and how sure that is, 0..1 (w): odds that a path
// takes it for what broad lobes gather instead of going on.
fn cached_irradiance(position: vec3f, normal: vec3f) -> vec4f {
  return vec4f(ambient_irradiance(normal), 0.0);
}
