import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../gpu/index.ts'
import type { AtriumDocument } from '../../../renderer/document/types.ts'
import { ShotError, shotOfRoom } from '../../../renderer/output/many/room-shot.ts'
import { sampleContents } from '../../../renderer/project/testing.ts'
import { cameraOf } from '../../../renderer/navigation/projection.ts'
import { UsageError } from '../usage.ts'
import { parseOptions } from './options.ts'
import type { StillScene } from './scene.ts'
import { composeShot } from './shot.ts'

const { document, view } = sampleContents()
const [piece] = document.pieces
const parsed = new Map([[piece.asset, { parts: [{ id: piece.part, variants: [{ name: 'Oak', materials: [] }] }] } as never]])
const camera = cameraOf(view.pose)

test('the command and the page show the same room in a variant, and name those that there are', async () => {
  const seen: AtriumDocument[] = []
  const snapshotOf = (shown: AtriumDocument) => {
    seen.push(shown)
    return {} as never
  }
  const scene: StillScene = { project: { document, parsed, snapshotOf }, snapshot: {} as never, views: [{ name: 'left', camera }], settings: DEFAULT_SETTINGS, pieces: document.pieces, notes: [] }
  const options = (...words: string[]) => parseOptions(['x.atrium', '--out=x.png', ...words])
  await composeShot(scene, options('--variant=Oak'))
  const picture = { view: null, way: null, moved: 0, sun: null, width: 4, height: 3, panorama: false }
  const room = { document, parsed, settings: DEFAULT_SETTINGS, camera, snapshotOf }
  shotOfRoom(room, { ...picture, variant: 'Oak' }, null)
  expect(seen).toHaveLength(2)
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0].pieces.filter(({ variant }) => variant === 'Oak').map(({ asset }) => asset)).toContain(piece.asset)
  await expect(composeShot(scene, options('--variant=Ebony'))).rejects.toThrow(new UsageError('No variant is called “Ebony”. Choose “Oak”.'))
  expect(() => shotOfRoom(room, { ...picture, variant: 'Ebony' }, null)).toThrow(ShotError)
  await expect(composeShot({ ...scene, project: null }, options('--variant=Oak'))).rejects.toThrow('There are no variants here.')
})
