// reproject.wgsl: where the picture before showed what a pixel shows now, by the motion of the camera and of things. Needs guide.
//
// Moving pictures are jittered: each looks through another place in its pixels. Both corners are moved by the jitter of the frame at hand,
// so a pixel of a standing picture finds itself: what is kept per pixel is a mean over its area, and no resampling blurs it.

const MOST_MOVED = 32u;

// Where a thing was: rows of the matrix from the world now to the world before.
struct Moved {
  row_x: vec4f,
  row_y: vec4f,
  row_z: vec4f,
  slot: u32,            // + 1
}

struct View {
  position: vec3f,
  stride: u32,          // raster pixels from one traced pixel to the next
  corner: vec3f,        // as in frame.wgsl, and moved by the jitter
  width: u32,           // traced pixels
  step_x: vec3f,
  height: u32,
  step_y: vec3f,
  spread: f32,          // radians, of one traced pixel
  forward: vec3f,
  raster_size: vec2u,
}

struct Motion {
  now: View,
  before: View,
  moved_count: u32,
  moved: array<Moved, MOST_MOVED>,
}

@group(0) @binding(0) var<uniform> motion: Motion;

// Raster coordinate of a traced pixel of this frame.
fn raster_place(traced: vec2u) -> vec2f {
  return min(vec2f(traced * motion.now.stride + motion.now.stride / 2u), vec2f(motion.now.raster_size - 1u)) + 0.5;
}

// Where a view shows a point: raster coordinate, and the distance; negative: behind it.
fn project(view: View, p: vec3f) -> vec3f {
  let away = p - view.position;
  let depth = dot(away, view.forward);
  if (depth <= 1e-4) { return vec3f(-1.0); }
  let on_plane = away / depth - view.corner;
  return vec3f(dot(on_plane, view.step_x) / dot(view.step_x, view.step_x), dot(on_plane, view.step_y) / dot(view.step_y, view.step_y), length(away));
}

fn point_at(view: View, raster: vec2f, distance: f32) -> vec3f {
  return view.position + normalize(view.corner + raster.x * view.step_x + raster.y * view.step_y) * distance;
}

// Where the picture before showed what this raster coordinate shows: as project().
fn place_before(raster: vec2f, shown: Guide) -> vec3f {
  var p = point_at(motion.now, raster, shown.distance);
  for (var k = 0u; k < motion.moved_count; k++) {
    if (motion.moved[k].slot != shown.slot) { continue; }
    let q = vec4f(p, 1.0);
    p = vec3f(dot(motion.moved[k].row_x, q), dot(motion.moved[k].row_y, q), dot(motion.moved[k].row_z, q));
  }
  return project(motion.before, p);
}
