// shade.wgsl: one surface of every path: what the rasterizer saw and, in later turns, what the queued rays meet. One kernel for both,
// so that it is compiled once; `queue.bounce` says which. Needs frame and bounce.
@compute @workgroup_size(64)
fn shade(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block = group.y * groups.x + group.x;
  let turn = queue.bounce;
  let is_first = turn == 0u;
  var raster = vec2u(0u);
  var ray: Ray;
  var path = QueuedRay(vec3f(0.0), 0u, vec3f(0.0), 0.0, vec3f(1.0), 0.0, vec3u(0u));
  if (is_first) {
    var pixel: vec2u;
    if (!find_pixel(block, lane, &pixel)) { return; }
    if (frame.sample > 0u && textureLoad(edges, pixel, 0).x == 0u) { return; }
    path.pixel = pixel.y * frame.traced_size.x + pixel.x;
    raster = raster_pixel(pixel);
    ray = camera_ray(raster);
  } else {
    let bounce = turn - 1u;
    let index = block * 64u + lane;
    if (index >= min(atomicLoad(&queue.counts[bounce]), frame.queue_capacity)) { return; }
    path = queue.rays[(bounce & 1u) * frame.queue_capacity + index];
    ray = Ray(path.origin, path.t_min, path.direction, 1e30);
  }
  let seen = see(ray, raster, is_first, path.cone_width, path.throughput, max(turn, 1u) - 1u, path.media);
  if (goes_on(seen)) { queue_ray(turn, seen.onward, path.throughput * seen.onward_share, seen.cone_width, seen.media, path.pixel); }
  count_rays(seen.shadow_rays, select(1u, 0u, is_first));
  // One ray per pixel and turn: nobody else writes here.
  let before = select(radiance[path.pixel], vec4f(0.0), is_first && frame.sample == 0u);
  radiance[path.pixel] = before + vec4f(path.throughput * seen.radiance, select(0.0, 1.0, is_first));
}
