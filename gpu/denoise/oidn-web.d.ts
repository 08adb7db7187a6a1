/** What Atrium takes of the package: its network, in the bundle that Node reads as well. Its own entry has imports without extensions. */
declare module 'oidn-web/dist/oidn.js' {
  export interface ValidatedModel { readonly inputChannels: number }
  export function parseTZA(bytes: ArrayBuffer): ReadonlyMap<string, unknown>
  export function validateUNetModel(tensors: ReadonlyMap<string, unknown>): ValidatedModel
  export class NativeUNetExecutor {
    constructor(device: import('./network-passes.ts').NetworkDevice, model: ValidatedModel, options: { precision: 'fp32' | 'fp16' | 'auto'; kernel: 'auto' | 'direct' | 'implicit-gemm'; shapeCacheSize: number })
    readonly precision: 'fp32' | 'fp16'
    /** Compiles its kernels. */
    prepare(): Promise<void>
    /** Records and submits. @param inputs  vec4f per pixel: radiance on its curve, albedo, normal as color @returns vec4f per pixel; the same buffer each time */
    execute(inputs: readonly GPUBuffer[], width: number, height: number): GPUBuffer
    dispose(): void
  }
}
