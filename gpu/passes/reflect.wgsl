// reflect.wgsl: one bounce of the queued mirrored rays: what they meet is shaded by the function that shades what the eye
// meets, and mirrors queue the next bounce. Needs frame and bounce.
@compute @workgroup_size(64)
fn reflect_rays(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let bounce = queue.bounce - 1u;
  let index = (group.y * groups.x + group.x) * 64u + lane;
  if (index >= min(atomicLoad(&queue.counts[bounce]), frame.queue_capacity)) { return; }
  let queued = queue.rays[(bounce & 1u) * frame.queue_capacity + index];
  let seen = see_ray(Ray(queued.origin, queued.t_min, queued.direction, 1e30), queued.cone_width, queued.throughput, bounce);
  if (goes_on(seen)) { queue_ray(bounce + 1u, seen.onward, queued.throughput * seen.onward_share, seen.cone_width, queued.pixel); }
  count_rays(seen.shadow_rays, 1u);
  // One ray per pixel and bounce: nobody else writes here.
  radiance[queued.pixel] += vec4f(queued.throughput * seen.radiance, 0.0);
}
