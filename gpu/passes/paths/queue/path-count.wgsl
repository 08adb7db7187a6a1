// path-count.wgsl: between turns: how many light rays were asked, and empty lists. Needs path-queue.
@compute @workgroup_size(1)
fn count_turn() {
  let next = path_queue.turn + 1u;
  path_queue.turn = next;
  atomicStore(&path_queue.paths[(next + 1u) & 1u], 0u);
  for (var kind = 0u; kind < LIGHT_KINDS; kind++) { path_queue.asked[kind] = atomicExchange(&path_queue.lights[kind], 0u); }
}
