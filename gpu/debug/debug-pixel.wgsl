// debug-pixel.wgsl: one pixel's light, followed by a single thread that writes down every step of every ray.
// Needs trace, surface, shading and an instrumented traversal.

struct DebugParams {
  origin: vec3f,
  t_min: f32,
  direction: vec3f,      // of debug_ray; debug_pixel: through raster coordinate (0, 0), at distance 1 along the view
  t_max: f32,
  step_x: vec3f,         // per raster pixel
  bounces: u32,
  step_y: vec3f,
  spread: f32,           // radians, of one pixel
  pixel: vec2f,          // raster coordinate
  min_weight: f32,       // throughput that is not worth a ray
  any: u32,              // debug_ray only: 1 asks any_hit
  mirrors: u32,          // as in FrameParams
}

@group(2) @binding(0) var<uniform> debug: DebugParams;

@compute @workgroup_size(1)
fn debug_pixel() {
  // As camera_ray() of frame.wgsl, to the bit.
  let p = debug.pixel;
  var ray = Ray(debug.origin, debug.t_min, normalize(debug.direction + p.x * debug.step_x + p.y * debug.step_y), debug.t_max);
  var throughput = vec3f(1.0);
  var media = vec3u(0u);
  var width = 0.0;
  var bounce = 0u;
  var glass = 0u;
  trace_kind = TRACE_PRIMARY;
  loop {
    let hit = closest_hit(ray);
    if (trace_is_full()) { return; }
    if (!is_hit(hit)) {
      trace_seen(vec3f(0.0), throughput * background(ray.direction, bounce == 0u));
      return;
    }
    width += hit.t * debug.spread;
    let surface = load_surface_of_hit(hit, ray.direction, width);
    throughput *= left_by_body(media, surface, hit.t);
    // As see() of bounce.wgsl.
    let sees_through = select((glass < MAX_GLASS), debug.bounces > 0u, bounce == 0u);
    let shaded = shade_seen(hit, surface, ray.direction, throughput, max(debug.mirrors, bounce) - bounce, sees_through, debug.min_weight, &media);
    trace_seen(surface.shading_normal, throughput * shaded.radiance);
    throughput *= shaded.onward_share;
    if (largest(throughput) <= 0.0) { return; }
    ray = onward_ray(surface, shaded);
    trace_kind = select(TRACE_BOUNCE, TRACE_THROUGH, shaded.goes_through);
    if (shaded.goes_through && bounce > 0u) {
      glass += 1u;
    } else {
      bounce += 1u;
      glass = 0u;
    }
    if (bounce > debug.bounces) { return; }
  }
}

fn trace_seen(normal: vec3f, light: vec3f) {
  trace_entry(vec4u(TRACE_SURFACE, 0u, 0u, 0u));
  trace_vector(normal);
  trace_vector(light);
}

// One given ray alone: the twin replays each of the GPU's rays, so a difference in shading cannot pass for one in traversal.
@compute @workgroup_size(1)
fn debug_ray() {
  let ray = Ray(debug.origin, debug.t_min, debug.direction, debug.t_max);
  if (debug.any != 0u) {
    follow_light(ray.direction);
    _ = any_hit(ray);
  } else {
    _ = closest_hit(ray);
  }
}
