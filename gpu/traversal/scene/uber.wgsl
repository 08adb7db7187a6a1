// uber.wgsl: closest and any hit of the scene through the über tree. Needs ray, scene, references, triangle, alpha, leaf, stacks
// and a traversal that offers traverse_object().
//
// The über level always walks with the 8-byte stack: its tree is small and rebuilt at every edit, so it has no ropes or parents.
// Exactness rests on: t is shared by both levels; object hits are not clipped to the über cell; the walk ends only when the
// best hit lies before the next cell; an instance listed in many leaves is visited in one of them: where the ray enters its box.
// Boxes and planes are met by the same arithmetic, which never turns two places round, so the leaf in which the ray is by then
// lists it. Where planes coincide to the last bit that may be several leaves in a row: the last four instances are remembered.
//
// The next instance is looked for in a loop of its own, so the large one runs once per instance visited and never for an empty
// leaf, nor for one seen before.

const MISS = 1e-5;          // a ray that seems to pass beside a box by less than this share of t may hit what is in it

var<private> uber_stack_node: array<u32, UBER_STACK>;
var<private> uber_stack_t: array<f32, UBER_STACK>;

struct UberWalk {
  origin: vec3f,
  inverse: vec3f,     // 1 / direction, finite
  t_min: f32,
  t_max: f32,
  start: f32,         // where the walk begins
  top: u32,           // entries on the stack
  i: u32,             // next reference of the leaf at hand
  end: u32,
  seen: vec4u,        // slots + 1 of the last instances, newest first; 0: none
}

// The next instance whose box the ray enters in the leaf at hand, or a later one; NONE: there is none that could be nearer than `hit_t`.
fn next_instance(walk: ptr<function, UberWalk>, hit_t: f32) -> u32 {
  let root = scene.uber_nodes;
  var slot = NONE;
  loop {
    if ((*walk).i < (*walk).end) {
      let candidate = reference((*walk).i);
      (*walk).i++;
      let t0 = (instances[candidate].world_min - (*walk).origin) * (*walk).inverse;
      let t1 = (instances[candidate].world_max - (*walk).origin) * (*walk).inverse;
      let enters = min(t0, t1);
      let leaves = max(t0, t1);
      let enter = max(max(enters.x, enters.y), max(enters.z, (*walk).start));
      let leave = min(min(leaves.x, leaves.y), leaves.z);
      let is_here = enter >= (*walk).t_min && enter <= (*walk).t_max && enter <= leave + MISS * abs(enter);
      if (is_here && all((*walk).seen != vec4u(candidate + 1u))) {
        slot = candidate;
        (*walk).seen = vec4u(candidate + 1u, (*walk).seen.xyz);
        break;
      }
    } else {
      // On to the next leaf.
      if ((*walk).top == 0u || hit_t <= (*walk).t_max) { break; }
      (*walk).top--;
      var node = uber_stack_node[(*walk).top];
      (*walk).t_min = (*walk).t_max;
      (*walk).t_max = uber_stack_t[(*walk).top];
      var n = nodes[node];
      loop {
        let axis = n.y & 3u;
        if (axis == 3u) { break; }
        let inverse = select(select((*walk).inverse.z, (*walk).inverse.y, axis == 1u), (*walk).inverse.x, axis == 0u);
        let origin = select(select((*walk).origin.z, (*walk).origin.y, axis == 1u), (*walk).origin.x, axis == 0u);
        let t = (bitcast<f32>(n.x) - origin) * inverse;
        let above = root + (n.y >> 2u);
        let near = select(node + 1u, above, inverse < 0.0);
        let far = select(above, node + 1u, inverse < 0.0);
        if (t > (*walk).t_max) {
          node = near;
        } else if (t < (*walk).t_min) {
          node = far;
        } else {
          uber_stack_node[(*walk).top] = far;
          uber_stack_t[(*walk).top] = (*walk).t_max;
          (*walk).top++;
          (*walk).t_max = t;
          node = near;
        }
        n = nodes[node];
      }
      (*walk).i = scene.uber_references + n.x;
      (*walk).end = (*walk).i + (n.y >> 2u);
    }
  }
  return slot;
}

fn traverse_uber(ray: Ray, any: bool) -> Hit {
  var hit = miss(ray);
  let inverse = safe_inverse(ray.direction);
  let t0 = (scene.uber_min - ray.origin) * inverse;
  let t1 = (scene.uber_max - ray.origin) * inverse;
  let near_t = min(t0, t1);
  let far_t = max(t0, t1);
  let t_min = max(max(near_t.x, near_t.y), max(near_t.z, ray.t_min));
  let t_max = min(min(far_t.x, far_t.y), min(far_t.z, ray.t_max));
  if (t_min > t_max || scene.uber_nodes == NONE) { return hit; }
  uber_stack_node[0] = scene.uber_nodes;
  uber_stack_t[0] = t_max;
  var walk = UberWalk(ray.origin, inverse, t_min, t_min, t_min, 1u, 0u, 0u, vec4u(0u));
  var slot = next_instance(&walk, hit.t);
  if (slot == NONE) { return hit; }
  loop {
    visit_instance(slot, ray, any, &hit);
    slot = next_instance(&walk, hit.t);
    if (slot == NONE || (any && is_hit(hit))) { break; }
  }
  return hit;
}

fn closest_hit(ray: Ray) -> Hit {
  return traverse_uber(ray, false);
}

// Either question at one place, for kernels that ask both in a loop.
fn find_hit(ray: Ray, any: bool) -> Hit {
  return traverse_uber(ray, any);
}

// Whatever was hit first, seldom the nearest.
fn find_any(ray: Ray) -> Hit {
  return traverse_uber(ray, true);
}

fn any_hit(ray: Ray) -> bool {
  return is_hit(find_any(ray));
}
