// shading.wgsl: the light that leaves a surface towards the viewer, but for what one ray onward brings: lights from their centres,
// sharp mirrors, clear glass, ambient light. How surfaces scatter is bsdf.wgsl's, as for whole paths. Needs surface, lights, media, sampling, the
// bsdf pieces, appearance, ambient, a piece that offers known_around() and a traversal.

const MIN_LIGHT_ROUGHNESS = 0.05;   // a mirror's highlight of a light without size would be infinitely bright
const TRACED_ROUGHNESS = 0.2;       // up to here what is mirrored, or seen through glass, is traced in full,
const AMBIENT_ROUGHNESS = 0.45;     // from here on the environment stands in for it
const OCCLUSION_RAYS = 8u;          // that ask how far things near by keep the ambient term away
const OCCLUSION_REACH = 1.5;        // metres
const MOST_RADIANCE = 1e30;         // nits: sums over samples stay finite
const MAX_GLASS = 8u;               // surfaces that one ray passes; it counts as a bounce only where it leaves the first surface of a pixel

// Radiance that reaches the viewer at once, and the share of what comes along the one ray that goes on.
struct Shaded {
  radiance: vec3f,
  shadow_rays: u32,
  onward_share: vec3f,  // throughput of the ray that goes on; zero: do not trace it
  goes_through: bool,   // it is the refracted ray, or straight on through a pane; else the mirrored one
  onward: vec3f,        // unit
}

// What is traced of a lobe, by its roughness.
fn traced_share(roughness: f32) -> f32 {
  return 1.0 - smoothstep(TRACED_ROUGHNESS, AMBIENT_ROUGHNESS, roughness);
}

// A surface of which only a share is there lies as a layer over what is behind: the ray goes straight on, and what the surface mirrors comes
// from the environment.
// So does one where another body is there instead.
//   media  that the ray is in; receives those that the ray onward is in
fn shade_seen(hit: Hit, surface: Surface, direction: vec3f, throughput: vec3f, mirrors_left: u32, sees_through: bool, min_weight: f32, media: ptr<function, vec3u>) -> Shaded {
  let solid = is_solid(surface.row);
  var coverage = select(1.0, coverage_at(hit), sees_through);
  if (solid && sees_through && is_displaced(*media, surface.row)) { coverage = 0.0; }
  let is_whole = coverage >= 1.0;
  var around = 1.0;
  if (solid) { around = index_around(*media, surface.row, 0.0); }
  var shaded = shade_surface(surface, around, direction, throughput, select(0u, mirrors_left, is_whole), sees_through && is_whole, min_weight);
  for (var veil = !is_whole; veil; veil = false) {
    shaded.radiance *= coverage;
    shaded.onward_share = vec3f(1.0 - coverage);
    shaded.goes_through = true;
    shaded.onward = direction;
  }
  if (solid && shaded.goes_through && (is_whole || coverage <= 0.0)) { *media = crossed(*media, surface.row, surface.is_front); }
  return shaded;
}

