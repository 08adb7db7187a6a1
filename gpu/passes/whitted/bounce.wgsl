// bounce.wgsl: what one ray sees and where the light comes from that it sends on, the same whoever follows it: a queue between
// bounces, a loop, or a pool of rays. Needs frame, shading, and a piece that offers next_hit().

struct Seen {
  radiance: vec3f,
  shadow_rays: u32,
  onward_share: vec3f,    // of what comes along `onward`; zero: the path ends here
  cone_width: f32,        // metres, where `onward` begins
  onward: Ray,
  media: vec3u,           // that `onward` is in
}

fn goes_on(seen: Seen) -> bool { return any(seen.onward_share > vec3f(0.0)); }

// A ray from the eye, whose first surface is what the rasterizer found, or one that leaves a surface: adapters that inline every call have
// this text, a traversal and all shading, once for each place that calls. A ray through glass stays the same ray, but where it leaves
// the first surface of a pixel.
//   raster  of the pixel, for a first ray
//   start_media  that the ray is in, see media.wgsl
//   bounce  0 for first rays, and for those that leave first surfaces
fn see(start: Ray, raster: vec2u, is_first: bool, cone_width: f32, throughput: vec3f, bounce: u32, start_media: vec3u) -> Seen {
  var seen: Seen;
  var ray = start;
  var left = vec3f(1.0);
  seen.cone_width = cone_width;
  seen.media = start_media;
  for (var glass = 0u; glass <= MAX_GLASS; glass++) {
    var hit = miss(ray);
    // Loops of one turn, for adapters that run both sides of every branch.
    for (var known = is_first; known; known = false) { hit = hit_of_pixel(raster, ray); }
    for (var asked = !is_first; asked; asked = false) { hit = next_hit(ray); }
    if (!is_hit(hit)) {
      seen.radiance += left * background(ray.direction, is_first);
      break;
    }
    seen.cone_width += hit.t * frame.spread;
    let surface = load_surface_of_hit(hit, ray.direction, seen.cone_width);
    if (is_first && (scene.settings & SETTING_NORMALS) != 0u) {
      seen.radiance = surface.shading_normal * 0.5 + 0.5;
      break;
    }
    if (!is_first) { left *= left_by_body(seen.media, surface, hit.t); }
    let mirrors_left = select(max(frame.mirrors, bounce + 1u) - bounce - 1u, frame.mirrors, is_first);
    let sees_through = select((glass < MAX_GLASS), frame.bounces > 0u, is_first);
    var media = seen.media;
    let shaded = shade_seen(hit, surface, ray.direction, throughput * left, mirrors_left, sees_through, frame.min_weight, &media);
    seen.media = media;
    seen.radiance += left * shaded.radiance;
    seen.shadow_rays += shaded.shadow_rays;
    left *= shaded.onward_share;
    ray = onward_ray(surface, shaded);
    if (is_first || !shaded.goes_through) {
      seen.onward_share = left;
      seen.onward = ray;
      break;
    }
    if (largest(left) <= 0.0) { break; }
  }
  return seen;
}
