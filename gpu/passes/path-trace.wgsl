// path-trace.wgsl: light along whole paths: the truth that the other passes are held against. One path per pixel and dispatch,
// added to what was gathered before. Needs a traversal, surface, shading, the bsdf pieces and light-sampling.
//
// Unidirectional, with a sample of each kind of light (in the room, in the sky, shining surfaces, the surroundings) at every vertex and both ways to a light balanced (Veach 1997). A ray
// through a thin smooth pane goes straight on and counts as the same ray, for shadow rays too. `bounces` counts the rays that
// follow the camera ray; a light sample is such a ray.

struct PathParams {
  camera_position: vec3f,
  spread: f32,            // radians, of one pixel
  corner: vec3f,          // from the eye through picture coordinate (0, 0), at distance 1 along the view
  first_block: u32,       // of this dispatch: 8x8 blocks row by row from the region's corner
  step_x: vec3f,          // per pixel
  block_count: u32,
  step_y: vec3f,
  blocks_x: u32,          // across the region
  region_min: vec2u,      // of the picture
  region_size: vec2u,     // pixels in `gathered`
  sample: u32,            // number of this path of every pixel
  bounces: u32,
  seed: u32,
  roulette: u32,          // bounces before paths may end by chance
  has_panes: u32,         // shadow rays may pass through glass
  hides_background: u32,  // 1: camera rays that meet nothing leave the pixel transparent
  gloss_floor: f32,       // roughness that a gloss has at least once a path was scattered broadly; 0: the truth, caustics and all
  lens_u: vec3f,          // half of the lens's width, world space
  focus: f32,             // 1 / distance of what is sharp; 0: a pinhole
  lens_v: vec3f,          // half of its height
}

@group(2) @binding(0) var<uniform> path_params: PathParams;
@group(2) @binding(1) var<storage, read_write> gathered: array<vec4f>;   // sum over the samples; w: how many met something

const MAX_PANES = 12u;      // that one ray passes
const SMOOTH_PANE = 0.1;    // roughness below which a pane blurs nothing

fn picture_seed(pixel: vec2u) -> u32 {
  return pixel.y * 65536u + pixel.x;
}

// Is the viewer on the side that the triangle's winding (or the ball's outside) calls its front?
fn meets_front(hit: Hit, direction: vec3f) -> bool {
  let d = to_object_direction(hit.instance, direction);
  if ((instances[hit.instance].flags & INSTANCE_SPHERE) != 0u) {
    let half = instances[hit.instance].root_max - instances[hit.instance].root_min;
    return dot(decode_sphere(vec2f(hit.u, hit.v)) / half, d) < 0.0;
  }
  let record = hit.record;
  return dot(cross(triangles[record].v1 - triangles[record].v0, triangles[record].v2 - triangles[record].v0), d) < 0.0;
}

fn appearance_of(surface: Surface, row: u32, is_front: bool) -> Appearance {
  var look: Appearance;
  look.base_color = clamp(surface.base_color, vec3f(0.0), vec3f(1.0));
  look.metallic = clamp(surface.metallic, 0.0, 1.0);
  look.roughness = clamp(surface.roughness, 0.0, 1.0);
  look.specular_color = materials[row].specular_color;
  look.specular = materials[row].specular;
  look.ior = materials[row].ior;
  look.transmission = materials[row].transmission;
  look.is_thin = select(0u, 1u, (materials[row].flags & MATERIAL_THIN) != 0u);
  // Layers lie on the outside.
  if (is_front || look.is_thin != 0u) {
    look.clearcoat = materials[row].clearcoat;
    look.clearcoat_roughness = materials[row].clearcoat_roughness;
    look.sheen_color = materials[row].sheen_color;
    look.sheen_roughness = materials[row].sheen_roughness;
  }
  if ((materials[row].flags & MATERIAL_LAYER_TEXTURED) != 0u) {
    for (var which = 0u; which < 4u; which++) {
      let map = layer_map_of(row, which);
      if (map.texture == NONE) { continue; }
      let texel = sample_texture(map, surface.uv, 0.0, false);
      switch (which) {
        case 0u: { look.transmission *= texel.r; }
        case 1u: { look.clearcoat *= texel.r; }
        case 2u: { look.clearcoat_roughness *= texel.g; }
        default: { look.sheen_color *= texel.rgb; }
      }
    }
  }
  if (look.is_thin != 0u && look.transmission > 0.0 && look.roughness < SMOOTH_PANE) { look.roughness = 0.0; }
  return look;
}

