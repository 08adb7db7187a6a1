// path-walk.wgsl: what the rays of this turn's paths meet, and which light rays arrive where there are no panes: in one dispatch, whose
// last rays leave the card idle once instead of twice. Needs path-queue and a traversal.

// False: all surfaces are there as a whole, and no ray asks for their share.
override veiled: bool = true;

@compute @workgroup_size(64)
fn walk_rays(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) launched: vec3u, @builtin(local_invocation_index) lane: u32) {
  let of_paths = path_groups();
  let groups = of_paths + light_groups();
  var group = first_group(workgroup, launched);
  loop {
    if (group >= groups) { break; }
    walk_group(group, of_paths, lane);
    if (!in_rounds) { break; }
    group += groups_at_once(launched);
  }
}

fn walk_group(group: u32, of_paths: u32, lane: u32) {
  let is_light = group >= of_paths;
  var kind = 0u;
  var path = 0u;
  var ray: Ray;
  if (is_light) {
    if (!find_light(group - of_paths, lane, &kind, &path)) { return; }
    ray = load_light_ray(kind, path);
  } else {
    if (!find_path(group * 64u + lane, &path)) { return; }
    ray = load_path_ray(path);
  }
  var left = vec3f(1.0);
  if (veiled) { ask_for(ray, is_light); }
  let hit = find_hit(ray, is_light);
  if (veiled && is_light) { left = left_by_panes; }
  if (is_light) {
    let asked = load_given(kind, path);
    store_given(kind, path, Arrived(select(asked.light * left, vec3f(0.0), is_hit(hit)), asked.body, 1u));
  } else {
    store_hit(path, hit);
  }
}

// Veils stand in the way of light by their share, in that of sight by chance (arrive()).
fn ask_for(ray: Ray, is_light: bool) {
  if (is_light) { follow_light(ray.direction); } else { follow_sight(); }
}
