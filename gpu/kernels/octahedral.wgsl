// octahedral.wgsl: unit vectors in 32 bits, as TriangleAttributes keeps them.
fn decode_octahedral(packed: u32) -> vec3f {
  let p = unpack2x16snorm(packed);
  let z = 1.0 - abs(p.x) - abs(p.y);
  let fold = max(-z, 0.0);
  return normalize(vec3f(p.x - select(fold, -fold, p.x < 0.0), p.y - select(fold, -fold, p.y < 0.0), z));
}

fn encode_octahedral(n: vec3f) -> u32 {
  let p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
  let folded = (1.0 - abs(p.yx)) * select(vec2f(-1.0), vec2f(1.0), p >= vec2f(0.0));
  return pack2x16snorm(select(folded, p, n.z >= 0.0));
}
