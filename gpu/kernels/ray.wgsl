// ray.wgsl: what every traversal takes and gives.

const NONE = 0xffffffffu;   // no instance, no node, no hit

struct Ray {
  origin: vec3f,      // world space, metres
  t_min: f32,         // hits at t <= t_min do not count
  direction: vec3f,   // any length but zero; t counts in its units
  t_max: f32,         // hits at t >= t_max do not count
}

// P = (1 - u - v) v0 + u v1 + v v2 of the triangle, in its own order.
struct Hit {
  t: f32,             // along Ray.direction; t_max of the ray when nothing was hit
  u: f32,
  v: f32,
  instance: u32,      // slot; NONE: nothing was hit
  record: u32,        // index into `triangles` (of the whole arena)
}

fn miss(ray: Ray) -> Hit {
  return Hit(ray.t_max, 0.0, 0.0, NONE, NONE);
}

fn is_hit(hit: Hit) -> bool {
  return hit.instance != NONE;
}

// 1 / d that stays finite: a component smaller than 1e-20 counts as -1e-20, always negative, so that a ray in a split plane
// goes to one side for sure and 0 * inf never arises.
fn safe_inverse(d: vec3f) -> vec3f {
  return 1.0 / select(d, vec3f(-1e-20), abs(d) < vec3f(1e-20));
}
