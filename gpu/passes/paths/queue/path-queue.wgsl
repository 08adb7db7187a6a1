// path-queue.wgsl: many paths between kernels of one stage each (Laine, Karras and Aila 2013, "Megakernels considered harmful: wavefront
// path tracing on GPUs"): what they carry, by field, so that neighbours read neighbouring words, and lists of those that a stage is
// to do. Needs ray and light-ray.
//
// A turn is: shade what the listed paths' rays met, which lists the paths that go on and the light rays that they ask; count_turn; then
// walk the rays of the paths that go on and, behind them, the light rays.

struct PathQueue {
  first: u32,                                   // number of the first path, where a queue holds not all of them at once
  turn: u32,                                    // lists of paths alternate
  paths: array<atomic<u32>, 2>,                 // listed for turns of even and of odd number
  lights: array<atomic<u32>, LIGHT_KINDS>,      // listed by the turn at hand
  asked: array<u32, LIGHT_KINDS>,               // the same, counted for connect
  listed: array<u32>,                           // two lists of paths, then one of each kind of light
}

@group(2) @binding(12) var<storage, read_write> path_fields: array<vec4u>;
@group(2) @binding(13) var<storage, read_write> path_queue: PathQueue;

const FIELD_ORIGIN = 0u;        // w: t_min
const FIELD_DIRECTION = 1u;     // w: density
const FIELD_HIT = 2u;           // t, u, v, instance
const FIELD_RECORD = 3u;        // of the hit; seed and index of the random numbers; rays counted
const FIELD_RADIANCE = 4u;      // w: width
const FIELD_STATE = 5u;         // counts and flags, dimension, haze, travelled
const FIELD_THROUGHPUT = 6u;    // w: cone
const FIELD_MEDIA = 7u;         // w: lobe
const FIELD_GATHERER = 8u;      // three
const FIELD_SIGHT = 11u;        // five
const FIELD_LIGHT_RAY = 16u;    // two of each kind
const FIELD_GIVEN = 26u;        // one of each kind, w: rays that asked in 8 bits, `body` above; and what a last mirror would have shown
const FIELDS = 32u;

fn path_capacity() -> u32 {
  return arrayLength(&path_fields) / FIELDS;
}

fn field_at(field: u32, path: u32) -> u32 {
  return field * path_capacity() + path;
}

fn load_vector(field: u32, path: u32) -> vec4f {
  return bitcast<vec4f>(path_fields[field_at(field, path)]);
}

fn store_vector(field: u32, path: u32, value: vec4f) {
  path_fields[field_at(field, path)] = bitcast<vec4u>(value);
}

// The path that a thread of this turn does; false: there is none.
fn find_path(thread: u32, path: ptr<function, u32>) -> bool {
  let list = path_queue.turn & 1u;
  if (thread >= atomicLoad(&path_queue.paths[list])) { return false; }
  *path = path_queue.listed[list * path_capacity() + thread];
  return true;
}

// True: a dispatch may have fewer workgroups than there are groups, and each does one group after the other. How many groups there are only the
// card knows, and what WebGPU checks of a dispatch whose size lies there takes a hundred times as long as the dispatch.
override in_rounds: bool = false;

// The group that a workgroup begins with, and how many all of them do at once.
fn first_group(workgroup: vec3u, launched: vec3u) -> u32 { return workgroup.y * launched.x + workgroup.x; }
fn groups_at_once(launched: vec3u) -> u32 { return launched.x * launched.y; }

// Groups of 64 that all paths of this turn make, and all light rays that they ask, each of one kind.
fn path_groups() -> u32 {
  return (atomicLoad(&path_queue.paths[path_queue.turn & 1u]) + 63u) / 64u;
}

fn light_groups() -> u32 {
  var groups = 0u;
  for (var kind = 0u; kind < LIGHT_KINDS; kind++) { groups += (path_queue.asked[kind] + 63u) / 64u; }
  return groups;
}

// For the next turn.
fn list_path(path: u32) {
  let list = (path_queue.turn + 1u) & 1u;
  path_queue.listed[list * path_capacity() + atomicAdd(&path_queue.paths[list], 1u)] = path;
}

fn list_light(kind: u32, path: u32) {
  path_queue.listed[(2u + kind) * path_capacity() + atomicAdd(&path_queue.lights[kind], 1u)] = path;
}

// The light ray that a thread connects: each group has those of one kind. False: there is none.
fn find_light(group: u32, lane: u32, kind: ptr<function, u32>, path: ptr<function, u32>) -> bool {
  var first = 0u;
  for (var k = 0u; k < LIGHT_KINDS; k++) {
    let at = (group - first) * 64u + lane;
    let groups = (path_queue.asked[k] + 63u) / 64u;
    if (group < first + groups) {
      if (at >= path_queue.asked[k]) { return false; }
      *kind = k;
      *path = path_queue.listed[(2u + k) * path_capacity() + at];
      return true;
    }
    first += groups;
  }
  return false;
}

fn load_path_ray(path: u32) -> Ray {
  let origin = load_vector(FIELD_ORIGIN, path);
  return Ray(origin.xyz, origin.w, load_vector(FIELD_DIRECTION, path).xyz, 1e30);
}

fn load_hit(path: u32) -> Hit {
  let found = path_fields[field_at(FIELD_HIT, path)];
  let t = bitcast<vec3f>(found.xyz);
  return Hit(t.x, t.y, t.z, found.w, path_fields[field_at(FIELD_RECORD, path)].x);
}

fn store_hit(path: u32, hit: Hit) {
  path_fields[field_at(FIELD_HIT, path)] = vec4u(bitcast<vec3u>(vec3f(hit.t, hit.u, hit.v)), hit.instance);
  path_fields[field_at(FIELD_RECORD, path)].x = hit.record;
}

// Towards light of a kind, without what it brings.
fn load_light_ray(kind: u32, path: u32) -> Ray {
  let from_to = load_vector(FIELD_LIGHT_RAY + 2u * kind, path);
  let towards = load_vector(FIELD_LIGHT_RAY + 2u * kind + 1u, path);
  return Ray(from_to.xyz, towards.w, towards.xyz, from_to.w);
}

fn store_light_ray(kind: u32, path: u32, asked: LightRay) {
  if (asked.brings == BRINGS_PERHAPS) {
    store_vector(FIELD_LIGHT_RAY + 2u * kind, path, vec4f(asked.ray.origin, asked.ray.t_max));
    store_vector(FIELD_LIGHT_RAY + 2u * kind + 1u, path, vec4f(asked.ray.direction, asked.ray.t_min));
    list_light(kind, path);
  }
  store_given(kind, path, Arrived(asked.given, asked.body, 0u));
}

fn store_given(kind: u32, path: u32, arrived: Arrived) {
  path_fields[field_at(FIELD_GIVEN + kind, path)] = vec4u(bitcast<vec3u>(arrived.light), arrived.walks | (arrived.body << 8u));
}

fn load_given(kind: u32, path: u32) -> Arrived {
  let given = path_fields[field_at(FIELD_GIVEN + kind, path)];
  return Arrived(bitcast<vec3f>(given.xyz), given.w >> 8u, given.w & 255u);
}
