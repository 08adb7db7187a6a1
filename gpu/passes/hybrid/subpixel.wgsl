// subpixel.wgsl: edges of moving pictures, by what their pixels show in eight places each: rays of the camera tell which surface is there, the pixels
// around tell its light. Chajdas, McGuire and Luebke 2011, "Subpixel reconstruction antialiasing for deferred shading". Needs a traversal, luminance and edge-mark.

struct SubpixelParams {
  camera_position: vec3f,
  near: f32,
  corner: vec3f,        // as in frame.wgsl, without the jitter
  spread: f32,          // radians, of one raster pixel
  step_x: vec3f,
  white: f32,           // what the display shows as 1, nits
  step_y: vec3f,
  forward: vec3f,
  size: vec2u,          // of the raster
  jitter: vec2f,        // raster pixels: where in its own each pixel of `composed` looks
}

@group(2) @binding(0) var<uniform> subpixel: SubpixelParams;
@group(2) @binding(1) var subpixel_ids: texture_2d<u32>;
@group(2) @binding(2) var composed: texture_2d<f32>;                            // of compose.wgsl
@group(2) @binding(3) var covered: texture_storage_2d<rgba32float, write>;      // the same; w: mark_edge() of it where edges were reconstructed

const PLACES = 8u;            // in a pixel
const TILE = 10u;             // pixels: a workgroup's 8 and one around
const ALIKE_PLANES = 0.9;     // cosine
const LEAST_CONTRAST = 0.05;  // of the display's range; an edge between colours less apart is not seen

var<workgroup> tile_ids: array<vec2u, 100>;
var<workgroup> tile_planes: array<vec4f, 100>;    // of plane_of()
var<workgroup> tile_shown: array<f32, 100>;
var<workgroup> edges: array<u32, 64>;             // lanes of their pixels
var<workgroup> edge_count: atomic<u32>;
var<workgroup> suspects: atomic<u32>;
var<workgroup> found: array<vec4f, 512>;          // light in a place; w: 1, or 0: no pixel around shows what is there

// Eight rooks that do not meet: upright and level edges have eight steps, too.
fn place_of(k: u32) -> vec2f {
  return (vec2f(f32(k), f32((k * 3u + 1u) % PLACES)) + 0.5) / f32(PLACES);
}

// The plane of a triangle: its normal, and how far along that it lies from the camera, metres. Balls have none: zero.
fn plane_of(slot: u32, record: u32) -> vec4f {
  if ((instances[slot].flags & INSTANCE_SPHERE) != 0u) { return vec4f(0.0); }
  let corner = to_world_point(slot, triangles[record].v0);
  let across = cross(to_world_point(slot, triangles[record].v1) - corner, to_world_point(slot, triangles[record].v2) - corner);
  let normal = across / max(length(across), 1e-30);
  return vec4f(normal, dot(normal, corner - subpixel.camera_position));
}

fn plane_of_pixel(id: vec2u) -> vec4f {
  if (id.x == 0u) { return vec4f(0.0); }
  let slot = id.x - 1u;
  let record = attributes[instances[slot].attributes + id.y].record;
  if (record == NONE) { return vec4f(0.0); }
  return plane_of(slot, instances[slot].triangles + record);
}

// Whether one surface goes on as the other.
//   slack  metres
fn goes_on(a: vec4f, b: vec4f, slack: f32) -> bool {
  if (all(a == vec4f(0.0)) && all(b == vec4f(0.0))) { return true; }
  return abs(dot(a.xyz, b.xyz)) > ALIKE_PLANES && abs(abs(a.w) - abs(b.w)) < slack;
}

// How bright a colour looks, 0..1.
fn shown_as(light: vec3f) -> f32 {
  let brightness = luminance(light);
  return brightness / (brightness + subpixel.white);
}

