// path-connect-lit.wgsl: path-connect-group.wgsl for pictures with a table of what the sun lights: what light rays bring may be less than nothing.
// Needs path-queue and path-connect.

fn connect_group(group: u32, lane: u32) {
  var kind = 0u;
  var path = 0u;
  if (!find_light(group, lane, &kind, &path)) { return; }
  let left = connect(LightRay(load_light_ray(kind, path), vec3f(1.0), BRINGS_PERHAPS, false), true);
  store_given(kind, path, Arrived(load_given(kind, path).light * left.light, left.walks));
}
