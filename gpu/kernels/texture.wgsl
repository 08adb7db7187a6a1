// texture.wgsl: reads material textures by textureLoad and our own filter, so that every adapter and the CPU twin agree.
// Needs scene.wgsl (TextureUse). Bind group 1 of every tracing kernel.

// Images lie in the upper left corner of a layer of the smallest array that holds them; arrays of 256, 512, 1024 and 2048
// texels, each bound twice: decoded from sRGB and as data.
@group(1) @binding(0) var color_256: texture_2d_array<f32>;
@group(1) @binding(1) var color_512: texture_2d_array<f32>;
@group(1) @binding(2) var color_1024: texture_2d_array<f32>;
@group(1) @binding(3) var color_2048: texture_2d_array<f32>;
@group(1) @binding(4) var data_256: texture_2d_array<f32>;
@group(1) @binding(5) var data_512: texture_2d_array<f32>;
@group(1) @binding(6) var data_1024: texture_2d_array<f32>;
@group(1) @binding(7) var data_2048: texture_2d_array<f32>;
// Measured luminaires, see lights.wgsl: share of the brightest direction.
@group(1) @binding(8) var profiles: texture_2d<f32>;
// What is around the scene, one texel where there is no image: ambient.wgsl.
@group(1) @binding(10) var environment_image: texture_2d<f32>;

// TextureUse.texture: layer in bits 0-15, which array in bits 16-18 (0-3 colour, 4-7 data).
// TextureUse.wrap: WRAP_* of s in bits 0-1, of t in bits 2-3, width - 1 in bits 4-14, height - 1 in bits 15-25.
fn load_texel(texture: u32, p: vec2u, level: u32) -> vec4f {
  let layer = texture & 0xffffu;
  switch (texture >> 16u) {
    case 0u: { return textureLoad(color_256, p, layer, level); }
    case 1u: { return textureLoad(color_512, p, layer, level); }
    case 2u: { return textureLoad(color_1024, p, layer, level); }
    case 3u: { return textureLoad(color_2048, p, layer, level); }
    case 4u: { return textureLoad(data_256, p, layer, level); }
    case 5u: { return textureLoad(data_512, p, layer, level); }
    case 6u: { return textureLoad(data_1024, p, layer, level); }
    default: { return textureLoad(data_2048, p, layer, level); }
  }
}

fn texture_size(wrap: u32) -> vec2u {
  return vec2u((wrap >> 4u) & 0x7ffu, (wrap >> 15u) & 0x7ffu) + 1u;
}

// The texel that index i stands for in a row of n: of folded coordinates (fold_uv), which lie less than three rows away. Without a division, which takes a card tens of instructions.
fn wrap_index(i: i32, n: i32, mode: u32) -> u32 {
  let period = select(n, 2 * n, mode == WRAP_MIRROR);
  var k = select(i, i + period, i < 0);
  k = select(k, k - period, k >= period);
  k = select(k, k - period, k >= period);
  k = select(k, period - 1 - k, k >= n);
  return u32(clamp(select(k, i, mode == WRAP_CLAMP), 0, n - 1));
}

fn transform_uv(map: TextureUse, uv: vec2f) -> vec2f {
  return map.offset + vec2f(dot(map.row_u, uv), dot(map.row_v, uv));
}

// Whole repeats are dropped first, so that far-out coordinates neither overflow nor lose their fraction.
fn fold_uv(uv: vec2f, wrap: u32) -> vec2f {
  let folded = uv - 2.0 * floor(uv * 0.5);
  let clamped = clamp(uv, vec2f(-1.0), vec2f(2.0));
  return vec2f(select(folded.x, clamped.x, (wrap & 3u) == WRAP_CLAMP), select(folded.y, clamped.y, ((wrap >> 2u) & 3u) == WRAP_CLAMP));
}

// Nearest texel of level 0: what decides whether a triangle exists there. The rasterizer has the same rule.
fn sample_nearest(map: TextureUse, uv: vec2f) -> vec4f {
  let size = texture_size(map.wrap);
  let p = vec2i(floor(fold_uv(transform_uv(map, uv), map.wrap) * vec2f(size)));
  return load_texel(map.texture, vec2u(wrap_index(p.x, i32(size.x), map.wrap & 3u), wrap_index(p.y, i32(size.y), (map.wrap >> 2u) & 3u)), 0u);
}

// Level whose texels are as wide as the footprint.
//   uv_width  width of the ray's footprint in units of the mesh's uv
fn level_of(map: TextureUse, uv_width: f32) -> f32 {
  let size = vec2f(texture_size(map.wrap));
  let stretch = abs(map.row_u.x * map.row_v.y - map.row_u.y * map.row_v.x);
  let texels = uv_width * sqrt(stretch * size.x * size.y);
  return clamp(log2(max(texels, 1.0)), 0.0, floor(log2(max(size.x, size.y))));
}

// Bilinear in one level; between two levels for colours (`smooth_levels`), where a jump would show, in the nearest level for
// data. One loop with one load: adapters that inline every call compile this text once for each place that calls.
fn sample_texture(map: TextureUse, uv: vec2f, uv_width: f32, smooth_levels: bool) -> vec4f {
  let folded = fold_uv(transform_uv(map, uv), map.wrap);
  let level = level_of(map, uv_width);
  let first = select(floor(level + 0.5), floor(level), smooth_levels);
  let fraction = max(level - first, 0.0);
  let taps = select(4u, 8u, smooth_levels && fraction >= 0.02);
  var sum = vec4f(0.0);
  for (var tap = 0u; tap < taps; tap++) {
    let l = u32(first) + (tap >> 2u);
    let size = max(texture_size(map.wrap) >> vec2u(l), vec2u(1u));
    let p = folded * vec2f(size) - 0.5;
    let corner = floor(p);
    let f = p - corner;
    let offset = vec2u(tap & 1u, (tap >> 1u) & 1u);
    let i = vec2i(corner) + vec2i(offset);
    let q = vec2u(wrap_index(i.x, i32(size.x), map.wrap & 3u), wrap_index(i.y, i32(size.y), (map.wrap >> 2u) & 3u));
    var weight = select(1.0 - f.x, f.x, offset.x == 1u) * select(1.0 - f.y, f.y, offset.y == 1u);
    if (taps == 8u) { weight *= select(1.0 - fraction, fraction, tap >= 4u); }
    sum += weight * load_texel(map.texture, q, l);
  }
  return sum;
}

// The four textures of a material row, by number.
const MAP_BASE_COLOR = 0u;
const MAP_METALLIC_ROUGHNESS = 1u;
const MAP_EMISSIVE = 2u;
const MAP_NORMAL = 3u;

fn map_of(row: u32, which: u32) -> TextureUse {
  switch (which) {
    case MAP_BASE_COLOR: { return materials[row].base_color_texture; }
    case MAP_METALLIC_ROUGHNESS: { return materials[row].metallic_roughness_texture; }
    case MAP_EMISSIVE: { return materials[row].emissive_texture; }
    default: { return materials[row].normal_texture; }
  }
}
