// hybrid.wgsl: one light path per pixel and frame: while the picture moves from the surface that the rasterizer saw, at rest from the eye,
// sample for sample the reference's own. Needs path, guide and frame.

@group(2) @binding(9) var sampled: texture_storage_2d<rgba32float, write>;  // radiance of the path, nits, but for what is in `seen`; w: shadow rays
@group(2) @binding(10) var seen: texture_storage_2d<rgba32float, write>;     // what shines itself, nits: without noise; w: other rays
@group(2) @binding(11) var found_guide: texture_storage_2d<rgba32uint, write>;    // see guide.wgsl

const HYBRID_SEED = 1u;

@compute @workgroup_size(64)
fn hybrid(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.y * groups.x + group.x, lane, &pixel)) { return; }
  var rng = seed_rng(picture_seed(pixel), HYBRID_SEED, frame.noise);
  let is_known = frame.own_rays == 0u;
  var ray: Ray;
  var hit: Hit;
  if (is_known) {
    // The reference takes its first pair for the place in the pixel; here the raster has chosen that.
    rng.dimension = 1u;
    let raster = raster_pixel(pixel);
    ray = camera_ray(raster);
    hit = hit_of_pixel(raster, ray);
  } else {
    ray = reference_ray(pixel, &rng);
    hit = miss(ray);
  }
  let light = follow_path(ray, hit, is_known, &rng);
  // A number that is none would spread.
  let is_sane = max(light.radiance.x, max(light.radiance.y, light.radiance.z)) < 1e30;
  let plain = select(vec3f(0.0), light.seen, is_sane);
  textureStore(sampled, pixel, vec4f(select(vec3f(0.0), max(light.radiance - light.seen, vec3f(0.0)), is_sane), f32(light.shadow_rays)));
  textureStore(seen, pixel, vec4f(plain, f32(light.rays)));
  textureStore(found_guide, pixel, pack_guide(light));
}

// As path_trace() of path-trace.wgsl makes it of the same numbers.
fn reference_ray(pixel: vec2u, rng: ptr<function, Rng>) -> Ray {
  let p = vec2f(pixel) + next_pair(rng);
  var lens = vec3f(0.0);
  if (frame.focus > 0.0) {
    let d = sample_disc(next_pair(rng));
    lens = d.x * frame.lens_u + d.y * frame.lens_v;
  }
  return Ray(frame.camera_position + lens, 0.0, normalize(frame.corner + p.x * frame.step_x + p.y * frame.step_y - frame.focus * lens), 1e30);
}

fn pack_guide(light: FoundLight) -> vec4u {
  let slot = min(light.slot, 0xffffffu) | (reach_word(light.reach) << 24u) | select(0u, GUIDE_UNLIKELY, light.is_unlikely);
  return vec4u(pack2x16snorm(encode_sphere(select(light.normal, vec3f(0.0, 1.0, 0.0), light.slot == 0u))), bitcast<u32>(light.distance), slot, pack_tint(light.tint));
}

const GUIDE_UNLIKELY = 0x80000000u;
