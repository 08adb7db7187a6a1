// ambient.wgsl: what rays meet that leave the scene, and the ambient term, which stands in for rays that are not traced. Needs scene,
// texture and surface.

const PI = 3.14159265;

// What is seen behind the scene.
//   is_straight  the ray comes from the eye: mirrors show what it does not see
fn background(direction: vec3f, is_straight: bool) -> vec3f {
  if ((scene.settings & SETTING_BLACK) != 0u) { return vec3f(0.0); }
  if ((scene.settings & SETTING_GREEN) != 0u) { return vec3f(0.0, scene.white, 0.0); }
  if (is_straight && (scene.settings & SETTING_UNSEEN) != 0u) { return gradient(direction); }
  return environment(direction);
}

fn gradient(direction: vec3f) -> vec3f {
  return mix(scene.nadir, scene.zenith, 0.5 + 0.5 * direction.y);
}

// Equirectangular, as three.js and Blender have it: u = 1/2 looks along +x unless it is turned, v = 0 up.
fn environment_uv(d: vec3f) -> vec2f {
  return vec2f(fract((atan2(d.z, d.x) + scene.around_turn) / 6.2831853 + 0.5), acos(clamp(d.y, -1.0, 1.0)) / 3.14159265);
}

// What a ray meets that leaves the scene.
fn environment(d: vec3f) -> vec3f {
  if ((scene.settings & SETTING_IMAGE) == 0u) { return gradient(d); }
  let size = vec2i(textureDimensions(environment_image));
  let p = environment_uv(d) * vec2f(size) - 0.5;
  let corner = vec2i(floor(p));
  let f = p - floor(p);
  var sum = vec3f(0.0);
  for (var k = 0; k < 4; k++) {
    let one = vec2i(k & 1, k >> 1u);
    let weight = select(1.0 - f.x, f.x, one.x == 1) * select(1.0 - f.y, f.y, one.y == 1);
    let x = (corner.x + one.x + size.x) % size.x;
    sum += weight * textureLoad(environment_image, vec2i(x, clamp(corner.y + one.y, 0, size.y - 1)), 0).rgb;
  }
  return sum * scene.around_strength;
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
