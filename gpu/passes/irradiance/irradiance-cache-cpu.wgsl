// irradiance-cache-cpu.wgsl: one path of one visit per thread, on the processor. Needs irradiance-cache-trace and path-follow.
@compute @workgroup_size(64)
fn cache_trace(@builtin(global_invocation_id) id: vec3u) {
  var at = 0u;
  if (!find_visit(id.x, &at)) { return; }
  let start = path_of_visit(at, id.x % paths_of_each());
  var sight = begin_sight();
  var path = follow_path(start, miss(start.ray), false, &sight);
  cache.rays[id.x] = CacheRay(radiance_of_path(&path), encode_octahedral(start.ray.direction));
}
