// alpha-none.wgsl: every triangle is opaque. For tests and benchmarks of traversals alone.
fn is_opaque(slot: u32, record: u32, u: f32, v: f32) -> bool {
  return true;
}
