// hybrid.wgsl: one light path per pixel and frame, from the surface that the rasterizer saw: the reference's own, with less noise to
// start with. Needs path and frame.

@group(2) @binding(9) var sampled: texture_storage_2d<rgba32float, write>;  // radiance of the path, nits, but for what is in `seen`
@group(2) @binding(10) var seen: texture_storage_2d<rgba32float, write>;     // what shines itself, nits: without noise
@group(2) @binding(11) var guide: texture_storage_2d<rgba32uint, write>;    // see guide.wgsl

const HYBRID_SEED = 1u;

@compute @workgroup_size(64)
fn hybrid(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.y * groups.x + group.x, lane, &pixel)) { return; }
  let raster = raster_pixel(pixel);
  let ray = camera_ray(raster);
  var rng = seed_rng(picture_seed(pixel), HYBRID_SEED, frame.noise);
  // The reference takes its first pair for the place in the pixel; here the raster has chosen that.
  rng.dimension = 1u;
  var hit = miss(ray);
  hit_of_pixel(raster, ray, &hit);
  let light = follow_path(ray, hit, true, &rng);
  // A number that is none would spread.
  let is_sane = max(light.radiance.x, max(light.radiance.y, light.radiance.z)) < 1e30;
  let plain = select(vec3f(0.0), light.seen, is_sane);
  textureStore(sampled, pixel, vec4f(select(vec3f(0.0), max(light.radiance - light.seen, vec3f(0.0)), is_sane), 1.0));
  textureStore(seen, pixel, vec4f(plain, 1.0));
  textureStore(guide, pixel, pack_guide(light));
}

fn pack_guide(light: FoundLight) -> vec4u {
  let tint = vec3u(sqrt(clamp(light.tint, vec3f(0.0), vec3f(1.0))) * 1023.0 + 0.5);
  let slot = light.slot | select(0u, GUIDE_UNLIKELY, light.is_unlikely);
  return vec4u(pack2x16snorm(encode_sphere(select(light.normal, vec3f(0.0, 1.0, 0.0), light.slot == 0u))), bitcast<u32>(light.distance), slot, tint.x | (tint.y << 10u) | (tint.z << 20u));
}

const GUIDE_UNLIKELY = 0x80000000u;
