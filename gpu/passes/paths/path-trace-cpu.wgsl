// path-trace-cpu.wgsl: a sample of every pixel on the processor. Needs path-trace and path-follow.
@compute @workgroup_size(64)
fn path_trace(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at: vec2u;
  if (!find_pixel(group.y * groups.x + group.x, lane, &at)) { return; }
  let start = path_from_eye(at, path_params.sample);
  var sight = begin_sight();
  var path = follow_path(start, miss(start.ray), false, &sight);
  add_to_picture(at, path_params.sample, path_params.clears != 0u, &path, &sight);
}
