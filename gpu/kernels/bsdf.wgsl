// bsdf.wgsl: how a surface scatters light, in its own frame: z along the shading normal, towards the viewer. One record holds
// glTF's layers: sheen and clearcoat over a mix of metal, glass and an opaque body under a dielectric gloss, brushed or under a thin film.
// Needs sampling, bsdf-microfacet, bsdf-albedo and bsdf-film.
//
// Energy: lobes of microfacets lose what is scattered more than once; metals and glass give it back in a broad lobe (Kulla and
// Conty 2017, "Revisiting physically based shading at Imageworks"), a body gets what its gloss lets through, from both sides
// (so that it stays reciprocal), and what lies under clearcoat or sheen gets what these leave, seen from the viewer.
// Radiance is carried divided by the square of the refractive index: it stays the same through an interface that does not
// reflect, so a furnace shows 1 inside glass too.

// False: no material of the scene is brushed or has a thin film, and nobody pays for that.
override shows_rare: bool = true;

const SMOOTH_ALPHA = 5e-4;      // below, a lobe is one direction
const COAT_F0 = 0.04;
const KEPT = 0.997;             // of what the table says microfacets lose: it is good to three thousandths, and nothing may gain
const BRUSHED_KEPT = 0.85;      // the same of brushed metals: along their grooves, the table of one width says too much is lost

// What a material looks like at one point, textures and all.
struct Appearance {
  base_color: vec3f,
  metallic: f32,
  specular_color: vec3f,
  specular: f32,            // KHR_materials_specular
  sheen_color: vec3f,
  sheen_roughness: f32,
  roughness: f32,
  ior: f32,
  around: f32,              // index of what is outside; 1: air
  transmission: f32,
  is_thin: u32,             // 1: a pane without a body behind it
  clearcoat: f32,
  clearcoat_roughness: f32,
  anisotropy: f32,          // KHR_materials_anisotropy: along the frame's x its facets are the rougher
  film: f32,                // KHR_materials_iridescence: share of a thin film
  film_ior: f32,
  film_thickness: f32,      // nanometres
}

struct Bsdf {
  color: vec3f,
  metal: f32,             // metal + glass + opaque weights are 1
  gloss_f0: vec3f,        // of metal and opaque together, weighted
  glass: f32,
  sheen: vec3f,
  gloss_f90: f32,
  body: vec3f,            // albedo of the opaque part, times what leaves it towards the viewer
  roughness: f32,
  scattered: vec3f,       // metal's broad lobe, but for the light's side
  eta: f32,               // index behind the surface over index before it
  alpha: f32,
  is_thin: u32,
  coat: f32,
  coat_alpha: f32,
  under: f32,             // what coat and sheen leave for the rest
  dielectric_f0: f32,     // of the gloss over the body
  dielectric_f90: f32,
  sheen_roughness: f32,
  lost: f32,              // 1 - albedo of the glass towards the viewer, over what both sides lose
  choose: vec4f,          // probabilities of coat, gloss, glass and the body's cosine;
  choose_up: f32,         // of the broad lobe upwards, the rest is the broad lobe downwards
  spread: f32,            // squared cosine below which the broad lobe gathers
  alpha_along: f32,       // alpha along x; `alpha` is that along y
  film: f32,
  film_ior: f32,
  film_thickness: f32,
  film_base: vec3f,       // what the dielectric gloss mirrors at right angles without its film
  film_left: f32,         // of light from everywhere, what a gloss with its film leaves for the body
  gloss_kept: vec2f,      // of the gloss with facets that reflect everything: its albedo towards the viewer, and on average
  // Of light from all around, what the viewer gets by coat, sheen,
  sheen_share: vec3f,
  coat_share: f32,
  // gloss, metal's broad lobe and the body, but for what coat and sheen take of these.
  gloss_share: vec3f,
  scattered_share: vec3f,
  body_share: vec3f,
}

