// bsdf-film.wgsl: what a film as thin as light's waves are long makes of a surface's reflectance. Needs bsdf-microfacet.
//
// Belcour and Barla 2017, "A practical extension to microfacet theory for the modeling of varying iridescence", as
// KHR_materials_iridescence writes it down: Airy's sum over reflections in the film, its waves up to the second order, each weighed by the eye's
// sensitivity in closed form. Schlick's reflectance at both sides of the film.

// XYZ of a wave that has gone `path` nanometres farther, shifted by `shift` radians, as linear Rec. 709.
fn seen_of_wave(path: f32, shift: vec3f) -> vec3f {
  let phase = 6.2831853 * path * 1e-9;
  let square = phase * phase;
  // Gaussians fitted to the CIE's curves: their squared widths make sqrt(2 pi width) and fall off with it.
  var xyz = vec3f(9.0455e-8, 1.0687e-7, 1.0697e-7) * cos(vec3f(1.6810e6, 1.7953e6, 2.2084e6) * phase + shift) * exp(-square * vec3f(4.3278e9, 9.3046e9, 6.6121e9));
  xyz.x += 1.6441e-8 * cos(2.2399e6 * phase + shift.x) * exp(-square * 4.5282e9);
  xyz /= 1.0685e-7;
  return vec3f(
    dot(vec3f(3.2404542, -1.5371385, -0.4985314), xyz), dot(vec3f(-0.9692660, 1.8760108, 0.0415560), xyz), dot(vec3f(0.0556434, -0.2040259, 1.0572252), xyz));
}

// Reflectance of a film on a surface, seen from air.
//   cosine     of the ray with the normal, in air
//   ior        of the film
//   thickness  nanometres
//   f0         of the surface in air, at right angles
fn film_reflectance(cosine: f32, ior: f32, thickness: f32, f0: vec3f) -> vec3f {
  // What is far thinner than a wave is no film.
  let there = smoothstep(0.0, 30.0, thickness);
  let n = mix(1.0, ior, there);
  let sine2 = (1.0 - cosine * cosine) / (n * n);
  if (sine2 >= 1.0) { return vec3f(1.0); }
  let inside = sqrt(1.0 - sine2);
  let edge = (n - 1.0) / (n + 1.0);
  let r12 = edge * edge + (1.0 - edge * edge) * there * schlick(cosine);
  let t121 = 1.0 - r12;
  let root = sqrt(clamp(f0, vec3f(0.0), vec3f(0.9999)));
  let base = (1.0 + root) / (1.0 - root);
  let step = (base - n) / (base + n);
  let r23 = step * step + (1.0 - step * step) * schlick(inside);
  // Against the film's own reflection, a wave from below it is half a wave off, but where the surface is thinner than the film.
  let shift = 3.14159265 + select(vec3f(0.0), vec3f(3.14159265), base < vec3f(n));
  let r123 = clamp(r12 * r23, vec3f(0.0), vec3f(0.9999));
  let amplitude = sqrt(r123);
  let rs = t121 * t121 * r23 / (1.0 - r123);
  var sum = r12 + rs;
  var wave = rs - t121;
  let path = 2.0 * n * thickness * inside;
  for (var m = 1u; m <= 2u; m++) {
    wave *= amplitude;
    sum += wave * 2.0 * seen_of_wave(f32(m) * path, f32(m) * shift);
  }
  return clamp(sum, vec3f(0.0), vec3f(1.0));
}
