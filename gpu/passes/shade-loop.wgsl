// shade-loop.wgsl: one kernel for a pixel's whole path: first surface and every bounce in a loop. Needs frame and bounce.
@compute @workgroup_size(64)
fn shade_loop(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.y * groups.x + group.x, lane, &pixel)) { return; }
  if (frame.sample > 0u && textureLoad(edges, pixel, 0).x == 0u) { return; }
  let at = pixel.y * frame.traced_size.x + pixel.x;
  var seen = see_pixel(pixel);
  var sum = select(radiance[at], vec4f(0.0), frame.sample == 0u) + vec4f(seen.radiance, 1.0);
  var shadow_rays = seen.shadow_rays;
  var throughput = seen.onward_share;
  var bounce = 0u;
  for (; bounce < frame.bounces && goes_on(seen); bounce++) {
    seen = see_ray(seen.onward, seen.cone_width, throughput, bounce);
    sum += vec4f(throughput * seen.radiance, 0.0);
    shadow_rays += seen.shadow_rays;
    throughput *= seen.onward_share;
  }
  count_rays(shadow_rays, bounce);
  radiance[at] = sum;
}
