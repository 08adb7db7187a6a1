// file-tone.wgsl: radiance of a finished picture to what a display shows, for files. Needs tone-curves.wgsl.

struct FileTone {
  count: u32,       // pixels
  curve: u32,
  balance: mat3x3f, // white balance
  scale: f32,       // 1 / (1.2 * 2^ev): radiance to display units
}

@group(0) @binding(0) var<uniform> file_tone: FileTone;
@group(0) @binding(1) var<storage, read> radiance: array<vec4f>;      // premultiplied, w: coverage
@group(0) @binding(2) var<storage, read_write> shown: array<u32>;     // 4x8 bits

@compute @workgroup_size(64)
fn tone_file(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= file_tone.count) { return; }
  let value = radiance[id.x];
  let coverage = clamp(value.w, 0.0, 1.0);
  let color = develop(value.rgb / max(coverage, 1e-6), file_tone.balance, file_tone.scale, file_tone.curve);
  shown[id.x] = pack4x8unorm(vec4f(color, coverage));
}
