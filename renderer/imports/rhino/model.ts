/** What a Rhino file holds, as plain data: it comes from a worker with a policy of its own, by message. Lengths in the file's unit, z up. */
export interface RhinoModel {
  /** null: the file names none that has a length. */
  readonly metresPerUnit: number | null
  readonly app: string
  readonly layers: readonly { readonly id: string; readonly parent: string; readonly name: string }[]
  readonly objects: readonly RhinoObject[]
  /** Blocks, by id: which objects they hold. */
  readonly blocks: readonly { readonly id: string; readonly name: string; readonly objects: readonly string[] }[]
  /** Objects that Rhino saved no mesh of. */
  readonly unmeshed: number
  readonly hidden: number
}

export interface RhinoObject {
  readonly id: string
  readonly name: string
  /** Index into the layers; -1: none. */
  readonly layer: number
  /** Of a block: it is seen where the block is. */
  readonly isInBlock: boolean
  readonly material: RhinoMaterial
  readonly meshes: readonly RhinoMesh[]
  /** Of a block that stands here: its id, and column-major 4x4. */
  readonly instance: { readonly block: string; readonly matrix: readonly number[] } | null
}

export interface RhinoMesh {
  readonly position: Float32Array<ArrayBuffer>
  readonly normal: Float32Array<ArrayBuffer>
  readonly uv: Float32Array<ArrayBuffer> | null
  readonly index: Uint32Array<ArrayBuffer>
}

export interface RhinoMaterial {
  readonly name: string
  /** sRGB, 0..1 */
  readonly color: readonly [number, number, number]
  /** 0..1 */
  readonly opacity: number
  readonly metallic: number
  readonly roughness: number
  /** A picture's path on the computer of whoever made the file; empty: none. */
  readonly picture: string
}
