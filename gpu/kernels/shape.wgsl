// shape.wgsl: rays against exact spheres, boxes and convex polygons, object space. Needs ray, scene and triangle.
//
// An instance whose mesh is a shape (MeshData.shape) has no tree to walk: these tests stand in for it, below the same root cell,
// with the same t. What they leave in Hit: a box the record of its face and 0..1 along the face's two edges, a polygon its first
// record and barycentrics of that record's plane, both of which load_surface() reads as any triangle's; a sphere its only record
// and its point in octahedral coordinates.

// Moves `hit` to the shape where that is nearer, and behind t_min.
fn intersect_shape(slot: u32, ray: ptr<function, ObjectRay>, t_min: f32, hit: ptr<function, Hit>) {
  if ((*ray).exit < 0.0) { return; }
  let flags = instances[slot].flags;
  var found = Hit((*hit).t, 0.0, 0.0, slot, instances[slot].triangles);
  if ((flags & INSTANCE_SPHERE) != 0u) {
    found = intersect_sphere(found, ray, t_min);
  } else if ((flags & INSTANCE_BOX) != 0u) {
    found = intersect_box(found, ray, t_min);
  } else {
    found = intersect_polygon(found, ray, t_min);
  }
  if (found.t > t_min && found.t < (*hit).t) { *hit = found; }
}

// The ellipsoid that touches the six faces of the root cell. Its nearest point to the ray decides (Haines et al. 2019, "Precision
// improvements for ray/sphere intersection"); the ray starts at the root cell, so nothing large is subtracted.
fn intersect_sphere(before: Hit, ray: ptr<function, ObjectRay>, t_min: f32) -> Hit {
  let half = 0.5 * (instances[before.instance].root_max - instances[before.instance].root_min);
  let center = 0.5 * (instances[before.instance].root_max + instances[before.instance].root_min);
  let o = ((*ray).origin - center) / half;
  let d = (*ray).direction / half;
  let square = dot(d, d);
  let middle = -dot(o, d) / square;
  let nearest = o + d * middle;
  let inside = 1.0 - dot(nearest, nearest);
  if (inside < 0.0) { return before; }
  let reach = sqrt(inside / square);
  let enter = middle - reach;
  let t = select(middle + reach, enter, (*ray).shift + enter > t_min);
  let uv = encode_sphere(o + d * t);
  return Hit((*ray).shift + t, uv.x, uv.y, before.instance, before.record);
}

// The root cell itself. Six records, two per axis, low face first; u and v run along the next two axes.
fn intersect_box(before: Hit, ray: ptr<function, ObjectRay>, t_min: f32) -> Hit {
  let low = instances[before.instance].root_min;
  let high = instances[before.instance].root_max;
  let t0 = (low - (*ray).origin) * (*ray).inverse;
  let t1 = (high - (*ray).origin) * (*ray).inverse;
  let enters = min(t0, t1);
  let leaves = max(t0, t1);
  let enter = max(enters.x, max(enters.y, enters.z));
  let leave = min(leaves.x, min(leaves.y, leaves.z));
  let is_entry = (*ray).shift + enter > t_min;
  let t = select(leave, enter, is_entry);
  let is_face = select(leaves, enters, is_entry) == vec3f(t);
  let axis = select(select(2u, 1u, is_face.y), 0u, is_face.x);
  let is_negative = select(select((*ray).inverse.z, (*ray).inverse.y, axis == 1u), (*ray).inverse.x, axis == 0u) < 0.0;
  let p = clamp(((*ray).origin + (*ray).direction * t - low) / (high - low), vec3f(0.0), vec3f(1.0));
  let uv = select(select(p.xy, p.zx, axis == 1u), p.yz, axis == 0u);
  return Hit((*ray).shift + t, uv.x, uv.y, before.instance, before.record + 2u * axis + select(0u, 1u, is_negative == is_entry));
}

