// denoise-curve.wgsl: how radiance becomes what the denoiser's network sees, and back (transfer.ts has the same). Needs nothing.

struct DenoiseParams {
  // Pixels of the part.
  size: vec2u,
  // The same up to multiples of 16.
  padded: vec2u,
  // What radiance is multiplied by first.
  exposure: f32,
  // What the curve gives is multiplied by.
  unit: f32,
}

fn denoise_curve(y: f32) -> f32 {
  if (y <= 1.5794576e-06) { return 1.41283765e+03 * y; }
  if (y <= 3.22087631e-02) { return 1.64593172 * pow(y, 4.31384981e-01) - 2.94139609e-03; }
  return 1.92653254e-01 * log(y + 6.26026094e-03) + 9.98620152e-01;
}

fn denoise_inverse(x: f32) -> f32 {
  if (x <= 2.23151711e-03) { return x / 1.41283765e+03; }
  if (x <= 3.70974749e-01) { return pow((x + 2.94139609e-03) / 1.64593172, 1.0 / 4.31384981e-01); }
  return exp((x - 9.98620152e-01) / 1.92653254e-01) - 6.26026094e-03;
}