fn layer_map_of(row: u32, which: u32) -> TextureUse {
  switch (which) {
    case 0u: { return materials[row].transmission_texture; }
    case 1u: { return materials[row].clearcoat_texture; }
    case 2u: { return materials[row].clearcoat_roughness_texture; }
    default: { return materials[row].sheen_color_texture; }
  }
}

fn row_of(hit: Hit) -> u32 {
  return instances[hit.instance].materials + triangles[hit.record].material_slot;
}

// What is left of light on its way, where nothing but panes stands in it.
fn transmitted(start: Ray) -> vec3f {
  if (path_params.has_panes == 0u) { return select(vec3f(1.0), vec3f(0.0), any_hit(start)); }
  var ray = start;
  var left = vec3f(1.0);
  for (var k = 0u; k < MAX_PANES; k++) {
    let hit = closest_hit(ray);
    if (!is_hit(hit)) { return left; }
    let row = row_of(hit);
    if ((materials[row].flags & MATERIAL_THIN) == 0u || materials[row].transmission <= 0.0) { return vec3f(0.0); }
    let surface = load_surface_of_hit(hit, ray.direction, 0.0);
    let look = appearance_of(surface, row, meets_front(hit, ray.direction));
    if (look.roughness > 0.0) { return vec3f(0.0); }
    let cosine = dot(surface.shading_normal, -ray.direction);
    let b = make_bsdf(look, vec3f(sqrt(max(0.0, 1.0 - cosine * cosine)), 0.0, cosine), true);
    left *= b.under * b.glass * b.color * (1.0 - fresnel_pane(cosine, b.eta));
    if (max(left.x, max(left.y, left.z)) <= 1e-5) { return vec3f(0.0); }
    ray = leave_surface(surface, surface.position, ray.direction, ray.t_max - hit.t);
  }
  return vec3f(0.0);
}

@compute @workgroup_size(64)
fn path_trace(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) m: u32) {
  let block = group.y * groups.x + group.x;
  if (block >= path_params.block_count) { return; }
  let b = block + path_params.first_block;
  let inside = vec2u((m & 1u) | ((m >> 1u) & 2u) | ((m >> 2u) & 4u), ((m >> 1u) & 1u) | ((m >> 2u) & 2u) | ((m >> 3u) & 4u));
  let at = 8u * vec2u(b % path_params.blocks_x, b / path_params.blocks_x) + inside;
  if (any(at >= path_params.region_size)) { return; }
  let pixel = path_params.region_min + at;
  var rng = seed_rng(picture_seed(pixel), path_params.seed, path_params.sample);
  let p = vec2f(pixel) + next_pair(&rng);
  // From a point of the lens to the point in focus that the pixel's central ray meets; a pinhole draws no numbers for it.
  var lens = vec3f(0.0);
  if (path_params.focus > 0.0) {
    let d = sample_disc(next_pair(&rng));
    lens = d.x * path_params.lens_u + d.y * path_params.lens_v;
  }
  let towards = path_params.corner + p.x * path_params.step_x + p.y * path_params.step_y - path_params.focus * lens;
  let ray = Ray(path_params.camera_position + lens, 0.0, normalize(towards), 1e30);
  let found = follow_path(ray, &rng);
  let index = at.y * path_params.region_size.x + at.x;
  let before = select(gathered[index], vec4f(0.0), path_params.sample == 0u);
  // A number that is none would stay for ever.
  let is_sane = max(found.x, max(found.y, found.z)) < 1e30;
  gathered[index] = before + select(vec4f(0.0), found, is_sane);
}

