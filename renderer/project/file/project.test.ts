import { readFileSync } from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../gpu/settings.ts'
import { useDocument } from '../../document/store.ts'
import { arbitraryEdits, CHAIR_ASSET, furnished, SKY_ASSET } from '../../document/testing.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { assetKeyOf } from '../assets.ts'
import { FORMAT_VERSION, type ProjectContents } from './contents.ts'
import { migrate, MIGRATIONS } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { type Format, parseProject, readThumbnail } from './parse.ts'
import { serializeProject } from './serialize.ts'
import { sampleContents } from '../testing.ts'
import { withoutWorkers } from '../../workers/zip.ts'

const APP = 'Atrium 0.1.0'
const save = (contents: ProjectContents) => serializeProject(contents, APP)
const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const codeOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const error = await parseProject(bytes).then(() => null, (reason: unknown) => reason)
  if (!(error instanceof AtriumError)) return `not refused as expected: ${String(error)}`
  expect(error.detail).toMatch(/^[“A-Z].{10,400}\.$/s)
  return error.code
}

/** The sample project with some of its files replaced, removed (null) or added, checksums set right. */
async function altered(change: (files: Map<string, Uint8Array<ArrayBuffer>>, json: (name: string) => any) => void): Promise<Uint8Array<ArrayBuffer>> { // oxlint-disable-line typescript/no-explicit-any -- tests break any field
  withoutWorkers()
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const entry of await new ZipReader(new Uint8ArrayReader(await save(sampleContents()))).getEntries()) {
    if (!entry.directory) files.set(entry.filename, (await entry.getData(new Uint8ArrayWriter())) as Uint8Array<ArrayBuffer>)
  }
  const jsons = new Map<string, unknown>()
  change(files, (name) => {
    if (!jsons.has(name)) jsons.set(name, JSON.parse(new TextDecoder().decode(files.get(name))))
    return jsons.get(name)
  })
  for (const [name, value] of jsons) if (name !== 'manifest.json') files.set(name, text(value))
  const manifest = (jsons.get('manifest.json') ?? JSON.parse(new TextDecoder().decode(files.get('manifest.json')))) as { files: Record<string, string> }
  for (const name of Object.keys(manifest.files ?? {})) if (files.has(name)) manifest.files[name] = await assetKeyOf(files.get(name)!)
  files.set('manifest.json', text(manifest))
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const [name, bytes] of files) await zip.add(name, new Uint8ArrayReader(bytes))
  return (await zip.close()) as Uint8Array<ArrayBuffer>
}

