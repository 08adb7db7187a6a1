// shading.wgsl: the light that leaves a surface towards the viewer, but for mirrored rays. Needs surface, lights and a traversal.
// Metallic-roughness as in glTF 2.0, appendix B: GGX, height-correlated Smith, Schlick's Fresnel.

const PI = 3.14159265;
const MIN_LIGHT_ROUGHNESS = 0.05;   // a mirror's highlight of a light without size would be infinitely bright
const TRACED_ROUGHNESS = 0.2;       // up to here reflections are traced in full,
const AMBIENT_ROUGHNESS = 0.45;     // from here on the environment stands in for them

// Radiance that reaches the viewer at once, and the share of what comes along the mirrored ray.
struct Shaded {
  radiance: vec3f,
  shadow_rays: u32,
  mirrored: vec3f,      // throughput of the mirrored ray; zero: do not trace it
}

// What a ray meets that leaves the scene.
fn background(direction: vec3f) -> vec3f {
  if ((scene.settings & SETTING_BLACK) != 0u) { return vec3f(0.0); }
  if ((scene.settings & SETTING_GREEN) != 0u) { return vec3f(0.0, scene.white, 0.0); }
  return environment(direction);
}

fn environment(direction: vec3f) -> vec3f {
  return mix(scene.nadir, scene.zenith, 0.5 + 0.5 * direction.y);
}

// What stands in for mirrored rays that are not traced.
fn ambient_radiance(direction: vec3f) -> vec3f {
  return mix(scene.ambient_nadir, scene.ambient_zenith, 0.5 + 0.5 * direction.y);
}

// Irradiance of the ambient gradient on a plane, over pi: exact, since a linear term loses a third.
fn ambient_irradiance(normal: vec3f) -> vec3f {
  return mix(scene.ambient_nadir, scene.ambient_zenith, 0.5 + normal.y / 3.0);
}

fn fresnel(f0: vec3f, roughness: f32, cosine: f32) -> vec3f {
  let edge = max(vec3f(1.0 - roughness), f0);
  return f0 + (edge - f0) * pow(clamp(1.0 - cosine, 0.0, 1.0), 5.0);
}

fn reflectance_at_normal(surface: Surface) -> vec3f {
  return mix(vec3f(0.04), surface.base_color, surface.metallic);
}

//   bounces_left  0: what would be traced comes from the environment
//   min_weight    throughput below this is not worth a ray
fn shade_surface(surface: Surface, direction: vec3f, throughput: vec3f, bounces_left: u32, min_weight: f32) -> Shaded {
  var shaded: Shaded;
  let to_viewer = -direction;
  let n = surface.shading_normal;
  let n_v = max(dot(n, to_viewer), 1e-4);
  let f0 = reflectance_at_normal(surface);
  let diffuse = surface.base_color * (1.0 - surface.metallic);
  shaded.radiance = surface.emissive;

  // Mirror term: traced, or the environment's.
  let weight = fresnel(f0, surface.roughness, n_v);
  var traced = 1.0 - smoothstep(TRACED_ROUGHNESS, AMBIENT_ROUGHNESS, surface.roughness);
  let onward = throughput * weight * traced;
  if (bounces_left == 0u || max(onward.x, max(onward.y, onward.z)) < min_weight) { traced = 0.0; }
  shaded.mirrored = weight * traced;
  if ((scene.settings & SETTING_AMBIENT) != 0u) {
    shaded.radiance += diffuse * (1.0 - weight) * ambient_irradiance(n);
    if (traced < 1.0) { shaded.radiance += weight * (1.0 - traced) * ambient_radiance(mirror_direction(surface, direction)); }
  }

  for (var i = 0u; i < scene.light_count; i++) {
    let points = point_count(i);
    for (var k = 0u; k < points; k++) {
      let place = light_point(i, k);
      var to_light = place;
      var irradiance = scene.lights[i].intensity / f32(points);
      if (scene.lights[i].kind != LIGHT_DIRECTIONAL) {
        let path = place - surface.position;
        let square = max(dot(path, path), 1e-8);
        to_light = path / sqrt(square);
        irradiance *= strength_towards(scene.lights[i], -to_light) / square;
      }
      let n_l = dot(n, to_light);
      if (n_l <= 0.0) { continue; }
      let light = irradiance * n_l * reflectance(diffuse, f0, surface.roughness, n, to_viewer, to_light, n_l, n_v);
      if (max(light.x, max(light.y, light.z)) <= 0.0) { continue; }
      if ((scene.settings & SETTING_SHADOWS) != 0u) {
        shaded.shadow_rays += 1u;
        if (any_hit(shadow_ray(surface, to_light, scene.lights[i].kind, place))) { continue; }
      }
      shaded.radiance += light;
    }
  }
  return shaded;
}

// Aimed at the light from the lifted point, so that its end is the light itself.
fn shadow_ray(surface: Surface, to_light: vec3f, kind: u32, place: vec3f) -> Ray {
  if (kind == LIGHT_DIRECTIONAL) { return leave_surface(surface, surface.raised, to_light, 1e30); }
  let path = place - surface.raised;
  let distance = max(length(path), 1e-6);
  return leave_surface(surface, surface.raised, path / distance, distance * 0.99999);
}

// The bidirectional reflectance.
fn reflectance(diffuse: vec3f, f0: vec3f, roughness: f32, n: vec3f, v: vec3f, l: vec3f, n_l: f32, n_v: f32) -> vec3f {
  let h = normalize(v + l);
  let n_h = clamp(dot(n, h), 0.0, 1.0);
  let v_h = clamp(dot(v, h), 0.0, 1.0);
  let rough = max(roughness, MIN_LIGHT_ROUGHNESS);
  let a2 = rough * rough * rough * rough;
  // 1 - n_h^2 as a cross product: f32 has too few digits to subtract near the peak of a sharp highlight.
  let side = cross(n, h);
  let d = dot(side, side) + a2 * n_h * n_h;
  let distribution = a2 / (PI * d * d);
  let smith = n_l * sqrt(n_v * n_v * (1.0 - a2) + a2) + n_v * sqrt(n_l * n_l * (1.0 - a2) + a2);
  let f = f0 + (1.0 - f0) * pow(1.0 - v_h, 5.0);
  return diffuse * (1.0 - f) / PI + f * (distribution * 0.5 / max(smith, 1e-7));
}

// The mirrored direction, kept out of the triangle where the shading normal would send it in.
fn mirror_direction(surface: Surface, direction: vec3f) -> vec3f {
  let r = reflect(direction, surface.shading_normal);
  let above = dot(r, surface.geometric_normal);
  if (above >= 1e-4) { return normalize(r); }
  return normalize(r + surface.geometric_normal * (1e-4 - above));
}

fn mirror_ray(surface: Surface, direction: vec3f) -> Ray {
  return leave_surface(surface, surface.raised, mirror_direction(surface, direction), 1e30);
}
