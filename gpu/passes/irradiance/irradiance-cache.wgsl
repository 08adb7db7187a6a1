// irradiance-cache.wgsl: indirect light of surfaces, kept in a table of cells in space and looked up instead of traced.
// Needs sampling; the generated piece of pieces.ts declares CACHE_SLOTS, CACHE_UPDATES, CACHE_RAYS, CACHE_MOST_PATHS and CACHE_READS_AHEAD.
//
// Cells are cubes of a grid whose spacing grows with the distance from the camera, one per direction that surfaces in them face
// (Binder et al. 2019, "Massively parallel path space filtering"; Boisse 2021, "World-space spatiotemporal reservoir reuse";
// NVIDIA's SHaRC). Where cells lie in the table depends on who came first, what they hold does not: pictures repeat.
// What is seen has the finest cells; where light only bounced, coarser ones do. irradiance-cache-trace.wgsl traces for all of them.

// What a cell knows: of the light that a diffuse ray from it would bring, all that no light sample at the surface would find.
struct CacheCell {
  shared_irradiance: vec3f,   // the same after a look at the cells around, as irradiance-cache-share.wgsl says: what is looked up
  paths: u32,             // since it was claimed
  shared_lean: vec3f,
  far: f32,               // luminance of the part of `irradiance` that comes from where nothing is near
  near_irradiance: vec3f, // after a look at the cells beside it alone
  near_count: f32,        // updates that say as much as that
  irradiance: vec3f,      // of a surface that faces along `normal`: nits times steradians
  count: f32,             // updates that it is the mean of; 0: nothing is known
  recent: vec3f,          // the same of the last few
  variance: f32,          // of the luminance of one update
  corner: vec3f,          // of its cube, world space
  size: f32,              // metres
  anchor: vec3f,          // a point of its surface
  updates: u32,           // since it was claimed
  normal: vec3f,          // mean of its surface's
  updated: u32,           // frame of the last update
  lean: vec3f,            // mean of direction times luminance of its light
  facing: u32,            // one of 27 directions, as face_of() numbers them
  walls: array<vec4f, 2>, // planes (normal, distance) beyond which it knows nothing; zero: none
  doubt: vec3f,           // a point of what may be such a plane
  doubt_normal: u32,      // 2x16 snorm octahedral; 0: none
  walls_met: vec2u,       // number of the update that met each wall last
  candidate: u32,         // point to trace from in this frame, as in `candidates`
  near_share: f32,        // of all directions, by their cosine: something is near
}

// Where a cell of the list is traced from in this frame.
struct CacheVisit {
  point: vec3f,
  instance: u32,          // NONE: the surface is not there any more
  normal: vec3f,          // unit, the shading normal
  record: u32,
  wall: vec3f,            // a point of what stands across the surface nearby
  wall_normal: u32,       // 0: nothing was met
  u: f32,
  v: f32,
}

// What one path of a visit brings.
struct CacheRay {
  radiance: vec3f,
  word: u32,              // direction that it left in, 2x16 snorm octahedral; in the last bit, whether what it met first is near
}

fn word_of_ray(direction: u32, is_near: bool) -> u32 {
  return (direction & ~1u) | select(0u, 1u, is_near);
}

fn is_near_ray(ray: CacheRay) -> bool {
  return (ray.word & 1u) != 0u;
}

const CACHE_CLASSES = 16u;
const CACHE_BUCKET = 8u;

struct CacheTable {
  live: array<atomic<u32>, 2>,                        // cells in use at the sweep of frames of even and of odd number
  refused: atomic<u32>,                               // touches that found no room, since the last sweep
  listed: atomic<u32>,                                // entries of `list`
  classes: array<atomic<u32>, CACHE_CLASSES>,         // cells by need: class 0 first
  keys: array<atomic<u32>, CACHE_SLOTS>,              // 0: free
  used: array<atomic<u32>, CACHE_SLOTS>,              // 2 * frame + 1 where seen directly, + 0 where light only bounced
  candidates: array<atomic<u32>, CACHE_SLOTS>,        // one of the points touched since the last sweep; 0: none
  list: array<u32, CACHE_UPDATES>,                    // cells that are updated in this frame
  visits: array<CacheVisit, CACHE_UPDATES>,
  cells: array<CacheCell, CACHE_SLOTS>,
  rays: array<CacheRay, CACHE_RAYS>,                  // of the visits, paths_of_each() each
}

