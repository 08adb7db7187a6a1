// walk-stage.wgsl: what the rays meet that the pixels of a slice carry. Needs stages and a traversal.
@compute @workgroup_size(64)
fn walk_stage(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var block = group.x; block < frame.block_count; block += groups.x) {
    let slot = block * 64u + lane;
    if (!has_ray(slot)) { continue; }
    let hit = closest_hit(carried_ray(slot));
    carried[carried_at(CARRIED_THROUGHPUT, slot)].w = hit.record;
    carried[carried_at(CARRIED_HIT, slot)] = vec4u(bitcast<vec3u>(vec3f(hit.t, hit.u, hit.v)), hit.instance);
  }
}
