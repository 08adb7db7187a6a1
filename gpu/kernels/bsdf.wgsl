// bsdf.wgsl: how a surface scatters light, in its own frame: z along the shading normal, towards the viewer. One record holds
// glTF's layers: sheen and clearcoat over a mix of metal, glass and an opaque body under a dielectric gloss, brushed or under a thin film.
// What mirrors stands in bsdf-gloss, what is left below it in bsdf-body, what lets light through in bsdf-glass; bsdf-lobes asks all of
// them towards one direction. Needs these, luminance, bsdf-microfacet and bsdf-albedo.
//
// Energy: lobes of microfacets lose what is scattered more than once; metals and glass give it back in a broad lobe (Kulla and
// Conty 2017, "Revisiting physically based shading at Imageworks"), a body gets what its gloss lets through, from both sides
// (so that it stays reciprocal), and what lies under clearcoat or sheen gets what these leave, seen from the viewer.
// Radiance is carried divided by the square of the refractive index: it stays the same through an interface that does not
// reflect, so a furnace shows 1 inside glass too.
//
// What few materials have stands in loops of one turn: adapters that run both sides of every branch skip loops without work.

// False: no material of the scene is brushed or has a thin film, and nobody pays for that.
override shows_rare: bool = true;

const COAT_F0 = 0.04;
const KEPT = 0.997;             // of what the table says microfacets lose: it is good to three thousandths, and nothing may gain

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
  roughness: f32,         // of a brushed surface, of the one width that keeps as much on average
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

// Everything but the odds of sampling, and but what glass scatters more than once: enough to be lit by lights without extent.
//   o         unit vector to the viewer, o.z > 0
//   is_front  the viewer is outside: glass lies behind the surface
fn layers_of(look: Appearance, o: vec3f, is_front: bool) -> Bsdf {
  var b: Bsdf;
  b.color = look.base_color;
  b.metal = look.metallic;
  b.glass = (1.0 - look.metallic) * look.transmission;
  let opaque = 1.0 - b.metal - b.glass;
  b.roughness = look.roughness;
  b.alpha = look.roughness * look.roughness;
  b.alpha_along = b.alpha;
  for (var brushed = shows_rare && look.anisotropy > 0.0; brushed; brushed = false) {
    b.alpha = max(b.alpha, 2.0 * SMOOTH_ALPHA);
    b.alpha_along = alpha_along(b.alpha, look.anisotropy);
    b.roughness = brushed_roughness(vec2f(b.alpha_along, b.alpha));
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

  let albedo = kept_by_facets(b, o, in_tables(b, o));
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
  b.spread = clamp(select(widest_alpha(b) * widest_alpha(b), 0.02, sheen > 0.0), 1e-4, 1.0);
  var down = 0.0;
  for (var rough = b.glass > 0.0 && b.alpha >= SMOOTH_ALPHA; rough; rough = false) {
    let losses = glass_losses(b, b.gloss_kept.y);
    let total = losses.x + losses.y;
    let lost = glass_loss_of(b, in_tables(b, o), 1.0 - b.gloss_kept.x, true);
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