struct CacheParams {
  camera_position: vec3f,
  frame: u32,             // from 1
  angle: f32,             // a cell's size over its distance
  least_size: f32,        // metres
  seed: u32,
  budget: u32,            // cells to update in this frame, at most CACHE_UPDATES
  most: u32,              // that chance may make of them
  paths: u32,             // to trace in this frame, at most CACHE_RAYS
  least_paths: u32,       // of each cell
  coarser: u32,           // levels by which cells of light that only bounced are larger
  most_count: f32,        // updates that a mean may span: fewer, and it follows changes faster
  lifetime: u32,          // frames that a cell is kept after its last use
  is_settled: u32,        // nothing changed for long: means are exact, no change is suspected
  touches_by: u32,        // shuffles the candidates of this frame,
  touched_by: u32,        // of the last
  near_min: vec3f,        // box around what moved, there and here, metres
  reach: f32,             // how large it is, metres; 0: nothing moved
  near_max: vec3f,
  near_count: f32,        // updates that a mean may span in it,
  reach_count: f32,       // and as far off it as it is large
  lit_anew: u32,          // frame of the last change of light that was alone
  asks: f32,              // share of a cell's paths that may end by what other cells know: fewer where that is of the light before
}

@group(3) @binding(0) var<uniform> cache_params: CacheParams;
@group(3) @binding(1) var<storage, read_write> cache: CacheTable;

const CACHE_LEVELS = 12u;
const CACHE_LEAST_SHARE = 0.02;     // of its directions: of less a cell tells nothing apart
// A cell's sizes: from nearer things light comes to one part of a cell and not to another, and who asks finds out by a ray which part it is (Arikan, Forsyth
// and O'Brien 2005, "Fast and detailed approximate global illumination by irradiance decomposition").
const CACHE_NEAR = 3.0;
const CACHE_SHIFT = 0.3137;         // of a cell's size, along the normal: floors and walls lie inside a layer of cells, not between two
const CACHE_BLEND = 0.2;            // of a level: where cells of two sizes mix
const CACHE_GRID = 1024.0;          // steps along a cell's edge that a candidate's place is kept in

// 3 x 3 x 3 directions but for the middle; the axes and diagonals.
fn face_of(normal: vec3f) -> u32 {
  let a = abs(normal);
  let n = normal / max(a.x, max(a.y, max(a.z, 1e-20)));
  let d = vec3u(clamp(floor(n * 0.9999 + 1.5), vec3f(0.0), vec3f(2.0)));
  return d.x + 3u * d.y + 9u * d.z;
}

fn direction_of_face(face: u32) -> vec3f {
  let d = vec3f(f32(face % 3u), f32(face / 3u % 3u), f32(face / 9u)) - 1.0;
  return d / max(length(d), 1e-20);
}

struct CachePlace {
  corner: vec3f,      // in cells of this size, of the cube that holds the point
  size: f32,
  inside: vec3f,      // where in it, 0..1
  word: u32,          // level and facing: the rest of the key
}

// Which cell a point belongs to.
//   directly   it is seen, at once or in mirrors; else light only bounced there
fn cache_place(position: vec3f, normal: vec3f, directly: bool) -> CachePlace {
  // Levels mix over a band, by a number that depends on the point alone.
  let mixed = hash(bitcast<u32>(position.x) ^ hash(bitcast<u32>(position.y) ^ hash(bitcast<u32>(position.z))));
  let level = clamp(floor(log2(max(wanted_size(position), 1.0)) + CACHE_BLEND * unit_float(mixed)), 0.0, f32(CACHE_LEVELS)) +
    select(f32(cache_params.coarser), 0.0, directly);
  return place_of_level(position, normal, level);
}

// Of the cells at a point, in least_size.
fn wanted_size(position: vec3f) -> f32 {
  return distance(position, cache_params.camera_position) * cache_params.angle / cache_params.least_size;
}

fn place_of_level(position: vec3f, normal: vec3f, level: f32) -> CachePlace {
  let size = cache_params.least_size * exp2(level);
  let face = face_of(normal);
  let at = clamp(position / size + CACHE_SHIFT * direction_of_face(face), vec3f(-1e6), vec3f(1e6));
  return CachePlace(floor(at), size, at - floor(at), u32(level) | (face << 8u));
}

// The key (x) and where in the table to look for it (y): two hashes, so that two places are not taken for one.
fn cache_hash(corner: vec3f, word: u32) -> vec2u {
  let c = bitcast<vec3u>(vec3i(corner));
  let key = hash(c.x + hash(c.y + hash(c.z + hash(word))));
  let at = hash((c.x ^ 0x68bc21ebu) + hash((c.y ^ 0x02e5be93u) + hash((c.z ^ 0x967a889bu) + hash(word + 0x5bd1e995u))));
  return vec2u(max(key, 1u), at % (CACHE_SLOTS / CACHE_BUCKET) * CACHE_BUCKET);
}

