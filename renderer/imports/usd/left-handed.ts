import { type BufferGeometry, Mesh } from 'three'
import { USDComposer } from 'three/examples/jsm/loaders/usd/USDComposer.js'

/** Marks what turns already: turned twice, faces are as they were. Where modules are loaded anew, three's loader may stay. */
const TURNS = Symbol.for('atrium: turns left-handed meshes')

/** Meshes may say that their faces run clockwise, as Houdini writes them; three's loader takes all for the others, and they are inside out. */
export function turnLeftHanded(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const { _buildMesh: build } = USDComposer.prototype
  if (TURNS in build) return
  USDComposer.prototype._buildMesh = Object.assign(function (this: USDComposer, ...[path, spec]: Parameters<typeof build>) {
    const mesh = build.call(this, path, spec)
    if (mesh instanceof Mesh && this._getAttributes(path)['orientation'] === 'leftHanded') turn(mesh.geometry as BufferGeometry)
    return mesh
  }, { [TURNS]: true })
}

/** @param geometry  of triangles that share no corners, as three's loader makes them */
function turn({ attributes, index }: BufferGeometry): void {
  if (index !== null) return
  for (const { array, itemSize } of Object.values(attributes)) {
    for (let second = itemSize; second + 2 * itemSize <= array.length; second += 3 * itemSize) {
      for (let k = second; k < second + itemSize; k++) [array[k], array[k + itemSize]] = [array[k + itemSize], array[k]]
    }
  }
}
