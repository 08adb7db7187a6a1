// path-arrive.wgsl: a path's ray has met something, or nothing: what shines there, what the eye sees of it, and the vertex from where
// the path may go on. Needs path and a piece that offers cached_irradiance() and reach_around().
//
// Without shadows the scene's lights and what shines go through things: light samples ask nobody, and scattered rays meet lights
// behind things. The surroundings stay behind what is in front of them, as the ambient term does.

const FAR_FROM_SEEN = 1.0 / 64.0;    // of paths that do not come straight from a cell that is seen, so many count

// What of a surface is there, and whether a ray goes past it as if there were nothing.
struct Veil {
  coverage: f32,
  is_passed: bool,
  is_clear: bool,       // what is mirrored there stands behind it: it is passed, or a clear pane
}

// Of the surface that the path's ray has met; by chance, where only a share of it is there.
fn veil_at(path: ptr<function, Path>, hit: Hit) -> Veil {
  var coverage = 1.0;
  if (is_hit(hit)) { coverage = coverage_at(hit); }
  var is_passed = false;
  for (var veiled = coverage < 1.0; veiled; veiled = false) { is_passed = next_pair(&(*path).rng).x >= coverage; }
  return Veil(coverage, is_passed, is_passed || (is_hit(hit) && is_clear_pane(material_row(hit.instance, hit.record))));
}

// True: the path is at `vertex` and may go on.
fn arrive(path: ptr<function, Path>, sight: ptr<function, Sight>, hit: Hit, veil: Veil, vertex: ptr<function, Vertex>) -> bool {
  let before = (*path).radiance;
  // Behind a veil the last vertex's is still to be written down.
  if (!(*path).has_left) { (*sight).lit = vec3f(0.0); }
  if ((*path).depth + (*path).panes > 0u) { (*path).rays += 1u; }
  travel(path, sight, hit.t, veil.is_clear);
  add_passed_lights(path, hit);
  if (!is_hit(hit)) {
    add_surroundings(path);
  } else {
    let footprint = (*path).width + select(0.0, 0.5 * (*path).haze, path_rules.gloss_floor > 0.0);
    (*vertex).surface = load_surface_of_hit(hit, (*path).ray.direction, footprint);
    (*vertex).segment = hit.t;
    (*vertex).distance = (*path).travelled + hit.t;
    (*vertex).passed = select(0.0, 1.0 - veil.coverage, veil.is_passed);
    if (veil.coverage < 1.0) {
      (*path).is_sure = false;
      (*sight).is_unlikely = (*sight).is_unlikely || ((*path).is_straight && veil.is_passed == (veil.coverage >= 0.5));
    }
    if ((*vertex).passed <= 0.0 && is_solid((*vertex).surface.row) && is_displaced((*path).media, (*vertex).surface.row)) {
      (*path).media = crossed((*path).media, (*vertex).surface.row, (*vertex).surface.is_front);
      (*vertex).passed = 1.0;
    }
    if ((*vertex).passed <= 0.0) { add_emission(path, vertex, hit.instance); }
    if ((*path).has_left) { (*sight).lit += (*sight).dull * ((*path).radiance - before); }
    if ((*vertex).passed > 0.0) {
      (*vertex).is_smooth = true;
      return true;
    }
  }
  if ((*path).is_sure) { (*sight).seen += (*path).radiance - before; }
  if ((*path).is_straight) {
    (*sight).distance = image_distance((*sight).image, select(BEYOND, hit.t, is_hit(hit)));
    (*sight).tint = (*path).throughput;
    (*sight).body = ALL_OF_TINT;
    if (is_hit(hit)) {
      (*sight).normal = (*vertex).surface.shading_normal;
      (*sight).slot = hit.instance + 1u;
    }
  }
  if (!is_hit(hit)) { return false; }
  let is_last = (*path).depth >= path_rules.bounces;
  if (is_last && !is_pane((*vertex).surface.row)) { return false; }
  stand(path, sight, vertex);
  // A ray that may be followed by no other still goes straight on through a pane: light samples count on that.
  if (is_last) {
    (*vertex).is_smooth = true;
    return true;
  }
  let so_far = (*path).radiance;
  look_around(path, vertex);
  (*sight).lit += (*path).radiance - so_far;
  return true;
}