// Light in a place of a pixel: that of the pixels around that show the surface there, the nearest first. w: 1, or 0 where none does.
//   local  the pixel in its workgroup
fn light_at(pixel: vec2u, local: vec2u, place: vec2f) -> vec4f {
  let direction = normalize(subpixel.corner + place.x * subpixel.step_x + place.y * subpixel.step_y);
  let hit = closest_hit(Ray(subpixel.camera_position, subpixel.near / dot(direction, subpixel.forward), direction, 1e30));
  var slot = 0u;
  var plane = vec4f(0.0);
  if (is_hit(hit)) {
    slot = hit.instance + 1u;
    plane = plane_of(hit.instance, hit.record);
  }
  let slack = 1e-3 + 4.0 * subpixel.spread * hit.t;
  var sum = vec4f(0.0);
  for (var k = 0u; k < 9u; k++) {
    let one = vec2u(k % 3u, k / 3u);
    let other = (local.y + one.y) * TILE + local.x + one.x;
    let q = vec2i(pixel + one) - 1;
    if (tile_ids[other].x != slot || any(q < vec2i(0)) || any(q >= vec2i(subpixel.size))) { continue; }
    let away = vec2f(q) + 0.5 + subpixel.jitter - place;
    let weight = exp(-4.0 * dot(away, away)) * select(1e-3, 1.0, slot == 0u || goes_on(plane, tile_planes[other], slack));
    sum += weight * vec4f(textureLoad(composed, q, 0).rgb, 1.0);
  }
  return select(vec4f(0.0), vec4f(sum.rgb / sum.w, 1.0), sum.w > 0.0);
}

// A pixel of the tile and one beside it show two surfaces.
fn is_edge_between(a: u32, b: u32) -> bool {
  return tile_ids[a].x != tile_ids[b].x || !goes_on(tile_planes[a], tile_planes[b], 1e-3 + 0.02 * abs(tile_planes[a].w));
}

fn local_of(lane: u32) -> vec2u { return vec2u(lane % 8u, lane / 8u); }

@compute @workgroup_size(64)
fn reconstruct(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let corner = group.xy * 8u;
  for (var i = lane; i < TILE * TILE; i += 64u) {
    let q = clamp(vec2i(corner + vec2u(i % TILE, i / TILE)) - 1, vec2i(0), vec2i(subpixel.size) - 1);
    tile_ids[i] = textureLoad(subpixel_ids, q, 0).xy;
    tile_shown[i] = shown_as(textureLoad(composed, q, 0).rgb);
  }
  workgroupBarrier();
  let local = local_of(lane);
  let pixel = corner + local;
  let is_inside = all(pixel < subpixel.size);
  let middle = (local.y + 1u) * TILE + local.x + 1u;
  let beside = array(middle - TILE, middle - 1u, middle + 1u, middle + TILE);
  // Between other triangles and colours there may be an edge.
  var is_edge = false;
  var least = tile_shown[middle];
  var most = least;
  for (var k = 0u; k < 4u; k++) {
    is_edge = is_edge || any(tile_ids[beside[k]] != tile_ids[middle]);
    least = min(least, tile_shown[beside[k]]);
    most = max(most, tile_shown[beside[k]]);
  }
  is_edge = is_edge && is_inside && most - least > LEAST_CONTRAST;
  if (is_edge) { atomicAdd(&suspects, 1u); }
  workgroupBarrier();
  let as_it_is = textureLoad(composed, min(pixel, subpixel.size - 1u), 0);
  if (workgroupUniformLoad(&suspects) == 0u) {
    if (is_inside) { textureStore(covered, pixel, as_it_is); }
    return;
  }
  for (var i = lane; i < TILE * TILE; i += 64u) { tile_planes[i] = plane_of_pixel(tile_ids[i]); }
  workgroupBarrier();
  if (is_edge) { is_edge = is_edge_between(middle, beside[0]) || is_edge_between(middle, beside[1]) || is_edge_between(middle, beside[2]) || is_edge_between(middle, beside[3]); }
  if (is_edge) { edges[atomicAdd(&edge_count, 1u)] = lane; }
  else if (is_inside) { textureStore(covered, pixel, as_it_is); }
  workgroupBarrier();
  let count = workgroupUniformLoad(&edge_count);
  for (var i = lane; i < count * PLACES; i += 64u) {
    let own = local_of(edges[i / PLACES]);
    found[i] = light_at(corner + own, own, vec2f(corner + own) + place_of(i % PLACES));
  }
  workgroupBarrier();
  if (lane < count) {
    let own = corner + local_of(edges[lane]);
    var sum = vec4f(0.0);
    for (var k = 0u; k < PLACES; k++) { sum += found[lane * PLACES + k]; }
    let before = textureLoad(composed, own, 0);
    textureStore(covered, own, select(before, vec4f(sum.rgb / sum.w, mark_edge(before.w)), sum.w > 0.0));
  }
}
