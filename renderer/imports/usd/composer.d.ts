declare module 'three/examples/jsm/loaders/usd/USDComposer.js' {
  export class USDComposer {
    _computeVertexNormals(points: ArrayLike<number>, indices: ArrayLike<number>): Float32Array
  }
}
