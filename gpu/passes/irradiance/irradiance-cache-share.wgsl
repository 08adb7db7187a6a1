// irradiance-cache-share.wgsl: the last steps of a frame: cells that know little borrow from those around. Needs irradiance-cache.
//
// What a cell tells is between its own mean and that of its surroundings: nearer to its own the more what differs around exceeds its
// chance error. Where light differs by more than chance nothing is borrowed, and old cells borrow nothing (an empirical Bayes
// estimate: Efron and Morris 1973, "Stein's estimation rule and its competitors"). First from the cells beside it, then from what
// those three cells away came to know that way.

const CACHE_AROUND = 27u;
const CACHE_ITSELF = 13u;
const CACHE_SAME_PLANE = 0.4;       // of a cell's size
const CACHE_SAME_NORMAL = 0.85;     // cosine
const CACHE_FAR = 3.0;              // cells

// One of the cells around: along the surface alone, on this side of walls, in about the same plane. NONE: there is none that knows
// anything.
//   k       0 to 26
//   stride  cells
//   point   of the cell's surface
//   normal  there, unit
fn cell_around(slot: u32, k: u32, stride: f32, point: vec3f, normal: vec3f) -> u32 {
  let offset = vec3f(f32(k % 3u), f32(k / 3u % 3u), f32(k / 9u)) - 1.0;
  let face = cache.cells[slot].facing;
  let facing = direction_of_face(face);
  if (abs(dot(offset, facing)) > 0.75) { return NONE; }
  let size = cache.cells[slot].size;
  let corner = round(cache.cells[slot].corner / size + CACHE_SHIFT * facing);
  let word = u32(round(log2(size / cache_params.least_size))) | (face << 8u);
  let found = find_cell_of(corner + stride * offset, word, point);
  if (found == NONE || cache.cells[found].count <= 0.0) { return NONE; }
  let anchor = cache.cells[found].anchor;
  if (abs(dot(anchor - point, normal)) > CACHE_SAME_PLANE * size || dot(cache.cells[found].normal, normal) < CACHE_SAME_NORMAL) { return NONE; }
  return select(found, NONE, is_walled_off(slot, anchor));
}

// How much a neighbour's word counts: less across corners of the grid.
fn weight_around(k: u32) -> f32 {
  let apart = abs(vec3f(f32(k % 3u), f32(k / 3u % 3u), f32(k / 9u)) - 1.0);
  return exp2(-0.5 * (apart.x + apart.y + apart.z));
}

// Sums over cells of the surroundings, each by the updates that it knows of.
struct CacheCrowd {
  irradiance: vec3f,
  updates: f32,
  lean: vec3f,
  squares: f32,       // of luminance
  variance: f32,      // of one update
  weights: f32,
}

// The cell and those around it.
//   stride  cells
//   shares  they tell what they know after a look at the cells beside them, not what their own paths found
fn crowd_around(slot: u32, stride: f32, shares: bool) -> CacheCrowd {
  let anchor = cache.cells[slot].anchor;
  let normal = cache.cells[slot].normal;
  var crowd: CacheCrowd;
  for (var k = 0u; k < CACHE_AROUND; k++) {
    var other = slot;
    if (k != CACHE_ITSELF) { other = cell_around(slot, k, stride, anchor, normal); }
    if (other == NONE) { continue; }
    var irradiance = cache.cells[other].irradiance;
    var count = cache.cells[other].count;
    if (shares) {
      irradiance = cache.cells[other].near_irradiance;
      count = cache.cells[other].near_count;
    }
    let weight = weight_around(k);
    let known = weight * count;
    let luminance = cache_luminance(irradiance);
    crowd.irradiance += known * irradiance;
    crowd.lean += known * cache.cells[other].lean;
    crowd.squares += known * luminance * luminance;
    crowd.variance += known * cache.cells[other].variance;
    crowd.weights += weight;
    crowd.updates += known;
  }
  return crowd;
}

// How much of its own a cell of so many updates keeps. Means lean on later updates: they have the error of three quarters as many.
fn trust_in_own(crowd: CacheCrowd, count: f32) -> f32 {
  let mean = cache_luminance(crowd.irradiance) / crowd.updates;
  let error = crowd.variance / crowd.updates * 4.0 / 3.0;
  let spread = max(crowd.squares / crowd.updates - mean * mean, 0.0);
  let light = max(spread - error * max(crowd.weights - 1.0, 0.0) / crowd.updates, 0.0);
  let chance = error / count;
  return select(1.0, light / (light + chance), light + chance > 0.0);
}

@compute @workgroup_size(64)
fn cache_share(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= listed_cells()) { return; }
  let slot = cache.list[id.x];
  let own = cache.cells[slot].irradiance;
  let count = cache.cells[slot].count;
  cache.cells[slot].near_irradiance = own;
  cache.cells[slot].near_count = count;
  cache.cells[slot].shared_lean = cache.cells[slot].lean;
  if (count <= 0.0) { return; }
  let crowd = crowd_around(slot, 1.0, false);
  let trust = trust_in_own(crowd, count);
  cache.cells[slot].near_irradiance = mix(crowd.irradiance / crowd.updates, own, trust);
  cache.cells[slot].near_count = min(1.0 / (trust * trust / count + (1.0 - trust * trust) / crowd.updates), CACHE_NEAR_GAIN * count);
  cache.cells[slot].shared_lean = mix(crowd.lean / crowd.updates, cache.cells[slot].lean, trust);
}

@compute @workgroup_size(64)
fn cache_share_far(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= listed_cells()) { return; }
  let slot = cache.list[id.x];
  let own = cache.cells[slot].near_irradiance;
  let count = cache.cells[slot].near_count;
  cache.cells[slot].shared_irradiance = own;
  if (count <= 0.0) { return; }
  let crowd = crowd_around(slot, CACHE_FAR, true);
  cache.cells[slot].shared_irradiance = mix(crowd.irradiance / crowd.updates, own, trust_in_own(crowd, count));
}
