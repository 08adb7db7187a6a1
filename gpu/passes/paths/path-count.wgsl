// path-count.wgsl: between turns: how many workgroups the next stages need, and empty lists. Needs path-queue.
@group(2) @binding(14) var<storage, read_write> path_workgroups: array<u32, 9>;   // of all paths, of all light rays, of both

@compute @workgroup_size(1)
fn count_turn() {
  let next = path_queue.turn + 1u;
  path_queue.turn = next;
  atomicStore(&path_queue.paths[(next + 1u) & 1u], 0u);
  var groups = 0u;
  for (var kind = 0u; kind < LIGHT_KINDS; kind++) {
    let count = atomicExchange(&path_queue.lights[kind], 0u);
    path_queue.asked[kind] = count;
    groups += (count + 63u) / 64u;
  }
  let of_paths = path_groups();
  path_workgroups = array(of_paths, 1u, 1u, groups, 1u, 1u, of_paths + groups, 1u, 1u);
}
