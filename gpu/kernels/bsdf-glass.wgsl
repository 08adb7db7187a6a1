// bsdf-glass.wgsl: what glass mirrors, with or without a thin film on it, and what its facets lose. Needs bsdf, bsdf-gloss,
// bsdf-microfacet, bsdf-albedo and bsdf-film.

// 1 - albedo of the glass in one direction of the viewer's side (is_before) or the other.
//   at           of the direction, of in_tables()
//   mirror_loss  the same of GGX that reflects everything
fn glass_loss_of(b: Bsdf, at: vec2f, mirror_loss: f32, is_before: bool) -> f32 {
  if (b.is_thin != 0u) { return mirror_loss; }
  let both = glass_loss(vec2f(at.x), at.y, max(b.eta, 1.0 / b.eta));
  return clamp(mirror_loss * select(both.y, both.x, (b.eta >= 1.0) == is_before), 0.0, 1.0);
}

// What glass loses on the viewer's side (x) and on the other (y), each times its index squared: the shares of its broad lobe.
fn glass_losses(b: Bsdf, mirror_average: f32) -> vec2f {
  if (b.is_thin != 0u) { return vec2f(1.0 - mirror_average); }
  let both = 1.0 - glass_average(b.roughness, max(b.eta, 1.0 / b.eta));
  return select(both.yx, both.xy, b.eta >= 1.0) * vec2f(1.0, b.eta * b.eta);
}

fn glass_fresnel(b: Bsdf, cosine: f32) -> f32 {
  if (b.is_thin != 0u) { return fresnel_pane(cosine, b.eta); }
  return fresnel_dielectric(cosine, b.eta);
}

fn mirrored_by_glass(b: Bsdf, cosine: f32) -> vec3f {
  let plain = vec3f(glass_fresnel(b, cosine));
  var mirrored = plain;
  // A film mirrors from inside what it mirrors outside, where the ray goes on there.
  let is_inside = b.is_thin == 0u && b.eta < 1.0;
  let sine2 = (1.0 - cosine * cosine) / (b.eta * b.eta);
  for (var film = has_film(b) && !(is_inside && sine2 >= 1.0); film; film = false) {
    let f = film_reflectance(select(cosine, sqrt(max(1.0 - sine2, 0.0)), is_inside), b.film_ior, b.film_thickness, b.film_base);
    mirrored = mix(plain, select(f, 2.0 * f / (1.0 + f), b.is_thin != 0u), b.film);
  }
  return mirrored;
}

// With which glass is sampled that mirrors so much.
fn odds_of_mirror(mirrored: vec3f) -> f32 {
  if (!shows_rare) { return mirrored.x; }
  return clamp(select(luminance(mirrored), mirrored.x, mirrored.x == mirrored.y && mirrored.x == mirrored.z), 0.0, 1.0);
}
