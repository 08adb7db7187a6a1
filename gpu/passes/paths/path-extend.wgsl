// path-extend.wgsl: what the rays of this turn's paths meet. Needs path-queue and a traversal.
@compute @workgroup_size(64)
fn extend_paths(@builtin(global_invocation_id) id: vec3u) {
  var path = 0u;
  if (!find_path(id.x, &path)) { return; }
  store_hit(path, closest_hit(load_path_ray(path)));
}