// Along the ray: its cone widens, bodies absorb, blurred mirrors blur more. Beyond MIRROR_PIXELS they show a colour, not a picture.
//   is_clear  of what is met there
fn travel(path: ptr<function, Path>, sight: ptr<function, Sight>, t: f32, is_clear: bool) {
  let reach = min(t, BEYOND);
  (*path).width += reach * (*path).cone;
  (*path).haze += reach * (*path).lobe;
  if ((*path).is_straight && (*path).haze > 2.0 * MIRROR_PIXELS * path_rules.pixel * (*path).width) {
    (*sight).tint *= (*sight).dull;
    (*sight).reach = (*path).lobe / (2.0 * path_rules.pixel * (*path).cone);
    // Nothing of what was found before is a body's.
    leave_seen(path, sight, vec3f(0.0));
    (*sight).lit = vec3f(0.0);
    if (!is_clear) { note_left(path, sight, t); }
    (*path).is_sure = false;
  }
  (*path).throughput *= left_by_media((*path).media, t);
}

// What light samples find from where the path starts is known already.
fn starts_sampled(path: ptr<function, Path>) -> bool {
  return path_rules.starts_diffuse != 0u && (*path).depth == 0u;
}

// Nothing hides lights from a scattered ray.
fn is_unhindered(path: ptr<function, Path>) -> bool {
  return (scene.settings & SETTING_SHADOWS) == 0u && (*path).density > 0.0;
}

// Lights with extent that the ray passes.
fn add_passed_lights(path: ptr<function, Path>, hit: Hit) {
  let unhindered = is_unhindered(path);
  // Seen through whatever there is, and so not again behind a pane.
  if (starts_sampled(path) || (unhindered && (*path).travelled > 0.0)) { return; }
  let ray = Ray((*path).ray.origin, 0.0, (*path).ray.direction, select(hit.t, 1e30, unhindered));
  // Seen from where the path scattered last, beyond panes.
  let from_there = Ray((*path).gatherer.position, 0.0, ray.direction, select(((*path).travelled + hit.t) * 1.01, 1e30, !is_hit(hit) || unhindered));
  for (var i = 0u; i < scene.sky_count; i++) {
    var light = scene.lights[i];
    let density = density_of_passed(&light, ray, from_there);
    if (density <= 0.0) { continue; }
    var odds = 0.0;
    if ((*path).density > 0.0) { odds = odds_in_sky(sky_weight(&light, (*path).gatherer), (*path).gatherer); }
    add_passed_light(path, &light, density * odds);
  }
  if (scene.lamp_count > 0u && light_params.seen_lamps > 0u) { add_passed_lamps(path, ray, from_there); }
}

// Of the lamps, those in boxes of their tree that the ray passes.
fn add_passed_lamps(path: ptr<function, Path>, ray: Ray, from_there: Ray) {
  let tree = light_params.lamp_tree;
  var waiting: array<u32, TREE_DEPTH>;
  var count = 0u;
  var node = 0u;
  loop {
    let child = child_of_node(tree, node);
    let is_passed = passes_node(tree, node, ray);
    if (is_passed && (child & TREE_LEAF) == 0u) {
      waiting[count] = child;
      count += 1u;
      node += 1u;
      continue;
    }
    for (var i = first_of_leaf(child); is_passed && i < end_of_leaf(child); i++) {
      var lamp = lamp_at(i);
      let density = density_of_passed(&lamp, ray, from_there);
      if (density <= 0.0) { continue; }
      var odds = 0.0;
      if ((*path).density > 0.0) { odds = odds_of_lamp((*path).gatherer, i, child); }
      add_passed_light(path, &lamp, density * odds);
    }
    if (count == 0u) { break; }
    count -= 1u;
    node = waiting[count];
  }
}

// Per steradian at the path's gatherer and without odds, with which a light is sampled that the ray passes; 0: it passes none.
fn density_of_passed(light: ptr<function, Light>, ray: Ray, from_there: Ray) -> f32 {
  var density = 0.0;
  if (meet_light(light, ray, &density) >= ray.t_max) { return 0.0; }
  var there = 0.0;
  let t = meet_light(light, from_there, &there);
  return select(density, there, there > 0.0 && t < 1e30);
}

