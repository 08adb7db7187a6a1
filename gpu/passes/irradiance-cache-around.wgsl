// irradiance-cache-around.wgsl: the cells around one of the irradiance cache that know of the same surface. Needs irradiance-cache.

const CACHE_AROUND = 27u;
const CACHE_ITSELF = 13u;
const CACHE_SAME_PLANE = 0.4;       // of a cell's size
const CACHE_SAME_NORMAL = 0.85;     // cosine

// One of the cells around: along the surface alone, on this side of walls, in about the same plane. NONE: there is none that knows
// anything.
//   k       0 to 26
//   point   of the cell's surface
//   normal  there, unit
fn cell_around(slot: u32, k: u32, point: vec3f, normal: vec3f) -> u32 {
  let offset = vec3f(f32(k % 3u), f32(k / 3u % 3u), f32(k / 9u)) - 1.0;
  let face = cache.cells[slot].facing;
  let facing = direction_of_face(face);
  if (abs(dot(offset, facing)) > 0.75) { return NONE; }
  let size = cache.cells[slot].size;
  let corner = round(cache.cells[slot].corner / size + CACHE_SHIFT * facing);
  let word = u32(round(log2(size / cache_params.least_size))) | (face << 8u);
  let found = find_cell_of(corner + offset, word, point);
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
