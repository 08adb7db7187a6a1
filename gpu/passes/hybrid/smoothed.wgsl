// smoothed.wgsl: a pixel's light on its way through the filter, in one load.
//
// x: light, red and green, 2x16 float; y: blue, and the mean brightness around; z: the standard deviation of that, f32.

struct Smoothed {
  light: vec3f,         // units of accumulate.wgsl
  brightness: f32,
  deviation: f32,
}

const MOST_LIGHT = 60000.0;   // what 16 bits hold

// Rounded, where a store to 16 bits may cut off: seven of them took 0.24 % of the light on a card.
fn pack_smoothed(pixel: Smoothed) -> vec4u {
  let light = clamp(pixel.light, vec3f(0.0), vec3f(MOST_LIGHT));
  return vec4u(pack2x16float(light.rg), pack2x16float(vec2f(light.b, min(pixel.brightness, MOST_LIGHT))), bitcast<u32>(pixel.deviation), 0u);
}

fn unpack_smoothed(words: vec4u) -> Smoothed {
  let last = unpack2x16float(words.y);
  return Smoothed(vec3f(unpack2x16float(words.x), last.x), last.y, bitcast<f32>(words.z));
}
