// path-extend.wgsl: what the rays of this turn's paths meet. Needs path-queue and a traversal.
@compute @workgroup_size(64)
fn extend_paths(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) launched: vec3u, @builtin(local_invocation_index) lane: u32) {
  let groups = path_groups();
  var group = first_group(workgroup, launched);
  loop {
    if (group >= groups) { break; }
    var path = 0u;
    if (find_path(group * 64u + lane, &path)) { store_hit(path, closest_hit(load_path_ray(path))); }
    if (!in_rounds) { break; }
    group += groups_at_once(launched);
  }
}
