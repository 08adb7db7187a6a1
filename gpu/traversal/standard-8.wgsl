// standard-8.wgsl: the standard traversal of one object tree with a stack of 8 bytes per entry, {far node, t_max}.
// Needs ray, scene, triangle and leaf. The t_min of a popped node is the t_max of the one before.
// Santos, Teixeira, Coelho, Lino 2011, "Understanding the efficiency of kD-tree ray-traversal techniques over a GPGPU
// architecture", algorithm 2. Near and far follow from the direction's sign, so a plane behind the origin needs no case of its own.

const OBJECT_STACK = 33u;   // one more than MAX_OBJECT_DEPTH of kdtree/build/options.ts

var<private> object_stack_node: array<u32, OBJECT_STACK>;
var<private> object_stack_t: array<f32, OBJECT_STACK>;

// Traverses the object tree of one instance and moves `hit` to anything nearer. With `any`, the first hit ends it.
fn traverse_object(slot: u32, entered: ObjectRay, world_t_min: f32, any: bool, hit: ptr<function, Hit>) {
  var ray = entered;
  if (ray.exit < 0.0) { return; }
  // t_min, t_max and what is stored count from the ray's origin at the root cell; hits count from the world ray's.
  var t_min = 0.0;
  var t_max = 0.0;
  let t_exit = min(ray.exit, (*hit).t - ray.shift);
  if (t_exit < 0.0) { return; }
  let root = instances[slot].nodes;
  let first_reference = instances[slot].references;
  object_stack_node[0] = root;
  object_stack_t[0] = t_exit;
  var top = 1u;
  var n = vec2u(0u);
  loop {
    // To the next leaf that lists triangles: on this adapter a turn of the test costs three steps even where no lane needs it,
    // and most leaves that a ray meets are empty.
    loop {
      top--;
      var node = object_stack_node[top];
      t_min = t_max;
      t_max = object_stack_t[top];
      n = nodes[node];
      // Down to a leaf. All lanes of a group do this together, then all test triangles: 1.6x of doing either per turn.
      loop {
        let axis = n.y & 3u;
        let inverse = select(select(ray.inverse.z, ray.inverse.y, axis == 1u), ray.inverse.x, axis == 0u);
        let origin = select(select(ray.origin.z, ray.origin.y, axis == 1u), ray.origin.x, axis == 0u);
        let t = (bitcast<f32>(n.x) - origin) * inverse;
        let above = root + (n.y >> 2u);
        let near = select(node + 1u, above, inverse < 0.0);
        let far = node + 1u + above - near;
        // Written at every step, kept by moving `top` where the ray meets both children.
        let is_inner = axis != 3u;
        let is_both = is_inner & (t >= t_min) & (t <= t_max);
        object_stack_node[top] = far;
        object_stack_t[top] = t_max;
        top += select(0u, 1u, is_both);
        t_max = select(t_max, t, is_both);
        node = select(node, select(near, far, t < t_min), is_inner);
        n = nodes[node];
        if ((n.y & 3u) == 3u) { break; }
      }
      if ((n.y != 3u) | ((*hit).t <= t_max + ray.shift) | (top == 0u)) { break; }
    }
    let is_over = test_leaf(slot, first_reference + n.x, n.y >> 2u, &ray, world_t_min, any, hit);
    if (is_over | ((*hit).t <= t_max + ray.shift) | (top == 0u)) { break; }
  }
}
