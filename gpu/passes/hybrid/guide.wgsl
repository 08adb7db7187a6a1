// guide.wgsl: what a traced pixel shows, for those who smooth: written by pack_guide() of hybrid.wgsl, settled by accumulate.wgsl.
// Needs octahedral, luminance and roots.
//
// x: normal, octahedral, 2x16 snorm; y: metres along the ray to the first surface that is no mirror nor clear glass, or to its image in
// mirrors, f32 but for its last six bits, which are the first of gloss_word(); z: its slot + 1 in 24 bits, reach_word() in 7, the topmost bit set where a
// mirror or glass was left by the less likely way;
// w: tint, 3x10 bits, square roots, and above the last two bits of gloss_word(). While the picture moves the tint is the body's: body and gloss each have
// their own, as paths know it, and none is found by taking the other off the whole. An orange body has next to no blue: what is left of a whole may be many
// times that, or nothing.

struct Guide {
  normal: vec3f,
  distance: f32,
  slot: u32,            // 0: nothing but the surroundings
  is_unlikely: bool,
  reach: f32,           // traced pixels, by which a gloss blurs what it shows: a filter need not blur it more; NO_REACH: no gloss bounds it. As found, of what is far off
  tint: vec3f,          // while the picture moves of the body, at rest of all
  gloss: f32,           // the gloss's, its luminance alone: what a gloss shows keeps its colour, whatever mirrors and metals make of it
}

const NO_REACH = 1e6;

const LEAST_TINT = 0.02;    // at rest light is divided by it,
const LEAST_PART = 0.005;   // and where body and gloss are apart by less: what a part sends on is its own, so nothing is amplified

fn unpack_guide(words: vec4u) -> Guide {
  return Guide(decode_octahedral(words.x), bitcast<f32>(words.y), words.z & 0xffffffu, words.z >= 0x80000000u, unpack_reach((words.z >> 24u) & 127u), unpack_tint(words.w), unpack_gloss(words));
}

const TINT_BITS = 10u;

fn unpack_tint(word: u32) -> vec3f {
  return max(unpack_roots(word, TINT_BITS), vec3f(LEAST_PART));
}

fn unpack_reach(word: u32) -> f32 {
  return select(exp2(f32(word - 1u) / 8.0), NO_REACH, word == 0u);
}

// Steps of an eighth of an octave from one pixel on; 0: nothing bounds it.
fn reach_word(pixels: f32) -> u32 {
  return select(u32(clamp(8.0 * log2(max(pixels, 1.0)) + 1.5, 1.0, 127.0)), 0u, pixels >= NO_REACH);
}

const GLOSS_BITS = 63u;
const GLOSS_SIGMA = 0.1;    // shares of gloss that differ by so much show light of two kinds

// Steps of a 32nd of an octave, of eight bits. Six of them lie beside the distance, which they make 8e-6 of itself unsure.
fn gloss_word(gloss: f32) -> u32 {
  return u32(clamp(32.0 * log2(max(gloss, LEAST_PART) / LEAST_PART) + 0.5, 0.0, 255.0));
}

fn unpack_gloss(words: vec4u) -> f32 {
  return LEAST_PART * exp2(f32(((words.y & GLOSS_BITS) << 2u) | (words.w >> 30u)) / 32.0);
}

// What of a whole tint is not the body's, 0..1.
fn share_of_gloss(tint: vec3f, gloss: f32) -> f32 {
  return min(gloss / luminance(tint), 1.0);
}

// At rest light is not told apart: light over a tint is what falls on a body, and what a gloss mirrors: a black tile's is the other where a white one's is the one.
// Where shares of gloss differ by GLOSS_SIGMA it is 1, and it grows with the square of that.
fn unlike_gloss(a: f32, b: f32) -> f32 {
  let apart = (a - b) / GLOSS_SIGMA;
  return apart * apart;
}

fn pack_tint(color: vec3f) -> u32 { return pack_roots(color, TINT_BITS); }

// A tint as a number that is finite and not next to 0, so nobody takes it for another.
fn keep_tint(color: vec3f) -> f32 { return bitcast<f32>(pack_tint(vec3f(color.xy, min(color.z, 0.968))) | 0x40000000u); }

fn kept_tint(word: f32) -> vec3f { return unpack_tint(bitcast<u32>(word)); }

const ROUGH = 0.25;           // radians, by which a gloss blurs half of what it shows: what is rougher has no image

//   spread  radians, of one traced pixel
fn has_image(shown: Guide, spread: f32) -> bool { return 0.5 * spread * shown.reach < ROUGH; }

const ALIKE_NORMALS = 0.85;   // cosine

// Pixels of one surface: their light may be taken for each other's.
fn is_alike(a: Guide, b: Guide) -> bool {
  return a.slot == b.slot && (a.slot == 0u || dot(a.normal, b.normal) > ALIKE_NORMALS);
}
