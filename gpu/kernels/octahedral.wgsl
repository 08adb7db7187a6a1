// octahedral.wgsl: unit vectors in 32 bits, as TriangleAttributes keeps them.
fn decode_octahedral(packed: u32) -> vec3f {
  let p = unpack2x16snorm(packed);
  let z = 1.0 - abs(p.x) - abs(p.y);
  let fold = max(-z, 0.0);
  return normalize(vec3f(p.x - select(fold, -fold, p.x < 0.0), p.y - select(fold, -fold, p.y < 0.0), z));
}
