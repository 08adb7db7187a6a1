// surface.wgsl: what a ray or a pixel sees: one record for both, so that they cannot disagree.
// Needs ray, scene, triangle, shape, sides, texture and octahedral.

// SceneUniforms.settings
const SETTING_SHADOWS = 1u;
const SETTING_AMBIENT = 2u;
const SETTING_FLAT = 4u;
const SETTING_BLACK = 8u;      // what is behind the scene: black,
const SETTING_GREEN = 16u;     // debug green, or else the environment
const SETTING_OCCLUSION = 128u;  // things near by keep the ambient term away (64: heat-map.wgsl)
const SETTING_IMAGE = 256u;      // the environment is an image,
const SETTING_UNSEEN = 512u;     // which lights and is mirrored, but is not seen from the eye
const SETTING_NORMALS = 32u;   // show normals instead of light

struct Surface {
  position: vec3f,           // on the triangle, world space
  error: f32,                // metres; bounds how far `position` is off the plane that rays meet
  geometric_normal: vec3f,   // unit, of the triangle, turned to the viewer
  slot: u32,
  shading_normal: vec3f,     // unit, interpolated and bent by the normal map, turned to the viewer
  metallic: f32,
  raised: vec3f,             // `position` lifted to the smooth surface that the normals pretend: where shadow rays start
  roughness: f32,
  base_color: vec3f,
  triangle: u32,             // in the mesh's own order
  emissive: vec3f,           // nits
  row: u32,                  // in `materials`
  uv: vec2f,
  uv_width: f32,             // width of the ray's cone there, in units of uv
  bend: f32,                 // per metre: by how much normals spread on the viewer's side, 2 / radius on a ball; negative: hollow; 0: flat
  is_front: bool,            // the viewer is on the side of the triangle's winding, or outside the ball
}

fn to_world_vector(slot: u32, d: vec3f) -> vec3f {
  return vec3f(
    dot(instances[slot].world_from_object_x.xyz, d),
    dot(instances[slot].world_from_object_y.xyz, d),
    dot(instances[slot].world_from_object_z.xyz, d));
}

// Where a ray meets a hit's triangle.
//   footprint  width of the ray's cone there, metres
fn load_surface_of_hit(hit: Hit, direction: vec3f, footprint: f32) -> Surface {
  return load_surface(hit.instance, hit.record, hit.u, hit.v, direction, footprint);
}

// Barycentrics and t of a ray (unit direction) with the plane of one triangle, pulled back onto the triangle when the ray passes beside it: the
// rasterizer's edges are a fraction of a pixel off the ray's. Not onto its very edge, but inside by what a position may be off: where a wall ends in the
// plane of a ceiling, light would set out from within the ceiling and not meet it.
fn meet_triangle(slot: u32, record: u32, ray: Ray) -> Hit {
  if ((instances[slot].flags & INSTANCE_SHAPE) != 0u) { return meet_shape(slot, record, ray); }
  let found = intersect_plane(record, object_ray(slot, ray));
  let u = clamp(found.y, 0.0, 1e6);
  let v = clamp(found.z, 0.0, 1e6);
  let sum = max(u + v, 1.0);
  var hit = Hit(found.x, u / sum, v / sum, slot, record);
  let is_inside = found.y >= 0.0 && found.z >= 0.0 && u + v <= 1.0 && found.x > 0.0;
  if (is_inside) { return hit; }
  let e1 = to_world_vector(slot, triangles[record].v1 - triangles[record].v0);
  let e2 = to_world_vector(slot, triangles[record].v2 - triangles[record].v0);
  // Twice, for what lies beyond the edge may be larger. In barycentrics of v0, v1 and v2: over the triangle's heights.
  let off = 2.0 * error_of_position(to_world_point(slot, triangles[record].v0), e1, e2);
  let inside = min(off * vec3f(length(e2 - e1), length(e2), length(e1)) / max(length(cross(e1, e2)), 1e-30), vec3f(1.0 / 3.0));
  let rest = 1.0 - inside.x - inside.y - inside.z;
  hit.u = hit.u * rest + inside.y;
  hit.v = hit.v * rest + inside.z;
  let point = to_world_point(slot, (1.0 - hit.u - hit.v) * triangles[record].v0 + hit.u * triangles[record].v1 + hit.v * triangles[record].v2);
  return Hit(max(dot(point - ray.origin, ray.direction), 0.0), hit.u, hit.v, slot, record);
}

// Metres that a position on a triangle may be off, from its first corner and the edges there, world space.
fn error_of_position(v0: vec3f, e1: vec3f, e2: vec3f) -> f32 {
  let magnitude = abs(v0) + abs(e1) + abs(e2);
  return 1.9e-6 * max(magnitude.x, max(magnitude.y, magnitude.z));
}

