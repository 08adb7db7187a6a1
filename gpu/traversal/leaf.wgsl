// leaf.wgsl: what every traversal does at a leaf. Needs ray, scene, triangle and alpha.

// Tests the records listed in references[first, first + count) and moves `hit` to anything nearer.
// True: with `any`, something was hit and the walk is over.
fn test_leaf(slot: u32, first: u32, count: u32, masked: bool, ray: ObjectRay, world_t_min: f32, any: bool, hit: ptr<function, Hit>) -> bool {
  let first_record = instances[slot].triangles;
  let end = first + count;
  for (var i = first; i < end; i++) {
    let record = first_record + references[i];
    let found = intersect_triangle(record, ray, world_t_min, (*hit).t);
    if (found.x < (*hit).t && (!masked || is_opaque(slot, record, found.y, found.z))) {
      (*hit) = Hit(found.x, found.y, found.z, slot, record);
      if (any) { return true; }
    }
  }
  return false;
}
