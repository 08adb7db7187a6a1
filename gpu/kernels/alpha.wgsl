// alpha.wgsl: whether a triangle stands in a ray's way where it meets it, and how much of it is there. Needs scene, shape, sides, texture and bsdf-microfacet; a traversal
// asks for the nearest triangle of instances that are INSTANCE_MASKED, and goes on behind it. Nearest texel of level 0, as in the
// rasterizer.

const SMOOTH_PANE = 0.1;    // roughness below which a pane blurs nothing

var<private> light_direction: vec3f;    // of a ray on its way to a light, unit; zero: the ray looks for surfaces
var<private> left_by_panes: vec3f;      // of light on that way, so far, by panes and veils

// From here on rays ask what stands in the way of light: thin smooth panes let through what `left_by_panes` says afterwards.
fn follow_light(direction: vec3f) {
  light_direction = direction;
  left_by_panes = vec3f(1.0);
}

// From here on they meet every surface again.
fn follow_sight() {
  light_direction = vec3f(0.0);
}

fn is_opaque(slot: u32, record: u32, u: f32, v: f32) -> bool {
  let row = material_row(slot, record);
  let cutoff = materials[row].alpha_cutoff;
  let asks_light = dot(light_direction, light_direction) > 0.0;
  let shines_through = is_pane(row) && asks_light;
  let is_veil = (materials[row].flags & MATERIAL_BLENDED) != 0u && asks_light;
  var opaque = true;
  // A loop of one turn, for adapters that run both sides of every branch.
  for (var asks = cutoff > 0.0 || shines_through; asks; asks = false) {
    var alpha = materials[row].alpha;
    var color = materials[row].base_color;
    var roughness = materials[row].roughness;
    var glass = materials[row].transmission;
    var metallic = materials[row].metallic;
    // What is cut out or covers; base colour, roughness and metal, transmission: each only where it matters.
    for (var which = select(1u, 0u, cutoff > 0.0 || is_veil); which < select(1u, 4u, shines_through); which++) {
      let map = through_map_of(row, which);
      if (map.texture == NONE) { continue; }
      var uv = uv_of(slot, record, u, v);
      // Holes are cut along the mesh's own uv; what colours light lies as the eye sees it.
      if (which > 0u && (materials[row].flags & MATERIAL_BOX) != 0u) {
        uv = along_side(slot, box_side(slot, normal_of(slot, record, u, v)), object_point_of(slot, record, u, v));
      }
      let texel = sample_nearest(map, uv);
      switch (which) {
        case 0u: { alpha *= texel.a; }
        case 1u: { color *= texel.rgb; }
        case 2u: {
          roughness *= texel.g;
          metallic *= texel.b;
        }
        default: { glass *= texel.r; }
      }
    }
    opaque = cutoff <= 0.0 || alpha >= cutoff;
    let is_smooth = shines_through && roughness < SMOOTH_PANE;
    for (var passes = opaque && (is_smooth || is_veil); passes; passes = false) {
      let cosine = min(abs(dot(normal_of(slot, record, u, v), light_direction)), 1.0);
      let coat = materials[row].clearcoat * (0.04 + 0.96 * schlick(cosine));
      let through = color * (glass * (1.0 - metallic) * (1.0 - coat) * (1.0 - fresnel_pane(cosine, materials[row].ior)));
      let there = select(1.0, clamp(alpha, 0.0, 1.0), is_veil);
      left_by_panes *= vec3f(1.0 - there) + select(vec3f(0.0), there * through, is_smooth);
      opaque = max(left_by_panes.x, max(left_by_panes.y, left_by_panes.z)) <= 1e-5;
    }
  }
  return opaque;
}

// What a triangle wears.
fn material_row(slot: u32, record: u32) -> u32 {
  return instances[slot].materials + triangles[record].material_slot;
}

// Light goes through it without a bend, sharp or blurred.
fn is_pane(row: u32) -> bool {
  return (materials[row].flags & MATERIAL_THIN) != 0u && materials[row].transmission > 0.0;
}

// Nothing lights it.
fn is_clear_pane(row: u32) -> bool { return is_pane(row) && materials[row].transmission >= 1.0 && materials[row].roughness * materials[row].roughness < SMOOTH_ALPHA; }

fn uv_of(slot: u32, record: u32, u: f32, v: f32) -> vec2f {
  let at = instances[slot].attributes + triangles[record].triangle;
  if ((instances[slot].flags & INSTANCE_SPHERE) != 0u) { return sphere_uv(decode_sphere(vec2f(u, v))); }
  return (1.0 - u - v) * attributes[at].uv0 + u * attributes[at].uv1 + v * attributes[at].uv2;
}

// Share of a surface that is there; past the rest, light goes straight on.
fn coverage_at(hit: Hit) -> f32 {
  let row = material_row(hit.instance, hit.record);
  var coverage = 1.0;
  for (var veiled = (materials[row].flags & MATERIAL_BLENDED) != 0u; veiled; veiled = false) {
    let map = through_map_of(row, 0u);
    coverage = materials[row].alpha;
    if (map.texture != NONE) { coverage *= sample_texture(map, uv_of(hit.instance, hit.record, hit.u, hit.v), 0.0, false).a; }
  }
  return clamp(coverage, 0.0, 1.0);
}

fn through_map_of(row: u32, which: u32) -> TextureUse {
  switch (which) {
    case 0u: {
      if (materials[row].cutout_texture.texture != NONE) { return materials[row].cutout_texture; }
      return materials[row].base_color_texture;
    }
    case 1u: { return materials[row].base_color_texture; }
    case 2u: { return materials[row].metallic_roughness_texture; }
    default: { return materials[row].transmission_texture; }
  }
}

// On the triangle, object space.
fn object_point_of(slot: u32, record: u32, u: f32, v: f32) -> vec3f {
  if ((instances[slot].flags & INSTANCE_SPHERE) != 0u) {
    return 0.5 * (instances[slot].root_max + instances[slot].root_min + (instances[slot].root_max - instances[slot].root_min) * decode_sphere(vec2f(u, v)));
  }
  return (1.0 - u - v) * triangles[record].v0 + u * triangles[record].v1 + v * triangles[record].v2;
}

// Unit, world space, of the triangle itself.
fn normal_of(slot: u32, record: u32, u: f32, v: f32) -> vec3f {
  var n = cross(triangles[record].v1 - triangles[record].v0, triangles[record].v2 - triangles[record].v0);
  if ((instances[slot].flags & INSTANCE_SPHERE) != 0u) { n = decode_sphere(vec2f(u, v)) / (instances[slot].root_max - instances[slot].root_min); }
  return normalize(to_world_normal(slot, n));
}
