// path.wgsl: what a light path carries from surface to surface, and the rules that it follows. Needs light-sampling, light-ray and virtual-image.
//
// Unidirectional, with a sample of each kind of light (in the room, in the sky, shining surfaces, the surroundings) at every vertex and both ways to a light balanced (Veach 1997). A ray
// through a thin smooth pane goes straight on and counts as the same ray, for shadow rays too. `bounces` counts the rays that
// follow the camera ray; a light sample is such a ray.
//
// A path goes from stage to stage: its ray is followed to what it meets (extend); arrive() adds what shines there; light_ray() asks for
// light of each kind, connect() whether it arrives; scatter() sends the path on. path-follow.wgsl calls them one after the other,
// path by path; path-queue.wgsl keeps many of them between kernels of one stage each.

struct PathRules {
  spread: f32,            // radians, of what one path sees of textures
  pixel: f32,             // how many times as wide a pixel is
  bounces: u32,           // rays that follow the camera ray
  roulette: u32,          // bounces before paths may end by chance
  roulette_share: f32,    // what a path carries at least that goes on for sure
  roulette_most: f32,     // odds that no path exceeds
  lights_share: f32,      // what a path carries at least that asks every kind of light
  has_panes: u32,         // shadow rays may pass through glass
  hides_background: u32,  // 1: camera rays that meet nothing leave the pixel transparent
  gloss_floor: f32,       // roughness that a gloss has at least once a path was scattered broadly; 0: the truth, caustics and all
  diffuse: u32,           // DIFFUSE_*: where light comes from that broad lobes gather
  starts_diffuse: u32,    // 1: paths leave a broad lobe; what light samples find from there is known already
  occlusion: f32,         // metres within which things keep the ambient term away; 0: nothing does
  look_beyond: f32,       // where light only bounced, what is known is taken from so many cells' sizes on, and nearer paths go on; 0: at any distance
  mirrors: u32,           // times that a path is mirrored, by glosses, coats and glass; then the ambient term stands for what they would show
}

@group(2) @binding(7) var<uniform> path_rules: PathRules;

const DIFFUSE_TRACED = 0u;    // from where a scattered ray ends
const DIFFUSE_AMBIENT = 1u;   // lights by their samples; all else is the ambient term
const DIFFUSE_CACHED = 2u;    // lights, and an image of the sky that is not soft, by their samples; all else from cached_irradiance(), as far as that is sure

// Mirrors for the eye: nearly all light takes lobes that blur what they show by no more than so many pixels, as a rougher gloss does where
// things stand on it, and pixels are not spread over too much of the room, as by a bead: what that shows is a colour, not a picture.
const MIRROR_ODDS = 0.9;
const MIRROR_PIXELS = 3.0;
const MIRROR_CONE = 0.14;   // radians, half of it: a ball of 14 pixels, a leg of 7
const GLOSS_ALPHA = 0.1;    // what is rougher is none
// Smooth enough (a roughness below 0.06) for what shines in it to be found at once, with these odds.
const SURE_ALPHA = 3.6e-3;
const SURE_ODDS = 0.98;

// From one vertex to the next.
struct Path {
  ray: Ray,               // to be followed
  throughput: vec3f,
  density: f32,           // with which its direction was chosen, per steradian at the vertex it left; 0: the only way
  radiance: vec3f,        // along the camera ray, nits: found so far
  width: f32,             // of the cone of rays around it where it begins, metres
  media: vec3u,           // that the ray is in, see media.wgsl
  cone: f32,              // by which the cone grows, per metre
  gatherer: Gatherer,     // where the path scattered last, which may be before some panes
  travelled: f32,         // metres from there to the ray's origin
  gloss_floor: f32,       // roughness that a gloss has at least
  lobe: f32,              // radians, by which mirrors that are not quite smooth blur what they show,
  haze: f32,              // and metres, at the ray's origin
  depth: u32,             // rays behind the camera ray, panes left out
  panes: u32,             // passed
  mirrored: u32,          // times
  is_straight: bool,      // mirrors and clear glass alone so far; of a cache's path: it comes straight from a cell that is seen
  is_sure: bool,          // and next to nothing was left to chance
  has_left: bool,         // it left the surface that its Sight tells of, which is not written down yet
  connected: bool,        // it left its last vertex as a connection with a place in the sun might have (lights/lit-table.wgsl)
  covers: bool,           // its camera ray met something, or shows what is behind everything
  shadow_rays: u32,       // that asked whether something is in the way
  rays: u32,              // of its own, but for the camera ray
  wave: f32,              // of its light, from red (0) to blue (1), once a prism has parted it; 0: white
  rng: Rng,
}

