// hybrid-gpu.wgsl: a light path of each pixel, by the queue of paths. Needs hybrid and path-store.
@compute @workgroup_size(64)
fn begin_hybrid(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.x, lane, &pixel)) { return; }
  var first = Hit(1e30, 0.0, 0.0, NONE, NONE);
  var path = path_of_pixel(pixel, &first);
  begin_in_queue(group.x * 64u + lane, &path);
  store_hit(group.x * 64u + lane, first);
}

@compute @workgroup_size(64)
fn show_hybrid(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.x, lane, &pixel)) { return; }
  var sight: Sight;
  var path = load_finished_path(group.x * 64u + lane, &sight);
  show_path(pixel, &path, &sight);
}
