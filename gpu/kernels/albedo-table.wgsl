// albedo-table.wgsl: where every tracing kernel finds the table of bsdf-albedo.ts: with the textures, which all kernels share.
@group(1) @binding(9) var albedo_table: texture_2d<f32>;
