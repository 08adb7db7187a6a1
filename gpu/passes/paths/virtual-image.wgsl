// virtual-image.wgsl: where what mirrors show seems to stand, for whoever follows it from frame to frame. Needs nothing.
//
// A point u metres behind the last mirror is seen at (a u + b) / (c u + d) metres along the camera ray. The mirror equation for rays that are
// close to each other, one mirror after the other: 1 / image = 1 / object + 2 / radius (Hecht, "Optics", 5.4). Flat mirrors leave the
// length of the path.

struct Image { a: f32, b: f32, c: f32, d: f32 }

const BEYOND = 1e6;         // metres, of the surroundings: they move with the camera's turns alone

fn image_distance(image: Image, u: f32) -> f32 {
  // A hollow mirror shows what is beyond its focus upside down, before it or behind the eye: as far away as can be is as good a guess.
  return max(image.a * u + image.b, 0.01) / max(image.c * u + image.d, 0.05);
}

// One more mirror, `l` metres after the one before.
//   bend  of its surface, see surface.wgsl
fn image_behind(image: Image, l: f32, bend: f32) -> Image {
  let grown = 1.0 + l * bend;
  return Image(image.a * grown + image.b * bend, image.a * l + image.b, image.c * grown + image.d * bend, image.c * l + image.d);
}
