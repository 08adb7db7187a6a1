// path-shade-group.wgsl: 64 paths of a turn. Needs the stages of path and path-store.

fn shade_group(group: u32, lane: u32) {
  var at = 0u;
  if (!find_path(group * 64u + lane, &at)) { return; }
  var path = load_path(at);
  let watched = is_watched(at);
  var sight: Sight;
  if (watched) { sight = load_sight(at); }
  gather_given(at, &path, &sight);
  var vertex: Vertex;
  var given = 0u;
  var goes_on = arrive(&path, &sight, load_hit(at), &vertex);
  if (goes_on) {
    given = ask_for_lights(at, &path, &vertex);
    goes_on = scatter(&path, &sight, &vertex);
    if (any(vertex.parting > vec3f(0.0))) {
      store_given(OF_LAST_MIRROR, at, Arrived(vertex.parting, 0u));
      given |= 1u << (STATE_GIVEN + OF_LAST_MIRROR);
    }
  }
  if (watched) { store_sight(at, &sight); }
  if (goes_on) {
    store_path(at, &path, given);
    list_path(at);
  } else {
    store_end_of_path(at, &path, given);
  }
}

// Bits of the kinds that may bring something.
fn ask_for_lights(at: u32, path: ptr<function, Path>, vertex: ptr<function, Vertex>) -> u32 {
  var given = 0u;
  for (var kind = select(0u, LIGHT_KINDS, (*vertex).is_smooth); kind < LIGHT_KINDS; kind++) {
    let asked = light_ray(path, vertex, kind);
    if (asked.brings == BRINGS_NOTHING) { continue; }
    store_light_ray(kind, at, asked);
    given |= 1u << (STATE_GIVEN + kind);
    if (asked.is_seen) { given |= seen_bit(kind); }
  }
  return given;
}
