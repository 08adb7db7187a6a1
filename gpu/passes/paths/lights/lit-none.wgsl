// lit-none.wgsl: in place of lit-table.wgsl where pictures have no table of what the sun lights. Needs path-lights and path-scatter.

// light_ray() of a kind.
//   so_far  luminance of what the path brought before it asked here, nits
fn ask_for_light(path: ptr<function, Path>, vertex: ptr<function, Vertex>, kind: u32, so_far: f32) -> LightRay {
  return light_ray(path, vertex, kind);
}

fn go_from(path: ptr<function, Path>, sight: ptr<function, Sight>, vertex: ptr<function, Vertex>) -> bool {
  (*path).connected = false;
  return scatter(path, sight, vertex);
}
