// trace-rays.wgsl: traces a buffer of rays, for tests and benchmarks.

struct TraceParams {
  first: u32,
  count: u32,
  kind: u32,      // bit 0: closest hit, bit 1: any hit
  spare: u32,
}

struct TracedHit {
  t: f32,
  u: f32,
  v: f32,
  instance: u32,
  record: u32,
  any: u32,
  spare0: u32,
  spare1: u32,
}

@group(1) @binding(0) var<storage, read> rays: array<Ray>;
@group(1) @binding(1) var<storage, read_write> traced: array<TracedHit>;
@group(1) @binding(2) var<uniform> trace_params: TraceParams;

@compute @workgroup_size(64)
fn trace_rays(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= trace_params.count) { return; }
  let i = trace_params.first + id.x;
  let ray = rays[i];
  if ((trace_params.kind & 1u) != 0u) {
    let hit = closest_hit(ray);
    traced[i].t = hit.t;
    traced[i].u = hit.u;
    traced[i].v = hit.v;
    traced[i].instance = hit.instance;
    traced[i].record = hit.record;
  }
  if ((trace_params.kind & 2u) != 0u) {
    traced[i].any = select(0u, 1u, any_hit(ray));
  }
}
