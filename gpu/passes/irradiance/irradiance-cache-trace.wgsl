// irradiance-cache-trace.wgsl: paths that are traced for the irradiance cache. Needs irradiance-cache and path, whose rules say
// that paths start at diffuse surfaces and end in the cache.

// A path of a visit leaves its surface by the cosine.
fn path_of_visit(at: u32, path: u32) -> Path {
  let visit = cache.visits[at];
  let slot = cache.list[at];
  var rng = seed_rng(atomicLoad(&cache.keys[slot]), cache_params.seed, cache.cells[slot].paths + path);
  let surface = load_surface(visit.instance, visit.record, visit.u, visit.v, -direction_of_face(cache.cells[slot].facing), 0.0);
  let n = surface.shading_normal;
  let local = sample_cosine(next_pair(&rng));
  let tangent = tangent_of(n);
  var direction = tangent * local.x + cross(n, tangent) * local.y + n * local.z;
  let above = dot(surface.geometric_normal, direction);
  if (above < 1e-4) { direction = normalize(direction + surface.geometric_normal * (1e-4 - above)); }
  var begun = begin_path(leave_surface(surface, surface.raised, direction, 1e30), rng);
  begun.is_straight = (atomicLoad(&cache.used[slot]) & 1u) != 0u;
  return begun;
}

// Whether what a path of a visit meets first is near. What light rays pass is not: smooth panes, and a veil by the very chance by which the path passes it.
fn is_near_visit(at: u32, hit: Hit, begun: Rng) -> bool {
  if (!is_hit(hit) || hit.t >= CACHE_NEAR * cache.cells[cache.list[at]].size) { return false; }
  let coverage = coverage_at(hit);
  var rng = begun;
  if (coverage < 1.0 && next_pair(&rng).x >= coverage) { return false; }
  let row = material_row(hit.instance, hit.record);
  return !is_pane(row) || materials[row].roughness >= SMOOTH_PANE;
}

// Whether a thread has a path of a visit, and of which.
fn find_visit(id: u32, at: ptr<function, u32>) -> bool {
  *at = id / paths_of_each();
  return *at < listed_cells() && id < CACHE_RAYS && cache.visits[*at].instance != NONE;
}
