// irradiance-cache-trace.wgsl: the steps of a frame that trace for the irradiance cache. Needs irradiance-cache and path, whose rules
// say that paths start at diffuse surfaces and end in the cache.

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

// One path of one visit per thread.
@compute @workgroup_size(64)
fn cache_trace(@builtin(global_invocation_id) id: vec3u) {
  let rays = paths_of_each();
  let at = id.x / rays;
  if (at >= listed_cells() || id.x >= CACHE_RAYS) { return; }
  let visit = cache.visits[at];
  if (visit.instance == NONE) { return; }
  let slot = cache.list[at];
  var rng = seed_rng(atomicLoad(&cache.keys[slot]), cache_params.seed, cache.cells[slot].paths + id.x % rays);
  let surface = load_surface(visit.instance, visit.record, visit.u, visit.v, -direction_of_face(cache.cells[slot].facing), 0.0);
  let n = surface.shading_normal;
  let local = sample_cosine(next_pair(&rng));
  let tangent = tangent_of(n);
  var direction = tangent * local.x + cross(n, tangent) * local.y + n * local.z;
  let above = dot(surface.geometric_normal, direction);
  if (above < 1e-4) { direction = normalize(direction + surface.geometric_normal * (1e-4 - above)); }
  let ray = leave_surface(surface, surface.raised, direction, 1e30);
  let found = follow_path(ray, miss(ray), false, &rng).radiance;
  let is_sane = max(found.x, max(found.y, found.z)) < 1e30;
  cache.rays[id.x] = CacheRay(select(vec3f(0.0), found, is_sane), encode_octahedral(direction));
}

fn encode_octahedral(n: vec3f) -> u32 {
  let p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
  let folded = (1.0 - abs(p.yx)) * select(vec2f(-1.0), vec2f(1.0), p >= vec2f(0.0));
  return pack2x16snorm(select(folded, p, n.z >= 0.0));
}
