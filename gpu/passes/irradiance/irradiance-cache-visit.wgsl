// irradiance-cache-visit.wgsl: where cells of the irradiance cache are traced from in a frame. Needs irradiance-cache,
// surface and a traversal.

const CACHE_WALL_REACH = 1.75;      // cells' sizes

// Finds the surface of each listed cell, and what stands across it nearby: one thread per cell, two rays.
@compute @workgroup_size(64)
fn cache_visit(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= listed_cells()) { return; }
  let slot = cache.list[id.x];
  let size = cache.cells[slot].size;
  let facing = direction_of_face(cache.cells[slot].facing);
  // The candidate's place is known to a thousandth of the cell, and its surface may have been moved away since.
  let point = cache.cells[slot].corner + size * point_of_candidate(cache.cells[slot].candidate);
  let reach = 4.0 * size / CACHE_GRID + 1e-4;
  var ray = Ray(point + reach * facing, 0.0, -facing, 2.0 * reach);
  var visit: CacheVisit;
  visit.instance = NONE;
  for (var turn = 0u; turn < 2u; turn++) {
    let hit = closest_hit(ray);
    if (!is_hit(hit)) { break; }
    let met = load_surface_of_hit(hit, ray.direction, 0.0);
    if (turn == 0u) {
      if (dot(met.geometric_normal, facing) < 0.6) { break; }
      visit.instance = hit.instance;
      visit.record = hit.record;
      visit.u = hit.u;
      visit.v = hit.v;
      visit.point = met.position;
      visit.normal = met.shading_normal;
      // A ray that creeps along the surface: what it meets and what stands across may keep light from one half of a cell.
      var rng = seed_rng(atomicLoad(&cache.keys[slot]), ~cache_params.seed, cache.cells[slot].updates);
      let angle = 6.2831853 * next_pair(&rng).x;
      let n = met.geometric_normal;
      let tangent = tangent_of(n);
      ray = leave_surface(met, met.position, normalize(tangent * cos(angle) + cross(n, tangent) * sin(angle) + 0.15 * n), CACHE_WALL_REACH * size);
    } else if (abs(dot(met.geometric_normal, visit.normal)) < 0.5) {
      visit.wall = met.position;
      visit.wall_normal = max(encode_octahedral(met.geometric_normal), 1u);
    }
  }
  cache.visits[id.x] = visit;
}
