// lit-table.wgsl: places that the sun lights as one more kind of light: a connection with a light path of one vertex (Veach 1997, section
// 10.3), balanced with the scattered ray that finds the place by itself. Needs lit-size, path, path-lights and path-scatter. Listed for pictures that have
// a table alone (lit-table.ts): there is one light in the sky, a sun, and light is kept away by what is in the way.
//
// A grid lies across the sun's rays, outside the scene. `light_data` ends with the table: four quads about the grid; of each cell the density
// of a point on that plane, per square metre; then entries, each of a point drawn by it and of what the sun's ray through it meets, in three quads: place,
// density; normal, its cosine to the sun; what it sends on of the sun's light, nits.

const LIT_GRID = LIT_SIDE * LIT_SIDE;
const LIT_KEPT = 0.9;       // of the albedo, beside a gloss, about: whatever it is, both ways agree on it
const LIT_GRAZING = 2e-4;   // sine to the surface; rays that left below 1e-4 were bent to that

// Where indirect light is traced there is no ambient term: its place in the queue is free.
const OF_LIT = OF_FAR;
const LIT_VERTICES = 4u;    // of a path that are connected, at most
const LIT_WORTH = 0.04;     // of the brightness of white in the sun,
const LIT_SHARE = 0.5;      // and of what the path has found so far: what may bring less than both together is asked by chance,
const LIT_ODDS = 0.05;      // at least so often

fn lit_first() -> u32 {
  return 4u * arrayLength(&light_data) - (LIT_HEADER + LIT_GRID + LIT_COUNT * LIT_ENTRY);
}

// What a place sends on of the sun's light, but for lit_kept(): the part of it that the table stands for.
fn lit_albedo(surface: Surface) -> vec3f {
  let row = surface.row;
  if (is_pane(row) || is_solid(row) || (materials[row].flags & MATERIAL_BLENDED) != 0u) { return vec3f(0.0); }
  return clamp(surface.base_color, vec3f(0.0), vec3f(1.0)) * ((1.0 - clamp(surface.metallic, 0.0, 1.0)) * (1.0 - materials[row].transmission));
}

// A gloss takes more at grazing angles, so that what is left to the sun's own sample is hardly ever less than nothing.
fn lit_kept(cosine: f32, to_sun: f32) -> f32 {
  let a = 1.0 - cosine;
  let b = 1.0 - to_sun;
  return LIT_KEPT * (1.0 - a * a * a * a * a) * (1.0 - b * b * b * b * b);
}

// Per square metre across the sun's rays, with which a lit place is drawn; 0: it never is.
fn lit_density(position: vec3f, to_sun: vec3f) -> f32 {
  let at = lit_first();
  let u = light_quad(at);
  let v = light_quad(at + 4u);
  let w = light_quad(at + 8u);
  let q = position + to_sun * ((w.w - dot(position, w.xyz)) / dot(to_sun, w.xyz));
  let x = (dot(q, u.xyz) - u.w) * light_number(at + 12u);
  let y = (dot(q, v.xyz) - v.w) * light_number(at + 12u);
  let side = f32(LIT_SIDE);
  if (!(x >= 0.0 && y >= 0.0 && x < side && y < side)) { return 0.0; }
  return light_number(at + LIT_HEADER + u32(y) * LIT_SIDE + u32(x));
}

fn may_connect(path: ptr<function, Path>, vertex: ptr<function, Vertex>) -> bool {
  return (*vertex).follows_broad && !(*vertex).is_smooth && (*vertex).passed <= 0.0 && (*vertex).bsdf.choose.w > 0.05 &&
    (*path).depth < LIT_VERTICES && (*path).depth + 1u < path_rules.bounces && (*path).media.x == 0u;
}

// light_ray() of every kind there is with a table.
//   so_far  luminance of what the path brought before it asked here, nits
fn ask_for_light(path: ptr<function, Path>, vertex: ptr<function, Vertex>, kind: u32, so_far: f32) -> LightRay {
  if (kind == OF_LIT) { return ray_to_lit(path, vertex, so_far); }
  var found = light_ray(path, vertex, kind);
  if (kind == OF_SKY && (*path).connected) { take_back(path, vertex, &found); }
  return found;
}

// scatter(), and whether a connection might have gone the same way.
fn go_from(path: ptr<function, Path>, sight: ptr<function, Sight>, vertex: ptr<function, Vertex>) -> bool {
  let connects = may_connect(path, vertex);
  let panes = (*path).panes;
  let goes_on = scatter(path, sight, vertex);
  // Straight on it is still the same ray.
  if ((*path).panes == panes) {
    (*path).connected = connects && (*path).density > 0.0 && dot((*vertex).surface.geometric_normal, (*path).ray.direction) > LIT_GRAZING &&
      dot((*vertex).surface.shading_normal, (*path).ray.direction) > 0.0;
  }
  return goes_on;
}

