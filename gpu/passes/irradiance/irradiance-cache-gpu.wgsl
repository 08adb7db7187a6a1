// irradiance-cache-gpu.wgsl: the same paths by the queue of paths. Needs irradiance-cache-trace and path-store.
@compute @workgroup_size(64)
fn begin_cache_paths(@builtin(global_invocation_id) id: vec3u) {
  let number = path_queue.first + id.x;
  var at = 0u;
  if (!find_visit(number, &at)) { return; }
  var path = path_of_visit(at, number % paths_of_each());
  begin_in_queue(id.x, &path);
  cache.rays[number].word = encode_octahedral(path.ray.direction);
}

@compute @workgroup_size(64)
fn note_near_paths(@builtin(global_invocation_id) id: vec3u) {
  let number = path_queue.first + id.x;
  var at = 0u;
  if (!find_visit(number, &at)) { return; }
  cache.rays[number].word = word_of_ray(cache.rays[number].word, is_near_visit(at, load_hit(id.x), load_path(id.x).rng));
}

@compute @workgroup_size(64)
fn end_cache_paths(@builtin(global_invocation_id) id: vec3u) {
  let number = path_queue.first + id.x;
  var at = 0u;
  if (!find_visit(number, &at)) { return; }
  var sight: Sight;
  var path = load_finished_path(id.x, &sight);
  cache.rays[number].radiance = radiance_of_path(&path);
}
