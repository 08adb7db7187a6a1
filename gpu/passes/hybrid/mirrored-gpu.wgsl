// mirrored-gpu.wgsl: mirrored.wgsl on a GPU, of what this frame's paths have left. Needs mirrored.

@group(2) @binding(2) var guide_of_paths: texture_2d<u32>;
@group(2) @binding(3) var mirrored: texture_storage_2d<r32float, write>;

@compute @workgroup_size(64)
fn find_mirrored(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.x, lane, &pixel)) { return; }
  textureStore(mirrored, pixel, vec4f(place_of_mirrored(pixel, unpack_guide(textureLoad(guide_of_paths, pixel, 0)))));
}
