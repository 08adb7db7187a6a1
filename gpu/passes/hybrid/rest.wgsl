// rest.wgsl: sums over the samples of a picture at rest, one per pixel: written by accumulate.wgsl. 64 bytes, so that a full HD picture of them fits what every adapter binds.

struct Rest {
  light: vec4f,         // without what is in `seen`, nits; w: how many samples
  seen: vec4f,          // of what hybrid.wgsl leaves there; w: of luminance as `moments` has it
  tint: vec4f,          // of tints; w: of luminance squared
  normal: vec4f,        // of normals
}
