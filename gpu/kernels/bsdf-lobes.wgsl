// bsdf-lobes.wgsl: the layers of a Bsdf towards one direction of light, and directions by their odds. Needs bsdf, bsdf-gloss, bsdf-body,
// bsdf-glass, bsdf-microfacet, bsdf-albedo and sampling.

struct Scatter {
  direction: vec3f,
  density: f32,           // per steradian; 0: no light comes that way; of one direction alone: the odds of it, or 1
  weight: vec3f,          // reflectance times cosine over density
  is_single: bool,        // the only direction of its lobe: no light sample can meet it
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

fn evaluate_lobes(b: Bsdf, o: vec3f, i: vec3f) -> Lobes {
  var value = vec3f(0.0);
  var density = 0.0;
  var broad = vec3f(0.0);
  let is_rough = b.alpha >= SMOOTH_ALPHA;
  let cosine = abs(i.z);
  if (cosine < 1e-6) { return Lobes(vec3f(0.0), 0.0, vec3f(0.0)); }
  let at = in_tables(b, i);
  let albedo = kept_by_facets(b, i, at);
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
    for (var lost = b.lost > 0.0; lost; lost = false) { value += vec3f(b.under * b.lost * glass_loss_of(b, at, 1.0 - albedo.x, true) * i.z * INVERSE_PI); }
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
      passed += vec3f(b.lost * index2 * glass_loss_of(b, at, 1.0 - albedo.x, false) * cosine * INVERSE_PI);
      density += max(down, 0.0) * broad_density(cosine, b.spread);
    }
    value = b.under * b.color * passed;
  }
  return Lobes(value, density, broad);
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
