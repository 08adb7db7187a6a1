// bounce.wgsl: what one ray sees and where its mirrored light comes from, the same whoever follows it on: a queue between bounces,
// a loop, or a pool of rays. Needs frame, shading and a traversal.
struct Seen {
  radiance: vec3f,
  shadow_rays: u32,
  mirrored: vec3f,        // share of what comes along `onward`; zero: the path ends here
  cone_width: f32,        // metres, where `onward` begins
  onward: Ray,
}

fn goes_on(seen: Seen) -> bool { return any(seen.mirrored > vec3f(0.0)); }

fn see_surface(surface: Surface, direction: vec3f, cone_width: f32, throughput: vec3f, bounces_left: u32) -> Seen {
  let shaded = shade_surface(surface, direction, throughput, bounces_left, frame.min_weight);
  var seen: Seen;
  seen.radiance = shaded.radiance;
  seen.shadow_rays = shaded.shadow_rays;
  seen.mirrored = shaded.mirrored;
  seen.cone_width = cone_width;
  if (goes_on(seen)) { seen.onward = mirror_ray(surface, direction); }
  return seen;
}

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
    seen = see_surface(surface, ray.direction, hit.t * frame.spread, vec3f(1.0), frame.bounces);
  }
  return seen;
}

//   bounce  0 for the rays that leave first surfaces
fn see_ray(ray: Ray, cone_width: f32, throughput: vec3f, bounce: u32) -> Seen {
  let hit = closest_hit(ray);
  if (is_hit(hit)) {
    let width = cone_width + hit.t * frame.spread;
    return see_surface(load_surface_of_hit(hit, ray.direction, width), ray.direction, width, throughput, frame.bounces - 1u - bounce);
  }
  var seen: Seen;
  seen.radiance = background(ray.direction);
  return seen;
}
