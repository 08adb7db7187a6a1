// appearance.wgsl: what the material of a surface looks like at one point, for whoever makes a BSDF of it. Needs surface, alpha and bsdf.

fn appearance_of(surface: Surface) -> Appearance {
  let row = surface.row;
  var look: Appearance;
  look.base_color = clamp(surface.base_color, vec3f(0.0), vec3f(1.0));
  look.metallic = clamp(surface.metallic, 0.0, 1.0);
  look.roughness = clamp(surface.roughness, 0.0, 1.0);
  look.specular_color = materials[row].specular_color;
  look.specular = materials[row].specular;
  look.ior = materials[row].ior;
  look.around = 1.0;
  look.transmission = materials[row].transmission;
  look.is_thin = select(0u, 1u, (materials[row].flags & MATERIAL_THIN) != 0u);
  // Layers lie on the outside.
  if (surface.is_front || look.is_thin != 0u) {
    look.clearcoat = materials[row].clearcoat;
    look.clearcoat_roughness = materials[row].clearcoat_roughness;
    look.sheen_color = materials[row].sheen_color;
    look.sheen_roughness = materials[row].sheen_roughness;
  }
  let maps = select(0u, 4u, (materials[row].flags & MATERIAL_LAYER_TEXTURED) != 0u);
  for (var which = 0u; which < maps; which++) {
    let map = layer_map_of(row, which);
    if (map.texture == NONE) { continue; }
    let texel = sample_texture(map, surface.uv, surface.uv_width, which == 3u);
    switch (which) {
      case 0u: { look.transmission *= texel.r; }
      case 1u: { look.clearcoat *= texel.r; }
      case 2u: { look.clearcoat_roughness *= texel.g; }
      default: { look.sheen_color *= texel.rgb; }
    }
  }
  for (var rare = shows_rare && (materials[row].flags & MATERIAL_RARE) != 0u; rare; rare = false) { add_rare(surface, &look); }
  if (look.is_thin != 0u && look.transmission > 0.0 && look.roughness < SMOOTH_PANE) { look.roughness = 0.0; }
  return look;
}

fn add_rare(surface: Surface, look: ptr<function, Appearance>) {
  let row = surface.row;
  (*look).anisotropy = materials[row].anisotropy;
  (*look).film = materials[row].film;
  (*look).film_ior = materials[row].film_ior;
  (*look).film_thickness = materials[row].film_thickness.y;
  for (var which = 4u; which < 7u; which++) {
    let map = layer_map_of(row, which);
    if (map.texture == NONE) { continue; }
    let texel = sample_texture(map, surface.uv, surface.uv_width, false);
    switch (which) {
      case 4u: { (*look).anisotropy *= texel.b; }
      case 5u: { (*look).film *= texel.r; }
      default: { (*look).film_thickness = mix(materials[row].film_thickness.x, materials[row].film_thickness.y, texel.g); }
    }
  }
}

// The x axis of the frame that a surface scatters in, unit, at right angles to its shading normal: across the grooves of what is brushed.
fn along_of(surface: Surface) -> vec3f {
  let n = surface.shading_normal;
  var along = tangent_of(n);
  for (var brushed = shows_rare && (materials[surface.row].flags & MATERIAL_RARE) != 0u && materials[surface.row].anisotropy > 0.0; brushed; brushed = false) {
    var turn = materials[surface.row].anisotropy_along;
    let map = materials[surface.row].anisotropy_texture;
    if (map.texture != NONE) {
      let towards = sample_texture(map, surface.uv, surface.uv_width, false).rg * 2.0 - 1.0;
      turn = vec2f(turn.x * towards.x - turn.y * towards.y, turn.y * towards.x + turn.x * towards.y);
    }
    let uv = directions_of_uv(surface);
    let u = uv[0] - n * dot(n, uv[0]);
    // Without coordinates, any direction will do.
    if (dot(u, u) * dot(turn, turn) > 1e-24) {
      let t = normalize(u);
      let b = cross(n, t);
      along = normalize(t * turn.x + b * select(turn.y, -turn.y, dot(b, uv[1]) > 0.0));
    }
  }
  return along;
}

fn layer_map_of(row: u32, which: u32) -> TextureUse {
  switch (which) {
    case 0u: { return materials[row].transmission_texture; }
    case 1u: { return materials[row].clearcoat_texture; }
    case 2u: { return materials[row].clearcoat_roughness_texture; }
    case 3u: { return materials[row].sheen_color_texture; }
    case 4u: { return materials[row].anisotropy_texture; }
    case 5u: { return materials[row].film_texture; }
    default: { return materials[row].film_thickness_texture; }
  }
}
