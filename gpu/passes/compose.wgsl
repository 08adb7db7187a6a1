// compose.wgsl: puts the picture together: light times tint and what shines itself, or the plain mean of the samples at rest. Needs
// octahedral and guide.

struct ComposeParams {
  width: u32,           // traced pixels
  height: u32,
  scale: f32,           // nits to the units of `smooth_light`
  plain: f32,           // share of the plain mean, 0..1
  is_rest: u32,         // 1: `rest_sums` is of this picture
}

struct RestSums {       // Rest of accumulate.wgsl
  sum: vec4f,
  seen: vec3f,
  tint: vec3f,
}

@group(0) @binding(0) var<uniform> composing: ComposeParams;
@group(0) @binding(1) var compose_guide: texture_2d<u32>;
@group(0) @binding(2) var smooth_light: texture_2d<f32>;
@group(0) @binding(3) var compose_seen: texture_2d<f32>;
@group(0) @binding(4) var<storage, read> rest_sums: array<RestSums>;
@group(0) @binding(5) var<storage, read_write> picture: array<vec4f>;   // radiance, nits; w: 1

@compute @workgroup_size(8, 8)
fn compose(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= composing.width || id.y >= composing.height) { return; }
  let at = id.y * composing.width + id.x;
  var tint = unpack_guide(textureLoad(compose_guide, id.xy, 0)).tint;
  var shining = textureLoad(compose_seen, id.xy, 0).rgb;
  var plain = vec3f(0.0);
  if (composing.is_rest != 0u) {
    let sums = rest_sums[at];
    let count = max(sums.sum.w, 1.0);
    plain = sums.sum.rgb / count;
    tint = sums.tint / count;
    shining = sums.seen / count;
  }
  let light = textureLoad(smooth_light, id.xy, 0).rgb / composing.scale;
  var shown = plain;
  if (composing.plain < 1.0) { shown = mix(light * tint + shining, plain, composing.plain); }
  picture[at] = vec4f(shown, 1.0);
}
