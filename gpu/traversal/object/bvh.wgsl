// bvh.wgsl: walks the bounding volume hierarchy of one object (bvh/node.ts) with a stack of 4 bytes per entry: of two children whose boxes
// the ray meets, the nearer one first. Needs ray, scene, leaf-records, triangle, leaf, stacks and trees laid out as `bvh`.
// Aila and Laine 2009, "Understanding the efficiency of ray traversal on GPUs", section 3.

const BVH_LEAF = 0x80000000u;
const BVH_COUNT_SHIFT = 27u;
const BVH_FIRST_MASK = 0x7ffffffu;
const BVH_NODE_ROWS = 4u;

var<private> object_stack_child: array<u32, OBJECT_STACK>;

// Both children of a node: box, and what stands there.
struct BvhNode {
  first_min: vec3f,
  first: u32,
  first_max: vec3f,
  second: u32,
  second_min: vec3f,
  second_max: vec3f,
}

fn load_bvh_node(row: u32) -> BvhNode {
  let a = references[row];
  let b = references[row + 1u];
  let c = references[row + 2u];
  let d = references[row + 3u];
  return BvhNode(bitcast<vec3f>(a.xyz), a.w, bitcast<vec3f>(b.xyz), c.w, bitcast<vec3f>(c.xyz), bitcast<vec3f>(d.xyz));
}

// Traverses the tree of one instance and moves `hit` to anything nearer. With `any`, the first hit ends it.
fn traverse_object(slot: u32, entered: ObjectRay, world_t_min: f32, any: bool, hit: ptr<function, Hit>) {
  var ray = entered;
  if (ray.exit < 0.0) { return; }
  let first_row = instances[slot].references >> 2u;
  let first_record = instances[slot].triangles;
  let inverse = ray.inverse;
  let offset = ray.origin * inverse;
  var child = 0u;
  var top = 0u;
  loop {
    // Distances count from the ray's origin at the root cell.
    let t_max = (*hit).t - ray.shift;
    loop {
      if (child >= BVH_LEAF) { break; }
      let node = load_bvh_node(first_row + BVH_NODE_ROWS * child);
      let a = node.first_min * inverse - offset;
      let b = node.first_max * inverse - offset;
      let c = node.second_min * inverse - offset;
      let d = node.second_max * inverse - offset;
      let enters_first = min(a, b);
      let leaves_first = max(a, b);
      let enters_second = min(c, d);
      let leaves_second = max(c, d);
      let t_first = max(max(enters_first.x, enters_first.y), max(enters_first.z, 0.0));
      let t_second = max(max(enters_second.x, enters_second.y), max(enters_second.z, 0.0));
      let meets_first = t_first <= min(min(leaves_first.x, leaves_first.y), min(leaves_first.z, t_max));
      let meets_second = t_second <= min(min(leaves_second.x, leaves_second.y), min(leaves_second.z, t_max));
      if (meets_first && meets_second) {
        let is_second_nearer = t_second < t_first;
        object_stack_child[top] = select(node.second, node.first, is_second_nearer);
        top++;
        child = select(node.first, node.second, is_second_nearer);
      } else if (meets_first) {
        child = node.first;
      } else if (meets_second) {
        child = node.second;
      } else {
        if (top == 0u) { return; }
        top--;
        child = object_stack_child[top];
      }
    }
    let count = (child >> BVH_COUNT_SHIFT) & 15u;
    if (test_records(slot, first_record + (child & BVH_FIRST_MASK), count, &ray, world_t_min, any, hit)) { return; }
    if (top == 0u) { return; }
    top--;
    child = object_stack_child[top];
  }
}
