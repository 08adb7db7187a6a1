// path-connect-panes.wgsl: which light rays arrive, and what panes leave of them. Needs path-queue and path-connect.
@compute @workgroup_size(64)
fn connect_panes(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var kind = 0u;
  var path = 0u;
  if (!find_light(group.x, lane, &kind, &path)) { return; }
  store_given(kind, path, connect(LightRay(load_light_ray(kind, path), load_given(kind, path).light, BRINGS_PERHAPS, false), true));
}
