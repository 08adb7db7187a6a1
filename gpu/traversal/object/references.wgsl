// references.wgsl: `references` word by word: what leaves list, and among it what a layout adds (kdtree/pack.ts). Needs scene.

@group(0) @binding(1) var<storage, read> references: array<u32>;

fn reference(i: u32) -> u32 {
  return references[i];
}
