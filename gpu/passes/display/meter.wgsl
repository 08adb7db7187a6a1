// meter.wgsl: how often each brightness occurs among the zones of a picture: a histogram of the logarithms of their mean luminance. A
// workgroup takes a zone. meter.ts makes the same on the CPU, and says why it is zones. Needs nothing.

const METER_BINS = 256u;
const METER_DARKEST = -16.0;      // log2 of nits, of the first bin's lower end
const METER_BINS_PER_STOP = 6.4;

struct MeterParams { size: vec2u, zones: vec2u }   // pixels; zones across and down

@group(0) @binding(0) var<uniform> meter_params: MeterParams;
@group(0) @binding(1) var<storage, read> metered: array<vec4f>;   // sums over samples, w: how many
@group(0) @binding(2) var<storage, read_write> meter_bins: array<atomic<u32>, 256>;

var<workgroup> found: array<vec2f, 64>;    // luminance, pixels

@compute @workgroup_size(64)
fn meter(@builtin(workgroup_id) zone: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first = zone.xy * meter_params.size / meter_params.zones;
  let extent = (zone.xy + 1u) * meter_params.size / meter_params.zones - first;
  var sum = vec2f(0.0);
  for (var i = lane; i < extent.x * extent.y; i += 64u) {
    let pixel = metered[(first.y + i / extent.x) * meter_params.size.x + first.x + i % extent.x];
    let luminance = dot(pixel.rgb, vec3f(0.2126, 0.7152, 0.0722)) / max(pixel.w, 1e-6);
    // What is no number says nothing about how bright the rest is.
    if (pixel.w > 0.0 && luminance >= 0.0 && luminance < 1e30) { sum += vec2f(luminance, 1.0); }
  }
  found[lane] = sum;
  workgroupBarrier();
  if (lane != 0u) { return; }
  for (var other = 1u; other < 64u; other++) { sum += found[other]; }
  // Neither does what is black.
  if (sum.x <= 0.0) { return; }
  let bin = (log2(sum.x / sum.y) - METER_DARKEST) * METER_BINS_PER_STOP;
  atomicAdd(&meter_bins[u32(clamp(bin, 0.0, f32(METER_BINS - 1u)))], 1u);
}
