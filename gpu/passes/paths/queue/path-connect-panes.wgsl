// path-connect-panes.wgsl: which light rays arrive, and what panes leave of them. Needs a piece that
// offers connect_group().
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
