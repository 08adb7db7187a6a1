// compose.wgsl: puts the picture together: light times tint and what is `seen` without it; at rest the plain mean of the samples joins it, pixel by
// pixel, as far as chance has left it, and what was shown while the camera moved stays until samples are better. As large as the raster, with
// edges kept by instance where fewer pixels were traced. Needs octahedral, luminance, roots, guide, smoothed, gloss and rest.

struct ComposeParams {
  raster_size: vec2u,
  traced_size: vec2u,
  stride: u32,          // raster pixels from one traced pixel to the next
  scale: f32,           // nits to the units of `smooth_light`
  is_smoothed: u32,     // 0: at rest the plain mean alone
  is_rest: u32,         // 1: `rest_sums` is of this picture, and it is shown as it is; every pixel was traced
  moved: f32,           // samples that a frame of the last picture that moved is worth still
  is_denoised: u32,     // 1: `denoised` is this picture, and joins it
}

const MOVED_ERROR = 0.06;     // how far a moving picture may be off by what it looks up and smooths, of the brightness
const FEW = 16.0;             // samples, which are off by more than variances tell: of edges and textures they have seen few places
const SMOOTH_ERROR = 0.03;    // of the brightness
const MUCH_NOISE = 0.5;       // of a pixel's plain mean, of its brightness: half of what is shown then is what a denoiser makes of it
const DARK = 0.01;            // of the display's white: errors below are not seen

@group(0) @binding(0) var<uniform> composing: ComposeParams;
@group(0) @binding(1) var compose_guide: texture_2d<u32>;
@group(0) @binding(2) var smooth_light: texture_2d<u32>;              // Smoothed, where it is
@group(0) @binding(3) var compose_seen: texture_2d<f32>;
@group(0) @binding(4) var<storage, read> rest_sums: array<Rest>;
@group(0) @binding(5) var<storage, read_write> picture: array<vec4f>;   // radiance, nits; w: 1
@group(0) @binding(6) var compose_ids: texture_2d<u32>;
@group(0) @binding(7) var composed: texture_storage_2d<rgba32float, write>;   // while moving: radiance; w: the traced pixel that tells how it moved
@group(0) @binding(8) var plain_light: texture_2d<f32>;                       // and where it is not,
@group(0) @binding(11) var plain_gloss: texture_2d<u32>;                      // Gloss
@group(0) @binding(10) var<storage, read> moved_picture: array<vec4f>;        // `shown_before` of resolve.wgsl, as the camera came to rest
@group(0) @binding(12) var<storage, read> denoised: array<vec4f>;             // nits, of the raster's pixels
@group(0) @binding(9) var<storage, read_write> shown_ids: array<u32>;         // what this picture shows, instance slots + 1, for resolve.wgsl

fn id_at(traced: vec2u) -> u32 {
  return textureLoad(compose_ids, min(traced * composing.stride + composing.stride / 2u, composing.raster_size - 1u), 0).x;
}

// While the picture moves.
fn light_of(traced: vec2u) -> vec3f {
  let shown = unpack_guide(textureLoad(compose_guide, traced, 0));
  var body = vec3f(0.0);
  var gloss = vec3f(0.0);
  if (composing.is_smoothed != 0u) {
    let smoothed = unpack_smoothed(textureLoad(smooth_light, traced, 0));
    body = smoothed.light;
    gloss = smoothed.gloss;
  } else {
    body = textureLoad(plain_light, traced, 0).rgb;
    gloss = unpack_gloss_known(textureLoad(plain_gloss, traced, 0)).light;
  }
  return (body * shown.tint + gloss * shown.gloss) / composing.scale + textureLoad(compose_seen, traced, 0).rgb;
}

