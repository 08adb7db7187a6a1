// hybrid.wgsl: one light path per pixel and frame: while the picture moves from the surface that the rasterizer saw, at rest from the eye,
// sample for sample the reference's own. Needs path, guide and frame.

@group(2) @binding(9) var sampled: texture_storage_2d<rgba32float, write>;  // radiance of the path, nits, but for what is in `seen`; w: shadow rays
@group(2) @binding(10) var seen: texture_storage_2d<rgba32float, write>;     // what shines itself and the sun's on what is seen, nits: next to no noise; w: other rays
@group(2) @binding(14) var glossy: texture_storage_2d<rgba32float, write>;   // of `sampled`, what the gloss of the surface in the guide sends on, and mirrors before it, nits; w: metres along the camera ray to where what it shows seems to stand, 0: unknown; at rest keep_tint() of its body's tint
@group(2) @binding(11) var found_guide: texture_storage_2d<rgba32uint, write>;    // see guide.wgsl

const HYBRID_SEED = 1u;

// As path_from_eye() of path-trace.wgsl makes it of the same numbers.
fn ray_from_eye(pixel: vec2u, rng: ptr<function, Rng>) -> Ray {
  let p = vec2f(pixel) + next_pair(rng);
  var lens = vec3f(0.0);
  if (frame.focus > 0.0) {
    let d = sample_disc(next_pair(rng));
    lens = d.x * frame.lens_u + d.y * frame.lens_v;
  }
  return Ray(frame.camera_position + lens, 0.0, normalize(frame.corner + p.x * frame.step_x + p.y * frame.step_y - frame.focus * lens), 1e30);
}

//   first  receives what the rasterizer saw, where the path starts at that
fn path_of_pixel(pixel: vec2u, first: ptr<function, Hit>) -> Path {
  var rng = seed_rng(picture_seed(pixel), HYBRID_SEED, frame.noise);
  if (frame.own_rays != 0u) { return begin_path(ray_from_eye(pixel, &rng), rng); }
  // The reference takes its first pair for the place in the pixel; here the raster has chosen that.
  rng.dimension = 1u;
  let raster = raster_pixel(pixel);
  let ray = camera_ray(raster);
  *first = hit_of_pixel(raster, ray);
  return begin_path(ray, rng);
}

fn show_path(pixel: vec2u, path: ptr<function, Path>, sight: ptr<function, Sight>) {
  let radiance = radiance_of_path(path);
  let brings = is_sane(path);
  let plain = select(vec3f(0.0), (*sight).seen, brings);
  let noisy = max(radiance - plain, vec3f(0.0));
  let lit = select(vec4f(0.0), lit_by(path, sight, radiance), brings);
  textureStore(sampled, pixel, vec4f(noisy, f32((*path).shadow_rays)));
  let beside = select(lit.w, keep_tint(body_tint_of(sight)), frame.own_rays != 0u);
  textureStore(glossy, pixel, vec4f(noisy - clamp(lit.rgb, vec3f(0.0), noisy), beside));
  textureStore(seen, pixel, vec4f(plain, f32((*path).rays)));
  textureStore(found_guide, pixel, pack_guide(sight));
}

fn body_tint_of(sight: ptr<function, Sight>) -> vec3f { return (*sight).tint * unpack_roots((*sight).body, BODY_BITS); }

fn pack_guide(sight: ptr<function, Sight>) -> vec4u {
  let slot = min((*sight).slot, 0xffffffu) | (reach_word((*sight).reach) << 24u) | select(0u, GUIDE_UNLIKELY, (*sight).is_unlikely);
  let normal = select((*sight).normal, vec3f(0.0, 1.0, 0.0), (*sight).slot == 0u);
  let body = body_tint_of(sight);
  let gloss = gloss_word(luminance((*sight).tint - body));
  let distance = (bitcast<u32>((*sight).distance) & ~GLOSS_BITS) | (gloss >> 2u);
  return vec4u(pack2x16snorm(encode_sphere(normal)), distance, slot, pack_tint(select(body, max((*sight).tint, vec3f(LEAST_TINT)), frame.own_rays != 0u)) | (gloss << 30u));
}

const GUIDE_UNLIKELY = 0x80000000u;