fn load_surface(slot: u32, record: u32, u: f32, v: f32, direction: vec3f, footprint: f32) -> Surface {
  var surface: Surface;
  let at = instances[slot].attributes + triangles[record].triangle;
  let w = 1.0 - u - v;
  let to_viewer = -normalize(direction);

  // Position, in object space first: exact to a few units in the last place of the largest term.
  let is_sphere = (instances[slot].flags & INSTANCE_SPHERE) != 0u;
  var v0 = to_world_point(slot, triangles[record].v0);
  var e1 = to_world_vector(slot, triangles[record].v1 - triangles[record].v0);
  var e2 = to_world_vector(slot, triangles[record].v2 - triangles[record].v0);
  surface.position = to_world_point(slot, w * triangles[record].v0 + u * triangles[record].v1 + v * triangles[record].v2);
  // Of a sphere: its centre, and the tangents along longitude and colatitude.
  let q = decode_sphere(vec2f(u, v));
  let half = 0.5 * (instances[slot].root_max - instances[slot].root_min);
  if (is_sphere) {
    let center = 0.5 * (instances[slot].root_max + instances[slot].root_min);
    let s = max(length(q.xz), 1e-4);
    v0 = to_world_point(slot, center);
    e1 = to_world_vector(slot, half * vec3f(q.z, 0.0, -q.x)) * (2.0 * 3.14159265);
    e2 = to_world_vector(slot, half * vec3f(q.x * q.y / s, -s, q.z * q.y / s)) * 3.14159265;
    surface.position = to_world_point(slot, center + half * q);
  }
  surface.error = error_of_position(v0, e1, e2);
  surface.slot = slot;
  surface.triangle = triangles[record].triangle;

  let area = cross(e1, e2);
  let twice_area = max(length(area), 1e-30);
  var flat_normal = area / twice_area;
  if (is_sphere) { flat_normal = normalize(to_world_normal(slot, q / half)); }
  let is_behind = dot(flat_normal, to_viewer) < 0.0;
  if (is_sphere) { surface.bend = select(2.0, -2.0, is_behind) / max(length(surface.position - v0), 1e-6); }
  surface.geometric_normal = select(flat_normal, -flat_normal, is_behind);
  // A mirroring matrix turns the winding over, but not what is inside a ball.
  surface.is_front = is_behind == ((instances[slot].flags & (INSTANCE_MIRRORED | INSTANCE_SPHERE)) == INSTANCE_MIRRORED);

  // Normals: transformed at the corners, then interpolated, as rasterizers do.
  let packed = attributes[at].normal;
  surface.shading_normal = surface.geometric_normal;
  surface.raised = surface.position;
  if ((scene.settings & SETTING_FLAT) == 0u && !is_sphere) {
    let n0 = facing(slot, packed.x, surface.geometric_normal);
    if (packed.x == packed.y && packed.x == packed.z) {
      surface.shading_normal = n0;
    } else {
      let n1 = facing(slot, packed.y, surface.geometric_normal);
      let n2 = facing(slot, packed.z, surface.geometric_normal);
      surface.shading_normal = normalize(w * n0 + u * n1 + v * n2);
      // Divergence: the gradients of u and v times how the normal changes along them.
      surface.bend = clamp((dot(cross(e2, area), n1 - n0) + dot(cross(area, e1), n2 - n0)) / max(twice_area * twice_area, 1e-24), -1e4, 1e4);
      // Hanika 2021, "Hacking the shadow terminator": lift the point to the corners' tangent planes.
      let p = surface.position;
      surface.raised += w * max(0.0, dot(v0 - p, n0)) * n0 + u * max(0.0, dot(v0 + e1 - p, n1)) * n1 + v * max(0.0, dot(v0 + e2 - p, n2)) * n2;
    }
  }

  // Material.
  let row = instances[slot].materials + attributes[at].material_slot;
  let uv0 = attributes[at].uv0;
  var duv1 = select(attributes[at].uv1 - uv0, vec2f(1.0, 0.0), is_sphere);
  var duv2 = select(attributes[at].uv2 - uv0, vec2f(0.0, 1.0), is_sphere);
  surface.uv = select(uv0 + u * duv1 + v * duv2, sphere_uv(q), is_sphere);
  if ((materials[row].flags & MATERIAL_BOX) != 0u) {
    let side = box_side(slot, flat_normal);
    surface.uv = along_side(slot, side, to_object_point(slot, surface.position));
    duv1 = along_side(slot, side, to_object_direction(slot, e1));
    duv2 = along_side(slot, side, to_object_direction(slot, e2));
  }
  let uv_twice_area = duv1.x * duv2.y - duv1.y * duv2.x;
  let slant = sqrt(max(abs(dot(flat_normal, to_viewer)), 0.05));
  let uv_width = footprint / slant * sqrt(abs(uv_twice_area) / twice_area);
  surface.uv_width = uv_width;

  surface.row = row;
  surface.base_color = materials[row].base_color;
  surface.metallic = materials[row].metallic;
  surface.roughness = materials[row].roughness;
  surface.emissive = materials[row].emissive;
  if ((materials[row].flags & MATERIAL_TEXTURED) != 0u) {
    for (var which = MAP_BASE_COLOR; which <= MAP_NORMAL; which++) {
      let map = map_of(row, which);
      if (map.texture == NONE) { continue; }
      let texel = sample_texture(map, surface.uv, uv_width, which == MAP_BASE_COLOR || which == MAP_EMISSIVE);
      switch (which) {
        case MAP_BASE_COLOR: { surface.base_color *= texel.rgb; }
        case MAP_METALLIC_ROUGHNESS: {
          surface.roughness *= texel.g;
          surface.metallic *= texel.b;
        }
        case MAP_EMISSIVE: { surface.emissive *= texel.rgb; }
        default: {
          if (uv_twice_area != 0.0 && (scene.settings & SETTING_FLAT) == 0u) {
            let bend = texel.xyz * 2.0 - 1.0;
            let scaled = vec3f(bend.xy * materials[row].normal_scale, bend.z);
            surface.shading_normal = bent_normal(surface.shading_normal, scaled, e1, e2, duv1, duv2, uv_twice_area);
          }
        }
      }
    }
  }

  // A normal that looks away from the viewer would reflect into the surface.
  let seen = dot(surface.shading_normal, to_viewer);
  if (seen < 1e-3) {
    surface.shading_normal = normalize(surface.shading_normal + (1e-3 - seen) * to_viewer);
  }
  return surface;
}

