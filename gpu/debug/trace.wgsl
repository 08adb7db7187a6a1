// trace.wgsl: writes down what a ray does, step by step: for the debug pixel. Needs ray. instrument.ts calls it from the
// traversals; only debug kernels list it.

const TRACE_RAY = 1u;        // a ray begins: {1 | kind << 4 | any << 8, t_min, t_max, 0}, {origin, 0}, {direction, 0}
const TRACE_STEP = 2u;       // a node is read: {2 | level << 4 | slot << 8, node, t_min or so, t_max or so}; level 0: über tree, 1: object tree
const TRACE_TEST = 3u;       // a triangle was tested: {3 | slot << 8, record, t, what t had to be below}
const TRACE_HIT = 4u;        // the ray ends: {4, t, instance, record}
const TRACE_SURFACE = 5u;    // what it saw: {5, 0, 0, 0}, {shading normal, 0}, {light it added to the pixel, 0}
const TRACE_LIGHT = 6u;      // the next shadow ray stands between the pixel and this: {6, 0, 0, 0}, {light, 0}
const TRACE_PASSED = 7u;     // panes in its way let this through alone: {7, 0, 0, 0}, {light, 0}

const TRACE_PRIMARY = 0u;
const TRACE_SHADOW = 1u;
const TRACE_BOUNCE = 2u;
const TRACE_THROUGH = 3u;    // glass

struct TraceLog {
  count: u32,                // entries that were needed, also those that did not fit
  entries: array<vec4u>,
}

@group(2) @binding(1) var<storage, read_write> trace_log: TraceLog;

var<private> trace_kind: u32;   // of the next closest-hit ray

fn trace_entry(entry: vec4u) {
  let at = trace_log.count;
  trace_log.count = at + 1u;
  if (at < arrayLength(&trace_log.entries)) { trace_log.entries[at] = entry; }
}

fn trace_vector(v: vec3f) {
  trace_entry(vec4u(bitcast<vec3u>(v), 0u));
}

fn trace_ray(ray: Ray, kind: u32, any: u32) {
  trace_entry(vec4u(TRACE_RAY | (kind << 4u) | (any << 8u), bitcast<u32>(ray.t_min), bitcast<u32>(ray.t_max), 0u));
  trace_vector(ray.origin);
  trace_vector(ray.direction);
}

fn trace_step(level: u32, slot: u32, node: u32, low: f32, high: f32) {
  trace_entry(vec4u(TRACE_STEP | (level << 4u) | (slot << 8u), node, bitcast<u32>(low), bitcast<u32>(high)));
}

fn trace_test(slot: u32, record: u32, t: f32, limit: f32) {
  trace_entry(vec4u(TRACE_TEST | (slot << 8u), record, bitcast<u32>(t), bitcast<u32>(limit)));
}

// Its tests follow one by one.
fn trace_leaf(count: u32) {}

fn trace_light(light: vec3f) {
  trace_entry(vec4u(TRACE_LIGHT, 0u, 0u, 0u));
  trace_vector(light);
}

fn light_passed(light: vec3f) {
  trace_entry(vec4u(TRACE_PASSED, 0u, 0u, 0u));
  trace_vector(light);
}

// Traversals give up here: what follows could not be written down, and one thread must not walk for seconds.
fn trace_is_full() -> bool {
  return trace_log.count >= arrayLength(&trace_log.entries);
}

// The questions that kernels ask, written down; the traversal's own functions wear another name in a debug kernel.
fn closest_hit(ray: Ray) -> Hit {
  trace_ray(ray, trace_kind, 0u);
  let hit = untraced_closest_hit(ray);
  trace_entry(vec4u(TRACE_HIT, bitcast<u32>(hit.t), hit.instance, hit.record));
  return hit;
}

fn any_hit(ray: Ray) -> bool {
  trace_ray(ray, TRACE_SHADOW, 1u);
  let hit = find_any(ray);
  trace_entry(vec4u(TRACE_HIT, bitcast<u32>(hit.t), hit.instance, hit.record));
  return is_hit(hit);
}
