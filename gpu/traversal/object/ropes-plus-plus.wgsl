// ropes-plus-plus.wgsl: leaves know their neighbours, so the walk goes from leaf to leaf without a stack; of a leaf's box only
// the three faces that the ray can leave by count. Needs ray, scene, leaf-records, triangle, leaf and trees laid out with ropes.
// Santos, Teixeira, Coelho, Lino 2011, section 4.5, algorithm 1, but that a leaf whose exit lies behind is left, not the tree.

// Traverses the object tree of one instance and moves `hit` to anything nearer. With `any`, the first hit ends it.
fn traverse_object(slot: u32, entered: ObjectRay, world_t_min: f32, any: bool, hit: ptr<function, Hit>) {
  var ray = entered;
  if (ray.exit < 0.0) { return; }
  let t_exit = min(ray.exit, (*hit).t - ray.shift);
  if (t_exit < 0.0) { return; }
  let root = instances[slot].nodes;
  let first_row = instances[slot].references >> 2u;
  let first_record = instances[slot].triangles;
  let is_negative = ray.inverse < vec3f(0.0);
  var t = 0.0;
  var point = ray.origin;
  var passed = ray.origin;
  var node = root;
  loop {
    var n = nodes[node];
    loop {
      let axis = n.y & 3u;
      if (axis == 3u) { break; }
      let p = select(select(point.z, point.y, axis == 1u), point.x, axis == 0u);
      let goes_down = select(select(is_negative.z, is_negative.y, axis == 1u), is_negative.x, axis == 0u);
      let plane = bitcast<f32>(n.x);
      node = select(root + (n.y >> 2u), node + 1u, p < plane || (p == plane && goes_down));
      n = nodes[node];
    }
    let leaf = first_row + LEAF_ROWS * n.x;
    let low = references[leaf + LEAF_MIN];
    let high = references[leaf + LEAF_MAX];
    let far = select(bitcast<vec3f>(high.xyz), bitcast<vec3f>(low.xyz), is_negative);
    let leaves = (far - ray.origin) * ray.inverse;
    let t_leaf = min(leaves.x, min(leaves.y, leaves.z));
    let count = n.y >> 2u;
    if (count != 0u) {
      if (test_records(slot, first_record + low.w, count, &ray, world_t_min, any, hit)) { return; }
    }
    if ((*hit).t <= t_leaf + ray.shift || t_leaf >= t_exit) { return; }
    // On through the exit face. The point keeps every plane that the ray has passed, whatever rounding says, so no leaf is
    // entered twice.
    t = max(t, t_leaf);
    let is_face = leaves == vec3f(t_leaf);
    passed = select(passed, far, is_face);
    point = ray.origin + ray.direction * t;
    point = select(max(point, passed), min(point, passed), is_negative);
    let face = select(select(2u, 1u, is_face.y), 0u, is_face.x);
    let goes_below = select(select(is_negative.z, is_negative.y, face == 1u), is_negative.x, face == 0u);
    let rope = references[leaf + select(LEAF_ABOVE, LEAF_BELOW, goes_below)][face];
    if (rope == NONE) { return; }
    node = root + rope;
  }
}