// Veach 1997, section 9.2, the scattered ray's half of the balance.
//   density  with which a light sample would have taken this direction, odds included; 0: the light has none
fn add_passed_light(path: ptr<function, Path>, light: ptr<function, Light>, density: f32) {
  var weight = 1.0;
  if ((*path).density > 0.0) { weight = mis_weight((*path).density, density); }
  (*path).radiance += (*path).throughput * weight * radiance_of_light(light, (*path).ray.direction);
}

fn add_surroundings(path: ptr<function, Path>) {
  let direction = (*path).ray.direction;
  if (starts_sampled(path)) {
    if (light_params.environment_width == 0u) { (*path).radiance += (*path).throughput * environment(direction); }
  } else if ((*path).depth == 0u && (*path).panes == 0u && path_rules.hides_background != 0u) {
    (*path).covers = false;
  } else if ((*path).depth == 0u && (scene.settings & (SETTING_BLACK | SETTING_GREEN | SETTING_UNSEEN)) != 0u) {
    // Behind panes, too: what is seen straight on.
    (*path).radiance += (*path).throughput * background(direction, true);
  } else {
    var weight = 1.0;
    if ((*path).density > 0.0 && light_params.environment_width > 0u) { weight = mis_weight((*path).density, environment_density(direction)); }
    (*path).radiance += (*path).throughput * weight * environment(direction);
  }
}

fn add_emission(path: ptr<function, Path>, vertex: ptr<function, Vertex>, instance: u32) {
  let emissive = (*vertex).surface.emissive;
  if (max(emissive.x, max(emissive.y, emissive.z)) <= 0.0) { return; }
  var weight = 1.0;
  // Balls that shine are found by scattered rays alone.
  let is_sampled_too = light_params.emitter_count > 0u && (instances[instance].flags & INSTANCE_SPHERE) == 0u;
  if (is_sampled_too && (starts_sampled(path) || is_unhindered(path))) {
    weight = 0.0;
  } else if (is_sampled_too && (*path).density > 0.0) {
    let distance = (*vertex).distance;
    weight = mis_weight((*path).density, emitter_density((*path).gatherer, instance, (*vertex).surface.triangle, distance * distance, abs(dot((*vertex).surface.geometric_normal, (*path).ray.direction))));
  }
  (*path).radiance += (*path).throughput * weight * emissive;
}

// How the surface scatters, and what it is to the eye.
fn stand(path: ptr<function, Path>, sight: ptr<function, Sight>, vertex: ptr<function, Vertex>) {
  let n = (*vertex).surface.shading_normal;
  let direction = (*path).ray.direction;
  var look = appearance_of((*vertex).surface);
  // What is brushed has no lobe of one direction.
  (*vertex).sharp = select(0u, SHARP_GLOSS, look.roughness * look.roughness < SMOOTH_ALPHA && look.anisotropy <= 0.0) |
    select(0u, SHARP_COAT, look.clearcoat_roughness * look.clearcoat_roughness < SMOOTH_ALPHA);
  if (look.transmission == 0.0) { look.roughness = max(look.roughness, (*path).gloss_floor); }
  look.clearcoat_roughness = max(look.clearcoat_roughness, (*path).gloss_floor);
  (*vertex).wave = 0.0;
  for (var solid = is_solid((*vertex).surface.row); solid; solid = false) {
    let row = (*vertex).surface.row;
    (*vertex).wave = (*path).wave;
    if ((*path).wave <= 0.0 && materials[row].dispersion > 0.0) { (*vertex).wave = draw_wave(path); }
    look.ior = index_at(row, (*vertex).wave);
    look.around = index_around((*path).media, row, (*vertex).wave);
  }
  (*vertex).tangent = along_of((*vertex).surface);
  (*vertex).bitangent = cross(n, (*vertex).tangent);
  (*vertex).o = normalize(vec3f(-dot((*vertex).tangent, direction), -dot((*vertex).bitangent, direction), max(-dot(n, direction), 1e-4)));
  let b = make_bsdf(look, (*vertex).o, (*vertex).surface.is_front);
  (*vertex).bsdf = b;
  (*vertex).is_smooth = b.choose.w + b.choose_up <= 0.0 && (widest_alpha(b) < SMOOTH_ALPHA || b.choose.y + b.choose.z <= 0.0) &&
    (b.coat_alpha < SMOOTH_ALPHA || b.choose.x <= 0.0) && b.lost <= 0.0;
  let sharp = select(0.0, b.choose.x, b.coat_alpha < GLOSS_ALPHA) + select(0.0, b.choose.y + b.choose.z, widest_alpha(b) < GLOSS_ALPHA);
  (*vertex).is_mirror = ((*vertex).is_smooth || sharp >= MIRROR_ODDS) && (b.choose.z > 0.0 || abs((*vertex).surface.bend) * path_rules.pixel * (*path).width < MIRROR_CONE);
  (*vertex).first_pair = (*path).rng.dimension;
  (*path).rng.dimension += VERTEX_PAIRS;
  if ((*path).is_straight) {
    let gloss = gloss_albedo(b, (*vertex).o);
    (*sight).dull = broad_albedo(b, (*vertex).o) + gloss;
    (*sight).body = pack_roots(vec3f(1.0) - gloss / max((*sight).dull, vec3f(1e-6)), BODY_BITS);
    if (!(*vertex).is_mirror) {
      (*sight).tint *= (*sight).dull;
      (*sight).reach = select(widest_alpha(b), b.coat_alpha, b.choose.x > b.choose.y + b.choose.z) / (path_rules.pixel * max((*path).cone, 1e-9));
    }
  }
}

