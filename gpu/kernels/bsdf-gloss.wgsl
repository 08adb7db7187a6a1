// bsdf-gloss.wgsl: what metal and the gloss over an opaque body mirror: facets, brushed or not, with or without a thin film on them.
// Needs bsdf, bsdf-microfacet, bsdf-albedo and bsdf-film.

// 1 - albedo of a dielectric gloss without colour.
fn left_by_gloss(f0: f32, f90: f32, albedo: vec2f) -> f32 {
  return 1.0 - min(f0 * (albedo.x - albedo.y) + f90 * albedo.y, 1.0);
}

fn alpha_along(alpha: f32, anisotropy: f32) -> f32 {
  return mix(alpha, 1.0, anisotropy * anisotropy);
}

fn is_brushed(b: Bsdf) -> bool { return shows_rare && b.alpha_along != b.alpha; }
fn has_film(b: Bsdf) -> bool { return shows_rare && b.film > 0.0; }

fn alphas_of(b: Bsdf) -> vec2f { return vec2f(select(b.alpha, b.alpha_along, shows_rare), b.alpha); }

// The cosine and roughness that the tables of what facets keep have of a direction: towards or from `w`.
fn in_tables(b: Bsdf, w: vec3f) -> vec2f {
  var at = vec2f(abs(w.z), b.roughness);
  for (var brushed = is_brushed(b); brushed; brushed = false) { at = as_of_one_width(w, alphas_of(b)); }
  return at;
}

// Of facets that reflect everything, what they keep (x) and, of brushed ones about, its part weighted by Schlick's fifth power (y).
fn kept_by_facets(b: Bsdf, w: vec3f, at: vec2f) -> vec2f {
  var kept = ggx_albedo(at.x, at.y);
  for (var brushed = is_brushed(b); brushed; brushed = false) { kept.y = min(ggx_albedo(abs(w.z), b.roughness).y, kept.x); }
  return kept;
}

// The widest of its lobe.
fn widest_alpha(b: Bsdf) -> f32 { return select(b.alpha, max(b.alpha_along, b.alpha), shows_rare); }

fn facet_density(b: Bsdf, h: vec3f) -> f32 {
  if (is_brushed(b)) { return stretched_distribution(h, alphas_of(b)); }
  return ggx_distribution(h, b.alpha);
}

fn facet_lambda(b: Bsdf, w: vec3f) -> f32 {
  if (is_brushed(b)) { return stretched_lambda(w, alphas_of(b)); }
  return smith_lambda(abs(w.z), b.alpha);
}

// What metal and the gloss over the body mirror together.
//   cosine  of the ray with a facet
//   fifth   Schlick's power of it
fn mirrored_by_gloss(b: Bsdf, cosine: f32, fifth: f32) -> vec3f {
  let plain = b.gloss_f0 + (vec3f(b.gloss_f90) - b.gloss_f0) * fifth;
  var mirrored = plain;
  for (var film = has_film(b); film; film = false) { mirrored = mix(plain, mirrored_by_film(b, cosine), b.film); }
  return mirrored;
}

fn mirrored_by_film(b: Bsdf, cosine: f32) -> vec3f {
  var sum = vec3f(0.0);
  for (var metal = b.metal > 0.0; metal; metal = false) { sum += b.metal * film_reflectance(cosine, b.film_ior, b.film_thickness, b.color); }
  let opaque = 1.0 - b.metal - b.glass;
  for (var body = opaque > 0.0; body; body = false) { sum += opaque * film_reflectance(cosine, b.film_ior, b.film_thickness, b.film_base); }
  return sum;
}
