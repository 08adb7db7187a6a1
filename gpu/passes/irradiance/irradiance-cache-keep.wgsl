// irradiance-cache-keep.wgsl: the steps of a frame that keep the table of the irradiance cache. Needs irradiance-cache and octahedral.

const CACHE_RECENT = 6.0;           // updates of the recent mean
const CACHE_CHANCE = 24.0;          // updates that chance is told from: bright paths are rare
const CACHE_AGREES = 4.0;           // times what an update finds after a change of light that is alone: what was known before counts as if it was no more
const CACHE_NEAR_GAIN = 4.0;        // what a look at the cells beside it is worth, at most
const CACHE_WALL_MEMORY = 64u;      // updates that a wall is believed in without being met

// Frees cells that nobody asked for lately and counts the others by how much they need an update.
@compute @workgroup_size(64)
fn cache_sweep(@builtin(global_invocation_id) id: vec3u) {
  let slot = id.x;
  if (slot >= CACHE_SLOTS || atomicLoad(&cache.keys[slot]) == 0u) { return; }
  // A full table forgets sooner.
  let load = atomicLoad(&cache.live[(cache_params.frame + 1u) & 1u]);
  let lifetime = cache_params.lifetime / select(select(1u, 4u, load > CACHE_SLOTS / 2u), 16u, load > CACHE_SLOTS / 4u * 3u);
  let age = cache_params.frame - (atomicLoad(&cache.used[slot]) >> 1u);
  if (age > max(lifetime, 1u)) {
    cache.cells[slot].count = 0.0;
    cache.cells[slot].near_count = 0.0;
    cache.cells[slot].updates = 0u;
    cache.cells[slot].paths = 0u;
    cache.cells[slot].walls[0] = vec4f(0.0);
    cache.cells[slot].walls[1] = vec4f(0.0);
    cache.cells[slot].doubt_normal = 0u;
    atomicStore(&cache.used[slot], 0u);
    atomicStore(&cache.candidates[slot], 0u);
    atomicStore(&cache.keys[slot], 0u);
    return;
  }
  atomicAdd(&cache.live[cache_params.frame & 1u], 1u);
  let most = most_count_of(slot);
  cache.cells[slot].count = min(cache.cells[slot].count, most);
  cache.cells[slot].near_count = min(cache.cells[slot].near_count, CACHE_NEAR_GAIN * most);
  if (atomicLoad(&cache.candidates[slot]) != 0u) { atomicAdd(&cache.classes[need_class(slot)], 1u); }
}

// Updates that a cell's mean may span: fewer the nearer it is to what moved, for there light changes most. What that covers of a
// cell's view falls with the square of the distance.
fn most_count_of(slot: u32) -> f32 {
  if (cache_params.reach <= 0.0) { return cache_params.most_count; }
  let centre = cache.cells[slot].corner + 0.5 * cache.cells[slot].size;
  let apart = length(max(max(cache_params.near_min - centre, centre - cache_params.near_max), vec3f(0.0))) / cache_params.reach;
  let most = mix(cache_params.near_count, cache_params.reach_count, min(apart, 1.0)) * max(apart * apart, 1.0);
  return min(most, cache_params.most_count);
}

// 0: is seen and knows nothing yet; then by how overdue it is, for cells that know much can wait. Where light only bounced and
// nothing is known paths go on: such cells come after those that are seen, of which each frame has new ones.
fn need_class(slot: u32) -> u32 {
  let is_direct = (atomicLoad(&cache.used[slot]) & 1u) != 0u;
  if (cache.cells[slot].updates == 0u) { return select(2u, 0u, is_direct); }
  let waited = f32(max(cache_params.frame - cache.cells[slot].updated, 1u));
  let patience = (1.0 + 0.25 * cache.cells[slot].count) * select(4.0, 1.0, is_direct);
  return u32(clamp(8.0 - 2.0 * log2(waited / patience), 1.0, f32(CACHE_CLASSES - 1u)));
}

