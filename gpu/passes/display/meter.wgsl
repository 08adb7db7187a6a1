// meter.wgsl: how often each brightness occurs in a picture: a histogram of the logarithm of its luminance. meter.ts makes the same on
// the CPU. Needs nothing.

const METER_BINS = 256u;
const METER_DARKEST = -16.0;      // log2 of nits, of the first bin's lower end
const METER_BINS_PER_STOP = 6.4;

struct MeterParams { count: u32 }   // pixels

@group(0) @binding(0) var<uniform> meter_params: MeterParams;
@group(0) @binding(1) var<storage, read> metered: array<vec4f>;   // sums over samples, w: how many
@group(0) @binding(2) var<storage, read_write> meter_bins: array<atomic<u32>, 256>;

var<workgroup> counted: array<atomic<u32>, 256>;

@compute @workgroup_size(64)
fn meter(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var bin = lane; bin < METER_BINS; bin += 64u) { atomicStore(&counted[bin], 0u); }
  workgroupBarrier();
  for (var i = id.x; i < meter_params.count; i += groups.x * 64u) {
    let sum = metered[i];
    let luminance = dot(sum.rgb, vec3f(0.2126, 0.7152, 0.0722)) / max(sum.w, 1e-6);
    // What is black, or no number, says nothing about how bright the rest is.
    if (sum.w > 0.0 && luminance > 0.0 && luminance < 1e30) {
      let bin = (log2(luminance) - METER_DARKEST) * METER_BINS_PER_STOP;
      atomicAdd(&counted[u32(clamp(bin, 0.0, f32(METER_BINS - 1u)))], 1u);
    }
  }
  workgroupBarrier();
  for (var bin = lane; bin < METER_BINS; bin += 64u) {
    let found = atomicLoad(&counted[bin]);
    if (found > 0u) { atomicAdd(&meter_bins[bin], found); }
  }
}
