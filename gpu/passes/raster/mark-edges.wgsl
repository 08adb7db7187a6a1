// mark-edges.wgsl: after the first sample: which pixels gain from more. Another instance or a jump in what the display shows
// within one pixel, in the picture or in a reflection. Needs tone-curves.

struct EdgeParams {
  size: vec2u,
  scale: f32,       // radiance to display units
  threshold: f32,   // difference of sRGB-encoded neighbours that shows
}

@group(0) @binding(0) var<uniform> edge: EdgeParams;
@group(0) @binding(1) var edge_ids: texture_2d<u32>;
@group(0) @binding(2) var<storage, read> first_sample: array<vec4f>;
@group(0) @binding(3) var marks: texture_storage_2d<r32uint, write>;

fn shown(p: vec2u) -> vec3f {
  let sum = first_sample[p.y * edge.size.x + p.x];
  return encode_srgb(sum.rgb * edge.scale / max(sum.w, 1.0));
}

@compute @workgroup_size(8, 8)
fn mark_edges(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= edge.size)) { return; }
  let here = shown(id.xy);
  let instance = textureLoad(edge_ids, id.xy, 0).x;
  var marked = false;
  for (var y = -1; y <= 1; y++) {
    for (var x = -1; x <= 1; x++) {
      let p = vec2u(clamp(vec2i(id.xy) + vec2i(x, y), vec2i(0), vec2i(edge.size) - 1));
      let difference = abs(shown(p) - here);
      marked = marked || textureLoad(edge_ids, p, 0).x != instance || max(difference.x, max(difference.y, difference.z)) > edge.threshold;
    }
  }
  textureStore(marks, id.xy, vec4u(select(0u, 1u, marked), 0u, 0u, 0u));
}