// Lists as many cells as the budget allows, the neediest first; which of equal need, a hash decides.
@compute @workgroup_size(64)
fn cache_choose(@builtin(global_invocation_id) id: vec3u) {
  let slot = id.x;
  if (slot == 0u) { atomicStore(&cache.live[(cache_params.frame + 1u) & 1u], 0u); }
  if (slot >= CACHE_SLOTS) { return; }
  let key = atomicLoad(&cache.keys[slot]);
  if (key == 0u) { return; }
  let candidate = atomicLoad(&cache.candidates[slot]);
  if (candidate == 0u) { return; }
  atomicStore(&cache.candidates[slot], 0u);
  let need = need_class(slot);
  var before = 0u;
  for (var k = 0u; k < need; k++) { before += atomicLoad(&cache.classes[k]); }
  if (before >= cache_params.budget) { return; }
  let odds = f32(cache_params.budget - before) / f32(max(atomicLoad(&cache.classes[need]), 1u));
  if (odds < 1.0 && unit_float(hash(key ^ hash(cache_params.frame))) >= odds) { return; }
  let at = atomicAdd(&cache.listed, 1u);
  if (at >= min(cache_params.most, CACHE_UPDATES)) { return; }
  cache.list[at] = slot;
  cache.cells[slot].candidate = candidate;
}

// Adds what the paths of an update brought to their cell: one thread per cell.
@compute @workgroup_size(64)
fn cache_blend(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= listed_cells()) { return; }
  let slot = cache.list[id.x];
  let rays = paths_of_each();
  let updates = cache.cells[slot].updates + 1u;
  let is_lit_anew = cache.cells[slot].updated < cache_params.lit_anew;
  cache.cells[slot].updates = updates;
  cache.cells[slot].updated = cache_params.frame;
  cache.cells[slot].paths += rays;
  let visit = cache.visits[id.x];
  if (visit.instance == NONE) { return; }
  var sum = vec3f(0.0);
  var lean = vec3f(0.0);
  var squares = 0.0;
  var far = 0.0;
  var near_rays = 0u;
  for (var r = 0u; r < rays; r++) {
    let ray = cache.rays[id.x * rays + r];
    let luminance = cache_luminance(ray.radiance);
    sum += ray.radiance;
    squares += luminance * luminance;
    far += select(luminance, 0.0, is_near_ray(ray));
    near_rays += select(0u, 1u, is_near_ray(ray));
    lean += decode_octahedral(ray.word) * luminance;
  }
  let point = visit.point;
  let normal = visit.normal;
  if (cache.cells[slot].count == 0.0) {
    cache.cells[slot].anchor = point;
    cache.cells[slot].irradiance = vec3f(0.0);
    cache.cells[slot].recent = vec3f(0.0);
    cache.cells[slot].variance = 0.0;
    cache.cells[slot].normal = normal;
    cache.cells[slot].lean = vec3f(0.0);
    cache.cells[slot].far = 0.0;
    cache.cells[slot].near_share = 0.0;
  }
  if (keep_wall(slot, visit.wall, visit.wall_normal, updates)) {
    // What was gathered so far may come from both sides.
    cache.cells[slot].count = min(cache.cells[slot].count, 1.0);
  }
  if (is_walled_off(slot, point)) { return; }

  let found = sum * (3.14159265 / f32(rays));
  let mean = cache.cells[slot].irradiance;
  let before = cache.cells[slot].recent;
  var had = cache.cells[slot].count;
  // A step leaves nearly the same light, but a sun that turned away from a mirror leaves a cell a thousandth.
  if (is_lit_anew) { had *= min(1.0, CACHE_AGREES * cache_luminance(found) / max(cache_luminance(mean), 1e-20)); }
  var count = had + 1.0;
  let recent = mix(before, found, min(1.0, max(1.0 / count, 1.0 / CACHE_RECENT)));
  let deviation = cache_luminance(found - before) * cache_luminance(found - recent);
  var variance = cache.cells[slot].variance;
  if (had > 0.0) {
    variance = mix(variance, max(deviation, 0.0), min(1.0, max(1.0 / count, 1.0 / CACHE_CHANCE)));
  } else {
    // Of the first update its own paths tell: cells that take its chance for light would not borrow.
    let own = cache_luminance(sum) / f32(rays);
    variance = 3.14159265 * 3.14159265 * max(squares / f32(rays) - own * own, 0.0) / (f32(rays) - 1.0);
  }
  // Later updates count for more: they know of more bounces.
  let share = min(1.0, 2.0 / (count + 1.0));
  var irradiance = mix(mean, found, share);
  var far_now = mix(cache.cells[slot].far, far * (3.14159265 / f32(rays)), share);
  if (cache_params.is_settled == 0u && had > CACHE_RECENT) {
    // The last few differ by more than chance explains: light has changed, and the long mean is of the past.
    let apart = abs(cache_luminance(recent - mean));
    if (apart > 3.5 * sqrt(variance / CACHE_RECENT) + 0.05 * cache_luminance(mean)) {
      far_now *= cache_luminance(recent) / max(cache_luminance(irradiance), 1e-20);
      irradiance = recent;
      count = 0.5 * CACHE_RECENT;
    }
  }
  cache.cells[slot].irradiance = irradiance;
  cache.cells[slot].far = far_now;
  cache.cells[slot].near_share = mix(cache.cells[slot].near_share, f32(near_rays) / f32(rays), share);
  cache.cells[slot].recent = recent;
  cache.cells[slot].variance = variance;
  cache.cells[slot].count = count;
  cache.cells[slot].normal = normalize(mix(cache.cells[slot].normal, normal, share) + 1e-6 * normal);
  cache.cells[slot].lean = mix(cache.cells[slot].lean, lean / f32(rays), share);
}

