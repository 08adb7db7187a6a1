// count-rays.wgsl: how many nodes each ray reads and how many triangles it tests, with any traversal as it is written. Needs ray and
// an instrumented traversal (debug/instrument.ts).

struct CountParams {
  count: u32,
  any: u32,         // 1: any hit, else closest hit
}

@group(1) @binding(0) var<storage, read> rays: array<Ray>;
@group(1) @binding(1) var<storage, read_write> counts: array<vec4u>;   // nodes of the über tree, of object trees, triangle tests, hit
@group(1) @binding(2) var<uniform> count_params: CountParams;

var<private> steps: vec4u;

fn trace_step(level: u32, slot: u32, node: u32, low: f32, high: f32) {
  if (level == 0u) { steps.x++; } else { steps.y++; }
}

fn trace_test(slot: u32, record: u32, t: f32, limit: f32) {
  steps.z++;
}

fn trace_is_full() -> bool {
  return false;
}

@compute @workgroup_size(64)
fn count_rays(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= count_params.count) { return; }
  steps = vec4u(0u);
  let ray = rays[id.x];
  if (count_params.any == 1u) {
    steps.w = select(0u, 1u, untraced_any_hit(ray));
  } else {
    steps.w = select(0u, 1u, is_hit(untraced_closest_hit(ray)));
  }
  counts[id.x] = steps;
}
