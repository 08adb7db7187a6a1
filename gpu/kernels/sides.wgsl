// sides.wgsl: textures that lie straight on the sides of an object, in metres (MATERIAL_BOX). Needs scene.

// How long the object's axes are in the world.
fn stretch_of(slot: u32) -> vec3f {
  let x = instances[slot].world_from_object_x.xyz;
  let y = instances[slot].world_from_object_y.xyz;
  let z = instances[slot].world_from_object_z.xyz;
  return max(sqrt(x * x + y * y + z * z), vec3f(1e-12));
}

// The axis that a direction follows most, with its sign.
fn main_axis(d: vec3f) -> vec3f {
  let a = abs(d);
  if (a.x > a.y && a.x > a.z) { return vec3f(select(-1.0, 1.0, d.x >= 0.0), 0.0, 0.0); }
  if (a.z > a.y) { return vec3f(0.0, 0.0, select(-1.0, 1.0, d.z >= 0.0)); }
  return vec3f(0.0, select(-1.0, 1.0, d.y >= 0.0), 0.0);
}

// Which of the object's axes u and v run along on the side of a box that a triangle faces: v down where the side stands.
//   normal  of the triangle, unit, world space
fn box_side(slot: u32, normal: vec3f) -> mat2x3f {
  let x = instances[slot].world_from_object_x.xyz;
  let y = instances[slot].world_from_object_y.xyz;
  let z = instances[slot].world_from_object_z.xyz;
  let stretch = stretch_of(slot);
  let out = main_axis((x * normal.x + y * normal.y + z * normal.z) / stretch);
  let up = main_axis(y / stretch);
  var down = -up;
  if (abs(dot(out, up)) > 0.5) { down = abs(up).zxy; }
  return mat2x3f(cross(-down, out), down);
}

// Metres along the two axes of a side.
//   d  object space
fn along_side(slot: u32, side: mat2x3f, d: vec3f) -> vec2f {
  let metres = d * stretch_of(slot);
  return vec2f(dot(side[0], metres), dot(side[1], metres));
}