struct Scatter {
  direction: vec3f,
  density: f32,           // per steradian; 0: no light comes that way; of one direction alone: the odds of it, or 1
  weight: vec3f,          // reflectance times cosine over density
  is_single: bool,        // the only direction of its lobe: no light sample can meet it
}

fn luminance(color: vec3f) -> f32 {
  return dot(color, vec3f(0.2126, 0.7152, 0.0722));
}

// 1 - albedo of a dielectric gloss without colour.
fn left_by_gloss(f0: f32, f90: f32, albedo: vec2f) -> f32 {
  return 1.0 - min(f0 * (albedo.x - albedo.y) + f90 * albedo.y, 1.0);
}

// What stands for both widths of a brushed gloss in tables of one: by their squares, a little less, so that over all turns about the normal
// nothing gains.
fn rare_roughness(look: Appearance) -> f32 {
  if (!shows_rare || look.anisotropy <= 0.0) { return look.roughness; }
  let alpha = look.roughness * look.roughness;
  let along = alpha_along(alpha, look.anisotropy);
  return sqrt(0.9 * sqrt(0.5 * (alpha * alpha + along * along)));
}

fn alpha_along(alpha: f32, anisotropy: f32) -> f32 {
  return mix(alpha, 1.0, anisotropy * anisotropy);
}

fn is_brushed(b: Bsdf) -> bool { return shows_rare && b.alpha_along != b.alpha; }
fn has_film(b: Bsdf) -> bool { return shows_rare && b.film > 0.0; }

fn alphas_of(b: Bsdf) -> vec2f { return vec2f(select(b.alpha, b.alpha_along, shows_rare), b.alpha); }

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

// Everything but the odds of sampling, and but what glass scatters more than once: enough to be lit by lights without extent.
//   o         unit vector to the viewer, o.z > 0
//   is_front  the viewer is outside: glass lies behind the surface
fn layers_of(look: Appearance, o: vec3f, is_front: bool) -> Bsdf {
  var b: Bsdf;
  b.color = look.base_color;
  b.metal = look.metallic;
  b.glass = (1.0 - look.metallic) * look.transmission;
  let opaque = 1.0 - b.metal - b.glass;
  b.roughness = rare_roughness(look);
  b.alpha = look.roughness * look.roughness;
  b.alpha_along = b.alpha;
  for (var brushed = shows_rare && look.anisotropy > 0.0; brushed; brushed = false) {
    b.alpha = max(b.alpha, 2.0 * SMOOTH_ALPHA);
    b.alpha_along = alpha_along(b.alpha, look.anisotropy);
  }
  b.is_thin = look.is_thin;
  b.eta = select(look.around / look.ior, look.ior / look.around, is_front || look.is_thin != 0u);
  let n = (look.ior - 1.0) / (look.ior + 1.0);
  let f0 = min(n * n * look.specular_color, vec3f(1.0)) * look.specular;
  b.dielectric_f0 = max(f0.x, max(f0.y, f0.z));
  b.dielectric_f90 = look.specular;
  b.gloss_f0 = b.metal * look.base_color + opaque * f0;
  b.gloss_f90 = b.metal + opaque * look.specular;
  b.coat = look.clearcoat;
  b.coat_alpha = look.clearcoat_roughness * look.clearcoat_roughness;
  b.sheen_roughness = look.sheen_roughness;
  let sheen_most = max(look.sheen_color.x, max(look.sheen_color.y, look.sheen_color.z));

  let albedo = ggx_albedo(o.z, b.roughness);
  let average = ggx_average(b.roughness);
  b.gloss_kept = vec2f(albedo.x, average.x);

  b.gloss_share = b.gloss_f0 * (albedo.x - albedo.y) + vec3f(b.gloss_f90 * albedo.y);
  let left = left_by_gloss(b.dielectric_f0, b.dielectric_f90, kept_from_body(b, o.z, albedo));
  b.body_share = opaque * look.base_color * left;
  b.body = b.body_share / max(left_on_average(b, average), 1e-4);
  // Fresnel averaged over the hemisphere: Schlick's loses 1/21 of the way to 1.
  let f_average = look.base_color + (1.0 - look.base_color) / 21.0;
  let f_scattered = f_average * f_average * average.x / (1.0 - f_average * (1.0 - average.x));
  b.scattered_share = KEPT * b.metal * f_scattered * (1.0 - albedo.x);
  b.scattered = b.scattered_share / max(1.0 - average.x, 1e-4);

  for (var brushed = is_brushed(b); brushed; brushed = false) {
    b.scattered_share *= BRUSHED_KEPT;
    b.scattered *= BRUSHED_KEPT;
  }
  for (var film = shows_rare && look.film > 0.0; film; film = false) { add_film(&b, look, f0, o.z, albedo, average); }

  b.under = 1.0;
  for (var coat = b.coat > 0.0; coat; coat = false) {
    b.coat_share = b.coat * (1.0 - left_by_gloss(COAT_F0, 1.0, ggx_albedo(o.z, look.clearcoat_roughness)));
    b.under = KEPT * (1.0 - b.coat_share);
  }
  for (var sheen = sheen_most > 0.0; sheen; sheen = false) {
    let kept = sheen_albedo(o.z, look.sheen_roughness);
    b.sheen = look.sheen_color * (KEPT * b.under / max(kept, 1.0));
    b.sheen_share = b.sheen * kept;
    b.under *= 1.0 - sheen_most * min(kept, 1.0);
  }
  return b;
}

