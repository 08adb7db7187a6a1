import { createHash } from 'node:crypto'
import { DEFAULT_SETTINGS } from '../../gpu/settings.ts'
import { glbOf, twoChairsAndALamp } from '../imports/gltf/testing-glb.ts'
import { emptyDocument } from '../document/empty.ts'
import { piece, pointLight } from '../document/testing.ts'
import type { ProjectContents } from './file/contents.ts'

/** One grey pixel. */
export const SMALL_PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

/** The same 100 cd all round the lower half, LM-63-2002. */
export const SAMPLE_IES = new TextEncoder().encode('IESNA:LM-63-2002\r\nTILT=NONE\r\n1 -1 1 2 1 1 2 0.1 0.1 0\r\n1 1 10\r\n0 90\r\n0\r\n100 100\r\n')

const placed = (id: string) => ({ id, name: `Lamp ${id}`, on: true, color: [1, 1, 1], position: [0, 2, 0], attachedTo: null }) as const

/** A furnished project whose asset is a real model. */
export function sampleContents(): ProjectContents {
  const glb = glbOf(twoChairsAndALamp())
  const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  const [key, luminaire] = [hashOf(glb), hashOf(SAMPLE_IES)]
  return {
    document: {
      ...emptyDocument('Studio – Größe 2'),
      unit: 'cm',
      assets: [{ key, name: 'house.glb', sizeBytes: glb.byteLength, catalogueId: null, form: { item: 'sofa-three-seat', values: { width: 3.2, seats: 4, fabric: 'rust' } }, wears: [{ slot: 'Legs', material: 'm2' }] }, { kind: 'ies', key: luminaire, name: 'downlight.ies', sizeBytes: SAMPLE_IES.byteLength, catalogueId: null }],
      pieces: [
        piece('p1', { asset: key, part: '1', name: 'Chair', group: 'g2', layer: 'y1', wears: [{ slot: 'Seat', material: 'm1' }, { slot: 'Legs', material: null }] }),
        piece('p3', { asset: key, part: '3', name: 'Lamp', position: [0.1, 0.2, -1e-7], rotation: [0, 0.6, 0, 0.8], scale: [-1, 2, 0.5], mount: 'surface', hidden: true, emission: { radiance: 3000, color: [1, 1, 1], temperature: 6504 } }),
      ],
      groups: [{ id: 'g1', name: 'Erdgeschoss', parent: null, kind: 'storey' }, { id: 'g2', name: 'Seats', parent: 'g1' }],
      layers: [{ id: 'y1', name: 'Furniture', hidden: false, locked: true, color: [0.7, 0.1, 0.05] }, { id: 'y2', name: 'Empty', hidden: true, locked: false, color: [0, 0.2, 1] }],
      materials: [
        {
          id: 'm1', name: 'Bottle glass', from: { asset: key, part: '1', slot: 'Seat' }, library: 'glass-green', baseColor: [0.1, 0.7, 0.2], metallic: 0, roughness: 0.05, ior: 1.52,
          clearcoat: { factor: 0.5, roughness: 0.1 }, sheen: { color: [0.1, 0.2, 0.3], roughness: 0.4 }, dispersion: 0.4, precedence: 2, anisotropy: { strength: 0.7, rotation: 1.5 }, film: { factor: 0.4, thickness: 350 }, glass: { share: 0.9, tint: [0.3, 0.9, 0.5], thickness: 0.01 },
          emission: { radiance: 12, color: [1, 1, 1] }, normalScale: 0.5, maps: { roughness: null, normal: null },
          mapping: { kind: 'box', width: 0.6, height: 0.3, turn: 0.5, offset: [0.1, -0.2] },
          laid: { pattern: 'tile-white', bond: 'third', length: 0.2, width: 0.1, joint: 0.004 },
        },
        { id: 'm2', name: 'Red', baseColor: [0.6, 0.02, 0.02] },
      ],
      lights: [
        pointLight('l1', { attachedTo: 'p3' }),
        { id: 'l2', name: 'Sun', kind: 'directional', on: false, color: [1, 0.9, 0.8], direction: [0, -1, 0], illuminance: 2500, angularRadius: 0.00465, moment: { date: '2026-06-21', minutes: 720 }, natural: true },
        { ...placed('l3'), kind: 'spot', rotation: [0, 0.6, 0, 0.8], intensity: 800, innerAngle: 0.3, outerAngle: 0.6, radius: 0.02, temperature: 2700, unit: 'lm' },
        { ...placed('l4'), kind: 'sphere', radius: 0.1, radiance: 4000 },
        { ...placed('l5'), kind: 'disc', rotation: [0, 0, 0, 1], radius: 0.2, radiance: 4000, unit: 'nt' },
        { ...placed('l6'), kind: 'rectangle', rotation: [0, 0, 0, 1], width: 1.2, length: 0.3, radiance: 4000 },
        { ...placed('l7'), kind: 'grid', rotation: [0, 0, 0, 1], width: 1, length: 1, columns: 4, rows: 3, intensity: 300 },
        { ...placed('l8'), kind: 'point', intensity: 700, profile: luminaire, rotation: [1, 0, 0, 0] },
      ],
      environment: { zenith: [20, 21, 23], nadir: [11, 10, 9], sky: { turbidity: 3, strength: 0.5 } },
      place: { name: 'Berlin', latitudeDegrees: 52.52, longitudeDegrees: 13.405, timeZone: 'Europe/Berlin', north: 0.5 },
      views: [
        { id: 'v1', name: 'Door', position: [0, 1.65, 3], target: [0, 1, 0], verticalFov: 0.9 },
        {
          id: 'v2', name: 'Dusk', position: [1, 1.65, 3], target: [0, 1, 0], verticalFov: 0.9, straighten: 1, lens: { on: true, fNumber: 2.8, focusDistance: 1.5 },
          lights: { l1: false, l2: true }, settings: { exposureEv: 3.5, exposure: 'locked', whiteBalance: 5000, shadows: true, lights: true }, thumbnail: SMALL_PICTURE,
        },
      ],
    },
    view: {
      pose: { position: [1, 2, 3], orientation: [0, 0, 0, 1], target: [0, 1, 0], verticalFov: 1, straighten: 1, lens: { on: false, fNumber: 4, focusDistance: 2 } },
      navigation: 'walk',
      settings: { ...DEFAULT_SETTINGS, bounces: 5, shadows: false, toneMap: 'agx' },
    },
    assets: new Map([[key, glb], [luminaire, SAMPLE_IES]]),
    thumbnail: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    origin: { createdAt: '2026-01-02T03:04:05.000Z', manifest: {}, views: {} },
  }
}
