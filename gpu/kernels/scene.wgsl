// scene.wgsl: the scene as kernels see it, bind group 0 of every kernel that shades (4 storage buffers and one uniform) or, with
// scene-trees, traces (6: a pass has 2 storage buffers left). Needs ray.wgsl. Layouts are read from here by the host.

// One per triangle and tree, in leaf order: the exact corners, object space. Brute force walks them as they lie.
struct Triangle {
  v0: vec3f,
  triangle: u32,        // index in the mesh's own order
  v1: vec3f,
  material_slot: u32,
  v2: vec3f,
  spare: u32,
}

// One per triangle in the mesh's own order: everything that shading wants and the intersection does not.
struct TriangleAttributes {
  normal: vec3u,        // 3 corners, octahedral, 2x16 snorm each (pack2x16snorm)
  material_slot: u32,
  uv0: vec2f,
  uv1: vec2f,
  uv2: vec2f,
  record: u32,          // where the triangle's record lies, counted from Instance.triangles; NONE: degenerate, has none
  spare: u32,
}

const INSTANCE_ALIVE = 1u;      // the slot is in use and visible
const INSTANCE_MASKED = 2u;     // some material has an alpha to test, or lets light pass: only then is is_opaque() asked
const INSTANCE_MIRRORED = 4u;   // negative determinant: front faces run clockwise in world space
const INSTANCE_SPHERE = 8u;     // the ellipsoid in the root cell,
const INSTANCE_BOX = 16u;       // the root cell itself,
const INSTANCE_POLYGON = 32u;   // or the corners v0 of its records: shape.wgsl tests rays against these, there is no tree
const INSTANCE_SHAPE = 56u;     // any of them

// One per slot. Matrices are three rows (x, y, z) of an affine 3x4: p' = vec3(dot(row_x, vec4(p, 1)), ...).
struct Instance {
  world_from_object_x: vec4f,
  world_from_object_y: vec4f,
  world_from_object_z: vec4f,
  object_from_world_x: vec4f,
  object_from_world_y: vec4f,
  object_from_world_z: vec4f,
  root_min: vec3f,      // root cell of the object tree, object space
  nodes: u32,           // first node in `nodes`; NONE: the tree is not ready, rays pass through
  root_max: vec3f,
  references: u32,      // first word of its own in `references`
  triangles: u32,       // first record in `triangles`
  triangle_count: u32,  // number of records
  attributes: u32,      // first entry in `attributes`
  materials: u32,       // first row in `materials`: the row of a triangle is this + its material_slot
  flags: u32,
  spare0: u32,
  spare1: u32,
  spare2: u32,
  world_min: vec3f,     // the very box by which the über tree's leaves list it
  spare3: u32,
  world_max: vec3f,
  spare4: u32,
}

const WRAP_REPEAT = 0u;
const WRAP_CLAMP = 1u;
const WRAP_MIRROR = 2u;

// uv' = offset + vec2(dot(row_u, uv), dot(row_v, uv)).
struct TextureUse {
  texture: u32,         // NONE: no texture; else which array and layer, see texture.wgsl
  wrap: u32,            // WRAP_* of s in bits 0-1, of t in bits 2-3; the image's size above, see texture.wgsl
  offset: vec2f,
  row_u: vec2f,
  row_v: vec2f,
}

const MATERIAL_DOUBLE_SIDED = 1u;
const MATERIAL_TEXTURED = 2u;     // has at least one of the first four textures
const MATERIAL_THIN = 4u;         // transmits without a body behind its surface: a pane
const MATERIAL_LAYER_TEXTURED = 8u;   // has at least one of the last four textures
const MATERIAL_BOX = 16u;         // textures lie straight on the side that a triangle faces
const MATERIAL_BLENDED = 32u;     // alpha is the share of the surface that is there
const MATERIAL_RARE = 64u;        // brushed, or under a thin film

struct Material {
  base_color: vec3f,    // linear Rec. 709
  alpha: f32,
  emissive: vec3f,      // nits
  alpha_cutoff: f32,    // below it nothing is there; 0: opaque, alpha is never looked at
  metallic: f32,
  roughness: f32,
  normal_scale: f32,
  flags: u32,
  base_color_texture: TextureUse,
  metallic_roughness_texture: TextureUse,
  normal_texture: TextureUse,
  emissive_texture: TextureUse,
  specular_color: vec3f,  // KHR_materials_specular
  specular: f32,
  sheen_color: vec3f,
  sheen_roughness: f32,
  absorption: vec3f,      // per metre, inside the body
  ior: f32,
  transmission: f32,
  clearcoat: f32,
  clearcoat_roughness: f32,
  dispersion: f32,        // KHR_materials_dispersion: 20 over Abbe's number
  transmission_texture: TextureUse,
  clearcoat_texture: TextureUse,
  clearcoat_roughness_texture: TextureUse,
  sheen_color_texture: TextureUse,
  cutout_texture: TextureUse,     // NONE: the base colour's alpha is asked; always by the mesh's own uv
  // Looked at where MATERIAL_RARE is set.
  anisotropy: f32,        // KHR_materials_anisotropy: strength,
  film: f32,              // KHR_materials_iridescence: factor,
  film_thickness: vec2f,  // least and most, nanometres
  anisotropy_along: vec2f,  // cosine and sine of its turn from u, counter-clockwise where v runs down
  film_ior: f32,
  precedence: f32,        // where bodies overlap, the one with the larger is there
  anisotropy_texture: TextureUse,       // rg direction, b strength
  film_texture: TextureUse,             // r factor
  film_thickness_texture: TextureUse,   // g from least to most
}

