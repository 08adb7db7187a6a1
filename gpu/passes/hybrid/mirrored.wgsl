// mirrored.wgsl: where what a gloss mirrors seems to stand, by one ray each pixel, straight as off a mirror: paths choose their directions by chance, most of them none of the
// gloss, and tell it late, and blurred over the edges of what it shows. Needs a traversal, surface, virtual-image, guide and frame.

const MIRRORED_PANES = 4u;    // and veils that the ray passes, at most

// Metres along the camera ray; 0: not known, where no gloss shows an image, or what is seen is itself behind a mirror or glass.
fn place_of_mirrored(pixel: vec2u, shown: Guide) -> f32 {
  if (frame.own_rays != 0u || shown.slot == 0u || shown.gloss <= LEAST_PART || !has_image(shown, frame.spread)) { return 0.0; }
  let raster = raster_pixel(pixel);
  let ray = camera_ray(raster);
  let hit = hit_of_pixel(raster, ray);
  if (!is_hit(hit) || hit.instance + 1u != shown.slot) { return 0.0; }
  let surface = load_surface_of_hit(hit, ray.direction, 0.5 * frame.spread * hit.t);
  let direction = reflect(ray.direction, surface.shading_normal);
  if (dot(direction, surface.geometric_normal) <= 0.0) { return 0.0; }
  let image = image_behind(Image(1.0, 0.0, 0.0, 1.0), hit.t, surface.bend);
  return image_distance(image, length_of_mirrored(leave_surface(surface, surface.raised, direction, 1e30)));
}

// Metres to what a ray meets that is neither a clear pane nor hardly there.
fn length_of_mirrored(first: Ray) -> f32 {
  var ray = first;
  var passed = 0.0;
  for (var k = 0u; k <= MIRRORED_PANES; k++) {
    let hit = closest_hit(ray);
    if (!is_hit(hit)) { return BEYOND; }
    passed += hit.t;
    if (!is_clear_pane(material_row(hit.instance, hit.record)) && coverage_at(hit) >= 0.5) { break; }
    let surface = load_surface_of_hit(hit, ray.direction, 0.0);
    ray = leave_surface(surface, surface.position, ray.direction, 1e30);
  }
  return min(passed, BEYOND);
}