// What the eye sees along a path: what a picture is smoothed by.
struct Sight {
  seen: vec3f,            // the part of the radiance that has next to no noise: what shines itself, at once or in mirrors, and the sun's on what is seen so
  distance: f32,          // metres along the camera ray to where the first surface that is no mirror nor clear glass, or its image, seems to stand
  normal: vec3f,          // its shading normal
  slot: u32,              // its instance + 1; 0: there is none
  tint: vec3f,            // what that surface and the mirrors before it make of white light all around
  reach: f32,             // pixels, by which the gloss of that surface blurs what it shows of far off
  dull: vec3f,            // of the last mirror: its tint, if what it shows is too blurred; once the path is not straight: how much of what it finds that surface's body sends on
  body: u32,              // pack_roots(): how much of that surface's own tint is its body's; the rest is what it mirrors
  is_unlikely: bool,      // a mirror or glass was left by the less likely way: neighbours see something else
  image: Image,           // of what comes behind the mirrors so far; once the path is not straight: as note_left() leaves it
  lit: vec3f,             // of what was found at the last vertex, nits: what its body sends on
}

const SHARP_GLOSS = 1u;
const SHARP_COAT = 2u;

// The surface at which a path is.
struct Vertex {
  surface: Surface,
  bsdf: Bsdf,
  tangent: vec3f,         // with `bitangent` and the shading normal: the frame of `bsdf`
  segment: f32,           // metres, of the ray that ends here
  bitangent: vec3f,
  distance: f32,          // metres from the path's gatherer, through panes
  o: vec3f,               // unit, to where the ray came from, in that frame
  first_pair: u32,        // of the random numbers that are drawn here
  from_far: vec3f,        // light that stands for what broad lobes gather, if nothing is near
  follows_broad: bool,    // scattered rays look for what broad lobes gather
  is_smooth: bool,        // one direction in all its lobes: no light sample meets it
  is_mirror: bool,        // for the eye
  parting: vec3f,         // light that stands for what a path would have met that ends here
  sharp: u32,             // SHARP_*: lobes of one direction, whatever the path's floor makes of them
  passed: f32,            // odds with which the path goes past a surface of which only a share is there, or nothing; 0: it meets it
  wave: f32,              // that a prism bends here; 0: all alike
}

// What is known at a surface of light from all around, but for what light samples find, nits: the mean of what comes from where something is near
// (nearer than reach_around()), and of what comes from elsewhere.
struct Around {
  far: vec3f,
  sure: f32,              // 0..1, odds that a path takes it for what broad lobes gather instead of going on
  near: vec3f,
  tells_near: bool,       // else `far` is of all directions
}

// Random numbers of a vertex: pairs, counted from `first_pair`.
const PAIR_ROOM = 0u;
const PAIR_WHICH = 1u;      // x: light of the room and of the sky, y: shining triangle
const PAIR_EMITTER = 2u;
const PAIR_ENVIRONMENT = 3u;
const PAIR_SKY = 4u;
const PAIR_SCATTER = 5u;
const PAIR_LOBE = 6u;       // y: whether the path ends by chance, and which kinds of light a faint one asks
const VERTEX_PAIRS = 7u;    // always; and where broad lobes are not simply followed:
const PAIR_AROUND = 7u;     // odds of what is known,
const PAIR_NEAR = 8u;       // and the way in which near things may keep it away; of the ambient term, which has no odds, that is the first of both

fn picture_seed(pixel: vec2u) -> u32 {
  return pixel.y * 65536u + pixel.x;
}

