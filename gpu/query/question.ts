import type { InstanceId, Quat, Vec3 } from '../scene.ts'

export interface QueryHit {
  readonly instance: InstanceId
  /** Along `direction`, in units of its length. */
  readonly t: number
  readonly position: Vec3
  /** Unit, world space, of the triangle itself, turned against the ray. */
  readonly normal: Vec3
  readonly triangle: number
}

export interface Contact {
  readonly instance: InstanceId
  /** Unit vector that pushes the body out. */
  readonly normal: Vec3
  /** Metres. */
  readonly depth: number
}

export interface QueryOptions {
  /** Instances to look through. */
  readonly skip?: ReadonlySet<InstanceId>
  readonly tMax?: number
}

/** Questions to the scene on the CPU, over the same trees that the GPU traverses. */
export interface SceneQuery {
  closestHit(origin: Vec3, direction: Vec3, options?: QueryOptions): QueryHit | null
  /** Triangles that cut an oriented box: which instances, each once. */
  overlapBox(center: Vec3, halfExtents: Vec3, orientation: Quat, options?: QueryOptions): readonly InstanceId[]
  /** Contacts of a capsule (segment a-b, radius in metres), deepest first. */
  overlapCapsule(a: Vec3, b: Vec3, radius: number, options?: QueryOptions): readonly Contact[]
}
