// push-down.wgsl: kD-restart from the lowest node that holds all that is left of the ray, instead of from the root.
// Needs ray, scene, triangle and leaf.
// Horn, Sugerman, Houston, Hanrahan 2007, "Interactive k-D tree GPU raytracing", section 3.1.

// Traverses the object tree of one instance and moves `hit` to anything nearer. With `any`, the first hit ends it.
fn traverse_object(slot: u32, entered: ObjectRay, world_t_min: f32, any: bool, hit: ptr<function, Hit>) {
  var ray = entered;
  if (ray.exit < 0.0) { return; }
  // t_min, t_max and what is stored count from the ray's origin at the root cell; hits count from the world ray's.
  var t_min = 0.0;
  var t_max = min(ray.exit, (*hit).t - ray.shift);
  if (t_max < 0.0) { return; }
  let root = instances[slot].nodes;
  let first_reference = instances[slot].references;
  let t_exit = t_max;
  var restart = root;
  var is_pushing = true;   // so far, one child alone was in the ray's way
  var node = root;
  loop {
    var n = nodes[node];
    loop {
      let axis = n.y & 3u;
      if (axis == 3u) { break; }
      let inverse = select(select(ray.inverse.z, ray.inverse.y, axis == 1u), ray.inverse.x, axis == 0u);
      let origin = select(select(ray.origin.z, ray.origin.y, axis == 1u), ray.origin.x, axis == 0u);
      let t = (bitcast<f32>(n.x) - origin) * inverse;
      let above = root + (n.y >> 2u);
      let near = select(node + 1u, above, inverse < 0.0);
      let far = select(above, node + 1u, inverse < 0.0);
      if (t > t_max) {
        node = near;
      } else if (t <= t_min) {
        node = far;
      } else {
        node = near;
        t_max = t;
        is_pushing = false;
      }
      if (is_pushing) { restart = node; }
      n = nodes[node];
    }
    if (test_leaf(slot, first_reference + n.x, n.y >> 2u, &ray, world_t_min, any, hit)) { return; }
    if ((*hit).t <= t_max + ray.shift || t_max >= t_exit) { return; }
    t_min = t_max;
    t_max = t_exit;
    node = restart;
    is_pushing = true;
  }
}
