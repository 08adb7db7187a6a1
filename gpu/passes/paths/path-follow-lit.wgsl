// path-follow-lit.wgsl: path-follow.wgsl for pictures with a table of what the sun lights. Needs its pieces and lit-table.

fn follow_path(start: Path, first: Hit, is_known: bool, sight: ptr<function, Sight>) -> Path {
  var path = start;
  var vertex: Vertex;
  var hit = first;
  var is_traced = is_known;
  var connected = false;
  loop {
    if (!is_traced) { hit = find_hit(path.ray, false); }
    is_traced = false;
    if (!arrive(&path, sight, hit, &vertex)) { break; }
    let so_far = luminance(path.radiance);
    for (var kind = select(0u, LIGHT_KINDS, vertex.is_smooth); kind < LIGHT_KINDS; kind++) {
      let asked = lit_light_ray(&path, &vertex, kind, so_far, connected);
      if (asked.brings == BRINGS_NOTHING) { continue; }
      var arrived = Arrived(asked.given, 0u);
      if (asked.brings == BRINGS_PERHAPS) {
        // What is given may be less than nothing.
        arrived = connect(LightRay(asked.ray, vec3f(1.0), BRINGS_PERHAPS, false), path_rules.has_panes != 0u);
        arrived.light *= asked.given;
      }
      gather(&path, sight, arrived.light, asked.is_seen, arrived.walks);
    }
    let goes_on = scatter_connected(&path, sight, &vertex, &connected);
    path.radiance += vertex.parting;
    if (!goes_on) { break; }
  }
  return path;
}