// NONE where there is no such cell.
fn find_cell(corner: vec3f, word: u32) -> u32 {
  let at = cache_hash(corner, word);
  return slot_of_key(at);
}

fn slot_of_key(at: vec2u) -> u32 {
  var slot = NONE;
  for (var k = 0u; k < CACHE_BUCKET; k++) {
    if (atomicLoad(&cache.keys[at.y + k]) == at.x) {
      slot = at.y + k;
      if (!CACHE_READS_AHEAD) { break; }
    }
  }
  return slot;
}

// The cell, made when it is not there; NONE when its bucket is full.
fn claim_cell(place: CachePlace, word: u32) -> u32 {
  let at = cache_hash(place.corner, word);
  let known = slot_of_key(at);
  if (known != NONE) { return known; }
  // Everyone takes the first free place, so that nobody makes the same cell twice.
  var k = 0u;
  // A weak exchange may fail for nothing; a second one hardly ever does.
  for (var turn = 0u; turn < 4u * CACHE_BUCKET && k < CACHE_BUCKET; turn++) {
    let slot = at.y + k;
    let found = atomicLoad(&cache.keys[slot]);
    if (found == at.x) { return slot; }
    if (found != 0u) {
      k++;
      continue;
    }
    let taken = atomicCompareExchangeWeak(&cache.keys[slot], 0u, at.x);
    if (taken.exchanged) {
      let face = (word >> 8u) & 0xffu;
      cache.cells[slot].corner = (place.corner - CACHE_SHIFT * direction_of_face(face)) * place.size;
      cache.cells[slot].size = place.size;
      cache.cells[slot].facing = face;
      return slot;
    }
    if (taken.old_value == at.x) { return slot; }
  }
  atomicAdd(&cache.refused, 1u);
  return NONE;
}

// One of the points of a cell that are touched in a frame, and which one does not depend on who comes first: the largest of a
// number that can be undone.
fn candidate_of(packed: u32) -> u32 {
  return (packed ^ cache_params.touches_by) * 0x9e3779b1u;
}

fn point_of_candidate(candidate: u32) -> vec3f {
  let packed = (candidate * 0x0e8b2f51u) ^ cache_params.touched_by;
  return (vec3f(f32(packed & 1023u), f32((packed >> 10u) & 1023u), f32((packed >> 20u) & 1023u)) + 0.5) / CACHE_GRID;
}

// Is there a wall between the cell's surface and a point?
fn is_walled_off(slot: u32, p: vec3f) -> bool {
  let tolerance = 0.01 * cache.cells[slot].size;
  let first = cache.cells[slot].walls[0];
  let second = cache.cells[slot].walls[1];
  return dot(first.xyz, p) < first.w - tolerance || dot(second.xyz, p) < second.w - tolerance;
}

// Two cells may share a place, on either side of a wall.
fn with_side(word: u32, side: u32) -> u32 {
  return word | (side << 16u);
}

// Says that light is wanted at a point: a cell is made where there is none, and updated in the frames to come. NONE: there is no room for it.
//   normal    unit, of the triangle, on the side that is seen
//   directly  it is seen, at once or in mirrors; else light only bounced there
fn touch_irradiance(position: vec3f, normal: vec3f, directly: bool) -> u32 {
  let place = cache_place(position, normal, directly);
  for (var side = 0u; side < 2u; side++) {
    let slot = claim_cell(place, with_side(place.word, side));
    if (slot == NONE) { return NONE; }
    if (is_walled_off(slot, position)) { continue; }
    atomicMax(&cache.used[slot], 2u * cache_params.frame + select(0u, 1u, directly));
    let p = vec3u(clamp(place.inside * CACHE_GRID, vec3f(0.0), vec3f(CACHE_GRID - 1.0)));
    atomicMax(&cache.candidates[slot], candidate_of(p.x | (p.y << 10u) | (p.z << 20u)));
    return slot;
  }
  return NONE;
}

fn cache_luminance(color: vec3f) -> f32 {
  return dot(color, vec3f(0.2126, 0.7152, 0.0722));
}

