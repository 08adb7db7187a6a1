// bounce.wgsl: what one ray sees and where the light comes from that it sends on, the same whoever follows it: a queue between
// bounces, a loop, or a pool of rays. Needs frame, shading and a traversal.

struct Seen {
  radiance: vec3f,
  shadow_rays: u32,
  onward_share: vec3f,    // of what comes along `onward`; zero: the path ends here
  cone_width: f32,        // metres, where `onward` begins
  onward: Ray,
}

fn goes_on(seen: Seen) -> bool { return any(seen.onward_share > vec3f(0.0)); }

// Through the first surface, which the rasterizer found.
fn see_pixel(pixel: vec2u) -> Seen {
  let raster = raster_pixel(pixel);
  let ray = camera_ray(raster);
  var seen: Seen;
  var hit: Hit;
  var surface: Surface;
  if (!load_surface_of_pixel(raster, ray, &hit, &surface)) {
    seen.radiance = background(ray.direction);
  } else if ((scene.settings & SETTING_NORMALS) != 0u) {
    seen.radiance = surface.shading_normal * 0.5 + 0.5;
  } else {
    let shaded = shade_surface(surface, ray.direction, vec3f(1.0), frame.mirrors, frame.bounces > 0u, frame.min_weight);
    seen = Seen(shaded.radiance, shaded.shadow_rays, shaded.onward_share, hit.t * frame.spread, onward_ray(surface, shaded));
  }
  return seen;
}

// A ray through glass stays the same ray.
//   bounce  0 for the rays that leave first surfaces
fn see_ray(start: Ray, cone_width: f32, throughput: vec3f, bounce: u32) -> Seen {
  var seen: Seen;
  var ray = start;
  var left = vec3f(1.0);
  seen.cone_width = cone_width;
  for (var glass = 0u; glass <= MAX_GLASS; glass++) {
    let hit = closest_hit(ray);
    if (!is_hit(hit)) {
      seen.radiance += left * background(ray.direction);
      break;
    }
    seen.cone_width += hit.t * frame.spread;
    let surface = load_surface_of_hit(hit, ray.direction, seen.cone_width);
    left *= left_by_body(surface, hit.t);
    let shaded = shade_surface(surface, ray.direction, throughput * left, max(frame.mirrors, bounce + 1u) - bounce - 1u, glass < MAX_GLASS, frame.min_weight);
    seen.radiance += left * shaded.radiance;
    seen.shadow_rays += shaded.shadow_rays;
    left *= shaded.onward_share;
    ray = onward_ray(surface, shaded);
    if (!shaded.goes_through) {
      seen.onward_share = left;
      seen.onward = ray;
      break;
    }
    if (largest(left) <= 0.0) { break; }
  }
  return seen;
}