// One of the entries: its density per steradian at the vertex, and the radiance that comes from it over that.
fn sample_lit(path: ptr<function, Path>, vertex: ptr<function, Vertex>) -> LightSample {
  var result = LightSample((*vertex).surface.shading_normal, 0.0, vec3f(0.0), 0.0, false);
  if (!may_connect(path, vertex)) { return result; }
  let which = fract(pair_of_vertex(path, vertex, PAIR_SKY).y + 0.618034);
  let at = lit_first() + LIT_HEADER + LIT_GRID + min(u32(which * f32(LIT_COUNT)), LIT_COUNT - 1u) * LIT_ENTRY;
  let place = light_quad(at);
  if (place.w <= 0.0) { return result; }
  let normal = light_quad(at + 4u);
  let way = place.xyz - (*vertex).surface.raised;
  let square = max(dot(way, way), 1e-12);
  result.distance = sqrt(square);
  result.direction = way / result.distance;
  let cosine = -dot(normal.xyz, result.direction);
  let n = (*vertex).surface;
  if (cosine <= 0.0 || dot(n.shading_normal, result.direction) <= 0.0 || dot(n.geometric_normal, result.direction) <= LIT_GRAZING) { return result; }
  result.density = place.w * normal.w * square / cosine;
  result.radiance = light_quad(at + 8u).xyz * (lit_kept(cosine, normal.w) * cosine / (place.w * square));
  return result;
}

// What would bring little is asked by chance and brings the more (Russian roulette): by what a white wall would send on, before lobes and rays take their time.
fn ray_to_lit(path: ptr<function, Path>, vertex: ptr<function, Vertex>, so_far: f32) -> LightRay {
  var found: LightRay;
  let light = sample_lit(path, vertex);
  if (light.density <= 0.0) { return found; }
  let i = vec3f(dot((*vertex).tangent, light.direction), dot((*vertex).bitangent, light.direction), dot((*vertex).surface.shading_normal, light.direction));
  let white = luminance((*path).throughput * light.radiance) * i.z;
  let odds = clamp(white / (LIT_WORTH * luminance(scene.lights[0].intensity) + LIT_SHARE * PI * max(so_far, 0.0)), LIT_ODDS, 1.0);
  if (fract(pair_of_vertex(path, vertex, PAIR_SKY).x + 0.618034) >= odds) { return found; }
  let lobes = evaluate_lobes((*vertex).bsdf, (*vertex).o, i);
  if (lobes.density <= 0.0) { return found; }
  found.given = (*path).throughput * lobes.value * light.radiance * (mis_weight(light.density, lobes.density) / odds);
  if (max(found.given.x, max(found.given.y, found.given.z)) <= 0.0) { return found; }
  aim(vertex, light.direction, light.distance, &found);
  return found;
}

// A connection stood for a share of the sun's light that the place sends on, and so its own sample of the sun brings so much less: less than nothing, where
// a gloss or a bent normal takes more than the share leaves. Asked whatever the shading normal says, for connections do not know it.
fn take_back(path: ptr<function, Path>, vertex: ptr<function, Vertex>, asked: ptr<function, LightRay>) {
  var sun = scene.lights[0];
  if (dot((*vertex).surface.geometric_normal, sun.place) < -sqrt(2.0 * sun.size)) { return; }
  let light = sample_light(&sun, gatherer_of(path, vertex), 1.0, pair_of_vertex(path, vertex, PAIR_SKY));
  if (light.density <= 0.0) { return; }
  let share = connected_share(path, vertex, light.direction);
  if (max(share.x, max(share.y, share.z)) <= 0.0) { return; }
  if ((*asked).brings == BRINGS_NOTHING) { aim(vertex, light.direction, light.distance, asked); }
  (*asked).given -= (*path).throughput * share * light.radiance;
}

// What connections brought already of the sun's light that the vertex sends back along the path's ray, per unit of light across the sun's rays.
fn connected_share(path: ptr<function, Path>, vertex: ptr<function, Vertex>, to_sun: vec3f) -> vec3f {
  let n = (*vertex).surface.geometric_normal;
  let towards_sun = dot(n, to_sun);
  let albedo = lit_albedo((*vertex).surface);
  if (towards_sun <= 0.0 || max(albedo.x, max(albedo.y, albedo.z)) <= 0.0) { return vec3f(0.0); }
  let cosine = abs(dot(n, (*path).ray.direction));
  let density = lit_density((*vertex).surface.position, to_sun) * towards_sun;
  let scattered = (*path).density * cosine / max((*vertex).distance * (*vertex).distance, 1e-12);
  return albedo * (INVERSE_PI * towards_sun * lit_kept(cosine, towards_sun) * mis_weight(density, scattered));
}
