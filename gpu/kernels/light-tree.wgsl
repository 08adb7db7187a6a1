// light-tree.wgsl: one of many shining triangles, or of many lights in the room, by what it may give at a place, and the odds of that
// (../passes/paths/lights/light-tree.ts). Needs light-sampling.
//
// From the root down, each of two children is taken by what its box may give: Conty Estevez and Kulla 2018, "Importance sampling of many lights
// with adaptive tree splitting". So a house of many lit rooms costs the depth of its tree, and light comes from the room at hand. Triangles and
// lamps have a tree each, of one kind: `tree` is where it begins in `light_data`. A leaf has one triangle, or up to 64 lamps that are
// weighed one by one: boxes know not where a lamp is turned to, nor how near the nearest of many is.

const TREE_NODE_WORDS = 8u;     // min, power; max, index of the above child: the below one is the next node
const TREE_LEAF = 0x80000000u;  // in place of a child: with the number of its first light, and how many follow that
const LEAF_FOLLOWERS = 25u;     // shift, six bits
const TREE_DEPTH = 32u;         // at most

fn first_of_leaf(leaf: u32) -> u32 {
  return leaf & ((1u << LEAF_FOLLOWERS) - 1u);
}

fn end_of_leaf(leaf: u32) -> u32 {
  return first_of_leaf(leaf) + ((leaf >> LEAF_FOLLOWERS) & 63u) + 1u;
}

fn child_of_node(tree: u32, node: u32) -> u32 {
  return light_word(tree + node * TREE_NODE_WORDS + 7u);
}

// How much the lights below a node may give; only in proportion to its sibling. 0: they lie behind the surface.
fn node_weight(tree: u32, node: u32, at: Gatherer) -> f32 {
  let first = tree + node * TREE_NODE_WORDS;
  let low = light_quad(first);
  let high = light_quad(first + 4u).xyz;
  let half_size = 0.5 * (high - low.xyz);
  let path = 0.5 * (high + low.xyz) - at.position;
  let extent2 = dot(half_size, half_size);
  let square = max(dot(path, path), 1e-12);
  let distance = sqrt(square);
  let extent = sqrt(extent2) / distance;
  let facing = clamp(dot(at.normal, path) / distance + extent, 0.0, 1.0);
  return low.w * mirror_weight(at, path / distance, extent) * select(facing, 1.0, at.both_sides) / max(square, extent2);
}

// The leaf that is chosen; NONE: none can give anything.
//   pick  0..1, as good as new for what is chosen next
fn choose_leaf(tree: u32, at: Gatherer, pick: ptr<function, f32>, odds: ptr<function, f32>) -> u32 {
  var node = 0u;
  *odds = 1.0;
  loop {
    let above = child_of_node(tree, node);
    if ((above & TREE_LEAF) != 0u) { return above; }
    let below_weight = node_weight(tree, node + 1u, at);
    let sum = below_weight + node_weight(tree, above, at);
    if (sum <= 0.0) { return NONE; }
    let part = below_weight / sum;
    if (*pick < part) {
      node = node + 1u;
      *odds *= part;
      *pick = *pick / part;
    } else {
      node = above;
      *odds *= 1.0 - part;
      *pick = (*pick - part) / max(1.0 - part, 1e-7);
    }
  }
}

// The odds of choose_leaf() for the leaf at the end of a trail.
fn odds_of_trail(tree: u32, at: Gatherer, trail: u32) -> f32 {
  var node = 0u;
  var rest = trail;
  var odds = 1.0;
  loop {
    let above = child_of_node(tree, node);
    if ((above & TREE_LEAF) != 0u || odds <= 0.0) { return odds; }
    let below_weight = node_weight(tree, node + 1u, at);
    let sum = below_weight + node_weight(tree, above, at);
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
  var pick = choose;
  let leaf = choose_leaf(light_params.emitter_tree, at, &pick, &odds);
  if (leaf == NONE || odds <= 0.0) { return result; }
  let chosen = first_of_leaf(leaf);
  let slot = light_word(chosen * EMITTER_WORDS);
  let record = instances[slot].triangles + attributes[instances[slot].attributes + light_word(chosen * EMITTER_WORDS + 1u)].record;
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
    if (light_word(first) < slot || (light_word(first) == slot && light_word(first + 1u) < triangle)) { low = middle + 1u; } else { high = middle; }
  }
  let first = low * EMITTER_WORDS;
  if (low >= light_params.emitter_count || light_word(first) != slot || light_word(first + 1u) != triangle) { return 0.0; }
  return odds_of_trail(light_params.emitter_tree, at, light_word(first + 2u)) * square / max(light_number(first + 3u) * cosine, 1e-20);
}

// As Lamp lies in memory; its trail is read where it is asked for.
fn lamp_at(i: u32) -> Light {
  let at = light_params.first_lamp + i * LAMP_WORDS;
  let place = light_data[at / 4u];
  let power = light_quad(at + 4u);
  let axis = light_quad(at + 8u);
  let half_u = light_quad(at + 12u);
  let half_v = light_quad(at + 16u);
  var lamp: Light;
  lamp.place = bitcast<vec3f>(place.xyz);
  lamp.kind = place.w;
  lamp.intensity = power.xyz;
  lamp.size = power.w;
  lamp.axis = axis.xyz;
  lamp.cone_scale = axis.w;
  lamp.half_u = half_u.xyz;
  lamp.cone_offset = half_u.w;
  lamp.half_v = half_v.xyz;
  lamp.area = half_v.w;
  lamp.counts = vec2u(light_word(at + 20u), light_word(at + 21u));
  lamp.profile = light_word(at + 22u);
  lamp.profile_from = light_number(at + 23u);
  lamp.profile_scale = light_number(at + 24u);
  return lamp;
}

