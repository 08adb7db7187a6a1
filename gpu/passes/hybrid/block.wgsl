// block.wgsl: what variance.wgsl tells sum-areas.wgsl of 8 x 8 pixels. Sums over them, of light times tint.

struct Block {
  taken: vec4f,         // off lone pixels; w: of its luminance squared
  left: vec4f,          // of what is left; w: 0
  tint: vec4f,          // of tints; w: 0
}
