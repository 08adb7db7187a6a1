// frame.wgsl: which pixel a thread works on, and what the rasterizer saw there, bind group 2. Needs ray, scene and surface.

struct FrameParams {
  camera_position: vec3f,
  spread: f32,            // radians, of one traced pixel
  corner: vec3f,          // from the eye through raster coordinate (0, 0), at distance 1 along the view
  stride: u32,            // raster pixels from one traced pixel to the next
  step_x: vec3f,          // per raster pixel
  sample: u32,            // 0: replaces what the radiance buffer holds, else adds to it
  step_y: vec3f,
  bounces: u32,           // rays that may follow the first surface of a pixel, one by one
  raster_size: vec2u,
  traced_size: vec2u,
  region_min: vec2u,      // traced pixels; the part of the picture that is rendered
  region_max: vec2u,
  jitter: vec2f,          // raster pixels
  blocks_x: u32,          // 8x8 blocks across the region
  first_block: u32,       // of this slice, row by row from the region's corner
  block_count: u32,
  first_lane: u32,        // pixels of a block that this dispatch does, in Morton order
  lane_count: u32,
  min_weight: f32,        // throughput that is not worth a ray
  queue_capacity: u32,    // rays in each half of the queue
  noise: u32,             // number of the path of every pixel: picks its random numbers
  mirrors: u32,           // of these, how many mirrors may send; the others go through glass
  lens_u: vec3f,          // as in path-trace.wgsl; for camera rays of a pass's own
  focus: f32,
  lens_v: vec3f,
  own_rays: u32,          // 1: at rest; camera rays are the reference's, and what the rasterizer saw does not matter
  phase: vec2u,           // raster pixels from the corner of a traced pixel to the one that it looks through
}

@group(2) @binding(0) var<uniform> frame: FrameParams;
@group(2) @binding(1) var ids: texture_2d<u32>;

// The traced pixel of one thread: blocks of 8x8, Morton order inside, so that neighbours in a wave are neighbours in the picture.
// False outside the region.
fn find_pixel(block: u32, lane: u32, pixel: ptr<function, vec2u>) -> bool {
  let b = block + frame.first_block;
  let m = lane + frame.first_lane;
  let x = (m & 1u) | ((m >> 1u) & 2u) | ((m >> 2u) & 4u);
  let y = ((m >> 1u) & 1u) | ((m >> 2u) & 2u) | ((m >> 3u) & 4u);
  *pixel = frame.region_min + 8u * vec2u(b % frame.blocks_x, b / frame.blocks_x) + vec2u(x, y);
  return lane < frame.lane_count && all(*pixel < frame.region_max);
}

fn raster_pixel(traced: vec2u) -> vec2u {
  return min(traced * frame.stride + frame.phase, frame.raster_size - 1u);
}

fn camera_ray(raster: vec2u) -> Ray {
  let p = vec2f(raster) + 0.5 + frame.jitter;
  return Ray(frame.camera_position, 0.0, normalize(frame.corner + p.x * frame.step_x + p.y * frame.step_y), 1e30);
}

// Where a pixel's ray meets the triangle that the rasterizer saw; a miss: nothing, or a triangle that is not there any more.
fn hit_of_pixel(raster: vec2u, ray: Ray) -> Hit {
  let id = textureLoad(ids, raster, 0);
  if (id.x == 0u) { return miss(ray); }
  let slot = id.x - 1u;
  let record = attributes[instances[slot].attributes + id.y].record;
  if (record == NONE) { return miss(ray); }
  return meet_triangle(slot, instances[slot].triangles + record, ray);
}
