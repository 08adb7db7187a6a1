// measure.wgsl: traces rays for nothing but the time it takes. Needs a traversal.

struct MeasureParams {
  count: u32,
}

@group(1) @binding(0) var<storage, read> measured_rays: array<Ray>;
@group(1) @binding(1) var<storage, read_write> distances: array<f32>;
@group(1) @binding(2) var<uniform> measure: MeasureParams;

@compute @workgroup_size(64)
fn measure_rays(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  if (id.x >= measure.count) { return; }
  // Of four groups the last asks whether anything is hit, as rays towards lights do; the others for the closest hit.
  let hit = find_hit(measured_rays[id.x], (group.x & 3u) == 3u);
  distances[id.x] = hit.t;
}
