// primary.wgsl: a rasterizer made of rays: ids of what each pixel's camera ray meets. Needs a traversal.

struct PrimaryParams {
  camera_position: vec3f,
  near: f32,
  corner: vec3f,          // from the eye through pixel coordinate (0, 0), at distance 1 along the view
  step_x: vec3f,          // per pixel
  first_block: u32,       // of this dispatch, 8x8 blocks row by row
  step_y: vec3f,
  block_count: u32,
  forward: vec3f,         // unit
  spare: u32,
  jitter: vec2f,
}

@group(2) @binding(0) var<uniform> primary: PrimaryParams;
@group(2) @binding(1) var primary_ids: texture_storage_2d<rg32uint, write>;

@compute @workgroup_size(64)
fn trace_primary(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) m: u32) {
  let size = textureDimensions(primary_ids);
  let block = primary.first_block + group.x;
  let x = (m & 1u) | ((m >> 1u) & 2u) | ((m >> 2u) & 4u);
  let y = ((m >> 1u) & 1u) | ((m >> 2u) & 2u) | ((m >> 3u) & 4u);
  let across = (size.x + 7u) / 8u;
  let pixel = 8u * vec2u(block % across, block / across) + vec2u(x, y);
  if (group.x >= primary.block_count || any(pixel >= size)) { return; }
  let p = vec2f(pixel) + 0.5 + primary.jitter;
  let direction = normalize(primary.corner + p.x * primary.step_x + p.y * primary.step_y);
  let hit = closest_hit(Ray(primary.camera_position, primary.near / dot(direction, primary.forward), direction, 1e30));
  var ids = vec4u(0u);
  if (is_hit(hit)) { ids = vec4u(hit.instance + 1u, triangles[hit.record].triangle, 0u, 0u); }
  textureStore(primary_ids, pixel, ids);
}
