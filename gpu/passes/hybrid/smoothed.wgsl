// smoothed.wgsl: a pixel's light on its way through the filter, in one load.
//
// x: light, red and green, 2x16 float; y: blue, and the mean brightness around; z: the standard deviation of that, f32; w: from
// variance.wgsl to give-back.wgsl the pixel's age (ages.wgsl), f32, else 0.

struct Smoothed {
  light: vec3f,         // units of accumulate.wgsl
  brightness: f32,
  deviation: f32,
}

const MOST_LIGHT = 60000.0;   // what 16 bits hold

// To the eleven digits of a 16 bit float, the nearest: what packs or stores one may cut off, as cards do, and seven of them took 0.24 % of the light.
// Below 6e-5 of the display's white it has fewer digits, which may still be cut off: nobody sees that.
fn round_to_half(light: vec4f) -> vec4f {
  return bitcast<vec4f>((bitcast<vec4u>(light) + 0x1000u) & vec4u(0xffffe000u));
}

fn pack_smoothed(pixel: Smoothed) -> vec4u {
  let light = round_to_half(clamp(vec4f(pixel.light, pixel.brightness), vec4f(0.0), vec4f(MOST_LIGHT)));
  return vec4u(pack2x16float(light.xy), pack2x16float(light.zw), bitcast<u32>(pixel.deviation), 0u);
}

fn unpack_smoothed(words: vec4u) -> Smoothed {
  let last = unpack2x16float(words.y);
  return Smoothed(vec3f(unpack2x16float(words.x), last.x), last.y, bitcast<f32>(words.z));
}
