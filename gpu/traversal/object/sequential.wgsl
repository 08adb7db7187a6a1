// sequential.wgsl: Kaplan's sequential traversal: the leaf that holds a point is looked up from the root, then the point moves
// on through that leaf's exit face. Needs ray, scene, triangle, leaf and trees whose leaves have boxes (kdtree/ropes.ts,
// without ropes): 6 words {min xyz, max xyz} before a leaf's references.
// Kaplan 1985, "Space-tracing: a constant time ray-tracer"; Havran 2001, section 4.1.

// Traverses the object tree of one instance and moves `hit` to anything nearer. With `any`, the first hit ends it.
fn traverse_object(slot: u32, entered: ObjectRay, world_t_min: f32, any: bool, hit: ptr<function, Hit>) {
  var ray = entered;
  if (ray.exit < 0.0) { return; }
  let t_exit = min(ray.exit, (*hit).t - ray.shift);
  if (t_exit < 0.0) { return; }
  let root = instances[slot].nodes;
  let first_reference = instances[slot].references;
  let is_negative = ray.inverse < vec3f(0.0);
  var t = 0.0;
  var point = ray.origin;
  var passed = ray.origin;
  var node = root;
  var last = NONE;
  loop {
    var n = nodes[node];
    loop {
      let axis = n.y & 3u;
      if (axis == 3u) { break; }
      let p = select(select(point.z, point.y, axis == 1u), point.x, axis == 0u);
      let plane = bitcast<f32>(n.x);
      let goes_down = select(select(is_negative.z, is_negative.y, axis == 1u), is_negative.x, axis == 0u);
      node = select(root + (n.y >> 2u), node + 1u, p < plane || (p == plane && goes_down));
      n = nodes[node];
    }
    // No way on: what came from far away may, rounded, begin beyond the very face by which it leaves the root cell.
    if (node == last) { return; }
    last = node;
    let leaf = first_reference + n.x;
    if (test_leaf(slot, leaf + 6u, n.y >> 2u, &ray, world_t_min, any, hit)) { return; }
    let far = vec3f(
      bitcast<f32>(references[leaf + select(3u, 0u, is_negative.x)]),
      bitcast<f32>(references[leaf + select(4u, 1u, is_negative.y)]),
      bitcast<f32>(references[leaf + select(5u, 2u, is_negative.z)]));
    let leaves = (far - ray.origin) * ray.inverse;
    let t_leaf = min(leaves.x, min(leaves.y, leaves.z));
    if ((*hit).t <= t_leaf + ray.shift || t_leaf >= t_exit) { return; }
    // On through the exit face. The point keeps every plane that the ray has passed, whatever rounding says, so no leaf is
    // entered twice.
    t = max(t, t_leaf);
    let is_face = leaves == vec3f(t_leaf);
    passed = select(passed, far, is_face);
    point = ray.origin + ray.direction * t;
    point = select(max(point, passed), min(point, passed), is_negative);
    node = root;
  }
}
