/** Triangles as a file holds them, before anything is placed. */
export interface RawTriangles {
  /** 3 floats per vertex. */
  readonly positions: Float32Array
  /** 3 per triangle, in the file's order, those without area too. */
  readonly indices: Uint32Array
}

/** One primitive where it stands. */
export interface MeshPart {
  /** Parts that share a primitive share this object. */
  readonly mesh: RawTriangles
  /** Column-major. */
  readonly worldFromObject: Float64Array
}