// Irradiance that one cell has for a point (xyz) and how far it is to be trusted (w).
fn irradiance_of_cell(slot: u32, position: vec3f, normal: vec3f, shading_normal: vec3f) -> vec4f {
  let count = cache.cells[slot].count;
  if (count <= 0.0) { return vec4f(0.0); }
  // Parallel planes in one cell are different surfaces.
  let off = abs(dot(position - cache.cells[slot].anchor, normal)) / cache.cells[slot].size;
  let trust = clamp(1.6 - 2.0 * off, 0.0, 1.0) * min(count, 8.0) / 8.0;
  // Radiance taken for a + dot(b, direction): half a cosine-weighted hemisphere gives b's part along the surface, and a normal that
  // leans that way sees more.
  let irradiance = cache.cells[slot].shared_irradiance;
  let n = cache.cells[slot].normal;
  let apart = shading_normal - n * dot(shading_normal, n);
  let more = 8.0 / 3.0 * 3.14159265 * dot(cache.cells[slot].shared_lean, apart) / max(cache_luminance(irradiance), 1e-20);
  return vec4f(irradiance * clamp(1.0 + more, 0.25, 2.0), trust);
}

// Of the mean of all directions, what comes from a direction in which nothing is near (x), and from one in which something is (y): as many of
// each as the cell has make 1.
fn shares_of_cell(slot: u32) -> vec2f {
  let near_share = cache.cells[slot].near_share;
  if (near_share < CACHE_LEAST_SHARE || near_share > 1.0 - CACHE_LEAST_SHARE) { return vec2f(1.0); }
  let far = min(cache.cells[slot].far / max(cache_luminance(cache.cells[slot].irradiance), 1e-20), 1.0);
  return vec2f(far / (1.0 - near_share), (1.0 - far) / near_share);
}

// The cell at a place that knows the point's side of the walls; NONE: there is none.
fn find_cell_of(corner: vec3f, word: u32, position: vec3f) -> u32 {
  for (var side = 0u; side < 2u; side++) {
    let slot = find_cell(corner, with_side(word, side));
    if (slot == NONE) { return NONE; }
    if (!is_walled_off(slot, position)) { return slot; }
  }
  return NONE;
}

// Of the cells about a place: blended from the eight around.
struct GatheredCells {
  irradiance: vec3f,      // weighted sum
  weight: f32,            // by nearness and trust, young cells less; 1 at most
  settled: f32,           // what it will be when none of them is young
  brightness: f32,        // luminance of the sum of irradiance,
  shares: vec2f,          // and what shares_of_cell() makes of each cell's
}

fn gathered_irradiance(place: CachePlace, position: vec3f, normal: vec3f, shading_normal: vec3f) -> GatheredCells {
  let first = place.corner + floor(place.inside - 0.5);
  let f = fract(place.inside - 0.5);
  var sum = vec4f(0.0);
  var settled = 0.0;
  var shares = vec2f(0.0);
  var brightness = 0.0;
  // Looked for all together: a card waits for their keys once.
  var slots: array<u32, 8>;
  for (var k = 0u; k < 8u; k++) { slots[k] = find_cell(first + vec3f(f32(k & 1u), f32((k >> 1u) & 1u), f32(k >> 2u)), place.word); }
  for (var k = 0u; k < 8u; k++) {
    let one = vec3f(f32(k & 1u), f32((k >> 1u) & 1u), f32(k >> 2u));
    let near = mix(1.0 - f, f, one);
    let weight = near.x * near.y * near.z;
    if (weight < 0.004 || slots[k] == NONE) { continue; }
    var slot = slots[k];
    if (is_walled_off(slot, position)) {
      slot = find_cell(first + one, with_side(place.word, 1u));
      if (slot == NONE || is_walled_off(slot, position)) { continue; }
    }
    let found = irradiance_of_cell(slot, position, normal, shading_normal);
    sum += weight * found.w * vec4f(found.xyz, 1.0);
    let luminance = weight * found.w * cache_luminance(found.xyz);
    brightness += luminance;
    shares += luminance * shares_of_cell(slot);
    settled += weight * found.w * 8.0 / clamp(cache.cells[slot].count, 1e-3, 8.0);
  }
  return GatheredCells(sum.xyz, sum.w, settled, brightness, shares);
}

// Indirect irradiance, nits times steradians. What light samples find at the surface is not in it: lamps, shining triangles, a sky that is sampled.
fn mean_of_cells(found: GatheredCells) -> vec3f {
  return found.irradiance / max(found.weight, 1e-20);
}

// 0 where nothing is known yet, 1 where it is.
fn sure_of_cells(found: GatheredCells) -> f32 {
  return select(min(1.0, 8.0 * found.weight), 0.0, found.weight <= 1e-4);
}

fn listed_cells() -> u32 {
  return min(atomicLoad(&cache.listed), min(cache_params.most, CACHE_UPDATES));
}

// Paths of each cell of the list: all that the frame has time for, but so many of one cell at most that its blend stays short.
fn paths_of_each() -> u32 {
  return clamp(cache_params.paths / max(listed_cells(), 1u), cache_params.least_paths, CACHE_MOST_PATHS);
}