// The same for paths, which are sampled.
fn make_bsdf(look: Appearance, o: vec3f, is_front: bool) -> Bsdf {
  var b = layers_of(look, o, is_front);
  let body = b.under * luminance(b.body_share);
  let sheen = luminance(b.sheen_share);
  var up = sheen + b.under * luminance(b.scattered_share);
  b.spread = clamp(select(b.alpha * b.alpha, 0.02, sheen > 0.0), 1e-4, 1.0);
  var down = 0.0;
  for (var rough = b.glass > 0.0 && b.alpha >= SMOOTH_ALPHA; rough; rough = false) {
    let losses = glass_losses(b, b.gloss_kept.y);
    let total = losses.x + losses.y;
    let lost = glass_loss_of(b, o.z, 1.0 - b.gloss_kept.x, true);
    b.lost = KEPT * KEPT * b.glass * lost / max(total, 1e-5);
    up += b.under * b.glass * lost * losses.x / max(total, 1e-5);
    down = b.under * b.glass * lost * losses.y / max(total, 1e-5);
  }
  let gloss = b.under * luminance(b.gloss_share);
  let glass = b.under * b.glass;
  let sum = b.coat_share + gloss + glass + body + up + down;
  b.choose = select(vec4f(0.0, 0.0, 0.0, 1.0), vec4f(b.coat_share, gloss, glass, body) / max(sum, 1e-20), sum > 1e-20);
  b.choose_up = select(0.0, up / max(sum, 1e-20), sum > 1e-20);
  return b;
}

// Of light from all around, what reaches the viewer mirrored by gloss and glass, the coat left out,
fn mirrored_share(b: Bsdf, cosine: f32) -> vec3f {
  if (b.glass <= 0.0) { return b.under * (b.gloss_share + b.scattered_share); }
  return b.under * (b.gloss_share + b.scattered_share + b.glass * mirrored_by_glass(b, cosine));
}

// through glass,
fn transmitted_share(b: Bsdf, cosine: f32) -> vec3f {
  if (b.glass <= 0.0) { return vec3f(0.0); }
  return b.under * b.glass * b.color * (1.0 - mirrored_by_glass(b, cosine));
}

// and scattered by body and sheen.
fn diffuse_share(b: Bsdf) -> vec3f {
  return b.under * b.body_share + b.sheen_share;
}

// 1 - albedo of the glass in one direction of the viewer's side (is_before) or the other.
//   mirror_loss  the same of GGX that reflects everything
fn glass_loss_of(b: Bsdf, z: f32, mirror_loss: f32, is_before: bool) -> f32 {
  if (b.is_thin != 0u) { return mirror_loss; }
  let both = glass_loss(vec2f(z), b.roughness, max(b.eta, 1.0 / b.eta));
  return clamp(mirror_loss * select(both.y, both.x, (b.eta >= 1.0) == is_before), 0.0, 1.0);
}

