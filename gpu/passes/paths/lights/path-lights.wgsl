// path-lights.wgsl: what light of each kind may bring to a path's vertex, and the ray that asks whether it arrives. Needs path and light-ray.

// Where a path carries little, a kind is asked by chance and brings the more (Russian roulette).
fn light_ray(path: ptr<function, Path>, vertex: ptr<function, Vertex>, kind: u32) -> LightRay {
  // What is known is a mean of near and far light, whose difference may be negative: asked by chance it would make light of less than nothing.
  let odds = select(odds_of_lights(path), 1.0, kind == OF_FAR && path_rules.diffuse == DIFFUSE_CACHED);
  if (odds < 1.0 && fract(pair_of_vertex(path, vertex, PAIR_LOBE).y + 0.618034 * f32(kind + 1u)) >= odds) { return LightRay(); }
  var found = ray_to_light(path, vertex, kind);
  found.given /= odds;
  return found;
}

fn odds_of_lights(path: ptr<function, Path>) -> f32 {
  if ((*path).is_sure) { return 1.0; }
  let carried = max((*path).throughput.x, max((*path).throughput.y, (*path).throughput.z));
  return min(carried / path_rules.lights_share, 1.0);
}

// Per steradian: of a light in the sky that is less than 1.9 times as wide as the sun. The edges of its shadows are the sharpest of a picture, and where it is the
// only one there is no noise but in them: smoothed, they would be a blur.
const SHARP = 4e3;

// Glass has all its light from lights without extent by its own lobes, and a mirror from everything.
fn ray_to_light(path: ptr<function, Path>, vertex: ptr<function, Vertex>, kind: u32) -> LightRay {
  if (kind == OF_FAR) { return far_ray(path, vertex); }
  var found: LightRay;
  var emitter = Hit(0.0, 0.0, 0.0, NONE, NONE);
  var light = light_of_kind(path, vertex, kind, &emitter);
  let n = (*vertex).surface.shading_normal;
  let i = vec3f(dot((*vertex).tangent, light.direction), dot((*vertex).bitangent, light.direction), dot(n, light.direction));
  if (light.density <= 0.0 || i.z * dot((*vertex).surface.geometric_normal, light.direction) <= 0.0) { return found; }
  // A light without extent meets no lobe of one direction, however rough the path made that: nobody finds such caustics at rest.
  let sharp = select(0u, (*vertex).sharp, light.is_single);
  let alphas = vec2f((*vertex).bsdf.alpha, (*vertex).bsdf.coat_alpha);
  if ((sharp & SHARP_GLOSS) != 0u) { (*vertex).bsdf.alpha = 0.0; }
  if ((sharp & SHARP_COAT) != 0u) { (*vertex).bsdf.coat_alpha = 0.0; }
  let lobes = evaluate_lobes((*vertex).bsdf, (*vertex).o, i);
  (*vertex).bsdf.alpha = alphas.x;
  (*vertex).bsdf.coat_alpha = alphas.y;
  if (((*vertex).follows_broad && lobes.density <= 0.0) || max(lobes.value.x, max(lobes.value.y, lobes.value.z)) <= 0.0) { return found; }
  if (kind == OF_EMITTERS) {
    light.radiance = emission_of(emitter) / light.density;
  } else if (kind == OF_ENVIRONMENT) {
    light.radiance = environment(light.direction) / light.density;
  }
  let has_shadows = (scene.settings & SETTING_SHADOWS) != 0u;
  // Shining things behind others are found by their samples alone.
  var weight = 1.0;
  if (!light.is_single && (has_shadows || kind != OF_EMITTERS)) { weight = mis_weight(light.density, lobes.density); }
  found.given = (*path).throughput * lobes.value * light.radiance * weight;
  if (!(*vertex).follows_broad) {
    // No scattered ray looks for what broad lobes gather; of the surroundings, the ambient term speaks.
    let gathered = select(lobes.broad, vec3f(0.0), kind == OF_ENVIRONMENT && path_rules.diffuse == DIFFUSE_AMBIENT);
    found.given = (*path).throughput * (max(lobes.value - lobes.broad, vec3f(0.0)) * weight + gathered) * light.radiance;
  }
  if ((*path).is_straight) { found.body = pack_shares(share_of_body(vertex, lobes, weight, kind)); }
  if (i.z < 0.0) { found.given *= colour_of_wave(path, vertex); }
  if (max(found.given.x, max(found.given.y, found.given.z)) <= 0.0) { return found; }
  let is_sharp = kind == OF_SKY && scene.sky_count == 1u && (light.is_single || light.density > SHARP);
  let is_mirrored = (*vertex).is_mirror && (*vertex).bsdf.alpha < SURE_ALPHA && (kind == OF_ROOM || kind == OF_SKY);
  found.is_seen = (*path).is_sure && (is_sharp || is_mirrored);
  found.brings = BRINGS_AT_ONCE;
  if (has_shadows || kind == OF_ENVIRONMENT) { aim(vertex, light.direction, light.distance, &found); }
  return found;
}

