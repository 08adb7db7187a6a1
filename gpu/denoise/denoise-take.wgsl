// denoise-take.wgsl: radiance from what the denoiser's network gives, in place of the part's own. Needs denoise-curve.wgsl.

@group(0) @binding(0) var<uniform> denoise_take: DenoiseParams;
@group(0) @binding(1) var<storage, read> net_output: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> taken_radiance: array<vec4f>;

@compute @workgroup_size(8, 8)
fn take_denoise(@builtin(global_invocation_id) at: vec3u) {
  if (any(at.xy >= denoise_take.size)) { return; }
  let pixel = at.y * denoise_take.size.x + at.x;
  let given = clamp(net_output[at.y * denoise_take.padded.x + at.x].xyz, vec3f(0.0), vec3f(1.5)) / denoise_take.unit;
  let light = vec3f(denoise_inverse(given.x), denoise_inverse(given.y), denoise_inverse(given.z)) / denoise_take.exposure;
  taken_radiance[pixel] = vec4f(light, taken_radiance[pixel].w);
}
