// lone-object.wgsl: closest and any hit of a scene that is one instance: the über tree's root is then a leaf that lists it alone.
// Needs what uber.wgsl needs.

fn visit_lone(ray: Ray, any: bool) -> Hit {
  var hit = miss(ray);
  if (scene.uber_nodes != NONE) { visit_instance(reference(scene.uber_references), ray, any, &hit); }
  return hit;
}

fn closest_hit(ray: Ray) -> Hit {
  return visit_lone(ray, false);
}

// Either question at one place, for kernels that ask both in a loop.
fn find_hit(ray: Ray, any: bool) -> Hit {
  return visit_lone(ray, any);
}

// Whatever was hit first, seldom the nearest.
fn find_any(ray: Ray) -> Hit {
  return visit_lone(ray, true);
}

fn any_hit(ray: Ray) -> bool {
  return is_hit(find_any(ray));
}
