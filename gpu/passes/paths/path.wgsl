// path.wgsl: light along whole paths, for whoever starts them: at the eye (path-trace.wgsl) or at a surface that is known already.
// Needs a traversal, surface, shading, the bsdf pieces, light-sampling, virtual-image and a piece that offers cached_irradiance().
//
// Unidirectional, with a sample of each kind of light (in the room, in the sky, shining surfaces, the surroundings) at every vertex and both ways to a light balanced (Veach 1997). A ray
// through a thin smooth pane goes straight on and counts as the same ray, for shadow rays too. `bounces` counts the rays that
// follow the camera ray; a light sample is such a ray.
//
// Without shadows the scene's lights and what shines go through things: light samples ask nobody, and scattered rays meet lights
// behind things. The surroundings stay behind what is in front of them, as the ambient term does.
//
// One loop with one place each where a ray is traced, a surface loaded, and a direction evaluated: compilers copy every call into
// its place, and a traversal is long. Each turn is a ray: the path's own, or one that asks whether light arrives.

struct PathRules {
  spread: f32,            // radians, of what one path sees of textures
  pixel: f32,             // how many times as wide a pixel is
  bounces: u32,           // rays that follow the camera ray
  roulette: u32,          // bounces before paths may end by chance
  has_panes: u32,         // shadow rays may pass through glass
  hides_background: u32,  // 1: camera rays that meet nothing leave the pixel transparent
  gloss_floor: f32,       // roughness that a gloss has at least once a path was scattered broadly; 0: the truth, caustics and all
  diffuse: u32,           // DIFFUSE_*: where light comes from that broad lobes gather
  starts_diffuse: u32,    // 1: paths leave a broad lobe; what light samples find from there is known already
  occlusion: f32,         // metres within which things keep the ambient term away; 0: nothing does
  mirrors: u32,           // times that a path is mirrored, by glosses, coats and glass; then the ambient term stands for what they would show
}

@group(2) @binding(7) var<uniform> path_rules: PathRules;

const DIFFUSE_TRACED = 0u;    // from where a scattered ray ends
const DIFFUSE_AMBIENT = 1u;   // lights by their samples; all else is the ambient term
const DIFFUSE_CACHED = 2u;    // lights and the image of the sky by their samples; all else from cached_irradiance(), as far as that is sure

const MAX_PANES = 12u;      // that one ray passes

// Mirrors for the eye: nearly all light takes lobes that blur what they show by no more than so many pixels, as a rougher gloss does where
// things stand on it, and pixels are not spread over too much of the room, as by a bead: what that shows is a colour, not a picture.
const MIRROR_ODDS = 0.9;
const MIRROR_PIXELS = 3.0;
const MIRROR_CONE = 0.14;   // radians, half of it: a ball of 14 pixels, a leg of 7
const GLOSS_ALPHA = 0.1;    // what is rougher is none
// Smooth enough (a roughness below 0.06) for what shines in it to be found at once, with these odds.
const SURE_ALPHA = 3.6e-3;
const SURE_ODDS = 0.98;

fn picture_seed(pixel: vec2u) -> u32 {
  return pixel.y * 65536u + pixel.x;
}

fn row_of(hit: Hit) -> u32 {
  return instances[hit.instance].materials + triangles[hit.record].material_slot;
}


// What a ray of the loop is for: 0 to 3 ask for light of one kind, in the room, of shining triangles, of the image of the
// surroundings, in the sky; then the ambient term; then the path's own way on.
const ASKS_ROOM = 0u;
const ASKS_EMITTERS = 1u;
const ASKS_ENVIRONMENT = 2u;
const ASKS_SKY = 3u;
const ASKS_AMBIENT = 4u;
const GOES_ON = 5u;

struct FoundLight {
  radiance: vec3f,      // along the camera ray, all of it
  coverage: f32,        // whether it met something
  // What a picture is smoothed by:
  seen: vec3f,          // the part of `radiance` that has no noise: what shines itself, seen at once or in mirrors
  distance: f32,        // metres along the camera ray to where the first surface that is no mirror nor clear glass, or its image, seems to stand
  normal: vec3f,        // its shading normal
  slot: u32,            // its instance + 1; 0: there is none
  tint: vec3f,          // what that surface and the mirrors before it make of white light all around
  reach: f32,           // pixels, by which that surface blurs what it shows, if it is a gloss and little else; else 1e6
  is_unlikely: bool,    // a mirror or glass was left by the less likely way: neighbours see something else
  shadow_rays: u32,     // that asked whether something is in the way
  rays: u32,            // of the path itself, but for the camera ray
}

