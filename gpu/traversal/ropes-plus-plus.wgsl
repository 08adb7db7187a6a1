// ropes-plus-plus.wgsl: leaves know their neighbours, so the walk goes from leaf to leaf without a stack; of a leaf's box only
// the three faces that the ray can leave by are read. Needs ray, scene, triangle, leaf and trees laid out with ropes
// (kdtree/ropes.ts): 12 words {min xyz, max xyz, rope at min xyz, rope at max xyz} before a leaf's references.
// Santos, Teixeira, Coelho, Lino 2011, section 4.5, algorithm 1, but that a leaf whose exit lies behind is left, not the tree.

// Traverses the object tree of one instance and moves `hit` to anything nearer. With `any`, the first hit ends it.
fn traverse_object(slot: u32, entered: ObjectRay, world_t_min: f32, any: bool, hit: ptr<function, Hit>) {
  var ray = entered;
  if (ray.exit < 0.0) { return; }
  let t_exit = min(ray.exit, (*hit).t - ray.shift);
  if (t_exit < 0.0) { return; }
  let root = instances[slot].nodes;
  let first_reference = instances[slot].references;
  let is_negative = ray.inverse < vec3f(0.0);
  // Where a leaf's far corner lies, and the rope of its far face, among the words before its references.
  let far_x = select(3u, 0u, is_negative.x);
  let far_y = select(4u, 1u, is_negative.y);
  let far_z = select(5u, 2u, is_negative.z);
  var t = 0.0;
  var point = ray.origin;
  var passed = ray.origin;
  var node = root;
  var leaf = 0u;
  var count = 0u;
  var t_leaf = 0.0;
  loop {
    // To the next leaf that lists triangles, and to what lies behind it.
    loop {
      var n = nodes[node];
      loop {
        let axis = n.y & 3u;
        let p = select(select(point.z, point.y, axis == 1u), point.x, axis == 0u);
        let plane = bitcast<f32>(n.x);
        let goes_down = select(select(ray.inverse.z, ray.inverse.y, axis == 1u), ray.inverse.x, axis == 0u) < 0.0;
        let child = select(root + (n.y >> 2u), node + 1u, (p < plane) | ((p == plane) & goes_down));
        node = select(child, node, axis == 3u);
        n = nodes[node];
        if ((n.y & 3u) == 3u) { break; }
      }
      leaf = first_reference + n.x;
      count = n.y >> 2u;
      let far = vec3f(bitcast<f32>(references[leaf + far_x]), bitcast<f32>(references[leaf + far_y]), bitcast<f32>(references[leaf + far_z]));
      let leaves = (far - ray.origin) * ray.inverse;
      t_leaf = min(leaves.x, min(leaves.y, leaves.z));
      // On through the exit face. The point keeps every plane that the ray has passed, whatever rounding says, so no leaf is
      // entered twice.
      t = max(t, t_leaf);
      let is_face = leaves == vec3f(t_leaf);
      passed = select(passed, far, is_face);
      point = ray.origin + ray.direction * t;
      point = select(max(point, passed), min(point, passed), is_negative);
      let rope = references[leaf + 6u + select(select(far_z, far_y, is_face.y), far_x, is_face.x)];
      node = select(root + rope, NONE, rope == NONE);
      if ((count != 0u) | ((*hit).t <= t_leaf + ray.shift) | (t_leaf >= t_exit) | (node == NONE)) { break; }
    }
    let is_over = test_leaf(slot, leaf + 12u, count, &ray, world_t_min, any, hit);
    if (is_over | ((*hit).t <= t_leaf + ray.shift) | (t_leaf >= t_exit) | (node == NONE)) { break; }
  }
}