fn begin_path(ray: Ray, rng: Rng) -> Path {
  var path: Path;
  path.ray = ray;
  path.rng = rng;
  path.throughput = vec3f(1.0);
  path.cone = 0.5 * path_rules.spread;
  path.gatherer = Gatherer(ray.origin, vec3f(0.0, 1.0, 0.0), true, vec3f(0.0), 0.0);
  path.gloss_floor = select(0.0, path_rules.gloss_floor, path_rules.starts_diffuse != 0u);
  path.is_straight = true;
  path.is_sure = true;
  path.covers = true;
  return path;
}

fn begin_sight() -> Sight {
  var sight: Sight;
  sight.tint = vec3f(1.0);
  sight.reach = 1e6;
  sight.body = ALL_OF_TINT;
  sight.image = Image(1.0, 0.0, 0.0, 1.0);
  return sight;
}

const BODY_BITS = 10u;                // of pack_roots()
const ALL_OF_TINT = 0x3fffffffu;

// How much of what a path brings the body of the surface that its Sight tells of sends on, but for what is in `lit`.
fn body_beyond(path: ptr<function, Path>, sight: ptr<function, Sight>) -> vec3f {
  return select((*sight).dull, vec3f(0.0), (*path).is_straight);
}

// The path leaves the surface that its Sight tells of: from now on what it finds is told apart by how the surface sends it on.
//   body  how much of that its body does
fn leave_seen(path: ptr<function, Path>, sight: ptr<function, Sight>, body: vec3f) {
  (*path).is_straight = false;
  (*path).has_left = true;
  (*sight).dull = body;
}

// The next thing that is met is known, and all light at the vertex before. What of the radiance so far its body sends on, without body_beyond() of it,
// goes where the image was (a, b, c), and metres along the camera ray to where what it mirrors seems to stand (d; 0: most of it is the body's).
//   t  metres to what is met
fn note_left(path: ptr<function, Path>, sight: ptr<function, Sight>, t: f32) {
  let body = (*sight).dull;
  let so_far = (*sight).lit - body * (*path).radiance;
  (*sight).image = Image(so_far.x, so_far.y, so_far.z, select(0.0, image_distance((*sight).image, min((*path).travelled + t, BEYOND)), luminance(body) < 0.5));
  (*path).has_left = false;
}

// It ended where it left.
fn note_left_for_good(path: ptr<function, Path>, sight: ptr<function, Sight>) {
  note_left(path, sight, BEYOND);
  (*sight).image.d = 0.0;
}

// Of what a path brings, nits: what the body of the surface sends on that its Sight tells of, and no mirror before it; w: as note_left() has it.
fn lit_by(path: ptr<function, Path>, sight: ptr<function, Sight>, radiance: vec3f) -> vec4f {
  let image = (*sight).image;
  // Where no direction leaves the surface, what lit it is told as it came.
  let found = select(vec4f(vec3f(image.a, image.b, image.c) + (*sight).dull * radiance, image.d), vec4f((*sight).lit, 0.0), (*path).is_straight);
  return select(found, vec4f(radiance, 0.0), (*sight).body == ALL_OF_TINT);
}

// A path that brings no number would stay for ever, or spread.
fn is_sane(path: ptr<function, Path>) -> bool {
  return max((*path).radiance.x, max((*path).radiance.y, (*path).radiance.z)) < 1e30;
}

// What a finished path brings, nits.
fn radiance_of_path(path: ptr<function, Path>) -> vec3f {
  return select(vec3f(0.0), max((*path).radiance, vec3f(0.0)), is_sane(path));
}

fn pair_of_vertex(path: ptr<function, Path>, vertex: ptr<function, Vertex>, which: u32) -> vec2f {
  var rng = (*path).rng;
  rng.dimension = (*vertex).first_pair + which;
  return next_pair(&rng);
}

// What lights are weighed by at the vertex.
fn gatherer_of(path: ptr<function, Path>, vertex: ptr<function, Vertex>) -> Gatherer {
  let n = (*vertex).surface.shading_normal;
  let is_rough = (*vertex).bsdf.alpha >= SMOOTH_ALPHA;
  return Gatherer((*vertex).surface.raised, n, (*vertex).bsdf.glass > 0.0 && is_rough, reflect((*path).ray.direction, n), select(0.0, (*vertex).bsdf.alpha, (*vertex).is_mirror && is_rough));
}