// Radiance along a camera ray (xyz), and whether it met something (w).
fn follow_path(start: Ray, rng: ptr<function, Rng>) -> vec4f {
  var ray = start;
  var throughput = vec3f(1.0);
  var radiance = vec3f(0.0);
  var coverage = 1.0;
  var width = 0.0;
  var absorption = vec3f(0.0);
  // How the ray was chosen: density per steradian at the vertex it left; 0: the only way.
  var density = 0.0;
  var gatherer = Gatherer(start.origin, vec3f(0.0, 1.0, 0.0), true);
  var lights_total = vec2f(0.0);    // of weights, in the sky and in the room
  var travelled = 0.0;      // from the gatherer to the ray's origin, through panes
  var panes = 0u;
  var depth = 0u;
  var gloss_floor = 0.0;
  loop {
    let hit = closest_hit(ray);
    let distance = travelled + hit.t;
    throughput *= exp(-absorption * min(hit.t, 1e6));

    // Lights with extent that the ray passes.
    for (var i = 0u; i < scene.light_count; i++) {
      var light_density = 0.0;
      let far = Ray(ray.origin, 0.0, ray.direction, hit.t);
      if (meet_light(i, far, &light_density) >= hit.t) { continue; }
      var weight = 1.0;
      let total = select(lights_total.y, lights_total.x, scene.lights[i].kind == LIGHT_DIRECTIONAL);
      if (density > 0.0 && total > 0.0) {
        // Seen from where the path scattered last, beyond panes.
        var from_there = 0.0;
        let t = meet_light(i, Ray(gatherer.position, 0.0, ray.direction, select(distance * 1.01, 1e30, !is_hit(hit))), &from_there);
        light_density = select(light_density, from_there, from_there > 0.0 && t < 1e30);
        weight = mis_weight(density, light_density * light_weight(i, gatherer) / total);
      }
      radiance += throughput * weight * radiance_of_light(i, ray.direction);
    }

    if (!is_hit(hit)) {
      if (depth == 0u && panes == 0u) {
        if (path_params.hides_background != 0u) { coverage = 0.0; } else if ((scene.settings & (SETTING_BLACK | SETTING_GREEN)) != 0u) {
          radiance += background(ray.direction);
        } else {
          radiance += surroundings(ray.direction);
        }
        break;
      }
      var weight = 1.0;
      if (density > 0.0 && light_params.environment_width > 0u) { weight = mis_weight(density, environment_density(ray.direction)); }
      radiance += throughput * weight * surroundings(ray.direction);
      break;
    }

    width += hit.t * path_params.spread * 0.5;
    let surface = load_surface_of_hit(hit, ray.direction, width);
    let row = row_of(hit);
    if (max(surface.emissive.x, max(surface.emissive.y, surface.emissive.z)) > 0.0) {
      var weight = 1.0;
      if (density > 0.0 && light_params.emitter_count > 0u) {
        weight = mis_weight(density, emitter_density(materials[row].emitter, distance * distance, abs(dot(surface.geometric_normal, ray.direction))));
      }
      radiance += throughput * weight * surface.emissive;
    }
    if (depth >= path_params.bounces) { break; }

    let is_front = meets_front(hit, ray.direction);
    var look = appearance_of(surface, row, is_front);
    if (look.transmission == 0.0) { look.roughness = max(look.roughness, gloss_floor); }
    look.clearcoat_roughness = max(look.clearcoat_roughness, gloss_floor);
    let n = surface.shading_normal;
    let tangent = tangent_of(n);
    let bitangent = cross(n, tangent);
    let o = normalize(vec3f(-dot(tangent, ray.direction), -dot(bitangent, ray.direction), max(-dot(n, ray.direction), 1e-4)));
    let bsdf = make_bsdf(look, o, is_front);
    // Of one direction in all its lobes: a mirror, clear glass. No light sample meets it.
    let is_smooth = bsdf.choose.w + bsdf.choose_up <= 0.0 && (bsdf.alpha < SMOOTH_ALPHA || bsdf.choose.y + bsdf.choose.z <= 0.0) &&
      (bsdf.coat_alpha < SMOOTH_ALPHA || bsdf.choose.x <= 0.0) && bsdf.lost <= 0.0;

    let here = Gatherer(surface.raised, n, bsdf.glass > 0.0 && bsdf.alpha >= SMOOTH_ALPHA);
    let u_light = next_pair(rng);
    let u_which = next_pair(rng);
    let u_emitter = next_pair(rng);
    let u_sky = next_pair(rng);
    let u_sun = next_pair(rng);
    var new_total = vec2f(0.0);
    if (!is_smooth) {
      for (var kind = 0u; kind < 4u; kind++) {
        var light = LightSample(n, 0.0, vec3f(0.0), 0.0, false);
        var target_hit = Hit(0.0, 0.0, 0.0, NONE, NONE);
        if (kind == 0u || kind == 3u) {
          if (scene.light_count == 0u) { continue; }
          var total = 0.0;
          light = sample_lights(here, kind == 3u, select(u_light, u_sun, kind == 3u), select(u_which.x, fract(u_which.x + 0.618034), kind == 3u), &total);
          if (kind == 3u) { new_total.x = total; } else { new_total.y = total; }
        } else if (kind == 1u) {
          if (light_params.emitter_count == 0u) { continue; }
          light = sample_emitters(here, u_emitter, u_which.y, &target_hit);
        } else {
          if (light_params.environment_width == 0u) { continue; }
          light = sample_environment(u_sky);
        }
        if (light.density <= 0.0) { continue; }
        let i = vec3f(dot(tangent, light.direction), dot(bitangent, light.direction), dot(n, light.direction));
        let above = dot(surface.geometric_normal, light.direction);
        if (i.z * above <= 0.0) { continue; }
        let value = evaluate_bsdf(bsdf, o, i);
        if (value.w <= 0.0 || max(value.x, max(value.y, value.z)) <= 0.0) { continue; }
        if (kind == 1u) {
          light.radiance = load_surface_of_hit(target_hit, light.direction, 0.0).emissive / light.density;
        } else if (kind == 2u) {
          light.radiance = surroundings(light.direction) / light.density;
        }
        var weight = 1.0;
        if (!light.is_single) { weight = mis_weight(light.density, value.w); }
        let given = throughput * value.xyz * light.radiance * weight;
        if (max(given.x, max(given.y, given.z)) <= 0.0) { continue; }
        let origin = select(surface.position, surface.raised, above > 0.0);
        let shadow = leave_surface(surface, origin, light.direction, select(light.distance * 0.9999 - surface.error, 1e30, light.distance > 1e29));
        if (shadow.t_max > 0.0) { radiance += given * transmitted(shadow); }
      }
    }

    let u_scatter = next_pair(rng);
    let u_lobe = next_pair(rng);
    let scatter = sample_bsdf(bsdf, o, vec3f(u_scatter, u_lobe.x));
    if (scatter.density <= 0.0) { break; }
    var direction = normalize(tangent * scatter.direction.x + bitangent * scatter.direction.y + n * scatter.direction.z);
    let goes_through = scatter.direction.z < 0.0;
    if (goes_through && bsdf.is_thin != 0u && scatter.is_single) {
      // Straight on: the same ray, by the odds that it was not mirrored.
      panes += 1u;
      if (panes > MAX_PANES) { break; }
      throughput *= scatter.weight;
      density *= scatter.density;
      travelled = distance;
      ray = leave_surface(surface, surface.position, ray.direction, 1e30);
      continue;
    }
    let above = dot(surface.geometric_normal, direction);
    if (goes_through) {
      if (above >= 0.0) { break; }
      if (bsdf.is_thin == 0u) { absorption = select(vec3f(0.0), materials[row].absorption, is_front); }
    } else if (above < 1e-4) {
      // Bent normals may send light into the triangle: it leaves along it.
      direction = normalize(direction + surface.geometric_normal * (1e-4 - above));
    }
    throughput *= scatter.weight;
    if (!scatter.is_single && (bsdf.choose.w > 0.0 || bsdf.roughness > 0.25)) { gloss_floor = path_params.gloss_floor; }
    density = select(scatter.density, 0.0, scatter.is_single);
    gatherer = here;
    lights_total = new_total;
    travelled = 0.0;
    depth += 1u;
    if (depth > path_params.roulette) {
      let odds = min(max(throughput.x, max(throughput.y, throughput.z)), 0.95);
      if (u_lobe.y >= odds) { break; }
      throughput /= odds;
    }
    if (max(throughput.x, max(throughput.y, throughput.z)) <= 1e-7) { break; }
    ray = leave_surface(surface, select(surface.position, surface.raised, !goes_through), direction, 1e30);
  }
  return vec4f(max(radiance, vec3f(0.0)), coverage);
}
