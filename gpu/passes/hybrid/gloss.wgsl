// gloss.wgsl: what frames so far know of the gloss of a pixel, in one load. Needs smoothed.
//
// x: light over the gloss's tint, a number, so it has the colour of metals and mirrors, red and green, y: blue, and of how many frames it is the mean, 2x16 float each; z: nearness, f32; w: means of luminance and
// of its square, 2x16 float.

struct Gloss {
  light: vec3f,         // units of accumulate.wgsl
  count: f32,
  nearness: f32,        // of what it shows, or its image: 1 / metres along the camera ray; what is far off counts as much as what is near
  moments: vec2f,
}

fn pack_gloss(gloss: Gloss) -> vec4u {
  let light = round_to_half(clamp(vec4f(gloss.light, gloss.count), vec4f(0.0), vec4f(MOST_LIGHT)));
  return vec4u(pack2x16float(light.xy), pack2x16float(light.zw), bitcast<u32>(gloss.nearness), pack_moments(gloss.moments));
}

fn unpack_gloss_known(words: vec4u) -> Gloss {
  let last = unpack2x16float(words.y);
  return Gloss(vec3f(unpack2x16float(words.x), last.x), last.y, bitcast<f32>(words.z), unpack2x16float(words.w));
}

// Means of luminance and of its square: a sum that 16 bits do not hold would be no number a frame later.
fn pack_moments(moments: vec2f) -> u32 { return pack2x16float(min(moments, vec2f(MOST_LIGHT))); }