// In steps that a queue can keep.
fn draw_wave(path: ptr<function, Path>) -> f32 {
  return (floor(next_pair(&(*path).rng).x * 65535.0) + 0.5) / 65536.0;
}

// What broad lobes gather may be known without a ray: then they are not followed.
fn look_around(path: ptr<function, Path>, vertex: ptr<function, Vertex>) {
  (*vertex).from_far = vec3f(0.0);
  (*vertex).follows_broad = true;
  if (path_rules.diffuse == DIFFUSE_TRACED || (*vertex).is_smooth) { return; }
  var around = Around(vec3f(0.0), 1.0, vec3f(0.0), path_rules.occlusion > 0.0);
  var odds = 0.0;
  if (path_rules.diffuse == DIFFUSE_CACHED) {
    let drawn = pair_of_vertex(path, vertex, PAIR_AROUND);
    around = cached_irradiance((*vertex).surface, (*path).is_straight, (*vertex).distance, drawn.y < odds_of_counting(path));
    // No vertex behind this one has light samples: what little is known here is more than what would be found.
    odds = select(0.0, drawn.x, (*path).depth + 1u < path_rules.bounces);
    (*path).rng.dimension += 1u;
  } else if ((scene.settings & SETTING_AMBIENT) != 0u) {
    around.far = ambient_irradiance((*vertex).surface.shading_normal);
  }
  if (odds >= around.sure) { return; }
  let passes_on = (*path).throughput * broad_albedo((*vertex).bsdf, (*vertex).o);
  (*vertex).follows_broad = false;
  (*vertex).bsdf = without_broad((*vertex).bsdf);
  if (around.tells_near) {
    (*path).radiance += passes_on * around.near;
    (*vertex).from_far = passes_on * (around.far - around.near);
    (*path).rng.dimension += 1u;
  } else {
    (*path).radiance += passes_on * around.far;
  }
}

// Odds that the cell asked for may be traced from here. Cells are wide where light only bounced, and may lie on both faces of a wall: traced from where most paths
// end, in gaps and hollows, which send little light on, they would be too dark for what lies open. So a path counts by what it carries, and hardly
// where it does not come straight from a cell that is seen.
fn odds_of_counting(path: ptr<function, Path>) -> f32 {
  let carries = max((*path).throughput.x, max((*path).throughput.y, (*path).throughput.z));
  return carries * select(1.0, FAR_FROM_SEEN, path_rules.starts_diffuse != 0u && !(*path).is_straight);
}

// What the lobes that are no broad ones make of white light all around, about: the tint of a reflection.
fn gloss_albedo(b: Bsdf, o: vec3f) -> vec3f {
  let albedo = ggx_albedo(o.z, b.roughness);
  let gloss = select(b.gloss_f0 * (albedo.x - albedo.y) + vec3f(b.gloss_f90 * albedo.y), b.gloss_share, has_film(b));
  return b.under * (gloss + b.glass * b.color);
}
