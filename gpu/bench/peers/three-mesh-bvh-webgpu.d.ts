// What three-mesh-bvh/webgpu exports and its own types leave out.
export {}

declare module 'three-mesh-bvh/webgpu' {
  export const rayStruct: object
  export const rayIntersectionResultStruct: object
  export function wgslTagFn(tokens: TemplateStringsArray, ...args: unknown[]): (...params: unknown[]) => import('three/webgpu').Node & {
    compute(count: number, workgroupSize: number[]): import('three/webgpu').ComputeNode
  }
  interface BVHComputeData {
    dispose(): void
    updateTransforms(): void
  }
}
