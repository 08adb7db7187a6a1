// path-shade.wgsl: what this turn's paths find where they are, the light they ask for, and where they go on. Needs a piece that offers
// shade_group().
@compute @workgroup_size(64)
fn shade_paths(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) launched: vec3u, @builtin(local_invocation_index) lane: u32) {
  let groups = path_groups();
  var group = first_group(workgroup, launched);
  loop {
    if (group >= groups) { break; }
    shade_group(group, lane);
    if (!in_rounds) { break; }
    group += groups_at_once(launched);
  }
}
