// bsdf-body.wgsl: what gloss, grooves and film leave for the opaque body below them. Needs bsdf, bsdf-gloss, bsdf-albedo and bsdf-film.

// Of the dielectric gloss alone, the colour of which it mirrors most: what it keeps from the body.
//   kept  of its facets, were they to reflect everything
fn left_under_film(b: Bsdf, cosine: f32, kept: vec2f) -> f32 {
  let f = film_reflectance(cosine, b.film_ior, b.film_thickness, b.film_base);
  return mix(left_by_gloss(b.dielectric_f0, b.dielectric_f90, kept), 1.0 - max(f.x, max(f.y, f.z)) * kept.x, b.film);
}

// Of a brushed gloss, what its smoother direction keeps: the body gets too little at grazing angles rather than too much.
fn kept_from_body(b: Bsdf, cosine: f32, kept: vec2f) -> vec2f {
  var smoother = kept;
  for (var brushed = is_brushed(b) && b.metal < 1.0; brushed; brushed = false) { smoother = ggx_albedo(cosine, sqrt(b.alpha)); }
  return smoother;
}

fn left_on_average(b: Bsdf, average: vec2f) -> f32 {
  var smoother = average;
  for (var brushed = is_brushed(b) && b.metal < 1.0; brushed; brushed = false) { smoother = ggx_average(sqrt(b.alpha)); }
  return left_by_gloss(b.dielectric_f0, b.dielectric_f90, smoother);
}

// What gloss and film leave for the body, from one direction.
fn left_for_body(b: Bsdf, cosine: f32, kept: vec2f) -> f32 {
  var left = left_by_gloss(b.dielectric_f0, b.dielectric_f90, kept_from_body(b, cosine, kept));
  for (var film = has_film(b); film; film = false) { left = left_under_film(b, cosine, kept); }
  return left;
}

// Replaces what a gloss without a film has put down. Averages over the hemisphere are means over cosines, evenly by their squares.
fn add_film(b: ptr<function, Bsdf>, look: Appearance, f0: vec3f, cosine: f32, albedo: vec2f, average: vec2f) {
  (*b).film = look.film;
  (*b).film_ior = look.film_ior;
  (*b).film_thickness = look.film_thickness;
  (*b).film_base = f0;
  let opaque = 1.0 - (*b).metal - (*b).glass;
  (*b).gloss_share = mix((*b).gloss_share, mirrored_by_film(*b, cosine) * albedo.x, look.film);
  var left = 0.0;
  var metal = vec3f(0.0);
  for (var k = 0u; k < 4u; k++) {
    let z = sqrt((f32(k) + 0.5) / 4.0);
    left += 0.25 * left_under_film(*b, z, average);
    metal += 0.25 * film_reflectance(z, look.film_ior, look.film_thickness, look.base_color);
  }
  (*b).film_left = max(left, 1e-4);
  (*b).body_share = opaque * look.base_color * left_under_film(*b, cosine, albedo);
  (*b).body = (*b).body_share / (*b).film_left;
  let f = mix(look.base_color + (1.0 - look.base_color) / 21.0, metal, look.film);
  (*b).scattered_share = KEPT * (*b).metal * (f * f * average.x / (1.0 - f * (1.0 - average.x))) * (1.0 - albedo.x);
  (*b).scattered = (*b).scattered_share / max(1.0 - average.x, 1e-4);
}