//   outside       index on the outer side
//   mirrors_left  0: what would be mirrored comes from the environment
//   sees_through  false: so does what would be seen through glass
//   min_weight    throughput below this is not worth a ray
fn shade_surface(surface: Surface, outside: f32, direction: vec3f, throughput: vec3f, mirrors_left: u32, sees_through: bool, min_weight: f32) -> Shaded {
  var shaded: Shaded;
  let n = surface.shading_normal;
  let tangent = along_of(surface);
  let bitangent = cross(n, tangent);
  let o = normalize(vec3f(-dot(tangent, direction), -dot(bitangent, direction), max(-dot(n, direction), 1e-4)));
  var look = appearance_of(surface);
  look.around = outside;
  let gloss_traced = traced_share(select(look.roughness, sqrt(alpha_along(look.roughness * look.roughness, look.anisotropy)), shows_rare && look.anisotropy > 0.0));
  let coat_traced = traced_share(look.clearcoat_roughness);
  look.roughness = max(look.roughness, MIN_LIGHT_ROUGHNESS);
  look.clearcoat_roughness = max(look.clearcoat_roughness, MIN_LIGHT_ROUGHNESS);
  let bsdf = layers_of(look, o, surface.is_front);
  shaded.radiance = surface.emissive;

  // Two rays may go on, one does: the one that brings more. The environment stands in for the other.
  let gloss = mirrored_share(bsdf, o.z);
  var onward = gloss * gloss_traced + vec3f(bsdf.coat_share * coat_traced);
  var rest = gloss + vec3f(bsdf.coat_share) - onward;
  let mirror = mirror_direction(surface, direction);
  shaded.onward = mirror;
  var around = ambient_radiance(mirror);
  let ambient = select(0.0, 1.0, (scene.settings & SETTING_AMBIENT) != 0u);
  let is_glass = bsdf.glass > 0.0;
  for (var glass = is_glass; glass; glass = false) {
    let through = transmitted_share(bsdf, o.z);
    let traced = through * gloss_traced;
    let refracted = through_direction(surface, direction, bsdf);
    let around_through = ambient_radiance(refracted);
    shaded.goes_through = largest(traced) >= largest(onward);
    if (shaded.goes_through) {
      shaded.radiance += ambient * ((rest + onward) * around + (through - traced) * around_through);
      onward = traced;
      rest = vec3f(0.0);
      shaded.onward = refracted;
      around = around_through;
    } else {
      shaded.radiance += ambient * through * around_through;
    }
  }
  // What is known of the light around stands for the gradient: for broad lobes, and for glosses too rough to be traced.
  let known = known_around(surface);
  let unknown = ambient * (1.0 - known.w);
  let is_traced = select(mirrors_left > 0u, sees_through, shaded.goes_through) && largest(throughput * onward) >= min_weight;
  shaded.onward_share = select(vec3f(0.0), onward, is_traced);
  shaded.radiance += ambient * (onward - shaded.onward_share) * around + rest * (unknown * around + known.w * known.xyz);
  shaded.radiance += diffuse_share(bsdf) * known.w * known.xyz;
  let everywhere = unknown * diffuse_share(bsdf) * ambient_irradiance(n);
  // Occlusion counts as more lights, for there is one place where shadows are traced.
  let near_by = select(0u, OCCLUSION_RAYS, (scene.settings & SETTING_OCCLUSION) != 0u && largest(everywhere) > 0.0);
  if (near_by == 0u) { shaded.radiance += everywhere; }

  for (var asked = 0u; asked < scene.light_count + near_by; asked++) {
    let is_ambient = asked >= scene.light_count;
    var lamp = scene.lights[min(asked, MAX_LIGHTS - 1u)];
    let points = select(point_count(&lamp), 1u, is_ambient);
    for (var k = 0u; k < points; k++) {
      let place = light_point(&lamp, k);
      var to_light = place;
      var irradiance = lamp.intensity / f32(points);
      if (is_ambient) {
        // The same directions about every normal: sharp, and without noise.
        let ray = f32(asked - scene.light_count);
        let towards = sample_cosine(vec2f((ray + 0.5) / f32(OCCLUSION_RAYS), fract(0.5 + ray * 0.618034)));
        to_light = tangent * towards.x + bitangent * towards.y + n * towards.z;
      } else if (lamp.kind != LIGHT_DIRECTIONAL) {
        let path = place - surface.position;
        let square = max(dot(path, path), 1e-8);
        to_light = path / sqrt(square);
        irradiance *= strength_towards(&lamp, -to_light) / square;
      }
      let n_l = dot(n, to_light);
      // What a light sends through clear glass is a point: no eye meets it.
      if (n_l <= 0.0 && !(is_glass && gloss_traced < 1.0)) { continue; }
      var light = everywhere / f32(OCCLUSION_RAYS);
      if (!is_ambient) { light = irradiance * evaluate_bsdf(bsdf, o, vec3f(dot(tangent, to_light), dot(bitangent, to_light), n_l)).xyz; }
      if (largest(light) <= 0.0) { continue; }
      if ((scene.settings & SETTING_SHADOWS) == 0u && !is_ambient) {
        shaded.radiance += light;
        continue;
      }
      shaded.shadow_rays += 1u;
      var ray = shadow_ray(surface, to_light, select(lamp.kind, LIGHT_DIRECTIONAL, is_ambient), place);
      if (is_ambient) { ray.t_max = OCCLUSION_REACH; }
      follow_light(ray.direction);
      let is_lit = !any_hit(ray);
      follow_sight();
      if (!is_lit) { continue; }
      if (any(left_by_panes < vec3f(1.0))) { light_passed(throughput * light * left_by_panes); }
      shaded.radiance += light * left_by_panes;
    }
  }
  shaded.radiance = min(shaded.radiance, vec3f(MOST_RADIANCE));
  return shaded;
}

// For those who write down where light comes from (gpu/debug): what panes let through of the last light.
fn light_passed(light: vec3f) {}

// Aimed at the light from the lifted point, so that its end is the light itself.
fn shadow_ray(surface: Surface, to_light: vec3f, kind: u32, place: vec3f) -> Ray {
  let origin = select(surface.position, surface.raised, dot(to_light, surface.geometric_normal) > 0.0);
  if (kind == LIGHT_DIRECTIONAL) { return leave_surface(surface, origin, to_light, 1e30); }
  let path = place - origin;
  let distance = max(length(path), 1e-6);
  return leave_surface(surface, origin, path / distance, distance * 0.99999);
}

// What is left of light that reaches a surface through the bodies that the ray is in: those that it has entered, or else the one whose back
// is met.
fn left_by_body(media: vec3u, surface: Surface, distance: f32) -> vec3f {
  if (media.x != 0u) { return left_by_media(media, distance); }
  if (surface.is_front || materials[surface.row].transmission <= 0.0) { return vec3f(1.0); }
  return exp(-materials[surface.row].absorption * min(distance, 1e6));
}

// The mirrored direction, kept out of the triangle where the shading normal would send it in.
fn mirror_direction(surface: Surface, direction: vec3f) -> vec3f {
  let r = reflect(direction, surface.shading_normal);
  let above = dot(r, surface.geometric_normal);
  if (above >= 1e-4) { return normalize(r); }
  return normalize(r + surface.geometric_normal * (1e-4 - above));
}

// Straight on through a pane; refracted by a body. Past the critical angle no light comes that way: any direction will do.
fn through_direction(surface: Surface, direction: vec3f, bsdf: Bsdf) -> vec3f {
  if (bsdf.is_thin != 0u) { return direction; }
  let r = refract(direction, surface.shading_normal, 1.0 / bsdf.eta);
  let below = dot(r, surface.geometric_normal);
  if (dot(r, r) == 0.0 || below > -1e-4) { return direction; }
  return normalize(r);
}

fn onward_ray(surface: Surface, shaded: Shaded) -> Ray {
  return leave_surface(surface, select(surface.raised, surface.position, shaded.goes_through), shaded.onward, 1e30);
}
