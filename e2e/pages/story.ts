import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { gltfWithSidecars, maskedLeaf } from '../../assets/generators/fixtures/formats.ts'
import { writeHouse } from '../../assets/generators/fixtures/house.ts'
import { writeMirrorRoom } from '../../assets/generators/fixtures/mirror-room.ts'
import { visiting as base } from '../app.ts'
import { Atrium } from './atrium.ts'

/** Files that our own generators wrote, and a folder for what a story saves. */
export interface Files {
  readonly folder: string
  /** A bungalow of sixty pieces. */
  readonly house: string
  /** Nine pieces of it: a kitchen by the wall of the study. */
  readonly kitchen: string
  /** Four: what stands in its living room. */
  readonly lounge: string
  /** A grey room with a mirror and a red chair behind the camera. */
  readonly mirrorRoom: string
  /** A glTF with its .bin and its texture beside it. */
  readonly box: string
  /** A plane that exists only inside a disc. */
  readonly leaf: string
}

const KITCHEN = /^(?:Floor|Wall between kitchen and study|Dining (?:table|chair \d)|Red chair|Fruit bowl)$/
const LOUNGE = /^(?:Sofa|Floor lamp|Coffee table|Blue vase)$/

async function writeFiles(folder: string): Promise<Files> {
  const write = (name: string, bytes: Uint8Array): string => {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    return file
  }
  for (const [name, bytes] of await gltfWithSidecars()) write(path.join('box', name), bytes)
  return {
    folder,
    house: write('house.glb', await writeHouse()),
    kitchen: write('kitchen.glb', await writeHouse((name) => KITCHEN.test(name))),
    lounge: write('lounge.glb', await writeHouse((name) => LOUNGE.test(name))),
    mirrorRoom: write('mirror-room.glb', await writeMirrorRoom()),
    box: path.join(folder, 'box', 'box.gltf'),
    leaf: write('leaf.glb', await maskedLeaf()),
  }
}

/** `ATRIUM_STORY_PICTURES=DIR`: the window whenever its picture is final, and at the end of a story, for who wants to see what was told; the room is larger then. */
const { ATRIUM_STORY_PICTURES: albumFolder } = process.env
const ALBUM_SCALE = albumFolder === undefined ? 1 : 2

function albumOf(page: Page, title: string): () => Promise<void> {
  const name = title.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 60)
  let count = 0
  return async () => {
    if (albumFolder !== undefined) await page.screenshot({ path: path.join(albumFolder, `${name}-${String(count++).padStart(2, '0')}.png`) })
  }
}

/** Written once, and gone with the run. */
let written: Promise<Files> | null = null
const filesOnce = (): Promise<Files> => (written ??= writeFiles(mkdtempSync(path.join(os.tmpdir(), 'atrium-stories-'))))

/**
 * `atrium` is the application with an empty room open. It is started once and lives through all stories, as it does for its
 * user; each begins with a new room, and ends without a word on the console.
 */
export const test = base.extend<{ files: Files; atrium: Atrium; size: readonly [width: number, height: number] | undefined; edges: number; executor: 'gpu' | undefined }>({
  files: async ({}, use) => use(await filesOnce()),
  // Of the picture, pixels; left out: 80 x 45, in proofs 112 x 63. What counts pixels asks for 160 x 90, what tells one pixel from its neighbour for more: test.use({ size: [240, 135] }).
  size: [undefined, { option: true }],
  // Samples of an edge at rest: two are as much of a mean as eight, which proofs have, and who compares with another maker's picture: test.use({ edges: 8 }).
  edges: [2, { option: true }],
  // What traces quick pictures; left out: what suits the adapter, and so the processor's threads where there is no card.
  executor: [undefined, { option: true }],
  atrium: async ({ shared, size, edges, executor }, use, { title, tags }) => {
    const atrium = new Atrium(shared)
    const { problems } = shared
    problems.splice(0)
    await atrium.reset()
    await atrium.traceBy(executor)
    await atrium.viewport.sampleEdges(tags.includes('@proof') ? undefined : edges)
    const [width, height] = size ?? (tags.includes('@proof') ? [112, 63] : [80, 45])
    await atrium.viewport.resize(width * ALBUM_SCALE, height * ALBUM_SCALE)
    const album = albumOf(atrium.page, title)
    atrium.viewport.onSettled = album
    await use(atrium)
    await album()
    base.expect(problems.splice(0)).toEqual([])
  },
})
export { expect } from '@playwright/test'
