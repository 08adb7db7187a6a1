// path-shade-lit.wgsl: path-shade-group.wgsl for pictures with a table of what the sun lights. Needs its pieces and lit-table.

fn shade_group(group: u32, lane: u32) {
  var at = 0u;
  if (!find_path(group * 64u + lane, &at)) { return; }
  var path = load_path(at);
  let watched = is_watched(at);
  var sight: Sight;
  if (watched) { sight = load_sight(at); }
  gather_given(at, &path, &sight);
  var connected = load_connected(at);
  var vertex: Vertex;
  var given = 0u;
  var goes_on = arrive(&path, &sight, load_hit(at), &vertex);
  if (goes_on) {
    given = ask_for_lights(at, &path, &vertex, connected);
    goes_on = scatter_connected(&path, &sight, &vertex, &connected);
    if (any(vertex.parting > vec3f(0.0))) {
      store_given(OF_LAST_MIRROR, at, Arrived(vertex.parting, 0u));
      given |= 1u << (STATE_GIVEN + OF_LAST_MIRROR);
    }
  }
  if (watched) { store_sight(at, &sight); }
  if (goes_on) {
    store_path(at, &path, given);
    store_connected(at, connected);
    list_path(at);
  } else {
    store_end_of_path(at, &path, given);
  }
}

// Bits of the kinds that may bring something.
fn ask_for_lights(at: u32, path: ptr<function, Path>, vertex: ptr<function, Vertex>, connected: bool) -> u32 {
  var given = 0u;
  let so_far = luminance((*path).radiance);
  for (var kind = select(0u, LIGHT_KINDS, (*vertex).is_smooth); kind < LIGHT_KINDS; kind++) {
    let asked = lit_light_ray(path, vertex, kind, so_far, connected);
    if (asked.brings == BRINGS_NOTHING) { continue; }
    store_light_ray(kind, at, asked);
    given |= 1u << (STATE_GIVEN + kind);
    if (asked.is_seen) { given |= seen_bit(kind); }
  }
  return given;
}

// store_path() writes nothing there but zeros.
fn store_connected(at: u32, connected: bool) {
  path_fields[field_at(FIELD_GATHERER + 1u, at)].w = select(0u, 1u, connected);
}

fn load_connected(at: u32) -> bool {
  return path_fields[field_at(FIELD_GATHERER + 1u, at)].w != 0u;
}
