// ambient.wgsl: what rays meet that leave the scene, and the ambient term, which stands in for rays that are not traced. Needs scene and
// surface.

const PI = 3.14159265;

// What a ray meets that leaves the scene.
fn background(direction: vec3f) -> vec3f {
  if ((scene.settings & SETTING_BLACK) != 0u) { return vec3f(0.0); }
  if ((scene.settings & SETTING_GREEN) != 0u) { return vec3f(0.0, scene.white, 0.0); }
  return environment(direction);
}

fn environment(direction: vec3f) -> vec3f {
  return mix(scene.nadir, scene.zenith, 0.5 + 0.5 * direction.y);
}

// What stands in for rays that are not traced.
fn ambient_radiance(direction: vec3f) -> vec3f {
  return mix(scene.ambient_nadir, scene.ambient_zenith, 0.5 + 0.5 * direction.y);
}

// Irradiance of the ambient gradient on a plane, over pi: exact, since a linear term loses a third.
fn ambient_irradiance(normal: vec3f) -> vec3f {
  return mix(scene.ambient_nadir, scene.ambient_zenith, 0.5 + normal.y / 3.0);
}

fn largest(v: vec3f) -> f32 {
  return max(v.x, max(v.y, v.z));
}
