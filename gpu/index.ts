/**
 * The engine's public entry. Everything else in gpu/ is private to it, but for what `renderer/viewport/` needs to share
 * textures with the rasterizer.
 *
 * The G-buffer contract with the rasterizer (whoever draws it): `ids` is an rg32uint texture, r = instance slot + 1
 * (0 = background), g = triangle index in the mesh's own order (MeshData.indices); `depth` is depth32float. The engine
 * finds the exact surface by intersecting the pixel's camera ray with that triangle, so nothing else needs packing.
 */
export type * from './scene.ts'
export { DEFAULT_SETTINGS } from './scene.ts'