describe('the project file', () => {
  test('gives back what was saved, to the last bit', async () => {
    const contents = sampleContents()
    expect(await parseProject(await save(contents))).toEqual(contents)
  })

  test('gives back any document that edits can lead to', async () => {
    const template = sampleContents()
    const [asset] = template.document.assets
    const bytes = template.assets.get(asset.key)!
    const image = { ...SKY_ASSET, key: await assetKeyOf(bytes.slice(8)) }
    await fc.assert(
      fc.asyncProperty(arbitraryEdits(), async (edits) => {
        useDocument.getState().replace(furnished())
        for (const { label, change } of edits) useDocument.getState().edit(label, change)
        const { document } = useDocument.getState()
        const { wears: _wears, ...bare } = asset
        const chairs = document.assets.find(({ key }) => key === CHAIR_ASSET.key)?.wears
        const onOneAsset = {
          ...document, assets: [{ ...bare, ...(chairs !== undefined && { wears: chairs }) }, image], pieces: document.pieces.map((piece) => ({ ...piece, asset: asset.key })),
          environment: { ...document.environment, ...(document.environment.surroundings !== undefined && { surroundings: { ...document.environment.surroundings, asset: image.key } }) },
          ...(document.materials !== undefined && {
            materials: document.materials.map(({ from, maps, ...values }) => ({
              ...values, ...(from !== undefined && { from: { ...from, asset: asset.key } }), ...(maps !== undefined && { maps: { ...maps, ...(typeof maps.color === 'string' && { color: asset.key }) } }),
            })),
          }),
        }
        const again = await parseProject(await save({ ...template, document: onOneAsset, assets: new Map([[asset.key, bytes], [image.key, bytes.slice(8)]]) }))
        // JSON knows no negative zero.
        expect(again.document).toEqual(JSON.parse(JSON.stringify(onOneAsset)))
      }),
      { numRuns: 25 },
    )
  })

  test('equal projects have equal bytes', async () => {
    expect(await save(sampleContents())).toEqual(await save(sampleContents()))
  })

  test('fields that Atrium does not know are kept and written back', async () => {
    const bytes = await altered((_, json) => {
      json('scene.json').weather = { wind: 3 }
      json('scene.json').pieces[0].warranty = 'ten years'
      json('views.json').tour = [1, 2]
      json('manifest.json').north = 12.5
    })
    const again = await parseProject(await save(await parseProject(bytes)))
    expect(again.document.unknown).toEqual({ weather: { wind: 3 } })
    expect(again.document.pieces[0]).toMatchObject({ warranty: 'ten years' })
    expect(again.origin).toMatchObject({ manifest: { north: 12.5 }, views: { tour: [1, 2] } })
  })

  test('nothing points outside: every asset is inside, under its hash', async () => {
    const entries = await new ZipReader(new Uint8ArrayReader(await save(sampleContents()))).getEntries()
    const [model, luminaire] = sampleContents().document.assets
    expect(entries.map(({ filename }) => filename)).toEqual(['manifest.json', 'scene.json', 'views.json', 'thumbnail.png', `assets/${model.key}.glb`, `assets/${luminaire.key}.ies`])
  })

  test('a document that could not be opened again is not written', async () => {
    const contents = sampleContents()
    const pieces = contents.document.pieces.map((piece) => ({ ...piece, scale: [Number.NaN, 1, 1] as const }))
    await expect(save({ ...contents, document: { ...contents.document, pieces } })).rejects.toMatchObject({ code: 'project-invalid' })
  })

  test('a project whose asset is not at hand is not saved by halves', async () => {
    await expect(save({ ...sampleContents(), assets: new Map() })).rejects.toMatchObject({ code: 'project-invalid' })
  })

  test.each([1, 2, 3, 4])('a project of version %d still opens', async (version) => {
    const golden = (name: string) => readFileSync(path.join(import.meta.dirname, 'golden', name))
    const { document, view, assets, thumbnail, origin } = await parseProject(new Uint8Array(golden(`v${version}.atrium`)))
    const sizes = [...assets].map(([key, bytes]) => [key, bytes.byteLength])
    const then = JSON.parse(golden(`v${version}.json`).toString()) as { view: ProjectContents['view'] }
    // A setting that came later has its default.
    then.view = { ...then.view, settings: { ...DEFAULT_SETTINGS, ...then.view.settings } }
    expect({ document, view, sizes, thumbnailBytes: thumbnail?.byteLength, origin }).toEqual(then)
  })

  test('groups as deep as the limit open; what version 2 knew under their names was something else, and goes', async () => {
    const groups = Array.from({ length: 32 }, (_, i) => ({ id: `deep-${i}`, name: 'Deep', parent: i === 0 ? null : `deep-${i - 1}` }))
    const contents = sampleContents()
    const nested = { ...contents, document: { ...contents.document, groups, pieces: contents.document.pieces.map((piece) => ({ ...piece, group: 'deep-31' })) } }
    expect((await parseProject(await save(nested))).document).toEqual(nested.document)
    const foreign = await altered((_, json) => {
      json('manifest.json').version = 2
      json('scene.json').groups = { chairs: 'red' }
      json('scene.json').pieces[0].group = 7
    })
    const { document } = await parseProject(foreign)
    expect([document.groups, document.pieces[0].group]).toEqual([undefined, undefined])
  })

  test('what version 3 knew under the name of layers was something else, and goes', async () => {
    const { document } = await parseProject(await altered((_, json) => {
      json('manifest.json').version = 3
      json('scene.json').layers = 'upper'
      json('scene.json').pieces[0].layer = 7
    }))
    expect([document.layers, document.pieces[0].layer]).toEqual([undefined, undefined])
  })

  test('what version 3 knew under the names of materials was something else, and goes', async () => {
    const foreign = await altered((_, json) => {
      json('manifest.json').version = 3
      json('scene.json').materials = 'oak'
      json('scene.json').pieces[0].wears = 7
      json('scene.json').assets[0].wears = { seat: 'oak' }
    })
    const { document } = await parseProject(foreign)
    expect([document.materials, document.pieces[0].wears, document.assets[0].wears, 'wears' in document.assets[0]]).toEqual([undefined, undefined, undefined, false])
  })

  test('migrations run one after the other', () => {
    const step = (from: number) => ({ scene, views }: { scene: unknown; views: unknown }) => ({ scene: [...(scene as number[]), from], views })
    const migrations = new Map([[1, step(1)], [2, step(2)], [3, step(3)]])
    expect(migrate({ scene: [], views: null }, 1, 4, migrations).scene).toEqual([1, 2, 3])
    expect(() => migrate({ scene: [], views: null }, 1, FORMAT_VERSION + 4, migrations)).toThrow('no migration')
  })
})

