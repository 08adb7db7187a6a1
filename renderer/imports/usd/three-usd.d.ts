declare module 'three/examples/jsm/loaders/usd/USDComposer.js' {
  export class USDComposer {
    _computeVertexNormals(points: ArrayLike<number>, indices: ArrayLike<number>): Float32Array
  }
}
declare module 'three/examples/jsm/loaders/usd/USDCParser.js' {
  export interface ValueRep {
    readonly typeEnum: number
    getInlinedValue(): number
  }
  export class USDCParser {
    _readInlinedValue(value: ValueRep): unknown
  }
}
