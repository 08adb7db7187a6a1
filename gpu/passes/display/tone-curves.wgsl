// tone-curves.wgsl: scene-linear Rec. 709 (1 = white of the exposure) to display-linear Rec. 709, 0..1.

const CURVE_NONE = 0u;
const CURVE_NEUTRAL = 1u;
const CURVE_AGX = 2u;
const CURVE_ACES = 3u;

fn tone_curve(curve: u32, color: vec3f) -> vec3f {
  switch (curve) {
    case CURVE_NEUTRAL: { return tone_neutral(color); }
    case CURVE_AGX: { return tone_agx(color); }
    case CURVE_ACES: { return tone_aces(color); }
    default: { return clamp(color, vec3f(0.0), vec3f(1.0)); }
  }
}

// Khronos PBR Neutral, https://github.com/KhronosGroup/ToneMapping (2024): colours below 0.8 stay as they are.
fn tone_neutral(linear: vec3f) -> vec3f {
  let start = 0.8 - 0.04;
  let x = min(linear.r, min(linear.g, linear.b));
  let offset = select(0.04, x - 6.25 * x * x, x < 0.08);
  var color = linear - offset;
  let peak = max(color.r, max(color.g, color.b));
  if (peak < start) { return color; }
  let d = 1.0 - start;
  let new_peak = 1.0 - d * d / (peak + d - start);
  color *= new_peak / peak;
  let g = 1.0 - 1.0 / (0.15 * (peak - new_peak) + 1.0);
  return mix(color, vec3f(new_peak), g);
}

// AgX by Troy Sobotka, in the Rec. 2020 form of Filament and Blender 4 with Benjamin Wrensch's fit of the contrast curve.
fn tone_agx(linear: vec3f) -> vec3f {
  let to_rec2020 = mat3x3f(0.6274, 0.0691, 0.0164, 0.3293, 0.9195, 0.0880, 0.0433, 0.0113, 0.8956);
  let from_rec2020 = mat3x3f(1.6605, -0.1246, -0.0182, -0.5876, 1.1329, -0.1006, -0.0728, -0.0083, 1.1187);
  let inset = mat3x3f(
    0.856627153315983, 0.137318972929847, 0.11189821299995,
    0.0951212405381588, 0.761241990602591, 0.0767994186031903,
    0.0482516061458583, 0.101439036467562, 0.811302368396859);
  let outset = mat3x3f(
    1.1271005818144368, -0.1413297634984383, -0.14132976349843826,
    -0.11060664309660323, 1.157823702216272, -0.11060664309660294,
    -0.016493938717834573, -0.016493938717834257, 1.2519364065950405);
  let logarithmic = (log2(max(inset * (to_rec2020 * linear), vec3f(1e-10))) + 12.47393) / (4.026069 + 12.47393);
  let x = clamp(logarithmic, vec3f(0.0), vec3f(1.0));
  let x2 = x * x;
  let x4 = x2 * x2;
  let curved = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
  let back = pow(max(outset * curved, vec3f(0.0)), vec3f(2.2));
  return clamp(from_rec2020 * back, vec3f(0.0), vec3f(1.0));
}

// ACES filmic, Stephen Hill's fit of RRT and ODT (BakingLab, 2015), with the customary exposure of 1 / 0.6.
fn tone_aces(linear: vec3f) -> vec3f {
  let inset = mat3x3f(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
  let outset = mat3x3f(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
  let v = inset * (linear / 0.6);
  let fitted = (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.4329510) + 0.238081);
  return clamp(outset * fitted, vec3f(0.0), vec3f(1.0));
}

// Radiance to display-referred sRGB: white balance, exposure, tone curve: the one way, for window and files.
//   balance  of white-balance.ts
//   scale    1 / radiance that the display shows as 1
fn develop(radiance: vec3f, balance: mat3x3f, scale: f32, curve: u32) -> vec3f {
  return encode_srgb(tone_curve(curve, max(balance * max(radiance, vec3f(0.0)), vec3f(0.0)) * scale));
}

fn encode_srgb(linear: vec3f) -> vec3f {
  let c = clamp(linear, vec3f(0.0), vec3f(1.0));
  return select(1.055 * pow(c, vec3f(1.0 / 2.4)) - 0.055, 12.92 * c, c <= vec3f(0.0031308));
}
