// irradiance-cache-cpu.wgsl: one path of one visit per thread, on the processor. Needs irradiance-cache-trace and path-follow.
@compute @workgroup_size(64)
fn cache_trace(@builtin(global_invocation_id) id: vec3u) {
  var at = 0u;
  if (!find_visit(id.x, &at)) { return; }
  let start = path_of_visit(at, id.x % paths_of_each());
  var sight = begin_sight();
  let first = find_hit(start.ray, false);
  var path = follow_path(start, first, true, &sight);
  cache.rays[id.x] = CacheRay(radiance_of_path(&path), word_of_ray(encode_octahedral(start.ray.direction), is_near_visit(at, first, start.rng)));
}
