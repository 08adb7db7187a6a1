// tonemap.wgsl: radiance to what the display shows: exposure, tone curve, sRGB; upscaled to the canvas where fewer pixels were
// traced, with edges kept by instance. Needs tone-curves.wgsl and false-color.wgsl.

const CURVE_RAW = 4u;   // normals view: shown as they are, without exposure
const CURVE_HEAT = 5u;  // this and the next two: a heat map of the first, second or third number

struct ToneParams {
  output_size: vec2u,
  raster_size: vec2u,
  traced_size: vec2u,
  region_min: vec2u,    // output pixels that this dispatch writes
  region_max: vec2u,
  stride: u32,
  curve: u32,
  scale: f32,           // 1 / (1.2 * 2^ev): radiance to display units; heat maps: 1 / the end of the legend
  balance: mat3x3f,     // white balance
  keeps_edges: u32,     // 1: enlarged instance by instance
  fills_gaps: u32,      // 1: pixels that were not rendered become dark; 0: they keep what they show
  phase: vec2u,         // as in FrameParams
}

@group(0) @binding(0) var<uniform> tone: ToneParams;
@group(0) @binding(1) var tone_ids: texture_2d<u32>;
@group(0) @binding(2) var<storage, read> traced: array<vec4f>;
@group(0) @binding(3) var output: texture_storage_2d<rgba8unorm, write>;

fn traced_at(p: vec2i) -> vec4f {
  let q = vec2u(clamp(p, vec2i(0), vec2i(tone.traced_size) - 1));
  return traced[q.y * tone.traced_size.x + q.x];
}

fn instance_at(traced_pixel: vec2i) -> u32 {
  let q = vec2u(clamp(traced_pixel, vec2i(0), vec2i(tone.traced_size) - 1));
  return textureLoad(tone_ids, min(q * tone.stride + tone.phase, tone.raster_size - 1u), 0).x;
}

// Mean of the samples; w = 0: not rendered.
fn averaged(p: vec2i) -> vec4f {
  let sum = traced_at(p);
  return vec4f(sum.rgb / max(sum.w, 1.0), min(sum.w, 1.0));
}

// Bilinear between the traced pixels around, of the same instance as long as there is one.
fn upscaled(raster: vec2f, id: u32) -> vec4f {
  let p = (raster - 0.5 - vec2f(tone.phase)) / f32(tone.stride);
  let corner = vec2i(floor(p));
  let f = p - floor(p);
  var same = vec4f(0.0);
  var all_of_them = vec4f(0.0);
  for (var i = 0; i < 4; i++) {
    let offset = vec2i(i & 1, i >> 1);
    let weight = mix(1.0 - f.x, f.x, f32(offset.x)) * mix(1.0 - f.y, f.y, f32(offset.y)) + 1e-4;
    let value = averaged(corner + offset);
    if (value.w == 0.0) { continue; }
    all_of_them += weight * value;
    if (tone.keeps_edges != 0u && instance_at(corner + offset) == id) { same += weight * value; }
  }
  let chosen = select(all_of_them, same, same.w > 0.0);
  return vec4f(chosen.rgb / max(chosen.w, 1e-6), min(chosen.w, 1.0));
}

@compute @workgroup_size(8, 8)
fn tonemap(@builtin(global_invocation_id) id: vec3u) {
  let pixel = tone.region_min + id.xy;
  if (any(pixel >= tone.region_max) || any(pixel >= tone.output_size)) { return; }
  var value: vec4f;
  if (tone.stride == 1u && all(tone.raster_size == tone.output_size)) {
    value = averaged(vec2i(pixel));
  } else {
    let raster = (vec2f(pixel) + 0.5) * vec2f(tone.raster_size) / vec2f(tone.output_size);
    value = upscaled(raster, textureLoad(tone_ids, min(vec2u(raster), tone.raster_size - 1u), 0).x);
  }
  if (value.w == 0.0) {
    if (tone.fills_gaps != 0u) { textureStore(output, pixel, vec4f(0.04, 0.04, 0.04, 1.0)); }
    return;
  }
  textureStore(output, pixel, vec4f(display(value.rgb), 1.0));
}

fn display(value: vec3f) -> vec3f {
  if (tone.curve >= CURVE_HEAT) {
    let count = select(select(value.z, value.y, tone.curve == CURVE_HEAT + 1u), value.x, tone.curve == CURVE_HEAT);
    return select(viridis(count * tone.scale), NOT_THERE, count == 0.0);
  }
  if (tone.curve == CURVE_RAW) { return value; }
  return develop(value, tone.balance, tone.scale, tone.curve);
}
