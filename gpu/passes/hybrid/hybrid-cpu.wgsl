// hybrid-cpu.wgsl: a light path of each pixel on the processor, and what its gloss mirrors. Needs hybrid, mirrored and path-follow.
@group(2) @binding(15) var mirrored: texture_storage_2d<r32float, write>;

@compute @workgroup_size(64)
fn hybrid(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  var pixel: vec2u;
  if (!find_pixel(group.y * groups.x + group.x, lane, &pixel)) { return; }
  var first = Hit(1e30, 0.0, 0.0, NONE, NONE);
  let start = path_of_pixel(pixel, &first);
  var sight = begin_sight();
  var path = follow_path(start, first, frame.own_rays == 0u, &sight);
  show_path(pixel, &path, &sight);
  textureStore(mirrored, pixel, vec4f(place_of_mirrored(pixel, unpack_guide(pack_guide(&sight)))));
}