// What glass loses on the viewer's side (x) and on the other (y), each times its index squared: the shares of its broad lobe.
fn glass_losses(b: Bsdf, mirror_average: f32) -> vec2f {
  if (b.is_thin != 0u) { return vec2f(1.0 - mirror_average); }
  let both = 1.0 - glass_average(b.roughness, max(b.eta, 1.0 / b.eta));
  return select(both.yx, both.xy, b.eta >= 1.0) * vec2f(1.0, b.eta * b.eta);
}

// The broad lobe: what was scattered more than once leaves mostly at grazing angles where roughness is low. Squared cosines have a
// density of 1 / (s + spread), between a cosine lobe (spread 1) and the horizon.
fn broad_density(z: f32, spread: f32) -> f32 {
  return z * INVERSE_PI / ((z * z + spread) * log(1.0 + 1.0 / spread));
}

fn sample_broad(u: vec2f, spread: f32) -> vec3f {
  let s = clamp(spread * (pow(1.0 + 1.0 / spread, u.x) - 1.0), 1e-10, 1.0);
  let r = sqrt(1.0 - s);
  return vec3f(r * cos(6.2831853 * u.y), r * sin(6.2831853 * u.y), sqrt(s));
}

// Reflectance times the light's cosine (xyz) and the density with which sample_bsdf() takes `i` (w), per steradian; lobes of one
// direction left out.
fn evaluate_bsdf(b: Bsdf, o: vec3f, i: vec3f) -> vec4f {
  let lobes = evaluate_lobes(b, o, i);
  return vec4f(lobes.value, lobes.density);
}

struct Lobes {
  value: vec3f,       // reflectance times the light's cosine
  density: f32,
  broad: vec3f,       // the part of `value` that gathers from everywhere: body, sheen and what metal scatters more than once
}

