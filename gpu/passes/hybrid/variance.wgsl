// variance.wgsl: how bright the surface is around each pixel, and how far that mean may be off. Pixels of a surface tell, not a pixel's
// own frames, which say little where a few of them find most of the light. Needs octahedral and guide.

struct VarianceParams {
  width: u32,           // traced pixels
  height: u32,
}

@group(0) @binding(0) var<uniform> estimating: VarianceParams;
@group(0) @binding(1) var guide: texture_2d<u32>;
@group(0) @binding(2) var light: texture_2d<f32>;             // mean light, w: of how many frames
@group(0) @binding(3) var moments: texture_2d<u32>;
@group(0) @binding(4) var around: texture_storage_2d<r32uint, write>;   // 2x16 float: mean brightness, and its standard deviation

const YOUNG = 4.0;      // frames up to which differences between pixels tell the variance
const REACH = 2u;

// What the pixels of a workgroup look at, loaded and unpacked once.
const TILE = 8u;
const SIDE = TILE + 2u * REACH;
const OUTSIDE = 0xffffffffu;

var<workgroup> tap_slot: array<u32, SIDE * SIDE>;             // OUTSIDE: there is no such pixel
var<workgroup> tap_normal: array<vec3f, SIDE * SIDE>;
var<workgroup> tap_moments: array<vec2f, SIDE * SIDE>;

fn load_tap(i: u32, q: vec2i) {
  if (any(q < vec2i(0)) || q.x >= i32(estimating.width) || q.y >= i32(estimating.height)) {
    tap_slot[i] = OUTSIDE;
    return;
  }
  let there = unpack_guide(textureLoad(guide, q, 0));
  tap_slot[i] = there.slot;
  tap_normal[i] = there.normal;
  tap_moments[i] = unpack2x16float(textureLoad(moments, q, 0).x);
}

@compute @workgroup_size(8, 8)
fn variance(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) lane: vec3u, @builtin(local_invocation_index) index: u32) {
  for (var i = index; i < SIDE * SIDE; i += TILE * TILE) { load_tap(i, vec2i(group.xy * TILE + vec2u(i % SIDE, i / SIDE)) - i32(REACH)); }
  workgroupBarrier();
  if (id.x >= estimating.width || id.y >= estimating.height) { return; }
  let center = textureLoad(light, id.xy, 0);
  let at = (lane.y + REACH) * SIDE + lane.x + REACH;
  let slot = tap_slot[at];
  let n = tap_normal[at];
  var sum = vec2f(0.0);
  var within = 0.0;
  var pixels = 0.0;
  for (var y = 0u; y <= 2u * REACH; y++) {
    for (var x = 0u; x <= 2u * REACH; x++) {
      let there = (lane.y + y) * SIDE + lane.x + x;
      if (tap_slot[there] != slot || (slot != 0u && dot(tap_normal[there], n) <= ALIKE_NORMALS)) { continue; }
      let m = tap_moments[there];
      sum += m;
      within += max(m.y - m.x * m.x, 0.0);
      pixels += 1.0;
    }
  }
  // A pixel is alike itself but for rounding.
  pixels = max(pixels, 1.0);
  sum /= pixels;
  var found = within / pixels;
  if (center.w < YOUNG) { found = max(found, sum.y - sum.x * sum.x); }
  let deviation = sqrt(max(found, 0.0) / (max(center.w, 1.0) * pixels));
  textureStore(around, id.xy, vec4u(pack2x16float(vec2f(sum.x, deviation)), 0u, 0u, 0u));
}
