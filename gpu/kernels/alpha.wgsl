// alpha.wgsl: whether a triangle exists where a ray meets it. Needs scene, shape and texture; a traversal asks for
// instances that are INSTANCE_MASKED. Nearest texel of level 0, as in the rasterizer.
fn is_opaque(slot: u32, record: u32, u: f32, v: f32) -> bool {
  let row = instances[slot].materials + triangles[record].material_slot;
  let cutoff = materials[row].alpha_cutoff;
  if (cutoff <= 0.0) { return true; }
  var alpha = materials[row].alpha;
  if (materials[row].base_color_texture.texture != NONE) {
    let at = instances[slot].attributes + triangles[record].triangle;
    var uv = (1.0 - u - v) * attributes[at].uv0 + u * attributes[at].uv1 + v * attributes[at].uv2;
    if ((instances[slot].flags & INSTANCE_SPHERE) != 0u) { uv = sphere_uv(decode_sphere(vec2f(u, v))); }
    alpha *= sample_nearest(materials[row].base_color_texture, uv).a;
  }
  return alpha >= cutoff;
}
