// path-trace-gpu.wgsl: samples of every pixel, by the queue of paths: all blocks of the first, then all of the next. Needs path-trace and
// path-store.
@compute @workgroup_size(64)
fn begin_samples(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at: vec2u;
  if (!find_pixel(group.x % path_params.block_count, lane, &at)) { return; }
  var path = path_from_eye(at, path_params.sample + group.x / path_params.block_count);
  begin_in_queue(group.x * 64u + lane, &path);
}

// A pixel's samples are added in their order: sums have the bits that they have one by one.
@compute @workgroup_size(64)
fn add_samples(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at: vec2u;
  if (!find_pixel(group.x, lane, &at)) { return; }
  for (var i = 0u; i < path_params.samples; i++) {
    var sight: Sight;
    var path = load_finished_path((i * path_params.block_count + group.x) * 64u + lane, &sight);
    add_to_picture(at, path_params.sample + i, i == 0u && path_params.clears != 0u, &path, &sight);
  }
}
