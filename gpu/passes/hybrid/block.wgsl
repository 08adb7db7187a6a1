// block.wgsl: what variance.wgsl tells sum-areas.wgsl of 8 x 8 pixels, age by age. Needs ages.

// Sums over pixels, of light times tint.
struct Sums {
  taken: vec4f,         // off lone pixels; w: of its luminance squared
  left: vec4f,          // of what is left; w: 0
  tint: vec4f,          // of tints; w: 0
}

struct Block { ages: array<Sums, AGES> }

// And so much of another.
fn plus(a: Sums, b: Sums, share: f32) -> Sums {
  return Sums(a.taken + share * vec4f(b.taken.rgb, share * b.taken.w), a.left + share * b.left, a.tint + share * b.tint);
}
