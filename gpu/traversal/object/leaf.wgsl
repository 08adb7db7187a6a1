// leaf.wgsl: what every traversal does at a leaf of an object tree, and every level with an instance. Needs ray, scene, references,
// triangle, shape and alpha, and a traversal that offers traverse_object().

// Tests the records listed in references[first, first + count) and moves `hit` to anything nearer. Alpha is not looked at.
// True: with `any`, something was hit and the walk is over.
fn test_leaf(slot: u32, first: u32, count: u32, ray: ptr<function, ObjectRay>, t_min: f32, any: bool, hit: ptr<function, Hit>) -> bool {
  let first_record = instances[slot].triangles;
  for (var i = first; i < first + count; i++) {
    let record = first_record + reference(i);
    let found = intersect_triangle(record, ray, t_min, (*hit).t);
    if (found.x < (*hit).t) {
      *hit = Hit(found.x, found.y, found.z, slot, record);
      if (any) { return true; }
    }
  }
  return false;
}

// Moves `hit` to anything nearer in one instance. Where a material has an alpha to test, the nearest triangle is asked whether
// it exists there, and if not the walk is repeated behind it: asking at every triangle took half of all rays per second, masked
// or not. Of triangles that lie in one another, one alone is asked.
fn visit_instance(slot: u32, ray: Ray, any: bool, hit: ptr<function, Hit>) {
  let entered = object_ray(slot, ray);
  let masked = (instances[slot].flags & INSTANCE_MASKED) != 0u;
  let is_shape = (instances[slot].flags & INSTANCE_SHAPE) != 0u;
  var t_min = ray.t_min;
  var found = *hit;
  loop {
    if (is_shape) {
      var shape_ray = entered;
      intersect_shape(slot, &shape_ray, t_min, &found);
    } else {
      traverse_object(slot, entered, t_min, any && !masked, &found);
    }
    var is_through = false;
    if (masked && found.t < (*hit).t) { is_through = !is_opaque(slot, found.record, found.u, found.v); }
    if (!is_through) { break; }
    t_min = found.t;
    found = *hit;
  }
  *hit = found;
}

// The hit of closest_hit(), t taken anew from its triangle's own plane, for whoever wants t itself. While walking, t is mixed from the
// corners' distances: quick, the same for both triangles at an edge, and off by the rounding of a number as large as the
// triangle. A ray that starts a millimetre above a floor of ten metres feels that in the fourth digit; a plane that lies along the
// axes rounds nothing. Not part of closest_hit(): two triangles at an edge have two planes, and every traversal is to give the same t.
fn on_plane(ray: Ray, hit: Hit) -> Hit {
  var exact = hit;
  if (is_hit(hit) && (instances[hit.instance].flags & INSTANCE_SHAPE) == 0u) {
    let start = to_object_point(hit.instance, ray.origin);
    let d = to_object_direction(hit.instance, ray.direction);
    let corner = triangles[hit.record].v0;
    let normal = cross(triangles[hit.record].v1 - corner, triangles[hit.record].v2 - corner);
    // Counted from the start, or from the hit where that is so far away that its own rounding matters more.
    let size = instances[hit.instance].root_max - instances[hit.instance].root_min;
    let is_far = hit.t * hit.t * dot(d, d) > dot(size, size);
    let base = select(0.0, hit.t, is_far);
    let facing = dot(normal, d);
    let t = base + dot(normal, corner - (start + d * base)) / facing;
    // Seen edge-on, or too small or too large for its normal, it keeps what it has: rounding is less than a ten-thousandth of the size.
    let moved = t - hit.t;
    if (facing != 0.0 && moved * moved * dot(d, d) <= 1e-8 * dot(size, size)) { exact.t = clamp(t, ray.t_min, ray.t_max); }
  }
  return exact;
}
