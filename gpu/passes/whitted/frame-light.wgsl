// frame-light.wgsl: where the passes of mirrored rays leave their light, bind group 2. Needs frame and ray-queue.

@group(2) @binding(2) var edges: texture_2d<u32>;                      // traced pixels: not 0 where further samples are worth it
@group(2) @binding(3) var<storage, read_write> radiance: array<vec4f>; // sum over the samples, w: how many
@group(2) @binding(4) var<storage, read_write> queue: RayQueue;

fn queue_ray(bounce: u32, ray: Ray, throughput: vec3f, cone_width: f32, media: vec3u, pixel: u32) {
  let at = atomicAdd(&queue.counts[bounce], 1u);
  if (at >= frame.queue_capacity) { return; }
  queue.rays[(bounce & 1u) * frame.queue_capacity + at] = QueuedRay(ray.origin, pixel, ray.direction, ray.t_min, throughput, cone_width, media);
}

fn count_rays(shadow: u32, reflection: u32) {
  if (shadow > 0u) { atomicAdd(&queue.shadow_rays, shadow); }
  if (reflection > 0u) { atomicAdd(&queue.reflection_rays, reflection); }
}
