// reflect.wgsl: one bounce of the queued mirrored rays: what they meet is shaded by the function that shades what the eye
// meets, and mirrors queue the next bounce. Needs frame, shading and a traversal.
@compute @workgroup_size(64)
fn reflect_rays(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let bounce = queue.bounce - 1u;
  let index = (group.y * groups.x + group.x) * 64u + lane;
  if (index >= min(atomicLoad(&queue.counts[bounce]), frame.queue_capacity)) { return; }
  let queued = queue.rays[(bounce & 1u) * frame.queue_capacity + index];
  let ray = Ray(queued.origin, queued.t_min, queued.direction, 1e30);
  let hit = closest_hit(ray);
  var value = vec3f(0.0);
  var shadow_rays = 0u;
  if (!is_hit(hit)) {
    value = background(ray.direction);
  } else {
    let width = queued.cone_width + hit.t * frame.spread;
    let surface = load_surface_of_hit(hit, ray.direction, width);
    let shaded = shade_surface(surface, ray.direction, queued.throughput, frame.bounces - 1u - bounce, frame.min_weight);
    value = shaded.radiance;
    shadow_rays = shaded.shadow_rays;
    if (any(shaded.mirrored > vec3f(0.0))) {
      queue_ray(bounce + 1u, mirror_ray(surface, ray.direction), queued.throughput * shaded.mirrored, width, queued.pixel);
    }
  }
  count_rays(shadow_rays, 1u);
  // One ray per pixel and bounce: nobody else writes here.
  radiance[queued.pixel] += vec4f(queued.throughput * value, 0.0);
}