const LIGHT_DIRECTIONAL = 0u;
const LIGHT_POINT = 1u;
const LIGHT_SPOT = 2u;
const LIGHT_SPHERE = 3u;
const LIGHT_DISC = 4u;
const LIGHT_RECTANGLE = 5u;
const LIGHT_GRID = 6u;
const MAX_LIGHTS = 64u;         // in the list that quick pictures loop over

struct Light {
  place: vec3f,         // directional: unit vector towards the light; others: their centre
  kind: u32,
  intensity: vec3f,     // colour times lux (directional), candela (point, spot) or nits (sphere, disc, rectangle)
  size: f32,            // directional: 1 - cosine of its angular radius; others: radius, metres; 0: without extent
  axis: vec3f,          // unit; where spot, disc and rectangle shine, and where a profile counts its angles from
  cone_scale: f32,      // spot: clamp(cosine * scale + offset, 0, 1), squared, as in KHR_lights_punctual
  half_u: vec3f,        // rectangle, grid: half its edges, metres; point and spot: unit, towards C0 and C90 of the profile
  cone_offset: f32,
  half_v: vec3f,
  area: f32,            // disc, rectangle: square metres
  counts: vec2u,        // grid: points along its edges; point and spot: columns and rows of the profile
  profile: u32,         // first texel in `profiles`; NONE: it shines evenly
  profile_from: f32,    // vertical angle of the first row, radians
  profile_scale: f32,   // rows per radian
}

const MODE_BRUTE_FORCE = 0u;
const MODE_OBJECT_LIST = 1u;
const MODE_UBER = 2u;

struct SceneUniforms {
  uber_min: vec3f,      // root cell of the über tree, world space; empty (min > max) when nothing can be hit
  uber_nodes: u32,      // its root in `nodes`
  uber_max: vec3f,
  uber_references: u32, // what its leaves' first references count from, in `references`
  zenith: vec3f,        // radiance from straight up, nits
  instance_count: u32,  // slots to look at in the modes without an über tree
  nadir: vec3f,         // radiance from straight down, nits
  light_count: u32,     // of `lights`
  mode: u32,            // MODE_*
  epsilon: f32,         // metres; 0: the error-bounded offset
  settings: u32,        // SETTING_* of surface.wgsl
  white: f32,           // radiance that the display shows as 1, nits
  ambient_zenith: vec3f,  // the ambient term's own gradient
  around_turn: f32,     // of the image around the scene, radians, counter-clockwise as seen from above
  ambient_nadir: vec3f,
  around_strength: f32, // what its values are multiplied by
  sky_count: u32,       // directional ones, the first of `lights`
  lamp_count: u32,      // all others, which light paths choose among (light-tree.wgsl); 0: lights are off
  lights: array<Light, MAX_LIGHTS>,   // the rest of it is the strongest lamps at the eye
}

@group(0) @binding(2) var<storage, read> triangles: array<Triangle>;
@group(0) @binding(3) var<storage, read> attributes: array<TriangleAttributes>;
@group(0) @binding(4) var<storage, read> instances: array<Instance>;
@group(0) @binding(5) var<storage, read> materials: array<Material>;
@group(0) @binding(6) var<uniform> scene: SceneUniforms;

fn to_object_point(slot: u32, p: vec3f) -> vec3f {
  let q = vec4f(p, 1.0);
  return vec3f(dot(instances[slot].object_from_world_x, q), dot(instances[slot].object_from_world_y, q), dot(instances[slot].object_from_world_z, q));
}

// Not normalised: t of a world ray and of its object ray are the same number.
fn to_object_direction(slot: u32, d: vec3f) -> vec3f {
  return vec3f(
    dot(instances[slot].object_from_world_x.xyz, d),
    dot(instances[slot].object_from_world_y.xyz, d),
    dot(instances[slot].object_from_world_z.xyz, d));
}

fn to_world_point(slot: u32, p: vec3f) -> vec3f {
  let q = vec4f(p, 1.0);
  return vec3f(dot(instances[slot].world_from_object_x, q), dot(instances[slot].world_from_object_y, q), dot(instances[slot].world_from_object_z, q));
}

// Normals transform with the inverse transpose; not normalised.
fn to_world_normal(slot: u32, n: vec3f) -> vec3f {
  return instances[slot].object_from_world_x.xyz * n.x + instances[slot].object_from_world_y.xyz * n.y + instances[slot].object_from_world_z.xyz * n.z;
}
