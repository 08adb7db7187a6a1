// heat-statistics.wgsl: sums, maxima and histograms of a heat map, exact: sums are kept in 64 bits.

const HEAT_BINS = 64u;

struct HeatTotals {
  sum_low: atomic<u32>,
  sum_high: atomic<u32>,
  most: atomic<u32>,
  spare: u32,
  bins: array<atomic<u32>, HEAT_BINS>,   // pixels by 4 log2(1 + count)
}

struct HeatStatistics {
  pixels: atomic<u32>,
  spare: u32,
  totals: array<HeatTotals, 3>,          // nodes, tests, occupancy
}

struct HeatRegion {
  first: vec2u,        // traced pixels
  end: vec2u,
  width: u32,          // of the whole traced picture
}

@group(0) @binding(0) var<uniform> heat_region: HeatRegion;
@group(0) @binding(1) var<storage, read> counted: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> statistics: HeatStatistics;

@compute @workgroup_size(8, 8)
fn heat_statistics(@builtin(global_invocation_id) id: vec3u) {
  let pixel = heat_region.first + id.xy;
  if (any(pixel >= heat_region.end)) { return; }
  let value = counted[pixel.y * heat_region.width + pixel.x];
  if (value.w == 0.0) { return; }
  atomicAdd(&statistics.pixels, 1u);
  let counts = array<f32, 3>(value.x / value.w, value.y / value.w, value.z / value.w);
  for (var i = 0u; i < 3u; i++) {
    let count = u32(counts[i] + 0.5);
    // Pixels without a leaf do not lower its mean.
    if (i == 2u && count == 0u) { continue; }
    let before = atomicAdd(&statistics.totals[i].sum_low, count);
    if (before + count < before) { atomicAdd(&statistics.totals[i].sum_high, 1u); }
    atomicMax(&statistics.totals[i].most, count);
    atomicAdd(&statistics.totals[i].bins[min(u32(4.0 * log2(1.0 + f32(count))), HEAT_BINS - 1u)], 1u);
  }
}
