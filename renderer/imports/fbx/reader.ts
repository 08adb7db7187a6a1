import { AtriumError } from '../../errors/atrium-error.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declares } from '../doctor/declared.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { headOf, startsWith } from '../bytes/text.ts'
import { asBinary } from './as-binary.ts'
import { takeCarried } from './carried-maps.ts'
import { nameKnownMaps, saysGloss } from './known-maps.ts'
import { knownValues, takeValues } from './known-values.ts'
import { readDirectly } from './layers.ts'
import { hideMotion } from './motion.ts'
import { renewed } from './old/renew.ts'
import { readSettings } from './settings.ts'

/** three's loader begins with the newer, assimp's with 7.1 (assimpjs 0.0.10): older files are translated. Below version 6 they are laid out otherwise. */
const [OLDEST_VERSION, NEWER_VERSION] = [6000, 7000]
const CENTIMETRE = 0.01
const MARK = 'Kaydara FBX Binary'

function versionOf(bytes: Uint8Array): number | null {
  if (startsWith(bytes, MARK)) return bytes.byteLength < 27 ? null : new DataView(bytes.buffer, bytes.byteOffset).getUint32(23, true)
  const text = /FBXVersion:\s*(\d+)/.exec(headOf(bytes))?.[1]
  return text === undefined ? null : Number(text)
}

/** Autodesk FBX from version 6 on, binary or text, by three's loader; lengths are in the file's unit, given in centimetres. */
const fbx: ConvertingReader = {
  id: 'fbx',
  sniff: (bytes) => startsWith(bytes, MARK) || headOf(bytes).includes('FBXHeaderExtension'),
  async convert(bytes, options) {
    const version = versionOf(bytes)
    if (version !== null && version < OLDEST_VERSION) {
      throw new AtriumError('model-version', `The file is FBX version ${(version / 1000).toFixed(1)}; Atrium reads 6.0 and later.`)
    }
    const isText = !startsWith(bytes, MARK)
    const file = version !== null && version < NEWER_VERSION ? renewed(bytes, isText) : isText ? asBinary(bytes) : bytes.slice()
    hideMotion(file)
    readDirectly(file)
    const isGloss = saysGloss(file)
    const values = knownValues(file, isGloss)
    const carried = nameKnownMaps(file, isGloss)
    const { isZUp, app } = readSettings(file)
    let metresPerUnit = CENTIMETRE
    const { FBXLoader } = await import('three/examples/jsm/loaders/FBXLoader.js')
    return readObject3d(() => {
      const group = withScreen(() => new FBXLoader().parse(file.buffer, ''))
      const { unitScaleFactor } = group.userData as { readonly unitScaleFactor?: unknown }
      if (typeof unitScaleFactor === 'number' && unitScaleFactor > 0) metresPerUnit = CENTIMETRE * unitScaleFactor
      group.scale.multiplyScalar(metresPerUnit)
      takeValues(group, values)
      takeCarried(group, carried, values)
      return group
    }, () => declares(metresPerUnit, isZUp ? 'z' : 'y', app), options)
  },
}

/** three gives cameras the proportions of a window, which a worker has not; nobody looks through them. */
function withScreen<T>(work: () => T): T {
  const scope = globalThis as { window?: unknown }
  if (scope.window !== undefined) return work()
  scope.window = { innerWidth: 16, innerHeight: 9 }
  try {
    return work()
  } finally {
    delete scope.window
  }
}

export const fbxReader = convertingReader(fbx)
