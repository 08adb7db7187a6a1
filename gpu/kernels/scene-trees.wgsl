// scene-trees.wgsl: object trees and the über tree over their instances, for kernels that walk them. Needs scene, and references.wgsl or
// leaf-records.wgsl of traversal/, which declare binding 1 by what lies there.
@group(0) @binding(0) var<storage, read> nodes: array<vec2u>;
