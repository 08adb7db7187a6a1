// path-trace-gpu.wgsl: a sample of every pixel, by the queue of paths. Needs path-trace and path-store.
@compute @workgroup_size(64)
fn begin_samples(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at: vec2u;
  if (!find_pixel(group.x, lane, &at)) { return; }
  var path = path_from_eye(at);
  begin_in_queue(group.x * 64u + lane, &path);
}

@compute @workgroup_size(64)
fn add_samples(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at: vec2u;
  if (!find_pixel(group.x, lane, &at)) { return; }
  var sight: Sight;
  var path = load_finished_path(group.x * 64u + lane, &sight);
  add_to_picture(at, &path, &sight);
}
