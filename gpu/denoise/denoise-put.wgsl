// denoise-put.wgsl: a part of a picture as the denoiser's network takes it. Needs denoise-curve.wgsl.

@group(0) @binding(0) var<uniform> denoise_put: DenoiseParams;
// As bits: a compiler may take it that no float is NaN.
@group(0) @binding(1) var<storage, read> put_radiance: array<vec4u>;
@group(0) @binding(2) var<storage, read> put_albedo: array<vec4u>;
@group(0) @binding(3) var<storage, read> put_normal: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> net_radiance: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> net_albedo: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> net_normal: array<vec4f>;

// 0 for what is no number.
fn denoise_clean(bits: vec4u) -> vec3f {
  return bitcast<vec3f>(select(bits.xyz, vec3u(0u), (bits.xyz & vec3u(0x7fffffffu)) > vec3u(0x7f800000u)));
}

@compute @workgroup_size(8, 8)
fn put_denoise(@builtin(global_invocation_id) at: vec3u) {
  if (any(at.xy >= denoise_put.padded)) { return; }
  let to = at.y * denoise_put.padded.x + at.x;
  if (any(at.xy >= denoise_put.size)) {
    net_radiance[to] = vec4f(0.0);
    net_albedo[to] = vec4f(0.0);
    net_normal[to] = vec4f(0.0);
    return;
  }
  let pixel = at.y * denoise_put.size.x + at.x;
  let light = clamp(denoise_clean(put_radiance[pixel]), vec3f(0.0), vec3f(3.4e38));
  // Infinity times a scale below one is bounded first, a large number times one above it after.
  let exposed = min(light * denoise_put.exposure, vec3f(3.4e38));
  net_radiance[to] = vec4f(vec3f(denoise_curve(exposed.x), denoise_curve(exposed.y), denoise_curve(exposed.z)) * denoise_put.unit, 0.0);
  net_albedo[to] = vec4f(clamp(denoise_clean(put_albedo[pixel]), vec3f(0.0), vec3f(1.0)), 0.0);
  net_normal[to] = vec4f(clamp(denoise_clean(put_normal[pixel]), vec3f(-1.0), vec3f(1.0)) * 0.5 + 0.5, 0.0);
}
