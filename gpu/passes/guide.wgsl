// guide.wgsl: what a traced pixel shows, for those who smooth: written by pack_guide() of hybrid.wgsl, settled by accumulate.wgsl.
// Needs octahedral.
//
// x: normal, octahedral, 2x16 snorm; y: metres along the ray to the first surface that is no mirror nor clear glass, or to its image in
// mirrors, f32; z: its slot + 1, the topmost bit set where a mirror or glass was left by the less likely way; w: tint, 3x10 bits, square roots.

struct Guide {
  normal: vec3f,
  distance: f32,
  slot: u32,            // 0: nothing but the surroundings
  is_unlikely: bool,
  tint: vec3f,
}

const LEAST_TINT = 0.02;    // light is divided by it

fn unpack_guide(words: vec4u) -> Guide {
  let tint = vec3f(vec3u(words.w, words.w >> 10u, words.w >> 20u) & vec3u(1023u)) / 1023.0;
  return Guide(decode_octahedral(words.x), bitcast<f32>(words.y), words.z & 0x7fffffffu, words.z >= 0x80000000u, max(tint * tint, vec3f(LEAST_TINT)));
}

fn pack_tint(color: vec3f) -> u32 {
  let tint = vec3u(sqrt(clamp(color, vec3f(0.0), vec3f(1.0))) * 1023.0 + 0.5);
  return tint.x | (tint.y << 10u) | (tint.z << 20u);
}

// Pixels of one surface: their light may be taken for each other's.
fn is_alike(a: Guide, b: Guide) -> bool {
  return a.slot == b.slot && (a.slot == 0u || dot(a.normal, b.normal) > 0.85);
}
