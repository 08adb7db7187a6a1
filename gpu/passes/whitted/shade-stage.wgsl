// shade-stage.wgsl: one surface of every pixel's path: what the rasterizer saw and, in later turns, what walk_stage found; `queue.bounce` says which. It walks
// for shadows alone, and so has registers for more rays at once. For scenes in which nothing lets light through. Needs stages and bounce.
var<private> met: Hit;
fn next_hit(ray: Ray) -> Hit { return met; }

@compute @workgroup_size(64)
fn shade_stage(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var block = group.x; block < frame.block_count; block += groups.x) { shade_block(block, lane); }
}

fn shade_block(block: u32, lane: u32) {
  let slot = block * 64u + lane;
  let turn = queue.bounce;
  let is_first = turn == 0u;
  if (is_first) { carry_nothing(slot); } else if (!has_ray(slot)) { return; }
  var pixel: vec2u;
  if (!find_pixel(block, lane, &pixel)) { return; }
  if (is_first && frame.sample > 0u && textureLoad(edges, pixel, 0).x == 0u) { return; }
  let at = pixel.y * frame.traced_size.x + pixel.x;
  let raster = raster_pixel(pixel);
  var ray: Ray;
  var throughput = vec3f(1.0);
  var cone_width = 0.0;
  if (is_first) {
    ray = camera_ray(raster);
  } else {
    ray = carried_ray(slot);
    cone_width = carried_vector(CARRIED_DIRECTION, slot).w;
    let carries = carried[carried_at(CARRIED_THROUGHPUT, slot)];
    throughput = bitcast<vec3f>(carries.xyz);
    let found = carried[carried_at(CARRIED_HIT, slot)];
    let t = bitcast<vec3f>(found.xyz);
    met = Hit(t.x, t.y, t.z, found.w, carries.w);
  }
  let seen = see(ray, raster, is_first, cone_width, throughput, max(turn, 1u) - 1u, vec3u(0u));
  if (turn < frame.bounces && goes_on(seen)) { carry_ray(slot, seen.onward, throughput * seen.onward_share, seen.cone_width); } else { carry_nothing(slot); }
  count_rays(seen.shadow_rays, select(1u, 0u, is_first));
  let before = select(radiance[at], vec4f(0.0), is_first && frame.sample == 0u);
  radiance[at] = before + vec4f(throughput * seen.radiance, select(0.0, 1.0, is_first));
}