// Bilinear between the traced pixels around, of the same instance as long as there is one; w: the foremost of these.
fn upscaled(raster: vec2u) -> vec4f {
  let place = (vec2f(raster) - f32(composing.stride / 2u)) / f32(composing.stride);
  let corner = vec2i(floor(place));
  let f = place - floor(place);
  let id = textureLoad(compose_ids, raster, 0).x;
  var sum = vec4f(0.0);
  var foremost = 0u;
  var most = -1.0;
  for (var k = 0; k < 4; k++) {
    let one = vec2i(k & 1, k >> 1u);
    let traced = vec2u(clamp(corner + one, vec2i(0), vec2i(composing.traced_size) - 1));
    // Others count where none is the same.
    let share = select(1e-6, 1.0, id_at(traced) == id);
    let weight = share * (select(1.0 - f.x, f.x, one.x == 1) * select(1.0 - f.y, f.y, one.y == 1) + 1e-4);
    sum += weight * vec4f(light_of(traced), 1.0);
    if (weight > most) {
      most = weight;
      foremost = traced.y * composing.traced_size.x + traced.x;
    }
  }
  return vec4f(sum.rgb / sum.w, f32(foremost));
}

// How far a pixel's plain mean may be off by chance, of its brightness; it fades with the samples.
fn error_of_plain(smoothed: Smoothed) -> f32 {
  let brightness = luminance(smoothed.light);
  // variance.wgsl tells how far the mean of its 25 pixels may be off; one pixel is off by five times as much. Where none of them found any light
  // they look sure of that: what was found farther away tells that they are not.
  return 5.0 * max(smoothed.deviation, abs(smoothed.brightness - brightness)) / max(brightness, DARK);
}

fn rested(pixel: vec2u) -> vec3f {
  let sums = rest_sums[pixel.y * composing.traced_size.x + pixel.x];
  let count = max(sums.light.w, 1.0);
  let plain = (sums.light.rgb + sums.seen.rgb) / count;
  if (composing.is_smoothed == 0u) { return plain; }
  var found = plain;
  var off = 0.0;
  // The surroundings themselves have no noise; before them edges have.
  if (textureLoad(compose_ids, pixel, 0).x != 0u) {
    let smoothed = unpack_smoothed(textureLoad(smooth_light, pixel, 0));
    off = error_of_plain(smoothed);
    // Squared errors of two estimates share a weight by their inverses: chance makes the plain mean's, and what smoothing takes for the same the other's.
    let plain_share = SMOOTH_ERROR * SMOOTH_ERROR / (SMOOTH_ERROR * SMOOTH_ERROR + off * off);
    found = mix(smoothed.light / composing.scale * sums.tint.rgb / count + sums.seen.rgb / count, plain, plain_share);
    // A denoiser tells more from much noise, and less from little.
    if (composing.is_denoised != 0u) { found = mix(found, denoised[pixel.y * composing.raster_size.x + pixel.x].rgb, off * off / (off * off + MUCH_NOISE * MUCH_NOISE)); }
  }
  if (composing.moved <= 0.0) { return found; }
  // First samples are rougher than what was shown while the camera moved. That counts for as many as it is a mean of, fewer with each, where they have
  // noise at all.
  let moved = moved_picture[pixel.y * composing.raster_size.x + pixel.x];
  let shown = moved.rgb / max(moved.w, 1.0);
  let worth = composing.moved * moved.w;
  // Edges of few samples have no noise that variance.wgsl knows of: what differs from a mean of many pictures has.
  let apart = abs(luminance(shown - found)) / max(luminance(found), DARK / composing.scale);
  let noise = max(off, apart);
  let bias = MOVED_ERROR * MOVED_ERROR * count / (count + FEW);
  let noisy = 1.0 - bias / (bias + noise * noise);
  return mix(found, shown, noisy * worth / (worth + count));
}

@compute @workgroup_size(8, 8)
fn compose(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= composing.raster_size)) { return; }
  shown_ids[id.y * composing.raster_size.x + id.x] = textureLoad(compose_ids, id.xy, 0).x;
  if (composing.is_rest != 0u) {
    picture[id.y * composing.raster_size.x + id.x] = vec4f(rested(id.xy), 1.0);
  } else if (composing.stride == 1u) {
    textureStore(composed, id.xy, vec4f(light_of(id.xy), 0.0));
  } else {
    textureStore(composed, id.xy, upscaled(id.xy));
  }
}
