// shade.wgsl: direct light of every surface that the rasterizer saw, and the first mirrored rays. Needs frame and shading.
@compute @workgroup_size(64)
fn shade(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.y * groups.x + group.x, lane, &pixel)) { return; }
  if (frame.sample > 0u && textureLoad(edges, pixel, 0).x == 0u) { return; }
  let at = pixel.y * frame.traced_size.x + pixel.x;
  let raster = raster_pixel(pixel);
  let ray = camera_ray(raster);
  var value = vec3f(0.0);
  var hit: Hit;
  var surface: Surface;
  if (!load_surface_of_pixel(raster, ray, &hit, &surface)) {
    value = background(ray.direction);
  } else if ((scene.settings & SETTING_NORMALS) != 0u) {
    value = surface.shading_normal * 0.5 + 0.5;
  } else {
    let shaded = shade_surface(surface, ray.direction, vec3f(1.0), frame.bounces, frame.min_weight);
    value = shaded.radiance;
    let follows = any(shaded.mirrored > vec3f(0.0));
    if (follows) { queue_ray(0u, mirror_ray(surface, ray.direction), shaded.mirrored, hit.t * frame.spread, at); }
    count_rays(shaded.shadow_rays, 0u);
  }
  let before = select(radiance[at], vec4f(0.0), frame.sample == 0u);
  radiance[at] = before + vec4f(value, 1.0);
}
