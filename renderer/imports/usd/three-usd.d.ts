declare module 'three/examples/jsm/loaders/usd/USDComposer.js' {
  import type { Group, LoadingManager, Object3D } from 'three'
  import type { Specs } from 'three/examples/jsm/loaders/usd/USDAParser.js'
  export class USDComposer {
    constructor(manager: LoadingManager)
    readonly specsByPath: Specs
    compose(data: { readonly specsByPath: Specs }, assets?: object, variants?: object, basePath?: string): Group
    _buildMesh(path: string, spec: unknown): Object3D
    _getAttributes(path: string): Readonly<Record<string, unknown>>
    _collectAttributesFromPath(path: string, attributes: object): void
    _getMaterialBindingTarget(path: string): string | null
    readonly basePath: string
    _resolveFilePath(named: string): string
    _getBasePath(path: string): string
    _computeVertexNormals(points: ArrayLike<number>, indices: ArrayLike<number>): Float32Array
  }
}
declare module 'three/examples/jsm/loaders/usd/USDAParser.js' {
  /** A thing, an attribute or a relation. */
  export interface Spec {
    readonly specType: number
    readonly fields: Record<string, unknown>
  }
  export type Specs = Record<string, Spec>
  export interface UsdTree { readonly [key: string]: string | UsdTree }
  export class USDAParser {
    parseText(text: string): UsdTree
    parseData(text: string): { readonly specsByPath: Specs }
    _preprocess(text: string): string
    _extractPrimData(tree: UsdTree, path: string, fields: Record<string, unknown>, specs: Specs, types: object): void
  }
}
declare module 'three/examples/jsm/loaders/usd/USDCParser.js' {
  import type { Specs } from 'three/examples/jsm/loaders/usd/USDAParser.js'
  export interface ValueRep {
    readonly typeEnum: number
    getInlinedValue(): number
  }
  export class USDCParser {
    parseData(buffer: ArrayBuffer): { readonly specsByPath: Specs }
    _readInlinedValue(value: ValueRep): unknown
  }
}