describe('a made-up next version, in which lights say lumens', () => {
  const LUMENS = 4 * Math.PI
  type Light = { intensity?: number; lumens?: number }
  const toLumens: Migration = ({ scene, views }) => {
    const lights = (scene as { lights: Light[] }).lights.map(({ intensity, ...light }) => (intensity === undefined ? light : { ...light, lumens: intensity * LUMENS }))
    return { scene: { ...(scene as object), lights }, views }
  }
  /** The one after it goes back to candela, so that our own schema can read what came through both. */
  const toCandela: Migration = ({ scene, views }) => {
    const lights = (scene as { lights: Light[] }).lights.map(({ lumens, ...light }) => (lumens === undefined ? light : { ...light, intensity: lumens / LUMENS }))
    return { scene: { ...(scene as object), lights }, views }
  }
  const formatOf = (version: number, ...steps: Migration[]): Format => ({ version, migrations: new Map([...MIGRATIONS, ...steps.map((step, i) => [FORMAT_VERSION + i, step] as const)]) })
  const open = (bytes: Uint8Array<ArrayBuffer>, format: Format) => parseProject(bytes, () => {}, format)

  test('a project of this version passes through every step', async () => {
    const contents = sampleContents()
    const passed: number[] = []
    const noting = (from: number, step: Migration): Migration => (project) => {
      passed.push(from)
      return step(project)
    }
    const { document } = await open(await save(contents), formatOf(FORMAT_VERSION + 2, noting(1, toLumens), noting(2, toCandela)))
    expect(passed).toEqual([1, 2])
    expect(document.lights.map(({ name }) => name)).toEqual(contents.document.lights.map(({ name }) => name))
    expect((document.lights[0] as { intensity: number }).intensity).toBeCloseTo((contents.document.lights[0] as { intensity: number }).intensity)
  })

  test('a project of the next version is refused by a reader of this one, which says both versions', async () => {
    const bytes = await altered((_, json) => (json('manifest.json').version = FORMAT_VERSION + 1))
    await expect(parseProject(bytes)).rejects.toMatchObject({ code: 'project-newer', detail: expect.stringMatching(new RegExp(`version ${FORMAT_VERSION + 1}.*up to version ${FORMAT_VERSION}`)) as string })
  })

  test.each<[string, Migration]>([
    ['throws', () => { throw new TypeError('lights is not iterable') }],
    ['gives what the schema refuses', ({ views }) => ({ scene: { lights: 'many' }, views })],
    ['gives nothing', () => ({ scene: undefined, views: undefined })],
  ])('a migration that %s is a damaged project, told in a sentence', async (_, step) => {
    await expect(open(await save(sampleContents()), formatOf(FORMAT_VERSION + 1, step))).rejects.toMatchObject({ code: 'project-invalid', detail: expect.stringMatching(/^[“A-Z].{10,400}\.$/s) as string })
  })

  test('a missing step is told, too', async () => {
    await expect(open(await save(sampleContents()), formatOf(FORMAT_VERSION + 2, toLumens))).rejects.toMatchObject({ code: 'project-invalid' })
  })

  test('the golden file of version 1 opens through made-up steps as it does without', async () => {
    const golden = new Uint8Array(readFileSync(path.join(import.meta.dirname, 'golden', 'v1.atrium')))
    const same: Migration = (project) => project
    expect((await open(golden, formatOf(FORMAT_VERSION + 2, same, same))).document).toEqual((await parseProject(golden)).document)
  })
})