//   start    the camera ray
//   first    what it meets, where `is_known`; else it is traced
fn follow_path(start: Ray, first: Hit, is_known: bool, rng: ptr<function, Rng>) -> FoundLight {
  var found: FoundLight;
  found.coverage = 1.0;
  found.tint = vec3f(1.0);
  found.reach = 1e6;
  var is_straight = true;       // mirrors and clear glass alone so far
  var is_sure = true;           // and next to nothing was left to chance
  var image = Image(1.0, 0.0, 0.0, 1.0);
  var ray = start;
  var throughput = vec3f(1.0);
  var radiance = vec3f(0.0);
  var width = 0.0;
  var cone = 0.5 * path_rules.spread;   // by which it grows, per metre
  var lobe = 0.0;               // radians, by which mirrors that are not quite smooth blur what they show,
  var haze = 0.0;               // and metres, at the vertex at hand
  var dull = vec3f(0.0);        // of the last mirror: its tint, if what it shows is too blurred
  var absorption = vec3f(0.0);
  // How the ray was chosen: density per steradian at the vertex it left; 0: the only way.
  var density = 0.0;
  let has_shadows = (scene.settings & SETTING_SHADOWS) != 0u;
  var gatherer = Gatherer(start.origin, vec3f(0.0, 1.0, 0.0), true, vec3f(0.0), 0.0);
  var lights_total = vec2f(0.0);    // of weights, in the sky and in the room
  var travelled = 0.0;      // from the gatherer to the ray's origin, through panes
  var panes = 0u;
  var depth = 0u;
  var mirrored = 0u;
  var gloss_floor = select(0.0, path_rules.gloss_floor, path_rules.starts_diffuse != 0u);

  // The vertex at hand.
  var surface: Surface;
  var bsdf: Bsdf;
  var row = 0u;
  var is_front = true;
  var is_smooth = true;
  var is_mirror = true;
  var segment = 0.0;        // of the path that ends here, metres
  var follows_broad = true;
  var tangent = vec3f(0.0);
  var bitangent = vec3f(0.0);
  var o = vec3f(0.0);
  var hit_distance = 0.0;   // from the gatherer, through panes
  var ray_direction = start.direction;
  var u_light = vec2f(0.0);
  var u_which = vec2f(0.0);
  var u_emitter = vec2f(0.0);
  var u_sky = vec2f(0.0);
  var u_sun = vec2f(0.0);
  var u_ambient = vec2f(0.0);
  var ambient = vec3f(0.0);
  var u_scatter = vec2f(0.0);
  var u_lobe = vec2f(0.0);
  var new_total = vec2f(0.0);
  var given = vec3f(0.0);   // by a light, if nothing is in the way
  var panes_between = 0u;
  var is_highlight = false; // of it, in a mirror: what shines itself

  var turn = GOES_ON;
  var is_given = is_known;
  loop {
    let is_asking = turn != GOES_ON;
    var hit = first;
    if (!is_given) {
      hit = find_hit(ray, is_asking && path_rules.has_panes == 0u);
      if (is_asking) { found.shadow_rays += 1u; } else if (depth + panes > 0u) { found.rays += 1u; }
    }
    is_given = false;
    var is_through = false;
    let before = radiance;

    if (!is_asking) {
      let distance = travelled + hit.t;
      let reach = min(hit.t, BEYOND);
      width += reach * cone;
      haze += reach * lobe;
      if (is_straight && haze > 2.0 * MIRROR_PIXELS * path_rules.pixel * width) {
        found.tint *= dull;
        found.reach = haze / (2.0 * path_rules.pixel * width);
        is_straight = false;
        is_sure = false;
      }
      throughput *= exp(-absorption * min(hit.t, 1e6));
      // Lights with extent that the ray passes.
      let is_sampled = path_rules.starts_diffuse != 0u && depth == 0u;
      // Seen through whatever there is, and so not again behind a pane.
      let is_unhindered = !has_shadows && density > 0.0;
      let light_end = select(hit.t, 1e30, is_unhindered);
      for (var i = 0u; i < scene.light_count && !is_sampled && !(is_unhindered && travelled > 0.0); i++) {
        var light_density = 0.0;
        let far = Ray(ray.origin, 0.0, ray.direction, light_end);
        if (meet_light(i, far, &light_density) >= light_end) { continue; }
        var weight = 1.0;
        let total = select(lights_total.y, lights_total.x, scene.lights[i].kind == LIGHT_DIRECTIONAL);
        if (density > 0.0 && total > 0.0) {
          // Seen from where the path scattered last, beyond panes.
          var from_there = 0.0;
          let t = meet_light(i, Ray(gatherer.position, 0.0, ray.direction, select(distance * 1.01, 1e30, !is_hit(hit) || is_unhindered)), &from_there);
          light_density = select(light_density, from_there, from_there > 0.0 && t < 1e30);
          weight = mis_weight(density, light_density * light_weight(i, gatherer) / total);
        }
        radiance += throughput * weight * radiance_of_light(i, ray.direction);
      }
      if (!is_hit(hit)) {
        if (is_sampled) {
          if (light_params.environment_width == 0u) { radiance += throughput * surroundings(ray.direction); }
        } else if (depth == 0u && panes == 0u && path_rules.hides_background != 0u) {
          found.coverage = 0.0;
        } else if (depth == 0u && (scene.settings & (SETTING_BLACK | SETTING_GREEN)) != 0u) {
          // Behind panes, too: what is seen straight on.
          radiance += throughput * background(ray.direction);
        } else {
          var weight = 1.0;
          if (density > 0.0 && light_params.environment_width > 0u) { weight = mis_weight(density, environment_density(ray.direction)); }
          radiance += throughput * weight * surroundings(ray.direction);
        }
        if (is_sure) { found.seen += radiance - before; }
        if (is_straight) {
          found.distance = image_distance(image, BEYOND);
          found.tint = throughput;
        }
        break;
      }
      segment = hit.t;
      hit_distance = distance;
      ray_direction = ray.direction;
    } else if (!is_hit(hit)) {
      radiance += given;
      if (is_highlight) { found.seen += given; }
    }

    if (is_hit(hit)) {
      let row_here = row_of(hit);
      let is_pane = (materials[row_here].flags & MATERIAL_THIN) != 0u && materials[row_here].transmission > 0.0;
      if (!is_asking || (is_pane && path_rules.has_panes != 0u && panes_between < MAX_PANES)) {
        let here = load_surface_of_hit(hit, ray.direction, select(width + select(0.0, 0.5 * haze, path_rules.gloss_floor > 0.0), 0.0, is_asking));
        if (!is_asking) {
          if (max(here.emissive.x, max(here.emissive.y, here.emissive.z)) > 0.0) {
            var weight = 1.0;
            // Balls that shine are found by scattered rays alone.
            let is_sampled_too = light_params.emitter_count > 0u && (instances[hit.instance].flags & INSTANCE_SPHERE) == 0u;
            if (is_sampled_too && ((path_rules.starts_diffuse != 0u && depth == 0u) || (!has_shadows && density > 0.0))) {
              weight = 0.0;
            } else if (is_sampled_too && density > 0.0) {
              weight = mis_weight(density, emitter_density(materials[row_here].emitter, hit_distance * hit_distance, abs(dot(here.geometric_normal, ray.direction))));
            }
            radiance += throughput * weight * here.emissive;
          }
          if (is_sure) { found.seen += radiance - before; }
          if (is_straight) {
            found.distance = image_distance(image, hit.t);
            found.normal = here.shading_normal;
            found.slot = hit.instance + 1u;
            found.tint = throughput;
          }
          if (depth >= path_rules.bounces) { break; }
        }
        let is_front_here = here.is_front;
        var look = appearance_of(here);
        let n = here.shading_normal;
        let cosine = -dot(n, ray.direction);
        var o_here = vec3f(sqrt(max(0.0, 1.0 - cosine * cosine)), 0.0, cosine);
        if (!is_asking) {
          if (look.transmission == 0.0) { look.roughness = max(look.roughness, gloss_floor); }
          look.clearcoat_roughness = max(look.clearcoat_roughness, gloss_floor);
          tangent = tangent_of(n);
          bitangent = cross(n, tangent);
          o = normalize(vec3f(-dot(tangent, ray.direction), -dot(bitangent, ray.direction), max(cosine, 1e-4)));
          o_here = o;
        }
        let bsdf_here = make_bsdf(look, o_here, is_front_here);
        if (!is_asking) {
          surface = here;
          bsdf = bsdf_here;
          row = row_here;
          is_front = is_front_here;
        } else if (look.roughness <= 0.0) {
          // A pane lets light pass.
          given *= bsdf_here.under * bsdf_here.glass * bsdf_here.color * (1.0 - fresnel_pane(cosine, bsdf_here.eta));
          ray = leave_surface(here, here.position, ray.direction, ray.t_max - hit.t);
          panes_between += 1u;
          is_through = max(given.x, max(given.y, given.z)) > 0.0;
        }
      }
    }
    if (is_through) { continue; }

    let n = surface.shading_normal;
    if (is_asking) {
      turn += 1u;
    } else {
      // Of one direction in all its lobes: a mirror, clear glass. No light sample meets it.
      is_smooth = bsdf.choose.w + bsdf.choose_up <= 0.0 && (bsdf.alpha < SMOOTH_ALPHA || bsdf.choose.y + bsdf.choose.z <= 0.0) &&
        (bsdf.coat_alpha < SMOOTH_ALPHA || bsdf.choose.x <= 0.0) && bsdf.lost <= 0.0;
      let sharp = select(0.0, bsdf.choose.x, bsdf.coat_alpha < GLOSS_ALPHA) + select(0.0, bsdf.choose.y + bsdf.choose.z, bsdf.alpha < GLOSS_ALPHA);
      is_mirror = (is_smooth || sharp >= MIRROR_ODDS) && (bsdf.choose.z > 0.0 || abs(surface.bend) * path_rules.pixel * width < MIRROR_CONE);
      u_light = next_pair(rng);
      u_which = next_pair(rng);
      u_emitter = next_pair(rng);
      u_sky = next_pair(rng);
      u_sun = next_pair(rng);
      u_scatter = next_pair(rng);
      u_lobe = next_pair(rng);
      new_total = vec2f(0.0);
      ambient = vec3f(0.0);
      follows_broad = true;
      dull = broad_albedo(bsdf, o) + gloss_albedo(bsdf, o);
      if (is_straight && !is_mirror) { found.tint *= dull; }
      if (path_rules.diffuse != DIFFUSE_TRACED && !is_smooth) {
        var around = vec4f(0.0, 0.0, 0.0, 1.0);
        var odds = 0.0;
        if (path_rules.diffuse == DIFFUSE_CACHED) {
          around = cached_irradiance(surface, is_straight);
          odds = next_pair(rng).x;
        } else if ((scene.settings & SETTING_AMBIENT) != 0u) {
          around = vec4f(ambient_irradiance(n), 1.0);
        }
        follows_broad = odds >= around.w;
        if (!follows_broad) {
          ambient = throughput * around.rgb * broad_albedo(bsdf, o);
          bsdf = without_broad(bsdf);
          if (path_rules.occlusion > 0.0 && path_rules.diffuse == DIFFUSE_AMBIENT) {
            u_ambient = next_pair(rng);
          } else {
            radiance += ambient;
            ambient = vec3f(0.0);
          }
        }
      }
      turn = select(ASKS_ROOM, GOES_ON, is_smooth);
    }

    // The next ray that is worth it.
    var is_over = true;
    let here = Gatherer(surface.raised, n, bsdf.glass > 0.0 && bsdf.alpha >= SMOOTH_ALPHA, reflect(ray_direction, n), select(0.0, bsdf.alpha, is_mirror && bsdf.alpha >= SMOOTH_ALPHA));
    for (; turn <= GOES_ON; turn++) {
      var light = LightSample(n, 0.0, vec3f(0.0), 1.0, false);
      var target_hit = Hit(0.0, 0.0, 0.0, NONE, NONE);
      var scatter = Scatter(vec3f(0.0), 0.0, vec3f(0.0), false);
      if (turn == ASKS_ROOM || turn == ASKS_SKY) {
        if (scene.light_count == 0u) { continue; }
        let in_sky = turn == ASKS_SKY;
        var total = 0.0;
        light = sample_lights(here, in_sky, select(u_light, u_sun, in_sky), select(u_which.x, fract(u_which.x + 0.618034), in_sky), &total);
        if (in_sky) { new_total.x = total; } else { new_total.y = total; }
      } else if (turn == ASKS_EMITTERS) {
        if (light_params.emitter_count == 0u) { continue; }
        light = sample_emitters(here, u_emitter, u_which.y, &target_hit);
      } else if (turn == ASKS_ENVIRONMENT) {
        if (light_params.environment_width == 0u) { continue; }
        light = sample_environment(u_sky);
      } else if (turn == ASKS_AMBIENT) {
        if (max(ambient.x, max(ambient.y, ambient.z)) <= 0.0) { continue; }
        let towards = sample_cosine(u_ambient);
        light.direction = tangent * towards.x + bitangent * towards.y + n * towards.z;
        light.distance = path_rules.occlusion;
      } else {
        scatter = sample_lobe(bsdf, o, vec3f(u_scatter, u_lobe.x));
        if (scatter.density == 0.0 || bsdf.choose.x + bsdf.choose.y + bsdf.choose.z + bsdf.choose.w + bsdf.choose_up + bsdf.lost <= 0.0) { break; }
      }
      if (light.density <= 0.0) { continue; }
      var i = scatter.direction;
      if (turn != GOES_ON) { i = vec3f(dot(tangent, light.direction), dot(bitangent, light.direction), dot(n, light.direction)); }
      var above = dot(surface.geometric_normal, light.direction);
      var broad = vec3f(0.0);
      var value = vec4f(0.0);
      if (turn < ASKS_AMBIENT && i.z * above <= 0.0) { continue; }
      if (turn < ASKS_AMBIENT || (turn == GOES_ON && !scatter.is_single)) { value = evaluate_lobes(bsdf, o, i, &broad); }
      if (turn != GOES_ON) {
        given = ambient;
        if (turn != ASKS_AMBIENT) {
          if ((follows_broad && value.w <= 0.0) || max(value.x, max(value.y, value.z)) <= 0.0) { continue; }
          if (turn == ASKS_EMITTERS) {
            light.radiance = emission_of(target_hit) / light.density;
          } else if (turn == ASKS_ENVIRONMENT) {
            light.radiance = surroundings(light.direction) / light.density;
          }
          var weight = 1.0;
          // Shining things behind others are found by their samples alone.
          if (!light.is_single && (has_shadows || turn != ASKS_EMITTERS)) { weight = mis_weight(light.density, value.w); }
          given = throughput * value.xyz * light.radiance * weight;
          if (!follows_broad) {
            // No scattered ray looks for what broad lobes gather; of the surroundings, the ambient term speaks.
            let gathered = select(broad, vec3f(0.0), turn == ASKS_ENVIRONMENT && path_rules.diffuse == DIFFUSE_AMBIENT);
            given = throughput * (max(value.xyz - broad, vec3f(0.0)) * weight + gathered) * light.radiance;
          }
          if (max(given.x, max(given.y, given.z)) <= 0.0) { continue; }
          if (!has_shadows && turn != ASKS_ENVIRONMENT) {
            radiance += given;
            if (is_sure && is_mirror && bsdf.alpha < SURE_ALPHA && turn != ASKS_EMITTERS) { found.seen += given; }
            continue;
          }
        } else if (above < 1e-4) {
          light.direction = normalize(light.direction + surface.geometric_normal * (1e-4 - above));
          above = 1e-4;
        }
        let origin = select(surface.position, surface.raised, above > 0.0);
        ray = leave_surface(surface, origin, light.direction, select(light.distance * 0.9999 - surface.error, 1e30, light.distance > 1e29));
        if (ray.t_max <= 0.0) { continue; }
        panes_between = 0u;
        is_highlight = is_sure && is_mirror && bsdf.alpha < SURE_ALPHA && (turn == ASKS_ROOM || turn == ASKS_SKY);
        is_over = false;
        break;
      }

      if (!scatter.is_single) {
        if (value.w <= 0.0) { break; }
        scatter.density = value.w;
        scatter.weight = select(max(value.xyz - broad, vec3f(0.0)), value.xyz, follows_broad) / value.w;
      }
      var direction = normalize(tangent * scatter.direction.x + bitangent * scatter.direction.y + n * scatter.direction.z);
      let goes_through = scatter.direction.z < 0.0;
      let is_coat = u_lobe.x < bsdf.choose.x;
      let alpha = select(bsdf.alpha, bsdf.coat_alpha, is_coat);
      let is_sharp = alpha < GLOSS_ALPHA && u_lobe.x < bsdf.choose.x + bsdf.choose.y + bsdf.choose.z;
      if (is_straight && is_mirror) {
        var is_unlikely = !is_sharp;
        if (is_sharp && bsdf.choose.z > 0.5) { is_unlikely = goes_through == (glass_fresnel(bsdf, o.z) > 0.5); }
        found.is_unlikely = found.is_unlikely || is_unlikely;
        image = image_behind(image, segment, select(surface.bend, 0.0, goes_through));
      }
      is_straight = is_straight && is_mirror && is_sharp;
      is_sure = is_sure && is_straight && alpha < SURE_ALPHA && bsdf.choose.y >= SURE_ODDS;
      if (!scatter.is_single) { lobe += 2.0 * alpha; }
      // What a curved mirror shows of a pixel is wider.
      if (!goes_through && is_sharp) { cone = min(cone + abs(surface.bend) * width, 1.0); }
      if (goes_through && bsdf.is_thin != 0u && scatter.is_single) {
        // Straight on: the same ray, by the odds that it was not mirrored.
        panes += 1u;
        if (panes > MAX_PANES) { break; }
        throughput *= scatter.weight;
        density *= scatter.density;
        travelled = hit_distance;
        ray = leave_surface(surface, surface.position, ray_direction, 1e30);
        is_over = false;
        break;
      }
      if (!goes_through && u_lobe.x < bsdf.choose.x + bsdf.choose.y + bsdf.choose.z) {
        if (mirrored >= path_rules.mirrors) {
          if ((scene.settings & SETTING_AMBIENT) != 0u) { radiance += throughput * scatter.weight * ambient_radiance(direction); }
          break;
        }
        mirrored += 1u;
      }
      above = dot(surface.geometric_normal, direction);
      if (goes_through) {
        if (above >= 0.0) { break; }
        if (bsdf.is_thin == 0u) { absorption = select(vec3f(0.0), materials[row].absorption, is_front); }
      } else if (above < 1e-4) {
        // Bent normals may send light into the triangle: it leaves along it.
        direction = normalize(direction + surface.geometric_normal * (1e-4 - above));
      }
      throughput *= scatter.weight;
      if (!scatter.is_single && (bsdf.choose.w > 0.0 || bsdf.roughness > 0.25)) { gloss_floor = path_rules.gloss_floor; }
      density = select(scatter.density, 0.0, scatter.is_single);
      gatherer = here;
      lights_total = new_total;
      travelled = 0.0;
      depth += 1u;
      if (depth > path_rules.roulette) {
        let odds = min(max(throughput.x, max(throughput.y, throughput.z)), 0.95);
        if (u_lobe.y >= odds) { break; }
        throughput /= odds;
      }
      if (max(throughput.x, max(throughput.y, throughput.z)) <= 1e-7) { break; }
      ray = leave_surface(surface, select(surface.position, surface.raised, !goes_through), direction, 1e30);
      is_over = false;
      break;
    }
    if (is_over) { break; }
  }
  found.radiance = max(radiance, vec3f(0.0));
  return found;
}

// What the lobes that are no broad ones make of white light all around, about: the tint of a reflection.
fn gloss_albedo(b: Bsdf, o: vec3f) -> vec3f {
  let albedo = ggx_albedo(o.z, b.roughness);
  return b.under * (b.gloss_f0 * (albedo.x - albedo.y) + b.gloss_f90 * albedo.y + b.glass * b.color);
}

// Radiance that leaves a triangle, nits.
fn emission_of(hit: Hit) -> vec3f {
  let row = row_of(hit);
  let map = materials[row].emissive_texture;
  if (map.texture == NONE) { return materials[row].emissive; }
  let at = instances[hit.instance].attributes + triangles[hit.record].triangle;
  let uv = (1.0 - hit.u - hit.v) * attributes[at].uv0 + hit.u * attributes[at].uv1 + hit.v * attributes[at].uv2;
  return materials[row].emissive * sample_texture(map, uv, 0.0, true).rgb;
}