// One record per corner. Sides are told as for triangles, so a polygon and a triangle that share an edge leave no gap.
fn intersect_polygon(before: Hit, ray: ptr<function, ObjectRay>, t_min: f32) -> Hit {
  let end = before.record + instances[before.instance].triangle_count;
  let last = triangles[end - 1u].v0 - (*ray).origin;
  var ax = dot((*ray).across_x, last);
  var ay = dot((*ray).across_y, last);
  var is_left = true;
  var is_right = true;
  for (var record = before.record; record < end; record++) {
    let corner = triangles[record].v0 - (*ray).origin;
    let bx = dot((*ray).across_x, corner);
    let by = dot((*ray).across_y, corner);
    let l = ax * by;
    let r = ay * bx;
    is_left = is_left && l >= r;
    is_right = is_right && l <= r;
    ax = bx;
    ay = by;
  }
  let found = intersect_plane(before.record, *ray);
  if (!(is_left || is_right)) { return before; }
  return Hit(found.x, found.y, found.z, before.instance, before.record);
}

// Where a pixel's ray meets the shape that the rasterizer saw there: pulled back onto it where the ray passes beside.
fn meet_shape(slot: u32, record: u32, ray: Ray) -> Hit {
  var entered = object_ray(slot, ray);
  var hit = miss(ray);
  intersect_shape(slot, &entered, ray.t_min, &hit);
  if (is_hit(hit)) { return hit; }
  let start = to_object_point(slot, ray.origin);
  if ((instances[slot].flags & INSTANCE_SPHERE) != 0u) {
    // The point of the sphere under the ray's nearest.
    let half = 0.5 * (instances[slot].root_max - instances[slot].root_min);
    let o = (start - 0.5 * (instances[slot].root_max + instances[slot].root_min)) / half;
    let d = entered.direction / half;
    let t = max(-dot(o, d) / dot(d, d), 0.0);
    let uv = encode_sphere(o + d * t);
    return Hit(t, uv.x, uv.y, slot, record);
  }
  // The plane of the face goes on beyond its edges.
  let v0 = triangles[record].v0;
  let e1 = triangles[record].v1 - v0;
  let e2 = triangles[record].v2 - v0;
  let n = cross(e1, e2);
  let slope = dot(n, entered.direction);
  let t = dot(n, v0 - start) / select(slope, 1e-20, slope == 0.0);
  let p = (start + entered.direction * t - v0) / dot(n, n);
  let uv = vec2f(dot(cross(p, e2), n), dot(cross(e1, p), n));
  // Seen edge on it could be anywhere.
  let at = clamp(uv, vec2f(-1.0), vec2f(2.0));
  if (t > 0.0 && all(at == uv)) { return Hit(t, uv.x, uv.y, slot, record); }
  let point = to_world_point(slot, v0 + 0.25 * e1 + 0.25 * e2);
  return Hit(max(dot(point - ray.origin, ray.direction), 0.0), 0.25, 0.25, slot, record);
}

// A point of the unit sphere in octahedral coordinates, exact to a few units in the last place.
fn encode_sphere(q: vec3f) -> vec2f {
  let p = q / (abs(q.x) + abs(q.y) + abs(q.z));
  let folded = (1.0 - abs(p.yx)) * select(vec2f(1.0), vec2f(-1.0), p.xy < vec2f(0.0));
  return select(p.xy, folded, p.z < 0.0);
}

fn decode_sphere(uv: vec2f) -> vec3f {
  let z = 1.0 - abs(uv.x) - abs(uv.y);
  let fold = max(-z, 0.0);
  return normalize(vec3f(uv.x - select(fold, -fold, uv.x < 0.0), uv.y - select(fold, -fold, uv.y < 0.0), z));
}

// Longitude and colatitude, 0..1, v down from the +y pole: how a texture lies on a sphere.
fn sphere_uv(q: vec3f) -> vec2f {
  let turn = atan2(-q.z, q.x) * 0.15915494;
  return vec2f(select(turn, turn + 1.0, turn < 0.0), acos(clamp(q.y, -1.0, 1.0)) * 0.31830989);
}
