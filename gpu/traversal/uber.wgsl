// uber.wgsl: closest and any hit of the scene through the über tree. Needs ray, scene, triangle, alpha, leaf and a
// traversal that offers traverse_object().
//
// The über level always walks with the 8-byte stack: its tree is small and rebuilt at every edit, so it has no ropes or parents.
// Exactness rests on: t is shared by both levels; object hits are not clipped to the über cell; the walk ends only when the
// best hit lies before the next cell; an instance met again in another leaf is not traversed again (a table of those seen,
// one place per slot modulo its size: forgetting costs time, never a hit).

const UBER_STACK = 24u;     // MAX_UBER_DEPTH of uber/build.ts
const MAILBOXES = 16u;

var<private> uber_stack_node: array<u32, UBER_STACK>;
var<private> uber_stack_t: array<f32, UBER_STACK>;

fn traverse_uber(ray: Ray, any: bool) -> Hit {
  var hit = miss(ray);
  let inverse_direction = safe_inverse(ray.direction);
  let t0 = (scene.uber_min - ray.origin) * inverse_direction;
  let t1 = (scene.uber_max - ray.origin) * inverse_direction;
  let near_t = min(t0, t1);
  let far_t = max(t0, t1);
  var t_min = max(max(near_t.x, near_t.y), max(near_t.z, ray.t_min));
  var t_max = min(min(far_t.x, far_t.y), min(far_t.z, ray.t_max));
  if (t_min > t_max || scene.uber_nodes == NONE) { return hit; }
  var seen: array<u32, MAILBOXES>;   // slot + 1; 0: empty
  let root = scene.uber_nodes;
  var node = root;
  var top = 0u;
  loop {
    var n = nodes[node];
    loop {
      let axis = n.y & 3u;
      if (axis == 3u) { break; }
      let inverse = select(select(inverse_direction.z, inverse_direction.y, axis == 1u), inverse_direction.x, axis == 0u);
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
        uber_stack_node[top] = far;
        uber_stack_t[top] = t_max;
        top++;
        node = near;
        t_max = t;
      }
      n = nodes[node];
    }
    let first = scene.uber_references + n.x;
    let end = first + (n.y >> 2u);
    for (var i = first; i < end; i++) {
      let slot = references[i];
      let box = slot % MAILBOXES;
      if (seen[box] != slot + 1u) {
        seen[box] = slot + 1u;
        visit_instance(slot, ray, any, &hit);
        if (any && is_hit(hit)) { return hit; }
      }
    }
    if (hit.t <= t_max || top == 0u) { return hit; }
    top--;
    node = uber_stack_node[top];
    t_min = t_max;
    t_max = uber_stack_t[top];
  }
}

fn closest_hit(ray: Ray) -> Hit {
  return traverse_uber(ray, false);
}

fn any_hit(ray: Ray) -> bool {
  return is_hit(traverse_uber(ray, true));
}
