// brute-force.wgsl: tests every triangle of an instance whose root cell the ray meets: what the trees are judged by. Needs ray,
// scene and triangle; object-list.wgsl above it visits every instance.
//
// A whole scene may be too much for one dispatch: brute_force_slice() tests a range of one instance's records and goes on
// from an earlier answer, so the caller can cut the work into pieces that no watchdog minds.

fn brute_force_slice(slot: u32, begin: u32, end: u32, ray: ptr<function, ObjectRay>, t_min: f32, any: bool, hit: ptr<function, Hit>) {
  let first_record = instances[slot].triangles;
  for (var record = first_record + begin; record < first_record + end; record++) {
    let found = intersect_triangle(record, ray, t_min, (*hit).t);
    if (found.x < (*hit).t) {
      (*hit) = Hit(found.x, found.y, found.z, slot, record);
      if (any) { break; }
    }
  }
}

fn traverse_object(slot: u32, entered: ObjectRay, world_t_min: f32, any: bool, hit: ptr<function, Hit>) {
  var ray = entered;
  if (ray.exit < 0.0) { return; }
  brute_force_slice(slot, 0u, instances[slot].triangle_count, &ray, world_t_min, any, hit);
}
