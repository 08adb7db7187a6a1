// triangle.wgsl: the ray-triangle test in object space. Needs ray.wgsl and scene.wgsl.
//
// Watertight: corners are projected along the ray by one linear map per ray, so two triangles that share an edge see the very
// same numbers, and the side of an edge is a comparison of two products, which rounding cannot turn round. A ray through an
// edge or a vertex hits at least one of its triangles. After Woop, Benthin and Wald 2013, "Watertight ray/triangle
// intersection"; their permutation of axes is folded into three row vectors, for a lane has no cheap dynamic index.

struct ObjectRay {
  origin: vec3f,       // where the ray enters the root cell, object space
  shift: f32,          // t of `origin` on the world ray
  direction: vec3f,    // not normalised: t grows as on the world ray
  exit: f32,           // where the ray leaves the root cell, counted from `origin`; negative: it misses the object
  inverse: vec3f,      // 1 / direction, finite
  across_x: vec3f,     // rows of the shear that turns `direction` into the z axis
  across_y: vec3f,
  along: vec3f,        // dot(along, p - origin): how far along the ray a point of it lies, counted from `origin`
}

const ENTRY_ERROR = 5e-7;   // of t: four roundings

// The ray in an instance's own space. Its origin moves to the root cell first: seen from a thousand times its size away an
// object would be smaller than the rounding of its coordinates, and triangles far beside the ray would seem to be hit.
fn object_ray(slot: u32, ray: Ray) -> ObjectRay {
  let start = to_object_point(slot, ray.origin);
  let d = to_object_direction(slot, ray.direction);
  let inverse = safe_inverse(d);
  let root_min = instances[slot].root_min;
  let root_max = instances[slot].root_max;
  let t0 = (root_min - start) * inverse;
  let t1 = (root_max - start) * inverse;
  let enters = min(t0, t1);
  let leaves = max(t0, t1);
  let enter = max(max(enters.x, enters.y), max(enters.z, ray.t_min));
  if (enter > min(min(leaves.x, leaves.y), min(leaves.z, ray.t_max))) {
    return ObjectRay(start, 0.0, d, -1.0, inverse, d, d, d);
  }
  // A point so far along the ray lies a few roundings before or behind the face by which it comes in. It is taken before: a
  // traversal that set out behind would pass over what lies between.
  let shift = max(enter - ENTRY_ERROR * enter, ray.t_min);
  let origin = start + d * shift;
  let ends = max((root_min - origin) * inverse, (root_max - origin) * inverse);
  let shear = shear_of(d);
  return ObjectRay(origin, shift, d, max(0.0, min(ends.x, min(ends.y, ends.z))), inverse, shear.across_x, shear.across_y, shear.along);
}

struct Shear {
  across_x: vec3f,
  across_y: vec3f,
  along: vec3f,
}

fn shear_of(d: vec3f) -> Shear {
  let a = abs(d);
  let is_x = a.x >= a.y && a.x >= a.z;
  let is_y = !is_x && a.y >= a.z;
  // The largest component becomes the axis of projection.
  let s = 1.0 / select(select(d.z, d.y, is_y), d.x, is_x);
  let r = d * s;
  return Shear(
    select(select(vec3f(1.0, 0.0, -r.x), vec3f(1.0, -r.x, 0.0), is_y), vec3f(-r.y, 1.0, 0.0), is_x),
    select(select(vec3f(0.0, 1.0, -r.y), vec3f(0.0, -r.z, 1.0), is_y), vec3f(-r.z, 0.0, 1.0), is_x),
    select(select(vec3f(0.0, 0.0, s), vec3f(0.0, s, 0.0), is_y), vec3f(s, 0.0, 0.0), is_x));
}

// t (of the world ray), u, v of the ray on a triangle's record where t_min < t < t_max; t = t_max: no hit. Both sides count.
fn intersect_triangle(record: u32, ray: ptr<function, ObjectRay>, t_min: f32, t_max: f32) -> vec3f {
  let a = triangles[record].v0 - (*ray).origin;
  let b = triangles[record].v1 - (*ray).origin;
  let c = triangles[record].v2 - (*ray).origin;
  let ax = dot((*ray).across_x, a);
  let ay = dot((*ray).across_y, a);
  let bx = dot((*ray).across_x, b);
  let by = dot((*ray).across_y, b);
  let cx = dot((*ray).across_x, c);
  let cy = dot((*ray).across_y, c);
  let u0 = cx * by;
  let u1 = cy * bx;
  let v0 = ax * cy;
  let v1 = ay * cx;
  let w0 = bx * ay;
  let w1 = by * ax;
  let one = vec3f(u0, v0, w0);
  let other = vec3f(u1, v1, w1);
  // Most rays pass beside.
  if (!(all(one >= other) || all(one <= other))) { return vec3f(t_max, 0.0, 0.0); }
  let u = u0 - u1;
  let v = v0 - v1;
  let w = w0 - w1;
  let sum = u + v + w;
  let scale = 1.0 / sum;
  let t = (*ray).shift + (u * dot((*ray).along, a) + v * dot((*ray).along, b) + w * dot((*ray).along, c)) * scale;
  if (sum == 0.0 || !(t > t_min && t < t_max)) { return vec3f(t_max, 0.0, 0.0); }
  return vec3f(t, v * scale, w * scale);
}

// The same plane without the triangle's edges: where a rasterized pixel's ray meets the triangle that the rasterizer saw.
// Barycentrics may lie a little outside 0..1. t = -1: the ray runs in the plane, or misses the whole object.
fn intersect_plane(record: u32, ray: ObjectRay) -> vec3f {
  let a = triangles[record].v0 - ray.origin;
  let b = triangles[record].v1 - ray.origin;
  let c = triangles[record].v2 - ray.origin;
  let ax = dot(ray.across_x, a);
  let ay = dot(ray.across_y, a);
  let bx = dot(ray.across_x, b);
  let by = dot(ray.across_y, b);
  let cx = dot(ray.across_x, c);
  let cy = dot(ray.across_y, c);
  let u = cx * by - cy * bx;
  let v = ax * cy - ay * cx;
  let w = bx * ay - by * ax;
  let sum = u + v + w;
  if (sum == 0.0 || ray.exit < 0.0) { return vec3f(-1.0, 0.0, 0.0); }
  let scale = 1.0 / sum;
  let t = ray.shift + (u * dot(ray.along, a) + v * dot(ray.along, b) + w * dot(ray.along, c)) * scale;
  return vec3f(t, v * scale, w * scale);
}