// What few materials have stands in loops of one turn: adapters that run both sides of every branch skip loops without work.
fn evaluate_lobes(b: Bsdf, o: vec3f, i: vec3f) -> Lobes {
  var value = vec3f(0.0);
  var density = 0.0;
  var broad = vec3f(0.0);
  let is_rough = b.alpha >= SMOOTH_ALPHA;
  let cosine = abs(i.z);
  if (cosine < 1e-6) { return Lobes(vec3f(0.0), 0.0, vec3f(0.0)); }
  let albedo = ggx_albedo(cosine, b.roughness);
  if (i.z > 0.0) {
    let h = normalize(o + i);
    let o_h = clamp(dot(o, h), 0.0, 1.0);
    let fifth = schlick(o_h);
    // Reflected by facets: the gloss, and glass seen from either side.
    if (is_rough) {
      let seen = 1.0 + facet_lambda(b, o);
      let facets = facet_density(b, h) / (4.0 * o.z);
      var mirrored = mirrored_by_gloss(b, o_h, fifth);
      var chosen = b.choose.y;
      for (var glass = b.glass > 0.0; glass; glass = false) {
        let f = mirrored_by_glass(b, o_h);
        mirrored += b.glass * f;
        chosen += b.choose.z * odds_of_mirror(f);
      }
      value += b.under * mirrored * (facets / (seen + facet_lambda(b, i)));
      density += chosen * facets / seen;
    }
    // The body, and what was scattered more than once.
    broad = b.under * (b.body * left_for_body(b, i.z, albedo) + b.scattered * (1.0 - albedo.x)) * (i.z * INVERSE_PI);
    for (var sheen = max(b.sheen.x, max(b.sheen.y, b.sheen.z)) > 0.0; sheen; sheen = false) {
      broad += b.sheen * (i.z * sheen_reflectance(h.z, o.z, i.z, b.sheen_roughness));
    }
    value += broad;
    density += b.choose.w * i.z * INVERSE_PI;
    for (var lost = b.lost > 0.0; lost; lost = false) { value += vec3f(b.under * b.lost * glass_loss_of(b, i.z, 1.0 - albedo.x, true) * i.z * INVERSE_PI); }
    for (var up = b.choose_up > 0.0; up; up = false) { density += b.choose_up * broad_density(i.z, b.spread); }
    for (var coat = b.coat > 0.0 && b.coat_alpha >= SMOOTH_ALPHA; coat; coat = false) {
      let seen = 1.0 + smith_lambda(o.z, b.coat_alpha);
      let facets = ggx_distribution(h, b.coat_alpha) / (4.0 * o.z);
      value += vec3f(b.coat * (COAT_F0 + (1.0 - COAT_F0) * fifth) * facets / (seen + smith_lambda(i.z, b.coat_alpha)));
      density += b.choose.x * facets / seen;
    }
  }
  for (var through = i.z < 0.0 && b.glass > 0.0 && is_rough; through; through = false) {
    let seen = 1.0 + facet_lambda(b, o);
    let both_seen = seen + facet_lambda(b, i);
    var passed = vec3f(0.0);
    if (b.is_thin != 0u) {
      // A pane blurs what is behind it as it blurs what it mirrors.
      let h = normalize(o + vec3f(i.xy, cosine));
      let mirrored = mirrored_by_glass(b, clamp(dot(o, h), 0.0, 1.0));
      let facets = facet_density(b, h) / (4.0 * o.z);
      passed = b.glass * (1.0 - mirrored) * facets / both_seen;
      density = b.choose.z * (1.0 - odds_of_mirror(mirrored)) * facets / seen;
    } else {
      var h = normalize(o + b.eta * i);
      if (h.z < 0.0) { h = -h; }
      let o_h = dot(o, h);
      let i_h = dot(i, h);
      if (o_h > 0.0 && i_h < 0.0) {
        let mirrored = mirrored_by_glass(b, o_h);
        let spread = i_h + o_h / b.eta;
        let facets = facet_density(b, h) * o_h * -i_h / (o.z * max(spread * spread, 1e-12));
        passed = b.glass * (1.0 - mirrored) * facets / both_seen;
        density = b.choose.z * (1.0 - odds_of_mirror(mirrored)) * facets / seen;
      }
    }
    for (var lost = b.lost > 0.0; lost; lost = false) {
      let down = 1.0 - (b.choose.x + b.choose.y + b.choose.z + b.choose.w + b.choose_up);
      let index2 = select(b.eta * b.eta, 1.0, b.is_thin != 0u);
      passed += vec3f(b.lost * index2 * glass_loss_of(b, cosine, 1.0 - albedo.x, false) * cosine * INVERSE_PI);
      density += max(down, 0.0) * broad_density(cosine, b.spread);
    }
    value = b.under * b.color * passed;
  }
  return Lobes(value, density, broad);
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

// What the broad lobes give back of a uniform light, towards the viewer.
fn broad_albedo(b: Bsdf, o: vec3f) -> vec3f {
  let average = ggx_average(b.roughness);
  var sum = b.under * (b.body * select(left_on_average(b, average), b.film_left, has_film(b)) + b.scattered * (1.0 - average.x));
  if (b.sheen.x + b.sheen.y + b.sheen.z > 0.0) { sum += b.sheen * sheen_albedo(o.z, b.sheen_roughness); }
  return sum;
}

// The same surface whose broad lobes are never followed; what they gather is known otherwise. Probabilities sum to 1 again, to 0
// where nothing else is left.
fn without_broad(bsdf: Bsdf) -> Bsdf {
  var b = bsdf;
  // The broad lobe upwards also gives back what glass loses.
  let up = select(0.0, b.choose_up, b.lost > 0.0);
  let down = max(1.0 - (b.choose.x + b.choose.y + b.choose.z + b.choose.w + b.choose_up), 0.0);
  let sum = b.choose.x + b.choose.y + b.choose.z + up + select(0.0, down, b.lost > 0.0);
  let scale = select(0.0, 1.0 / sum, sum > 1e-6);
  b.choose = vec4f(b.choose.xyz * scale, 0.0);
  b.choose_up = up * scale;
  return b;
}

//   u  three numbers in [0, 1): the third chooses the lobe
fn sample_bsdf(b: Bsdf, o: vec3f, u: vec3f) -> Scatter {
  var s = sample_lobe(b, o, u);
  if (s.density >= 0.0) { return s; }
  let found = evaluate_bsdf(b, o, s.direction);
  s.density = max(found.w, 0.0);
  s.weight = select(vec3f(0.0), found.xyz / found.w, found.w > 0.0);
  return s;
}

// Its direction; density and weight only where that is the only one of its lobe. A density of -1: as evaluate_bsdf() says.
fn sample_lobe(b: Bsdf, o: vec3f, u: vec3f) -> Scatter {
  var s = Scatter(vec3f(0.0, 0.0, 1.0), 0.0, vec3f(0.0), false);
  var pick = u.z;
  if (pick < b.choose.x) {
    if (b.coat_alpha < SMOOTH_ALPHA) {
      return Scatter(vec3f(-o.xy, o.z), 1.0, vec3f(b.coat * (COAT_F0 + (1.0 - COAT_F0) * schlick(o.z)) / b.choose.x), true);
    }
    s.direction = reflect(-o, sample_visible_normal(o, vec2f(b.coat_alpha), u.xy));
    if (s.direction.z <= 0.0) { return s; }
  } else if (pick < b.choose.x + b.choose.y) {
    if (b.alpha < SMOOTH_ALPHA) {
      return Scatter(vec3f(-o.xy, o.z), 1.0, b.under * mirrored_by_gloss(b, o.z, schlick(o.z)) / b.choose.y, true);
    }
    s.direction = reflect(-o, sample_visible_normal(o, alphas_of(b), u.xy));
    if (s.direction.z <= 0.0) { return s; }
  } else if (pick < b.choose.x + b.choose.y + b.choose.z) {
    pick = (pick - b.choose.x - b.choose.y) / b.choose.z;
    let is_smooth = b.alpha < SMOOTH_ALPHA;
    var h = vec3f(0.0, 0.0, 1.0);
    if (!is_smooth) { h = sample_visible_normal(o, alphas_of(b), u.xy); }
    let o_h = clamp(dot(o, h), 0.0, 1.0);
    let mirrored = mirrored_by_glass(b, o_h);
    let f = odds_of_mirror(mirrored);
    let weight = vec3f(b.under * b.glass / b.choose.z);
    if (pick < f) {
      s.direction = reflect(-o, h);
      if (is_smooth) { return Scatter(s.direction, 1.0, select(weight * mirrored / f, weight, !has_film(b)), true); }
      if (s.direction.z <= 0.0) { return s; }
    } else {
      if (b.is_thin != 0u) {
        let mirrored = reflect(-o, h);
        s.direction = vec3f(mirrored.xy, -mirrored.z);
      } else {
        let sine2 = (1.0 - o_h * o_h) / (b.eta * b.eta);
        s.direction = normalize(-o / b.eta + (o_h / b.eta - sqrt(max(0.0, 1.0 - sine2))) * h);
      }
      if (s.direction.z >= 0.0) { return s; }
      if (is_smooth) { return Scatter(s.direction, b.choose.z * (1.0 - f), weight * select(b.color * (1.0 - mirrored) / max(1.0 - f, 1e-6), b.color, !has_film(b)), true); }
    }
  } else {
    let rest = pick - b.choose.x - b.choose.y - b.choose.z - b.choose.w;
    if (rest < 0.0 || (b.choose_up <= 0.0 && b.lost <= 0.0)) { s.direction = sample_cosine(u.xy); } else { s.direction = sample_broad(u.xy, b.spread); }
    if (rest >= b.choose_up && b.lost > 0.0) { s.direction.z = -s.direction.z; }
  }
  s.density = -1.0;
  return s;
}
