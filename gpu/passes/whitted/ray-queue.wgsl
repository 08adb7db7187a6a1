// ray-queue.wgsl: mirrored rays between bounces.

// A mirrored ray on its way.
struct QueuedRay {
  origin: vec3f,
  pixel: u32,             // index into `radiance`
  direction: vec3f,       // unit
  t_min: f32,
  throughput: vec3f,
  cone_width: f32,        // metres, at the origin
  media: vec3u,           // that it is in
}

struct RayQueue {
  bounce: u32,            // that reflect works on, counted by prepare_bounce; even bounces lie in the first half
  shadow_rays: atomic<u32>,       // of this frame
  reflection_rays: atomic<u32>,
  taken: atomic<u32>,             // rays of the first bounce that reflect_pool has taken
  counts: array<atomic<u32>, 12>, // rays queued for each bounce
  rays: array<QueuedRay>,
}
