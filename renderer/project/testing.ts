import { createHash } from 'node:crypto'
import { DEFAULT_SETTINGS } from '../../gpu/scene.ts'
import { glbOf, twoChairsAndALamp } from '../catalogue/testing-glb.ts'
import { emptyDocument } from '../document/empty.ts'
import { piece, pointLight } from '../document/testing.ts'
import type { ProjectContents } from './contents.ts'

/** One grey pixel. */
export const SMALL_PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

/** A furnished project whose asset is a real model. */
export function sampleContents(): ProjectContents {
  const glb = glbOf(twoChairsAndALamp())
  const key = createHash('sha256').update(glb).digest('hex')
  return {
    document: {
      ...emptyDocument('Studio – Größe 2'),
      unit: 'cm',
      assets: [{ key, name: 'house.glb', sizeBytes: glb.byteLength, catalogueId: null }],
      pieces: [
        piece('p1', { asset: key, part: '1', name: 'Chair' }),
        piece('p3', { asset: key, part: '3', name: 'Lamp', position: [0.1, 0.2, -1e-7], rotation: [0, 0.6, 0, 0.8], scale: [-1, 2, 0.5], mount: 'surface', hidden: true }),
      ],
      lights: [
        pointLight('l1', { attachedTo: 'p3' }),
        { id: 'l2', name: 'Sun', kind: 'directional', on: false, color: [1, 0.9, 0.8], direction: [0, -1, 0], illuminance: 2500 },
      ],
      views: [
        { id: 'v1', name: 'Door', position: [0, 1.65, 3], target: [0, 1, 0], verticalFov: 0.9 },
        {
          id: 'v2', name: 'Dusk', position: [1, 1.65, 3], target: [0, 1, 0], verticalFov: 0.9, straighten: 1, lens: { on: true, fNumber: 2.8, focusDistance: 1.5 },
          lights: { l1: true, l2: false }, settings: { exposureEv: 3.5, shadows: true, lights: true }, thumbnail: SMALL_PICTURE,
        },
      ],
    },
    view: {
      pose: { position: [1, 2, 3], orientation: [0, 0, 0, 1], target: [0, 1, 0], verticalFov: 1, straighten: 1, lens: { on: false, fNumber: 4, focusDistance: 2 } },
      navigation: 'walk',
      settings: { ...DEFAULT_SETTINGS, bounces: 5, shadows: false, toneMap: 'agx' },
    },
    assets: new Map([[key, glb]]),
    thumbnail: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    origin: { createdAt: '2026-01-02T03:04:05.000Z', manifest: {}, views: {} },
  }
}
