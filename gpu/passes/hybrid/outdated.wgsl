// outdated.wgsl: after an edit, where the picture before shows what is not there any more. Needs reproject, and `ids_before`: the instance slots + 1
// that compose.wgsl kept of the picture before.

fn has_moved(slot: u32) -> bool {
  for (var k = 0u; k < motion.moved_count; k++) { if (motion.moved[k].slot == slot) { return true; } }
  return false;
}

// Whether the picture before shows something else at a place than what is seen now: a thing that moved, or one that is not around any more.
//   slot   what is seen now, its instance + 1
fn is_outdated(place: vec2f, slot: u32, is_straight: bool) -> bool {
  let is_mover = has_moved(slot);
  // What a thing mirrors does not go along with it.
  if (is_mover && !is_straight) { return true; }
  let size = vec2i(motion.before.raster_size);
  var is_known = false;
  for (var k = 0; k < 9; k++) {
    let q = clamp(vec2i(floor(place)) + vec2i(k % 3, k / 3) - 1, vec2i(0), size - 1);
    let there = ids_before[q.y * size.x + q.x];
    is_known = is_known || there == slot;
    if (!is_mover && there != slot && has_moved(there)) { return true; }
  }
  return !is_known;
}