describe('a damaged or hostile project is refused with a code and a sentence', () => {
  test.each<[string, string, Parameters<typeof altered>[0]]>([
    ['a name that climbs out', 'archive-unsafe', (files) => files.set('../../evil.txt', text('x'))],
    ['an absolute name', 'archive-unsafe', (files) => files.set('/etc/passwd', text('x'))],
    ['a Windows drive', 'archive-unsafe', (files) => files.set('C:evil', text('x'))],
    ['an endless unpacking', 'archive-unsafe', (files) => files.set('zeros.bin', new Uint8Array(64 * 2 ** 20))],
    ['no scene', 'project-invalid', (files) => files.delete('scene.json')],
    ['no asset', 'project-invalid', (files) => files.delete([...files.keys()].at(-1)!)],
    ['another asset under that name', 'checksum-mismatch', (files) => files.set([...files.keys()].at(-1)!, text('not a model'))],
    ['a scene that is not JSON', 'project-invalid', (files) => files.set('scene.json', new TextEncoder().encode('{"pieces": ['))],
    ['a scene that is not text', 'project-invalid', (files) => files.set('scene.json', Uint8Array.from([0xff, 0xfe, 0xfd]))],
    ['a newer version', 'project-newer', (_, json) => (json('manifest.json').version = FORMAT_VERSION + 1)],
    ['another format', 'project-invalid', (_, json) => (json('manifest.json').format = 'other')],
    ['no version', 'project-invalid', (_, json) => delete json('manifest.json').version],
    ['pieces of the wrong type', 'project-invalid', (_, json) => (json('scene.json').pieces = 'many')],
    ['a position of two numbers', 'project-invalid', (_, json) => json('scene.json').pieces[0].position.pop()],
    ['a position out of this world', 'project-invalid', (_, json) => (json('scene.json').pieces[0].position[0] = 1e300)],
    ['no number at all (NaN)', 'project-invalid', (_, json) => (json('scene.json').pieces[0].scale[0] = Number.NaN)],
    ['a flattened piece', 'project-invalid', (_, json) => (json('scene.json').pieces[0].scale[0] = 0)],
    ['a rotation that is none', 'project-invalid', (_, json) => (json('scene.json').pieces[0].rotation = [0, 0, 0, 0])],
    ['two pieces with one identity', 'project-invalid', (_, json) => (json('scene.json').pieces[1].id = 'p1')],
    ['a material of nobody', 'project-invalid', (_, json) => (json('scene.json').pieces[0].wears[0].material = 'none')],
    ['a material that shines black', 'project-invalid', (_, json) => (json('scene.json').materials[0].baseColor = [2, 0, 0])],
    ['a texture of no size', 'project-invalid', (_, json) => (json('scene.json').materials[0].mapping.width = 0)],
    ['a texture of 10 km', 'project-invalid', (_, json) => (json('scene.json').materials[0].mapping.height = 10_000)],
    ['a material from nowhere', 'project-invalid', (_, json) => (json('scene.json').materials[0].from.asset = 'f'.repeat(64))],
    ['a piece without its asset', 'project-invalid', (_, json) => (json('scene.json').pieces[0].asset = 'f'.repeat(64))],
    ['a light on a piece that is gone', 'project-invalid', (_, json) => (json('scene.json').lights[0].attachedTo = 'gone')],
    ['a piece in a group that is gone', 'project-invalid', (_, json) => (json('scene.json').pieces[0].group = 'gone')],
    ['a piece on a layer that is gone', 'project-invalid', (_, json) => (json('scene.json').pieces[0].layer = 'gone')],
    ['a layer with the identity of a piece', 'project-invalid', (_, json) => (json('scene.json').layers[1].id = 'p1')],
    ['more layers than a project holds', 'project-too-many', (_, json) => (json('scene.json').layers = Array.from({ length: 1001 }, () => null))],
    ['a group in a group that is gone', 'project-invalid', (_, json) => (json('scene.json').groups[0].parent = 'gone')],
    ['a group that stands in itself', 'project-invalid', (_, json) => (json('scene.json').groups[0].parent = 'g2')],
    ['groups nested without end', 'project-invalid', (_, json) => (json('scene.json').groups = Array.from({ length: 9000 }, (__, i) => ({ id: `g${i}`, name: 'Deep', parent: i === 0 ? null : `g${i - 1}` })))],
    ['groups nested without end, the deepest first', 'project-invalid', (_, json) => (json('scene.json').groups = Array.from({ length: 9000 }, (__, i) => ({ id: `g${i}`, name: 'Deep', parent: i === 8999 ? null : `g${i + 1}` })))],
    ['a group with the identity of a piece', 'project-invalid', (_, json) => (json('scene.json').groups[0].id = 'p1')],
    ['more groups than a project holds', 'project-too-many', (_, json) => (json('scene.json').groups = Array.from({ length: 10_001 }, () => null))],
    ['a camera of the wrong type', 'project-invalid', (_, json) => (json('views.json').pose = null)],
    ['a lamp of negative size', 'project-invalid', (_, json) => (json('scene.json').lights[2].radius = -0.1)],
    ['a lamp as bright as no lamp is', 'project-invalid', (_, json) => (json('scene.json').lights[2].intensity = 1e12)],
    ['a spot that is wider inside than outside', 'project-invalid', (_, json) => (json('scene.json').lights[2].innerAngle = 1.5)],
    ['a lamp turned by no rotation', 'project-invalid', (_, json) => (json('scene.json').lights[5].rotation = [0, 0, 0, 0])],
    ['a grid of a million points', 'project-invalid', (_, json) => (json('scene.json').lights[6].columns = 1000)],
    ['a luminaire without its file', 'project-invalid', (_, json) => (json('scene.json').lights[0].profile = '0'.repeat(64))],
    ['a piece that shows an IES file', 'project-invalid', (_, json) => (json('scene.json').pieces[0].asset = json('scene.json').assets[1].key)],
    ['a day that there is not', 'project-invalid', (_, json) => (json('scene.json').lights[1].moment.date = '2025-02-29')],
    ['a place beyond the pole', 'project-invalid', (_, json) => (json('scene.json').place.latitudeDegrees = 91)],
    ['a time zone that there is not', 'project-invalid', (_, json) => (json('scene.json').place.timeZone = 'Europe/Atlantis')],
    ['more lights than a room has', 'project-too-many', (_, json) => (json('scene.json').lights = Array.from({ length: 50_000 }, () => ({})))],
    ['more views than anybody looks at', 'project-too-many', (_, json) => (json('scene.json').views = Array.from({ length: 1001 }, () => null))],
    ['too many bounces', 'project-invalid', (_, json) => (json('views.json').settings.bounces = 1e6)],
  ])('%s: %s', async (_, code, change) => expect(await codeOf(await altered(change))).toBe(code))

  test('a picture that is none, or would unpack to gigabytes, is not shown', async () => {
    const png = new Uint8Array(PNG.sync.write(new PNG({ width: 3, height: 2 })))
    const sized = (width: number, height: number): Uint8Array<ArrayBuffer> => {
      const bytes = png.slice()
      new DataView(bytes.buffer).setUint32(16, width)
      new DataView(bytes.buffer).setUint32(20, height)
      return bytes
    }
    const shown = async (picture: Uint8Array<ArrayBuffer>) => readThumbnail(await altered((files) => files.set('thumbnail.png', picture)))
    expect(await shown(png)).toEqual(png)
    for (const picture of [sized(60_000, 60_000), sized(1, 4e9), text('<svg onload="alert(1)">'), png.slice(0, 20), new Uint8Array()]) expect(await shown(picture)).toBeNull()
    expect(await readThumbnail(await altered((files) => files.delete('thumbnail.png')))).toBeNull()
    await expect(readThumbnail(new Uint8Array(1000).fill(65))).rejects.toMatchObject({ code: 'project-invalid' })
  })

  test('a view whose picture is none, lies or would unpack to gigabytes opens without it', async () => {
    const png = PNG.sync.write(new PNG({ width: 3, height: 2 }))
    const claims = Buffer.from(png)
    claims.writeUInt32BE(60_000, 16)
    // The start of a JPEG: an application segment, then a frame of 2 rows and 700 columns.
    const wide = Buffer.from('ffd8ffe000044a46ffc0000b08000202bc01011100', 'hex')
    const narrow = Buffer.from(wide)
    narrow.writeUInt16BE(160, 15)
    const shown = async (picture: unknown) =>
      (await parseProject(await altered((_, json) => { json('scene.json').views[0].thumbnail = picture }))).document.views[0].thumbnail
    const url = (type: string, bytes: Buffer): string => `data:image/${type};base64,${bytes.toString('base64')}`
    expect(await shown(url('png', png))).toBe(url('png', png))
    expect(await shown(url('jpeg', narrow))).toBe(url('jpeg', narrow))
    const refused = [url('png', claims), url('jpeg', wide), url('jpeg', narrow.subarray(0, 12)), url('svg+xml', png), 'https://example.com/a.png', `${url('png', png)}" onload="`, 7, url('png', Buffer.alloc(300_000))]
    for (const picture of refused) expect(await shown(picture)).toBeUndefined()
  })

  test('a file that is no archive, and one that is empty', async () => {
    expect(await codeOf(new Uint8Array())).toBe('project-invalid')
    expect(await codeOf(new Uint8Array(1000).fill(65))).toBe('project-invalid')
  })

  test('the same name twice', async () => {
    expect(await codeOf(storedZip(['manifest.json', 'manifest.json']))).toBe('archive-unsafe')
  })

  test('an entry that unpacks to more than it announces', async () => {
    const bytes = await altered(() => {})
    // Lower the announced size of scene.json in the directory and in its local header.
    const view = new DataView(bytes.buffer)
    for (let at = 0; at + 46 < bytes.length; at++) {
      const isLocal = view.getUint32(at, true) === 0x04034b50
      const isCentral = view.getUint32(at, true) === 0x02014b50
      const nameAt = at + (isLocal ? 30 : 46)
      const named = (isLocal || isCentral) && new TextDecoder().decode(bytes.subarray(nameAt, nameAt + 10)) === 'scene.json'
      if (named) view.setUint32(at + (isLocal ? 22 : 24), 10, true)
    }
    expect(['checksum-mismatch', 'project-truncated', 'project-invalid']).toContain(await codeOf(bytes))
  })

  test('cut off anywhere', async () => {
    const bytes = await save(sampleContents())
    for (let i = 1; i < 20; i++) {
      const code = await codeOf(bytes.slice(0, Math.floor((bytes.length * i) / 20)))
      expect(['project-truncated', 'project-invalid']).toContain(code)
    }
    expect(await codeOf(bytes.slice(0, bytes.length - 1))).toBe('project-truncated')
  })

  test('any single flipped bit is either harmless or refused', async () => {
    const contents = sampleContents()
    const bytes = await save(contents)
    for (let i = 0; i < 60; i++) {
      const flipped = bytes.slice()
      const at = (i * 26_399 + (i % 2 === 0 ? 0 : bytes.length - 400)) % bytes.length
      flipped[at] ^= 1 << i % 8
      const outcome = await parseProject(flipped).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome, `byte ${at}`).toBeInstanceOf(AtriumError)
      else expect(outcome, `byte ${at}`).toEqual(contents)
    }
  })

  test('a key that would reach every object is dropped', async () => {
    const bytes = await altered((files) => {
      const scene = new TextDecoder().decode(files.get('scene.json'))
      files.set('scene.json', new TextEncoder().encode(scene.replace('{', '{"__proto__": {"polluted": true},')))
    })
    expect((await parseProject(bytes)).document.unknown).toEqual({})
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

/** A ZIP by hand, for what no library writes: entries of one byte, stored, under any names. */
function storedZip(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const data = Buffer.from('x')
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const name of names) {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(data.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, central, end]))
}
