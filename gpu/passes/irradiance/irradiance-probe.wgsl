// irradiance-probe.wgsl: asks the irradiance cache at given points, for tests and measurements. Needs ray, sampling and irradiance-cache.

struct ProbePoint {
  position: vec3f,
  touches: u32,         // 1: says that light is wanted there, as if it were seen; 2: asks nothing
  normal: vec3f,        // unit
  spare: u32,
  irradiance: vec4f,    // receives what cells know, w: how sure that is
}

@group(2) @binding(0) var<storage, read_write> points: array<ProbePoint>;

@compute @workgroup_size(64)
fn irradiance_probe(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&points)) { return; }
  let p = points[id.x].position;
  let n = points[id.x].normal;
  if (points[id.x].touches > 0u) { _ = touch_irradiance(p, n, true); }
  if (points[id.x].touches < 2u) {
    let found = gathered_irradiance(cache_place(p, n, true), p, n, n);
    points[id.x].irradiance = vec4f(mean_of_cells(found), sure_of_cells(found));
  }
}
