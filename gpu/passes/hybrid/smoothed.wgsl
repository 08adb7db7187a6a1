// smoothed.wgsl: a pixel's light on its way through the filter, in one load.
//
// x: light, red and green, 2x16 float; y: blue, and the mean brightness around; z: the gloss's light, pack_shared(); w: its mean brightness around, a 16 bit
// float, and both standard deviations, pack_deviation(). From variance.wgsl to give-back.wgsl the signs of what is never below 0 hold the pixel's age (ages.wgsl).

struct Smoothed {
  light: vec3f,         // units of accumulate.wgsl; of the body, at rest of body and gloss
  brightness: f32,
  deviation: f32,       // of the brightness
  gloss: vec3f,         // at rest 0
  gleam: f32,           // the gloss's brightness,
  gleam_deviation: f32, // and its deviation
}

const MOST_LIGHT = 60000.0;   // what 16 bits hold

// To the eleven digits of a 16 bit float, the nearest: what packs or stores one may cut off, as cards do, and seven of them took 0.24 % of the light.
// Below 6e-5 of the display's white it has fewer digits, which may still be cut off: nobody sees that.
fn round_to_half(light: vec4f) -> vec4f {
  return bitcast<vec4f>((bitcast<vec4u>(light) + 0x1000u) & vec4u(0xffffe000u));
}

fn pack_smoothed(pixel: Smoothed) -> vec4u {
  let light = round_to_half(clamp(vec4f(pixel.light, pixel.brightness), vec4f(0.0), vec4f(MOST_LIGHT)));
  let gleam = pack2x16float(round_to_half(vec4f(clamp(pixel.gleam, 0.0, MOST_LIGHT), vec3f(0.0))).xy) & 0xffffu;
  return vec4u(pack2x16float(light.xy), pack2x16float(light.zw), pack_shared(pixel.gloss), gleam | (pack_deviation(pixel.deviation) << 16u) | (pack_deviation(pixel.gleam_deviation) << 24u));
}

// Steps of an eighth of an octave from 2^-20 on; 0: none.
fn pack_deviation(deviation: f32) -> u32 {
  return select(u32(clamp(8.0 * log2(max(deviation, 1e-12)) + 160.5, 0.0, 255.0)), 0u, deviation <= 0.0);
}

fn unpack_deviation(word: u32) -> f32 {
  return select(exp2((f32(word) - 160.0) / 8.0), 0.0, word == 0u);
}

// Three times nine digits, rounded, and an exponent for all of them in the topmost five bits: the format rgb9e5ufloat. What would round up to 512 has the next one.
fn pack_shared(color: vec3f) -> u32 {
  let light = clamp(color, vec3f(0.0), vec3f(MOST_LIGHT));
  let most = max(max(light.x, max(light.y, light.z)) * (512.0 / 511.4), exp2(-15.0));
  let exponent = (bitcast<u32>(most) >> 23u) - 111u;
  let digits = vec3u(light * power_of_two(151u - exponent) + 0.5);
  return digits.x | (digits.y << 9u) | (digits.z << 18u) | (exponent << 27u);
}

fn unpack_shared(word: u32) -> vec3f {
  return vec3f(vec3u(word, word >> 9u, word >> 18u) & vec3u(511u)) * power_of_two(103u + (word >> 27u));
}

// Of 127 more.
fn power_of_two(biased: u32) -> f32 { return bitcast<f32>(biased << 23u); }

const AGE_STEPS = 7.0;        // in five bits

fn round_age(age: f32) -> f32 { return min(floor(age * AGE_STEPS + 0.5), 31.0) / AGE_STEPS; }

//   age  as round_age() has it
fn with_age(words: vec4u, age: f32) -> vec4u {
  let bits = u32(age * AGE_STEPS + 0.5);
  return words | vec4u(((bits & 1u) << 15u) | ((bits & 2u) << 30u), ((bits & 4u) << 13u) | ((bits & 8u) << 28u), 0u, (bits & 16u) << 11u);
}

fn age_in(words: vec4u) -> f32 {
  let bits = ((words.x >> 15u) & 1u) | ((words.x >> 30u) & 2u) | ((words.y >> 13u) & 4u) | ((words.y >> 28u) & 8u) | ((words.w >> 11u) & 16u);
  return f32(bits) / AGE_STEPS;
}

fn without_age(words: vec4u) -> vec4u { return words & vec4u(0x7fff7fffu, 0x7fff7fffu, 0xffffffffu, 0xffff7fffu); }

fn unpack_smoothed(words: vec4u) -> Smoothed {
  let last = unpack2x16float(words.y);
  return Smoothed(vec3f(unpack2x16float(words.x), last.x), last.y, unpack_deviation((words.w >> 16u) & 255u), unpack_shared(words.z), unpack2x16float(words.w).x, unpack_deviation(words.w >> 24u));
}
