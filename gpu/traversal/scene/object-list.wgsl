// object-list.wgsl: closest and any hit through a linear list of object trees, each behind the box of its root. Kept for
// comparison and for tests. Needs what uber.wgsl needs.

fn traverse_list(ray: Ray, any: bool) -> Hit {
  var hit = miss(ray);
  for (var slot = 0u; slot < scene.instance_count; slot++) {
    if ((instances[slot].flags & INSTANCE_ALIVE) == 0u || instances[slot].nodes == NONE) { continue; }
    visit_instance(slot, ray, any, &hit);
    if (any && is_hit(hit)) { break; }
  }
  return hit;
}

fn closest_hit(ray: Ray) -> Hit {
  return traverse_list(ray, false);
}

// Whatever was hit first, seldom the nearest.
fn find_any(ray: Ray) -> Hit {
  return traverse_list(ray, true);
}

fn any_hit(ray: Ray) -> bool {
  return is_hit(find_any(ray));
}
