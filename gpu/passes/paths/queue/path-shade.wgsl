// path-shade.wgsl: what this turn's paths find where they are, the light they ask for, and where they go on. Needs the stages of path, path-store and
// a piece that offers ask_for_light() and go_from().
@compute @workgroup_size(64)
fn shade_paths(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) launched: vec3u, @builtin(local_invocation_index) lane: u32) {
  let groups = path_groups();
  var group = first_group(workgroup, launched);
  loop {
    if (group >= groups) { break; }
    shade_group(group, lane);
    if (!in_rounds) { break; }
    group += groups_at_once(launched);
  }
}

fn shade_group(group: u32, lane: u32) {
  var at = 0u;
  if (!find_path(group * 64u + lane, &at)) { return; }
  var path = load_path(at);
  let watched = is_watched(at);
  var sight: Sight;
  let was_straight = path.is_straight;
  if (watched) { sight = load_sight(at, path.is_straight); }
  // What is written down of it already, whoever needs it takes from there.
  sight.lit = vec3f(0.0);
  gather_given(at, &path, &sight);
  let hit = load_hit(at);
  let veil = veil_at(&path, hit);
  let left_past_veil = keeps_sight && path.has_left && veil.is_clear;
  if (keeps_sight && path.has_left && !veil.is_clear) { store_left(at, &path, sight.lit, hit.t); }
  if (left_past_veil) {
    let left = load_left(at, sight.lit);
    sight.dull = left.dull;
    sight.lit = left.lit;
    sight.image = left.image;
  }
  var vertex: Vertex;
  var given = 0u;
  var goes_on = arrive(&path, &sight, hit, veil, &vertex);
  if (left_past_veil) { store_lit(at, sight.lit); }
  if (goes_on) {
    given = ask_for_lights(at, &path, &vertex);
    goes_on = go_from(&path, &sight, &vertex);
    if (any(vertex.parting > vec3f(0.0))) {
      store_given(OF_LAST_MIRROR, at, Arrived(vertex.parting, pack_shares(body_beyond(&path, &sight)), 0u));
      given |= 1u << (STATE_GIVEN + OF_LAST_MIRROR);
    }
  }
  // As far away as it is by a pane that mirrored the path.
  if (left_past_veil) { store_image(at, &sight); }
  if (watched && was_straight) { store_sight(at, &sight, path.is_straight && goes_on); }
  if (watched && !was_straight) { store_seen(at, &sight); }
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
  let so_far = luminance((*path).radiance);
  for (var kind = select(0u, LIGHT_KINDS, (*vertex).is_smooth); kind < LIGHT_KINDS; kind++) {
    let asked = ask_for_light(path, vertex, kind, so_far);
    if (asked.brings == BRINGS_NOTHING) { continue; }
    store_light_ray(kind, at, asked);
    given |= 1u << (STATE_GIVEN + kind);
    if (asked.is_seen) { given |= seen_bit(kind); }
  }
  return given;
}
