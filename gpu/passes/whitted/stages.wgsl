// stages.wgsl: what the pixels of a slice carry between the kernels of a turn, by field, so that neighbours read neighbouring words. A pixel's ray lies where the
// pixel does: mirrors show mirrors side by side, so few lanes rest, and nothing is counted or listed. Needs frame and a traversal.

@group(2) @binding(5) var<storage, read_write> carried: array<vec4u>;

const CARRIED_ORIGIN = 0u;      // w: t_min
const CARRIED_DIRECTION = 1u;   // w: width of the cone
const CARRIED_THROUGHPUT = 2u;  // 0: no ray; w: record of its hit
const CARRIED_HIT = 3u;         // t, u, v, instance
const CARRIED_FIELDS = 4u;

fn carried_at(field: u32, slot: u32) -> u32 { return field * (arrayLength(&carried) / CARRIED_FIELDS) + slot; }
fn carried_vector(field: u32, slot: u32) -> vec4f { return bitcast<vec4f>(carried[carried_at(field, slot)]); }

fn has_ray(slot: u32) -> bool { return any(carried[carried_at(CARRIED_THROUGHPUT, slot)].xyz != vec3u(0u)); }
fn carry_nothing(slot: u32) { carried[carried_at(CARRIED_THROUGHPUT, slot)] = vec4u(0u); }

fn carry_ray(slot: u32, ray: Ray, throughput: vec3f, cone_width: f32) {
  carried[carried_at(CARRIED_ORIGIN, slot)] = bitcast<vec4u>(vec4f(ray.origin, ray.t_min));
  carried[carried_at(CARRIED_DIRECTION, slot)] = bitcast<vec4u>(vec4f(ray.direction, cone_width));
  carried[carried_at(CARRIED_THROUGHPUT, slot)] = vec4u(bitcast<vec3u>(throughput), NONE);
}

fn carried_ray(slot: u32) -> Ray {
  let origin = carried_vector(CARRIED_ORIGIN, slot);
  return Ray(origin.xyz, origin.w, carried_vector(CARRIED_DIRECTION, slot).xyz, 1e30);
}
