// shade-loop.wgsl: one kernel for a pixel's whole path: first surface and every bounce in a loop. Needs frame and bounce.
@compute @workgroup_size(64)
fn shade_loop(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.y * groups.x + group.x, lane, &pixel)) { return; }
  if (frame.sample > 0u && textureLoad(edges, pixel, 0).x == 0u) { return; }
  let at = pixel.y * frame.traced_size.x + pixel.x;
  let raster = raster_pixel(pixel);
  var sum = select(radiance[at], vec4f(0.0), frame.sample == 0u) + vec4f(0.0, 0.0, 0.0, 1.0);
  var ray = camera_ray(raster);
  var throughput = vec3f(1.0);
  var cone_width = 0.0;
  var media = vec3u(0u);
  var shadow_rays = 0u;
  var turn = 0u;
  loop {
    let seen = see(ray, raster, turn == 0u, cone_width, throughput, max(turn, 1u) - 1u, media);
    media = seen.media;
    sum += vec4f(throughput * seen.radiance, 0.0);
    shadow_rays += seen.shadow_rays;
    if (turn >= frame.bounces || !goes_on(seen)) { break; }
    throughput *= seen.onward_share;
    cone_width = seen.cone_width;
    ray = seen.onward;
    turn++;
  }
  count_rays(shadow_rays, turn);
  radiance[at] = sum;
}