// Remembers planes that stand across the surface: met twice, at places well apart, so that a table's leg is none. A plane that no
// ray meets any more is forgotten. True: a new one.
fn keep_wall(slot: u32, point: vec3f, packed: u32, updates: u32) -> bool {
  let size = cache.cells[slot].size;
  for (var k = 0u; k < 2u; k++) {
    if (updates - cache.cells[slot].walls_met[k] > CACHE_WALL_MEMORY) { cache.cells[slot].walls[k] = vec4f(0.0); }
  }
  if (packed == 0u) { return false; }
  let normal = decode_octahedral(packed);
  let distance = dot(normal, point);
  for (var k = 0u; k < 2u; k++) {
    let wall = cache.cells[slot].walls[k];
    // From either side: a wall is thinner than what separates it from others.
    if (abs(dot(wall.xyz, normal)) > 0.99 && abs(dot(wall.xyz, point) - wall.w) < 0.5 * size) {
      cache.cells[slot].walls_met[k] = updates;
      return false;
    }
  }
  let doubt = cache.cells[slot].doubt;
  let is_same = cache.cells[slot].doubt_normal != 0u && dot(decode_octahedral(cache.cells[slot].doubt_normal), normal) > 0.99 &&
    abs(dot(normal, doubt) - distance) < 0.02 * size;
  if (!is_same) {
    cache.cells[slot].doubt = point;
    cache.cells[slot].doubt_normal = packed;
    return false;
  }
  let apart = point - doubt;
  if (dot(apart, apart) < 0.06 * size * size) { return false; }
  cache.cells[slot].doubt_normal = 0u;
  for (var k = 0u; k < 2u; k++) {
    if (any(cache.cells[slot].walls[k] != vec4f(0.0))) { continue; }
    // The anchor's side is the cell's.
    let side = select(-1.0, 1.0, dot(normal, cache.cells[slot].anchor) >= distance);
    cache.cells[slot].walls[k] = side * vec4f(normal, distance);
    cache.cells[slot].walls_met[k] = updates;
    return true;
  }
  return false;
}
