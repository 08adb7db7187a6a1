// shade.wgsl: direct light of every surface that the rasterizer saw, and the first mirrored rays. Needs frame and bounce.
@compute @workgroup_size(64)
fn shade(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.y * groups.x + group.x, lane, &pixel)) { return; }
  if (frame.sample > 0u && textureLoad(edges, pixel, 0).x == 0u) { return; }
  let at = pixel.y * frame.traced_size.x + pixel.x;
  let seen = see_pixel(pixel);
  if (goes_on(seen)) { queue_ray(0u, seen.onward, seen.onward_share, seen.cone_width, at); }
  count_rays(seen.shadow_rays, 0u);
  let before = select(radiance[at], vec4f(0.0), frame.sample == 0u);
  radiance[at] = before + vec4f(seen.radiance, 1.0);
}