// How much a lamp may give; only in proportion to others. A leaf asks it of up to 64: what its kind does not need is not read.
fn lamp_weight(i: u32, at: Gatherer) -> f32 {
  let first = light_params.first_lamp + i * LAMP_WORDS;
  let place = light_data[first / 4u];
  let power = light_quad(first + 4u);
  let kind = place.w;
  let path = bitcast<vec3f>(place.xyz) - at.position;
  let square = max(dot(path, path), 1e-12);
  let distance = sqrt(square);
  var extent = power.w;
  var towards = 1.0;
  if (kind == LIGHT_DISC || kind == LIGHT_RECTANGLE) {
    let axis = light_quad(first + 8u).xyz;
    if (dot(axis, path) >= 0.0) { return 0.0; }
    let half_v = light_quad(first + 16u);
    extent = length(light_quad(first + 12u).xyz) + length(half_v.xyz) + extent;
    towards = half_v.w * max(-dot(axis, path) / distance, 0.2);
  } else if (kind == LIGHT_SPOT && light_word(first + 22u) == NONE) {
    let axis = light_quad(first + 8u);
    towards = within_cone(dot(axis.xyz, -path / distance), axis.w, light_number(first + 15u));
    // The rim of a spot with extent reaches farther than its centre.
    if (extent > 0.0) { towards = max(towards, 0.02); }
  } else if (kind != LIGHT_POINT || light_word(first + 22u) != NONE) {
    var lamp = lamp_at(i);
    towards = strength_towards(&lamp, -path / distance);
    if (lamp.profile != NONE && extent > 0.0) { towards = max(towards, 0.02); }
    if (kind == LIGHT_GRID) { extent = length(lamp.half_u) + length(lamp.half_v); }
  }
  let facing = dot(at.normal, path) / distance + extent / distance;
  return luminance(power.xyz) * towards * mirror_weight(at, path / distance, extent / distance) * select(clamp(facing, 0.0, 1.0), 1.0, at.both_sides) / max(square, extent * extent);
}

fn trail_of_lamp(i: u32) -> u32 {
  return light_word(light_params.first_lamp + i * LAMP_WORDS + 28u);
}

// The lamp that is chosen; NONE: none can give anything.
fn choose_lamp(at: Gatherer, choose: f32, odds: ptr<function, f32>) -> u32 {
  var pick = choose;
  let leaf = choose_leaf(light_params.lamp_tree, at, &pick, odds);
  if (leaf == NONE) { return NONE; }
  var chosen = NONE;
  var taken = 0.0;
  var sum = 0.0;
  for (var i = first_of_leaf(leaf); i < end_of_leaf(leaf); i++) {
    let weight = lamp_weight(i, at);
    if (takes(weight, &sum, &pick)) {
      chosen = i;
      taken = weight;
    }
  }
  if (sum > 0.0) { *odds *= taken / sum; }
  return chosen;
}

// The odds of choose_lamp() for a lamp of a leaf.
fn odds_of_lamp(at: Gatherer, chosen: u32, leaf: u32) -> f32 {
  var sum = 0.0;
  var own = 0.0;
  for (var i = first_of_leaf(leaf); i < end_of_leaf(leaf); i++) {
    let weight = max(lamp_weight(i, at), 0.0);
    sum += weight;
    own = select(own, weight, i == chosen);
  }
  if (own <= 0.0) { return 0.0; }
  return odds_of_trail(light_params.lamp_tree, at, trail_of_lamp(chosen)) * own / sum;
}

fn sample_lamps(at: Gatherer, u: vec2f, choose: f32) -> LightSample {
  var odds = 0.0;
  let chosen = choose_lamp(at, choose, &odds);
  if (chosen == NONE) { return LightSample(at.normal, 0.0, vec3f(0.0), 0.0, true); }
  var lamp = lamp_at(chosen);
  return sample_light(&lamp, at, odds, u);
}

// Whether a ray passes a node's box, or nearly: a lamp may be flat.
fn passes_node(tree: u32, node: u32, ray: Ray) -> bool {
  let first = tree + node * TREE_NODE_WORDS;
  let low = light_quad(first).xyz;
  let high = light_quad(first + 4u).xyz;
  let slack = 1e-5 * (abs(low) + abs(high) + abs(ray.origin) + 1.0);
  let inverse = 1.0 / select(ray.direction, vec3f(1e-9), abs(ray.direction) < vec3f(1e-9));
  let a = (low - slack - ray.origin) * inverse;
  let b = (high + slack - ray.origin) * inverse;
  let near = min(a, b);
  let far = max(a, b);
  return max(max(near.x, near.y), max(near.z, 0.0)) <= min(min(far.x, far.y), min(far.z, ray.t_max));
}
