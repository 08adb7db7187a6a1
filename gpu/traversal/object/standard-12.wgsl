// standard-12.wgsl: the standard traversal of one object tree with a stack of 12 bytes per entry, {far node, t_min, t_max}.
// Needs ray, scene, triangle and leaf. Kept for comparison: standard-8.wgsl does without t_min.
// Havran 2001, "Heuristic ray shooting algorithms", section 4.2; Santos et al. 2011, section 3.1.

var<private> object_stack_node: array<u32, OBJECT_STACK>;
var<private> object_stack_t_min: array<f32, OBJECT_STACK>;
var<private> object_stack_t_max: array<f32, OBJECT_STACK>;

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
  var node = root;
  var top = 0u;
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
      } else if (t < t_min) {
        node = far;
      } else {
        object_stack_node[top] = far;
        object_stack_t_min[top] = t;
        object_stack_t_max[top] = t_max;
        top++;
        node = near;
        t_max = t;
      }
      n = nodes[node];
    }
    if (test_leaf(slot, first_reference + n.x, n.y >> 2u, &ray, world_t_min, any, hit)) { return; }
    if ((*hit).t <= t_max + ray.shift || top == 0u) { return; }
    top--;
    node = object_stack_node[top];
    t_min = object_stack_t_min[top];
    t_max = object_stack_t_max[top];
  }
}
