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
  if (look.is_thin != 0u && look.transmission > 0.0 && look.roughness < SMOOTH_PANE) { look.roughness = 0.0; }
  return look;
}

fn layer_map_of(row: u32, which: u32) -> TextureUse {
  switch (which) {
    case 0u: { return materials[row].transmission_texture; }
    case 1u: { return materials[row].clearcoat_texture; }
    case 2u: { return materials[row].clearcoat_roughness_texture; }
    default: { return materials[row].sheen_color_texture; }
  }
}
