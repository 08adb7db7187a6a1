// leaf-records.wgsl: `references` as rows of four words, for trees laid out with ropes (kdtree/ropes.ts) or as a BVH (bvh/node.ts): a leaf
// or a node is a record of 64 bytes, which a card reads as a whole, and what leaves list lies in their order among the triangles.
// Needs scene and triangle.

@group(0) @binding(1) var<storage, read> references: array<vec4u>;

// A single word, as the über level asks for it.
fn reference(i: u32) -> u32 {
  return references[i >> 2u][i & 3u];
}

// Rows of a leaf's record.
const LEAF_MIN = 0u;      // box; w: its first triangle, counted from Instance.triangles
const LEAF_MAX = 1u;
const LEAF_BELOW = 2u;    // ropes at min xyz: nodes of the tree, or NONE at the root's own faces
const LEAF_ABOVE = 3u;    // ropes at max xyz
const LEAF_ROWS = 4u;

// Tests the triangles of records [first, first + count) and moves `hit` to anything nearer. True: with `any`, something was hit.
fn test_records(slot: u32, first: u32, count: u32, ray: ptr<function, ObjectRay>, t_min: f32, any: bool, hit: ptr<function, Hit>) -> bool {
  for (var record = first; record < first + count; record++) {
    let found = intersect_triangle(record, ray, t_min, (*hit).t);
    if (found.x < (*hit).t) {
      *hit = Hit(found.x, found.y, found.z, slot, record);
      if (any) { return true; }
    }
  }
  return false;
}
