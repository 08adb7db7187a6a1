// light-tree.wgsl: one of many shining triangles, by what it may give at a place, and the odds of that (../passes/paths/light-tree.ts). Needs
// light-sampling.
//
// From the root down, each of two children is taken by what its box may give: Conty Estevez and Kulla 2018, "Importance sampling of many lights
// with adaptive tree splitting". So a house of many lit rooms costs the depth of its tree, and light comes from the room at hand.

const TREE_NODE_WORDS = 8u;     // min, power; max, index of the above child: the below one is the next node
const TREE_LEAF = 0x80000000u;  // in place of a child: with the number of a light

// How much the lights below a node may give; only in proportion to its sibling. 0: they lie behind the surface.
fn node_weight(node: u32, at: Gatherer) -> f32 {
  let first = light_params.first_node + node * TREE_NODE_WORDS;
  let low = light_vector(first);
  let high = light_vector(first + 4u);
  let half_size = 0.5 * (high - low);
  let path = 0.5 * (high + low) - at.position;
  let extent2 = dot(half_size, half_size);
  let square = max(dot(path, path), 1e-12);
  let distance = sqrt(square);
  let extent = sqrt(extent2) / distance;
  let facing = clamp(dot(at.normal, path) / distance + extent, 0.0, 1.0);
  return cumulative_at(first + 3u) * mirror_weight(at, path / distance, extent) * select(facing, 1.0, at.both_sides) / max(square, extent2);
}

// The light that is chosen; NONE: none can give anything.
fn choose_light(at: Gatherer, choose: f32, odds: ptr<function, f32>) -> u32 {
  var node = 0u;
  var pick = choose;
  *odds = 1.0;
  loop {
    let above = light_data[light_params.first_node + node * TREE_NODE_WORDS + 7u];
    if ((above & TREE_LEAF) != 0u) { return above & 0x7fffffffu; }
    let below_weight = node_weight(node + 1u, at);
    let sum = below_weight + node_weight(above, at);
    if (sum <= 0.0) { return NONE; }
    let part = below_weight / sum;
    if (pick < part) {
      node = node + 1u;
      *odds *= part;
      pick = pick / part;
    } else {
      node = above;
      *odds *= 1.0 - part;
      pick = (pick - part) / max(1.0 - part, 1e-7);
    }
  }
}

// The odds of choose_light() for the light at the end of a trail.
fn odds_of_trail(at: Gatherer, trail: u32) -> f32 {
  var node = 0u;
  var rest = trail;
  var odds = 1.0;
  loop {
    let above = light_data[light_params.first_node + node * TREE_NODE_WORDS + 7u];
    if ((above & TREE_LEAF) != 0u || odds <= 0.0) { return odds; }
    let below_weight = node_weight(node + 1u, at);
    let sum = below_weight + node_weight(above, at);
    if (sum <= 0.0) { return 0.0; }
    let part = below_weight / sum;
    let goes_above = (rest & 1u) != 0u;
    odds *= select(part, 1.0 - part, goes_above);
    node = select(node + 1u, above, goes_above);
    rest = rest >> 1u;
  }
}

// A point on one of the shining triangles; what it sends out is for the caller to look up.
fn sample_emitters(at: Gatherer, u: vec2f, choose: f32, hit: ptr<function, Hit>) -> LightSample {
  var result = LightSample(vec3f(0.0, 1.0, 0.0), 0.0, vec3f(0.0), 0.0, false);
  var odds = 0.0;
  let chosen = choose_light(at, choose, &odds);
  if (chosen == NONE || odds <= 0.0) { return result; }
  let slot = light_data[chosen * EMITTER_WORDS];
  let record = instances[slot].triangles + attributes[instances[slot].attributes + light_data[chosen * EMITTER_WORDS + 1u]].record;
  let p = sample_triangle(u);
  let e1 = to_world_vector(slot, triangles[record].v1 - triangles[record].v0);
  let e2 = to_world_vector(slot, triangles[record].v2 - triangles[record].v0);
  let path = to_world_point(slot, triangles[record].v0) + p.x * e1 + p.y * e2 - at.position;
  let square = max(dot(path, path), 1e-12);
  result.distance = sqrt(square);
  result.direction = path / result.distance;
  result.density = odds * 2.0 * square / max(abs(dot(cross(e1, e2), result.direction)), 1e-20);
  *hit = Hit(result.distance, p.x, p.y, slot, record);
  return result;
}

// Per steradian, with which sample_emitters() takes a point of a triangle that a ray from there meets; 0: it never does. Emitters lie by slot,
// then by triangle.
//   square  of the distance
//   cosine  of the ray and the triangle's normal
fn emitter_density(at: Gatherer, slot: u32, triangle: u32, square: f32, cosine: f32) -> f32 {
  var low = 0u;
  var high = light_params.emitter_count;
  while (low < high) {
    let middle = (low + high) / 2u;
    let first = middle * EMITTER_WORDS;
    if (light_data[first] < slot || (light_data[first] == slot && light_data[first + 1u] < triangle)) { low = middle + 1u; } else { high = middle; }
  }
  let first = low * EMITTER_WORDS;
  if (low >= light_params.emitter_count || light_data[first] != slot || light_data[first + 1u] != triangle) { return 0.0; }
  return odds_of_trail(at, light_data[first + 2u]) * square / max(cumulative_at(first + 3u) * cosine, 1e-20);
}
