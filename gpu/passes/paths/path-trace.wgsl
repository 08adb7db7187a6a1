// path-trace.wgsl: the truth that the other passes are held against: paths from the eye, one or some per pixel and dispatch, added to
// what was gathered before. Needs path and ambient.

struct PathParams {
  camera_position: vec3f,
  corner: vec3f,          // from the eye through picture coordinate (0, 0), at distance 1 along the view
  first_block: u32,       // of this dispatch: 8x8 blocks row by row from the region's corner
  step_x: vec3f,          // per pixel
  block_count: u32,       // of every sample
  step_y: vec3f,
  blocks_x: u32,          // across the region
  region_min: vec2u,      // of the picture
  region_size: vec2u,     // pixels in `gathered`
  sample: u32,            // number of the first path of every pixel
  seed: u32,
  lens_u: vec3f,          // half of the lens's width, world space
  focus: f32,             // 1 / distance of what is sharp; 0: a pinhole
  lens_v: vec3f,          // half of its height
  turn: vec2f,            // panorama: radians per pixel; corner then looks ahead, step_x to the right, step_y up. 0: a flat picture
  keeps_guides: u32,      // 1: `gathered` has room for them
  clears: u32,            // 1: the first sample is the first of its sum; what `gathered` holds is forgotten
  samples: u32,           // at once, of all the region's blocks where they are several
}

@group(2) @binding(0) var<uniform> path_params: PathParams;
// Sums over the samples of one block (path-trace.ts), of every pixel: radiance, w: how many met something. Then, of every pixel, the guides: albedo, w: metres to where it
// is seen; then normals, w: how many samples met something that has one; and last, of each of the picture's first four samples, the slot + 1 of what was seen.
@group(2) @binding(1) var<storage, read_write> gathered: array<vec4f>;

// From the eye through a picture coordinate, of any length.
fn towards(p: vec2f) -> vec3f {
  if (path_params.turn.x == 0.0) { return path_params.corner + p.x * path_params.step_x + p.y * path_params.step_y; }
  let longitude = p.x * path_params.turn.x - PI;
  let latitude = 0.5 * PI - p.y * path_params.turn.y;
  return cos(latitude) * (sin(longitude) * path_params.step_x + cos(longitude) * path_params.corner) + sin(latitude) * path_params.step_y;
}

// The pixel of one thread, in the region: 8x8 blocks, Morton order inside. False: there is none.
fn find_pixel(block: u32, m: u32, at: ptr<function, vec2u>) -> bool {
  let b = block + path_params.first_block;
  let inside = vec2u((m & 1u) | ((m >> 1u) & 2u) | ((m >> 2u) & 4u), ((m >> 1u) & 1u) | ((m >> 2u) & 2u) | ((m >> 3u) & 4u));
  *at = 8u * vec2u(b % path_params.blocks_x, b / path_params.blocks_x) + inside;
  return block < path_params.block_count && all(*at < path_params.region_size);
}

// From a point of the lens to the point in focus that the pixel's central ray meets; a pinhole draws no numbers for it.
fn path_from_eye(at: vec2u, sample: u32) -> Path {
  let pixel = path_params.region_min + at;
  var rng = seed_rng(picture_seed(pixel), path_params.seed, sample);
  let p = vec2f(pixel) + next_pair(&rng);
  var lens = vec3f(0.0);
  if (path_params.focus > 0.0) {
    let d = sample_disc(next_pair(&rng));
    lens = d.x * path_params.lens_u + d.y * path_params.lens_v;
  }
  return begin_path(Ray(path_params.camera_position + lens, 0.0, normalize(towards(p) - path_params.focus * lens), 1e30), rng);
}

// @param sample  its number, in the picture
fn add_to_picture(at: vec2u, sample: u32, is_first: bool, path: ptr<function, Path>, sight: ptr<function, Sight>) {
  let index = at.y * path_params.region_size.x + at.x;
  let before = select(gathered[index], vec4f(0.0), is_first);
  // Less than nothing, too, where connections brought more than there is; what is no number fails every comparison.
  let is_number = all(abs((*path).radiance) < vec3f(1e30));
  gathered[index] = before + vec4f(select(vec3f(0.0), (*path).radiance, is_number), select(0.0, 1.0, (*path).covers && is_number));
  if (path_params.keeps_guides != 0u) { add_guides(index, sample, is_first, (*path).covers, sight); }
}

// Of the first surface that is no mirror nor clear glass: what a picture is smoothed by.
fn add_guides(index: u32, sample: u32, is_first: bool, covers: bool, sight: ptr<function, Sight>) {
  let pixels = path_params.region_size.x * path_params.region_size.y;
  // A pane or mirror that shows what is beyond everything has left its own normal there.
  let is_met = (*sight).slot != 0u && (*sight).distance < BEYOND && dot((*sight).normal, (*sight).normal) < 2.0;
  // A tint that is no number is black: no comparison holds of it.
  let tint = select(vec3f(0.0), min((*sight).tint, vec3f(1.0)), (*sight).tint >= vec3f(0.0));
  let seen = vec4f(select(vec3f(0.0), tint, covers), select(0.0, (*sight).distance, is_met));
  let faces = select(vec4f(0.0), vec4f((*sight).normal, 1.0), is_met);
  gathered[pixels + index] = seen + select(gathered[pixels + index], vec4f(0.0), is_first);
  gathered[2u * pixels + index] = faces + select(gathered[2u * pixels + index], vec4f(0.0), is_first);
  // Slots are no quantity: each has a place of its own, to which other samples and blocks add nothing.
  let slots = select(vec4f(0.0), vec4f(f32((*sight).slot)), vec4u(sample) == vec4u(0u, 1u, 2u, 3u));
  gathered[3u * pixels + index] = select(vec4f(0.0), slots, is_met) + select(gathered[3u * pixels + index], vec4f(0.0), is_first);
}
