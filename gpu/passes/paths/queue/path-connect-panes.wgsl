// path-connect-panes.wgsl: which light rays arrive, and what panes leave of them. Needs path-queue and path-connect.
@compute @workgroup_size(64)
fn connect_panes(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) launched: vec3u, @builtin(local_invocation_index) lane: u32) {
  let groups = light_groups();
  var group = first_group(workgroup, launched);
  loop {
    if (group >= groups) { break; }
    connect_group(group, lane);
    if (!in_rounds) { break; }
    group += groups_at_once(launched);
  }
}

fn connect_group(group: u32, lane: u32) {
  var kind = 0u;
  var path = 0u;
  if (!find_light(group, lane, &kind, &path)) { return; }
  let asked = load_given(kind, path);
  store_given(kind, path, connect(LightRay(load_light_ray(kind, path), asked.light, BRINGS_PERHAPS, false, asked.body), true));
}
