import { AtriumError } from '../../errors/atrium-error.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declares } from '../doctor/declared.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { headOf, startsWith } from '../text.ts'
import { readSettings } from './settings.ts'

/** Older versions are laid out otherwise; three's loader begins here. assimpjs 0.0.10 reads none of 24 files of version 6.1 either (of ufbx's). */
const OLDEST_VERSION = 7000
const CENTIMETRE = 0.01

function versionOf(bytes: Uint8Array): number | null {
  if (startsWith(bytes, 'Kaydara FBX Binary')) return bytes.byteLength < 27 ? null : new DataView(bytes.buffer, bytes.byteOffset).getUint32(23, true)
  const text = /FBXVersion:\s*(\d+)/.exec(headOf(bytes))?.[1]
  return text === undefined ? null : Number(text)
}

/** Autodesk FBX, binary or text, by three's loader; lengths are in the file's unit, given in centimetres. */
const fbx: ConvertingReader = {
  id: 'fbx',
  sniff: (bytes) => startsWith(bytes, 'Kaydara FBX Binary') || headOf(bytes).includes('FBXHeaderExtension'),
  async convert(bytes, options) {
    const version = versionOf(bytes)
    if (version !== null && version < OLDEST_VERSION) {
      throw new AtriumError('model-version', `The file is FBX version ${(version / 1000).toFixed(1)}; Atrium reads 7.0 and later.`)
    }
    const { isZUp, app } = readSettings(bytes)
    let metresPerUnit = CENTIMETRE
    const { FBXLoader } = await import('three/examples/jsm/loaders/FBXLoader.js')
    return readObject3d(() => {
      const group = new FBXLoader().parse(bytes.slice().buffer, '')
      const { unitScaleFactor } = group.userData as { readonly unitScaleFactor?: unknown }
      if (typeof unitScaleFactor === 'number' && unitScaleFactor > 0) metresPerUnit = CENTIMETRE * unitScaleFactor
      group.scale.multiplyScalar(metresPerUnit)
      return group
    }, () => declares(metresPerUnit, isZUp ? 'z' : 'y', app), options)
  },
}

export const fbxReader = convertingReader(fbx)
