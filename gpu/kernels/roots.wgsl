// roots.wgsl: red, green and blue of 0..1 in one word, as square roots: what is dark keeps as many steps as the eye sees there.

// The most that a root of so many bits is.
fn most_root(bits: u32) -> u32 { return (1u << bits) - 1u; }

//   bits  of each, 10 at most; those above all three are left
fn pack_roots(color: vec3f, bits: u32) -> u32 {
  let words = vec3u(sqrt(clamp(color, vec3f(0.0), vec3f(1.0))) * f32(most_root(bits)) + 0.5);
  return words.x | (words.y << bits) | (words.z << (2u * bits));
}

fn unpack_roots(word: u32, bits: u32) -> vec3f {
  let roots = vec3f(vec3u(word, word >> bits, word >> (2u * bits)) & vec3u(most_root(bits))) / f32(most_root(bits));
  return roots * roots;
}
