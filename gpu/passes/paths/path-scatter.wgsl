// path-scatter.wgsl: where a path goes on from its vertex. Needs path.

// True: along its new ray. One direction is drawn of one lobe, and balanced over all (Veach 1997, chapter 9).
fn scatter(path: ptr<function, Path>, sight: ptr<function, Sight>, vertex: ptr<function, Vertex>) -> bool {
  (*vertex).parting = vec3f(0.0);
  if ((*vertex).passed > 0.0) { return go_straight_on(path, vertex); }
  let b = (*vertex).bsdf;
  let u = pair_of_vertex(path, vertex, PAIR_SCATTER);
  let u_lobe = pair_of_vertex(path, vertex, PAIR_LOBE);
  var s = sample_lobe(b, (*vertex).o, vec3f(u, u_lobe.x));
  if (s.density == 0.0 || b.choose.x + b.choose.y + b.choose.z + b.choose.w + b.choose_up + b.lost <= 0.0) { return false; }
  var body = vec3f(0.0);
  if (!s.is_single) {
    let lobes = evaluate_lobes(b, (*vertex).o, s.direction);
    if (lobes.density <= 0.0) { return false; }
    s.density = lobes.density;
    s.weight = select(max(lobes.value - lobes.broad, vec3f(0.0)), lobes.value, (*vertex).follows_broad) / lobes.density;
    if ((*vertex).follows_broad) { body = lobes.broad / max(lobes.value, vec3f(1e-20)); }
  }
  see_through(path, sight, vertex, s, u_lobe.x, body);
  let goes_through = s.direction.z < 0.0;
  if (goes_through && b.is_thin != 0u && s.is_single) {
    (*path).throughput *= s.weight;
    return go_straight_on(path, vertex);
  }
  if ((*path).depth >= path_rules.bounces) { return false; }
  let direction = normalize((*vertex).tangent * s.direction.x + (*vertex).bitangent * s.direction.y + (*vertex).surface.shading_normal * s.direction.z);
  if (!goes_through && u_lobe.x < b.choose.x + b.choose.y + b.choose.z) {
    if ((*path).mirrored >= path_rules.mirrors) {
      if ((scene.settings & SETTING_AMBIENT) != 0u) { (*vertex).parting = (*path).throughput * s.weight * ambient_radiance(direction); }
      return false;
    }
    (*path).mirrored += 1u;
  }
  return go_on(path, vertex, s, direction, u_lobe.y);
}

// What the eye sees by this scattering: an image in a mirror, or no more than a colour.
//   body  how much of what comes this way broad lobes send on
fn see_through(path: ptr<function, Path>, sight: ptr<function, Sight>, vertex: ptr<function, Vertex>, s: Scatter, lobe: f32, body: vec3f) {
  let b = (*vertex).bsdf;
  let bend = (*vertex).surface.bend;
  let goes_through = s.direction.z < 0.0;
  let alpha = select(widest_alpha(b), b.coat_alpha, lobe < b.choose.x);
  let is_sharp = alpha < GLOSS_ALPHA && lobe < b.choose.x + b.choose.y + b.choose.z;
  if ((*path).is_straight && (*vertex).is_mirror) {
    var is_unlikely = !is_sharp;
    if (is_sharp && b.choose.z > 0.5) { is_unlikely = goes_through == (glass_fresnel(b, (*vertex).o.z) > 0.5); }
    (*sight).is_unlikely = (*sight).is_unlikely || is_unlikely;
  }
  // A pane before what the surface shows that was left.
  if ((*path).has_left && !goes_through) { (*sight).image = image_behind((*sight).image, (*vertex).distance, bend); }
  if ((*path).is_straight) {
    (*sight).image = image_behind((*sight).image, (*vertex).segment, select(bend, 0.0, goes_through));
    if (!((*vertex).is_mirror && is_sharp)) { leave_seen(path, sight, body); }
  }
  (*path).is_sure = (*path).is_sure && (*path).is_straight && alpha < SURE_ALPHA && b.choose.y >= SURE_ODDS;
  if (!s.is_single) { (*path).lobe += 2.0 * alpha; }
  // What a curved mirror shows of a pixel is wider.
  if (!goes_through && is_sharp) { (*path).cone = min((*path).cone + abs(bend) * (*path).width, 1.0); }
}

// The same ray: with what density it was chosen is what it was, for light that is sampled through the pane has no odds to know of.
fn go_straight_on(path: ptr<function, Path>, vertex: ptr<function, Vertex>) -> bool {
  (*path).panes += 1u;
  if ((*path).panes > MAX_PANES) { return false; }
  (*path).travelled = (*vertex).distance;
  (*path).ray = leave_surface((*vertex).surface, (*vertex).surface.position, (*path).ray.direction, 1e30);
  return true;
}

const SEEN_SHARE = 0.1;     // of `roulette_share`: of what the eye sees in mirrors

// What a path carries at least that goes on for sure. While the picture moves less in what the eye sees: a path that ends in a dark mirror shows the mirror itself and black,
// the one beside it what is mirrored and the more of it, and nobody takes these for one surface.
fn sure_share(path: ptr<function, Path>) -> f32 {
  let is_watched = (*path).is_straight && path_rules.roulette == 0u && path_rules.starts_diffuse == 0u;
  return path_rules.roulette_share * select(1.0, SEEN_SHARE, is_watched);
}

// Leaves the surface, if not by chance (Russian roulette).
fn go_on(path: ptr<function, Path>, vertex: ptr<function, Vertex>, s: Scatter, towards: vec3f, chance: f32) -> bool {
  let b = (*vertex).bsdf;
  let geometric_normal = (*vertex).surface.geometric_normal;
  let goes_through = s.direction.z < 0.0;
  var direction = towards;
  let above = dot(geometric_normal, direction);
  if (goes_through) {
    if (above >= 0.0) { return false; }
    if (b.is_thin == 0u) { (*path).media = crossed((*path).media, (*vertex).surface.row, (*vertex).surface.is_front); }
    (*path).throughput *= colour_of_wave(path, vertex);
    if ((*vertex).wave > 0.0) { (*path).wave = (*vertex).wave; }
  } else if (above < 1e-4) {
    // Bent normals may send light into the triangle: it leaves along it.
    direction = normalize(direction + geometric_normal * (1e-4 - above));
  }
  (*path).throughput *= s.weight;
  if (!s.is_single && (b.choose.w > 0.0 || b.roughness > 0.25)) { (*path).gloss_floor = path_rules.gloss_floor; }
  (*path).density = select(s.density, 0.0, s.is_single);
  (*path).gatherer = gatherer_of(path, vertex);
  (*path).travelled = 0.0;
  (*path).depth += 1u;
  if ((*path).depth > path_rules.roulette) {
    let odds = min(max((*path).throughput.x, max((*path).throughput.y, (*path).throughput.z)) / sure_share(path), path_rules.roulette_most);
    if (chance >= odds) { return false; }
    (*path).throughput /= odds;
  }
  if (max((*path).throughput.x, max((*path).throughput.y, (*path).throughput.z)) <= 1e-7) { return false; }
  (*path).ray = leave_surface((*vertex).surface, select((*vertex).surface.position, (*vertex).surface.raised, !goes_through), direction, 1e30);
  return true;
}

// Of light that a prism parts here, into which the path has not been parted before.
fn colour_of_wave(path: ptr<function, Path>, vertex: ptr<function, Vertex>) -> vec3f {
  if ((*vertex).wave <= 0.0 || (*path).wave > 0.0) { return vec3f(1.0); }
  return waves_seen((*vertex).wave);
}
