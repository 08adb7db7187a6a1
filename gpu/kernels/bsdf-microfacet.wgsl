// bsdf-microfacet.wgsl: GGX and its kin in the surface's own frame, z along the shading normal. Needs nothing.

const INVERSE_PI = 0.31830989;
const SMOOTH_ALPHA = 5e-4;      // below, a lobe is one direction

// GGX (Trowbridge and Reitz 1975; Walter et al. 2007). `alpha` is the square of glTF's roughness.
fn ggx_distribution(h: vec3f, alpha: f32) -> f32 {
  let a2 = alpha * alpha;
  let d = dot(h.xy, h.xy) + a2 * h.z * h.z;
  return a2 * INVERSE_PI / max(d * d, 1e-30);
}

// The same with two widths, along x and y: what is brushed is rougher across its grooves (Heitz 2014, section 5.4).
fn stretched_distribution(h: vec3f, alphas: vec2f) -> f32 {
  let k = h.xy / alphas;
  let d = dot(k, k) + h.z * h.z;
  return INVERSE_PI / max(alphas.x * alphas.y * d * d, 1e-30);
}

fn stretched_lambda(w: vec3f, alphas: vec2f) -> f32 {
  let a = alphas * w.xy;
  return 0.5 * (sqrt(1.0 + dot(a, a) / max(w.z * w.z, 1e-12)) - 1.0);
}

// Smith's auxiliary function: 1 / (1 + lambda) of a direction's microfacets are not masked.
fn smith_lambda(z: f32, alpha: f32) -> f32 {
  let c2 = max(z * z, 1e-12);
  return 0.5 * (sqrt(1.0 + alpha * alpha * max(1.0 - c2, 0.0) / c2) - 1.0);
}

// A normal as it is seen from `w` (w.z > 0): Dupuy and Benyoub 2023, "Sampling visible GGX normals with spherical caps".
//   alphas  along x and y
fn sample_visible_normal(w: vec3f, alphas: vec2f, u: vec2f) -> vec3f {
  let stretched = normalize(vec3f(w.xy * alphas, w.z));
  let phi = 6.2831853 * u.x;
  let z = (1.0 - u.y) * (1.0 + stretched.z) - stretched.z;
  let r = sqrt(clamp(1.0 - z * z, 0.0, 1.0));
  let cap = vec3f(r * cos(phi), r * sin(phi), z) + stretched;
  return normalize(vec3f(cap.xy * alphas, max(cap.z, 1e-7)));
}

fn schlick(cosine: f32) -> f32 {
  let m = clamp(1.0 - cosine, 0.0, 1.0);
  let m2 = m * m;
  return m2 * m2 * m;
}

// Unpolarised reflectance of a smooth dielectric; 1 from the critical angle on.
//   cosine  of the ray with the normal, on the ray's side
//   eta     index behind the surface over index before it
fn fresnel_dielectric(cosine: f32, eta: f32) -> f32 {
  let sine2 = (1.0 - cosine * cosine) / (eta * eta);
  if (sine2 >= 1.0) { return 1.0; }
  let behind = sqrt(1.0 - sine2);
  let parallel = (eta * cosine - behind) / (eta * cosine + behind);
  let perpendicular = (cosine - eta * behind) / (cosine + eta * behind);
  return 0.5 * (parallel * parallel + perpendicular * perpendicular);
}

// A pane: all reflections between its two sides together.
fn fresnel_pane(cosine: f32, ior: f32) -> f32 {
  let r = fresnel_dielectric(cosine, ior);
  return 2.0 * r / (1.0 + r);
}

// The Charlie distribution (Estevez and Kulla 2017) with Neubelt's visibility, as in KHR_materials_sheen.
fn sheen_reflectance(h_z: f32, o_z: f32, i_z: f32, roughness: f32) -> f32 {
  let inverse = 1.0 / max(roughness * roughness, 1e-3);
  let sine = sqrt(max(1.0 - h_z * h_z, 1e-8));
  let d = (2.0 + inverse) * pow(sine, inverse) * (0.5 * INVERSE_PI);
  return d / (4.0 * (o_z + i_z - o_z * i_z));
}
