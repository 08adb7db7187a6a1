// path-connect-group.wgsl: 64 light rays of one kind. Needs path-queue and path-connect.

fn connect_group(group: u32, lane: u32) {
  var kind = 0u;
  var path = 0u;
  if (!find_light(group, lane, &kind, &path)) { return; }
  store_given(kind, path, connect(LightRay(load_light_ray(kind, path), load_given(kind, path).light, BRINGS_PERHAPS, false), true));
}
