// path-follow.wgsl: one path, stage by stage: the processor's way, which needs no queues between them. Needs the stages of path.wgsl,
// a piece that offers ask_for_light() and go_from(), and a traversal.

//   start  as begin_path() makes it
//   first  what its ray meets, where `is_known`; else it is traced
fn follow_path(start: Path, first: Hit, is_known: bool, sight: ptr<function, Sight>) -> Path {
  var path = start;
  var vertex: Vertex;
  var hit = first;
  var is_traced = is_known;
  loop {
    if (!is_traced) { hit = find_hit(path.ray, false); }
    is_traced = false;
    let veil = veil_at(&path, hit);
    if (path.has_left && !veil.is_clear) { note_left(&path, sight, hit.t); }
    if (!arrive(&path, sight, hit, veil, &vertex)) { break; }
    let so_far = luminance(path.radiance);
    for (var kind = select(0u, LIGHT_KINDS, vertex.is_smooth); kind < LIGHT_KINDS; kind++) {
      let asked = ask_for_light(&path, &vertex, kind, so_far);
      if (asked.brings == BRINGS_NOTHING) { continue; }
      var arrived = Arrived(asked.given, asked.body, 0u);
      if (asked.brings == BRINGS_PERHAPS) { arrived = connect(asked, path_rules.has_panes != 0u); }
      gather(&path, sight, arrived, asked.is_seen);
    }
    let goes_on = go_from(&path, sight, &vertex);
    gather(&path, sight, Arrived(vertex.parting, pack_shares(body_beyond(&path, sight)), 0u), false);
    if (!goes_on) { break; }
  }
  if (path.has_left) { note_left_for_good(&path, sight); }
  return path;
}
