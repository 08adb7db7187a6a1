// havran.wgsl: Havran's traversal. Which children a ray meets follows from comparing the coordinates of its entry and exit
// points with the plane; t is computed only where it meets both. 20 bytes per stack entry: {far node, t and point of exit}.
// Needs ray, scene, triangle and leaf. Havran 2001, "Heuristic ray shooting algorithms", appendix C (TA-B-rec).

var<private> object_stack_node: array<u32, OBJECT_STACK>;
var<private> object_stack_exit: array<vec4f, OBJECT_STACK>;   // point, t

// Traverses the object tree of one instance and moves `hit` to anything nearer. With `any`, the first hit ends it.
fn traverse_object(slot: u32, entered: ObjectRay, world_t_min: f32, any: bool, hit: ptr<function, Hit>) {
  var ray = entered;
  if (ray.exit < 0.0) { return; }
  let first_exit = min(ray.exit, (*hit).t - ray.shift);
  if (first_exit < 0.0) { return; }
  let root = instances[slot].nodes;
  let first_reference = instances[slot].references;
  var entry = ray.origin;
  // xyz, and t counted from the ray's origin at the root cell.
  var exit = vec4f(ray.origin + ray.direction * first_exit, first_exit);
  var node = root;
  var top = 0u;
  loop {
    var n = nodes[node];
    loop {
      let axis = n.y & 3u;
      if (axis == 3u) { break; }
      let plane = bitcast<f32>(n.x);
      let enters = select(select(entry.z, entry.y, axis == 1u), entry.x, axis == 0u);
      let leaves = select(select(exit.z, exit.y, axis == 1u), exit.x, axis == 0u);
      let above = root + (n.y >> 2u);
      if (enters <= plane && leaves <= plane) {
        node = node + 1u;
      } else if (enters > plane && leaves > plane) {
        node = above;
      } else {
        let inverse = select(select(ray.inverse.z, ray.inverse.y, axis == 1u), ray.inverse.x, axis == 0u);
        let origin = select(select(ray.origin.z, ray.origin.y, axis == 1u), ray.origin.x, axis == 0u);
        let t = (plane - origin) * inverse;
        object_stack_node[top] = select(node + 1u, above, enters <= plane);
        object_stack_exit[top] = exit;
        top++;
        node = select(above, node + 1u, enters <= plane);
        let p = ray.origin + ray.direction * t;
        exit = vec4f(select(p, vec3f(plane), vec3u(axis) == vec3u(0u, 1u, 2u)), t);
      }
      n = nodes[node];
    }
    if (test_leaf(slot, first_reference + n.x, n.y >> 2u, &ray, world_t_min, any, hit)) { return; }
    if ((*hit).t <= exit.w + ray.shift || top == 0u) { return; }
    top--;
    node = object_stack_node[top];
    entry = exit.xyz;
    exit = object_stack_exit[top];
  }
}
