// give-back.wgsl: what variance.wgsl took off lone pixels goes to all of their age that is around them: rare paths stand for light that many
// pixels get a little of. Nothing is lost: each block of 8 x 8 pixels shares what was taken there among the four areas around it, and each area
// gives to its blocks by the same weights. Needs octahedral, guide, smoothed, ages and areas.

@group(0) @binding(1) var<storage, read> areas: array<Area>;        // of sum-areas.wgsl
@group(0) @binding(2) var tamed: texture_2d<u32>;                   // of variance.wgsl
@group(0) @binding(3) var given: texture_storage_2d<rgba32uint, write>;
@group(0) @binding(4) var given_guide: texture_2d<u32>;

@compute @workgroup_size(8, 8)
fn give_back(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) block: vec3u) {
  if (id.x >= giving.width || id.y >= giving.height) { return; }
  let words = textureLoad(tamed, id.xy, 0);
  let age = age_in(words);
  let younger = min(u32(age), AGES - 2u);
  let place = place_of(block.xy);
  let first = vec2u(place);
  let f = place - floor(place);
  let at = first.y * area_count().x + first.x;
  var more = vec3f(0.0);
  var alike = vec3f(0.0);
  for (var k = 0u; k < 8u; k++) {
    let one = vec3u(k & 1u, (k >> 1u) & 1u, younger + (k >> 2u));
    let share = select(1.0 - f.x, f.x, one.x == 1u) * select(1.0 - f.y, f.y, one.y == 1u) * share_of_age(age, one.z);
    let given_here = areas[at + one.y * area_count().x + one.x].ages[one.z];
    more += share * given_here.more.rgb;
    alike += share * given_here.alike.rgb;
  }
  let is_surface = unpack_guide(textureLoad(given_guide, id.xy, 0)).slot != 0u;
  var pixel = unpack_smoothed(without_age(words));
  if (is_surface) {
    pixel.light = pixel.light * (1.0 + more) + alike;
    if (giving.is_rest == 0u) { pixel.gloss = pixel.gloss * (1.0 + more) + alike; }
  }
  textureStore(given, id.xy, pack_smoothed(pixel));
}
