// rest-guides.wgsl: a picture at rest with what is known of its surfaces, for the denoiser: plain means of its samples. Needs octahedral, roots, guide and rest.

@group(0) @binding(0) var<storage, read> rested_sums: array<Rest>;
@group(0) @binding(1) var rested_guide: texture_2d<u32>;
@group(0) @binding(2) var<storage, read_write> rest_guides: array<vec4f>;   // radiance in nits, then albedo, then normal, of every pixel; w: 1

@compute @workgroup_size(8, 8)
fn gather_rest_guides(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(rested_guide);
  if (any(id.xy >= size)) { return; }
  let pixel = id.y * size.x + id.x;
  let pixels = size.x * size.y;
  let sums = rested_sums[pixel];
  let count = max(sums.light.w, 1.0);
  let guide = unpack_guide(textureLoad(rested_guide, id.xy, 0));
  rest_guides[pixel] = vec4f((sums.light.rgb + sums.seen.rgb) / count, 1.0);
  // The surroundings have neither.
  rest_guides[pixels + pixel] = vec4f(select(sums.tint.rgb / count, vec3f(0.0), guide.slot == 0u), 1.0);
  rest_guides[2u * pixels + pixel] = vec4f(sums.normal.rgb / count, 1.0);
}
