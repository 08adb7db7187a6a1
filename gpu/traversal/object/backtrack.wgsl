// backtrack.wgsl: kD-backtrack. Without a stack: from a leaf the walk climbs to the lowest ancestor that the ray has not left
// yet. Needs ray, scene, triangle, leaf and trees laid out with parents and boxes (kdtree/parents.ts): 8 words per node
// in `references`, {min xyz, parent, max xyz, unused}, before the references themselves.
// Foley and Sugerman 2005, "KD-tree acceleration structures for a GPU raytracer", section 4.2.

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
  let is_negative = ray.inverse < vec3f(0.0);
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
      }
      n = nodes[node];
    }
    if (test_leaf(slot, first_reference + n.x, n.y >> 2u, &ray, world_t_min, any, hit)) { return; }
    if ((*hit).t <= t_max + ray.shift || t_max >= t_exit) { return; }
    t_min = t_max;
    // The ray leaves the ancestor by the planes that its descent met: the same numbers, so the comparison is exact.
    loop {
      let entry = first_reference + (node - root) * 8u;
      let parent = references[entry + 3u];
      if (parent == NONE) { return; }
      node = root + parent;
      let box = first_reference + parent * 8u;
      let far = vec3f(
        bitcast<f32>(references[box + select(4u, 0u, is_negative.x)]),
        bitcast<f32>(references[box + select(5u, 1u, is_negative.y)]),
        bitcast<f32>(references[box + select(6u, 2u, is_negative.z)]));
      let leaves = (far - ray.origin) * ray.inverse;
      t_max = min(min(leaves.x, leaves.y), min(leaves.z, t_exit));
      if (t_max > t_min) { break; }
    }
  }
}