// Where u and v of its textures grow, world space; zero: it has no coordinates.
fn directions_of_uv(surface: Surface) -> mat2x3f {
  let slot = surface.slot;
  if ((materials[surface.row].flags & MATERIAL_BOX) != 0u) {
    let side = box_side(slot, surface.geometric_normal);
    return mat2x3f(to_world_vector(slot, side[0]), to_world_vector(slot, side[1]));
  }
  if ((instances[slot].flags & INSTANCE_SPHERE) != 0u) {
    let half = 0.5 * (instances[slot].root_max - instances[slot].root_min);
    let q = (to_object_point(slot, surface.position) - 0.5 * (instances[slot].root_max + instances[slot].root_min)) / half;
    return mat2x3f(to_world_vector(slot, half * vec3f(q.z, 0.0, -q.x)), to_world_vector(slot, half * vec3f(q.x * q.y, -q.x * q.x - q.z * q.z, q.z * q.y)));
  }
  let at = instances[slot].attributes + surface.triangle;
  let record = instances[slot].triangles + attributes[at].record;
  let e1 = to_world_vector(slot, triangles[record].v1 - triangles[record].v0);
  let e2 = to_world_vector(slot, triangles[record].v2 - triangles[record].v0);
  let d1 = attributes[at].uv1 - attributes[at].uv0;
  let d2 = attributes[at].uv2 - attributes[at].uv0;
  let turns = select(-1.0, 1.0, d1.x * d2.y > d1.y * d2.x);
  return mat2x3f((e1 * d2.y - e2 * d1.y) * turns, (e2 * d1.x - e1 * d2.x) * turns);
}

// A corner's normal in world space, on the viewer's side.
fn facing(slot: u32, packed: u32, geometric_normal: vec3f) -> vec3f {
  let n = normalize(to_world_normal(slot, decode_octahedral(packed)));
  return select(n, -n, dot(n, geometric_normal) < 0.0);
}

// Tangent space from the triangle's own uv: right under mirrored uv and under any matrix. A normal map's +y is against v, which
// runs down in glTF.
fn bent_normal(n: vec3f, bend: vec3f, e1: vec3f, e2: vec3f, duv1: vec2f, duv2: vec2f, uv_twice_area: f32) -> vec3f {
  let along_u = (e1 * duv2.y - e2 * duv1.y) / uv_twice_area;
  let along_v = (e2 * duv1.x - e1 * duv2.x) / uv_twice_area;
  let t = along_u - n * dot(n, along_u);
  let tangent = t / max(length(t), 1e-20);
  let side = cross(n, tangent);
  let bitangent = select(-side, side, dot(side, along_v) > 0.0);
  return normalize(tangent * bend.x - bitangent * bend.y + n * max(bend.z, 1e-3));
}

// A ray that leaves the surface towards `direction` (unit). With an epsilon the classic way, else from just outside the error.
fn leave_surface(surface: Surface, origin: vec3f, direction: vec3f, t_max: f32) -> Ray {
  if (scene.epsilon > 0.0) { return Ray(origin, scene.epsilon, direction, t_max); }
  let side = select(-1.0, 1.0, dot(direction, surface.geometric_normal) >= 0.0);
  return Ray(origin + surface.geometric_normal * (surface.error * side), 0.0, direction, t_max);
}
