// trace-file.wgsl: traces a buffer of rays, for `npm run trace` and the benchmarks: one question per kernel, so that nothing of the
// other takes registers. Needs a traversal.

struct TraceFileParams {
  first: u32,
  count: u32,
}

struct TracedRay {
  t: f32,         // -1: nothing was hit
  record: u32,
}

@group(1) @binding(0) var<storage, read> rays: array<Ray>;
@group(1) @binding(1) var<storage, read_write> traced: array<TracedRay>;
@group(1) @binding(2) var<uniform> trace_params: TraceFileParams;

fn keep(i: u32, hit: Hit) {
  traced[i].t = select(-1.0, hit.t, is_hit(hit));
  traced[i].record = hit.record;
}

@compute @workgroup_size(64)
fn trace_closest(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= trace_params.count) { return; }
  let i = trace_params.first + id.x;
  keep(i, on_plane(rays[i], closest_hit(rays[i])));
}

// t as the traversals compare it: the same to the last bit, whichever of two triangles at an edge is named.
@compute @workgroup_size(64)
fn trace_walk(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= trace_params.count) { return; }
  let i = trace_params.first + id.x;
  keep(i, closest_hit(rays[i]));
}

@compute @workgroup_size(64)
fn trace_any(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= trace_params.count) { return; }
  let i = trace_params.first + id.x;
  keep(i, find_any(rays[i]));
}
