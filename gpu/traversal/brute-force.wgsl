// brute-force.wgsl: closest and any hit by testing every triangle of every instance whose tree is ready and whose root
// cell the ray meets: what the trees are judged by. Needs ray, scene, triangle and alpha.
//
// A whole scene may be too much for one dispatch: brute_force_slice() tests a range of one instance's records and goes on
// from an earlier answer, so the caller can cut the work into pieces that no watchdog minds.

fn brute_force_slice(slot: u32, begin: u32, end: u32, ray: ObjectRay, t_min: f32, any: bool, hit: ptr<function, Hit>) {
  if (ray.exit < 0.0) { return; }
  let masked = (instances[slot].flags & INSTANCE_MASKED) != 0u;
  for (var record = instances[slot].triangles + begin; record < instances[slot].triangles + end; record++) {
    let found = intersect_triangle(record, ray, t_min, (*hit).t);
    if (found.x < (*hit).t && (!masked || is_opaque(slot, record, found.y, found.z))) {
      (*hit) = Hit(found.x, found.y, found.z, slot, record);
      if (any) { return; }
    }
  }
}

fn brute_force(ray: Ray, any: bool) -> Hit {
  var hit = miss(ray);
  for (var slot = 0u; slot < scene.instance_count; slot++) {
    if ((instances[slot].flags & INSTANCE_ALIVE) == 0u || instances[slot].nodes == NONE) { continue; }
    brute_force_slice(slot, 0u, instances[slot].triangle_count, object_ray(slot, ray), ray.t_min, any, &hit);
    if (any && is_hit(hit)) { break; }
  }
  return hit;
}

fn closest_hit(ray: Ray) -> Hit {
  return brute_force(ray, false);
}

fn any_hit(ray: Ray) -> bool {
  return is_hit(brute_force(ray, true));
}