// Of the light that goes on towards the eye: how much broad lobes send.
fn share_of_body(vertex: ptr<function, Vertex>, lobes: Lobes, weight: f32, kind: u32) -> vec3f {
  let gloss = max(lobes.value - lobes.broad, vec3f(0.0)) * weight;
  var body = lobes.broad * weight;
  if (!(*vertex).follows_broad) { body = select(lobes.broad, vec3f(0.0), kind == OF_ENVIRONMENT && path_rules.diffuse == DIFFUSE_AMBIENT); }
  return body / max(gloss + body, vec3f(1e-20));
}

// A density of 0: there is none.
//   emitter  receives where a shining triangle is sampled
fn light_of_kind(path: ptr<function, Path>, vertex: ptr<function, Vertex>, kind: u32, emitter: ptr<function, Hit>) -> LightSample {
  let at = gatherer_of(path, vertex);
  let which = pair_of_vertex(path, vertex, PAIR_WHICH);
  if (kind == OF_EMITTERS && light_params.emitter_count > 0u) {
    return sample_emitters(at, pair_of_vertex(path, vertex, PAIR_EMITTER), which.y, emitter);
  }
  if (kind == OF_ENVIRONMENT && light_params.environment_width > 0u) { return sample_environment(pair_of_vertex(path, vertex, PAIR_ENVIRONMENT)); }
  if (kind == OF_ROOM && min(scene.lamp_count, light_params.lamp_count) > 0u) { return sample_lamps(at, pair_of_vertex(path, vertex, PAIR_ROOM), which.x); }
  if (kind == OF_SKY && scene.sky_count > 0u) { return sample_sky(at, pair_of_vertex(path, vertex, PAIR_SKY), fract(which.x + 0.618034)); }
  return LightSample(at.normal, 0.0, vec3f(0.0), 0.0, false);
}

// Towards anywhere above the surface: what is near keeps away what stands for what is far.
fn far_ray(path: ptr<function, Path>, vertex: ptr<function, Vertex>) -> LightRay {
  var found: LightRay;
  let ambient = (*vertex).from_far;
  if (all(ambient == vec3f(0.0))) { return found; }
  let towards = sample_cosine(pair_of_vertex(path, vertex, select(PAIR_AROUND, PAIR_NEAR, path_rules.diffuse == DIFFUSE_CACHED)));
  let geometric_normal = (*vertex).surface.geometric_normal;
  var direction = (*vertex).tangent * towards.x + (*vertex).bitangent * towards.y + (*vertex).surface.shading_normal * towards.z;
  let above = dot(geometric_normal, direction);
  if (above < 1e-4) { direction = normalize(direction + geometric_normal * (1e-4 - above)); }
  found.given = ambient;
  found.body = ALL_BODY;
  aim(vertex, direction, reach_around((*vertex).surface), &found);
  return found;
}

fn aim(vertex: ptr<function, Vertex>, direction: vec3f, distance: f32, asked: ptr<function, LightRay>) {
  let origin = select((*vertex).surface.position, (*vertex).surface.raised, dot((*vertex).surface.geometric_normal, direction) > 0.0);
  let end = select(distance * 0.9999 - (*vertex).surface.error, 1e30, distance > 1e29);
  (*asked).ray = leave_surface((*vertex).surface, origin, direction, end);
  (*asked).brings = select(BRINGS_NOTHING, BRINGS_PERHAPS, end > 0.0);
}

// What arrives adds up in the order of the kinds.
fn gather(path: ptr<function, Path>, sight: ptr<function, Sight>, arrived: Arrived, is_seen: bool) {
  (*path).shadow_rays += arrived.walks;
  (*path).radiance += arrived.light;
  if (is_seen) { (*sight).seen += arrived.light; }
  if (((*path).is_straight || (*path).has_left) && !is_seen) { (*sight).lit += unpack_shares(arrived.body) * arrived.light; }
}

// Radiance that leaves a triangle, nits.
fn emission_of(hit: Hit) -> vec3f {
  let row = material_row(hit.instance, hit.record);
  let map = materials[row].emissive_texture;
  let emissive = materials[row].emissive * coverage_at(hit);
  if (map.texture == NONE) { return emissive; }
  return emissive * sample_texture(map, uv_of(hit.instance, hit.record, hit.u, hit.v), 0.0, true).rgb;
}
