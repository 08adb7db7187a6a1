import { createHash } from 'node:crypto'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js'

type Bytes = Uint8Array<ArrayBuffer>
type Json = Record<string, unknown>

export interface BrokenProject {
  readonly name: string
  readonly make: () => Uint8Array | Promise<Uint8Array>
  /** What the card has to say. */
  readonly sentence: RegExp
}

/** Every way in which a project file is known to break, to be made from a good one: 64 MB of zeros take a while. */
export async function brokenProjects(good: Uint8Array): Promise<BrokenProject[]> {
  const files = new Map<string, Bytes>()
  for (const entry of await new ZipReader(new Uint8ArrayReader(good)).getEntries()) {
    if (!entry.directory) files.set(entry.filename, new Uint8Array(await entry.getData(new Uint8ArrayWriter())))
  }
  const json = (name: string): Json => JSON.parse(new TextDecoder().decode(files.get(name))) as Json
  const text = (value: unknown): Bytes => new TextEncoder().encode(JSON.stringify(value))

  /** With other files; checksums set right, so that what is inside them is met. */
  async function zip(changes: Readonly<Record<string, Bytes | null>>, manifestFields: Json = {}): Promise<Uint8Array> {
    const all = new Map<string, Bytes>(files)
    for (const [name, bytes] of Object.entries(changes)) {
      if (bytes === null) all.delete(name)
      else all.set(name, bytes)
    }
    const manifest = json('manifest.json')
    const sums = manifest['files'] as Record<string, string>
    for (const name of Object.keys(sums)) if (all.has(name)) sums[name] = createHash('sha256').update(all.get(name)!).digest('hex')
    if (all.has('manifest.json')) all.set('manifest.json', text({ ...manifest, ...manifestFields }))
    const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
    for (const [name, bytes] of all) await writer.add(name, new Uint8ArrayReader(bytes))
    return writer.close()
  }
  const scene = (change: (scene: Json & { pieces: Json[]; assets: Json[] }) => void): Bytes => {
    const copy = json('scene.json') as Json & { pieces: Json[]; assets: Json[] }
    change(copy)
    return text(copy)
  }
  const flipped = new Uint8Array(good)
  // In the middle of a model, which is stored as it is.
  flipped[Math.floor(good.length / 2)] ^= 0x10
  const noise = Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) & 255)
  return [
    { name: 'empty.atrium', make: () => new Uint8Array(0), sentence: /damaged|not made by Atrium|incomplete/ },
    { name: 'noise.atrium', make: () => noise, sentence: /damaged or was not made by Atrium/ },
    { name: 'truncated.atrium', make: () => good.slice(0, Math.floor(good.length * 0.7)), sentence: /incomplete/ },
    { name: 'bit-flipped.atrium', make: () => flipped, sentence: /damaged/ },
    { name: 'climbing.atrium', make: () => zip({ '../../evil.txt': text('x') }), sentence: /could harm your computer/ },
    { name: 'endless.atrium', make: () => zip({ 'assets/zeros.bin': new Uint8Array(64 * 2 ** 20) }), sentence: /could harm your computer/ },
    { name: 'no-manifest.atrium', make: () => zip({ 'manifest.json': null }), sentence: /damaged or was not made by Atrium/ },
    { name: 'no-scene.atrium', make: () => zip({ 'scene.json': null }), sentence: /damaged or was not made by Atrium/ },
    { name: 'no-json.atrium', make: () => zip({ 'scene.json': new TextEncoder().encode('{"name": ') }), sentence: /damaged or was not made by Atrium/ },
    { name: 'wrong-types.atrium', make: () => zip({ 'scene.json': scene((copy) => { copy.pieces[0]['position'] = 'in the corner' }) }), sentence: /damaged or was not made by Atrium/ },
    { name: 'dangling.atrium', make: () => zip({ 'scene.json': scene((copy) => { copy.pieces[0]['part'] = 'no such part' }) }), sentence: /damaged or was not made by Atrium/ },
    { name: 'lights.atrium', make: () => zip({ 'scene.json': scene((copy) => { copy['lights'] = Array.from({ length: 50_000 }, () => ({})) }) }), sentence: /more furniture, lights or views/ },
    { name: 'newer.atrium', make: () => zip({}, { version: 99, app: 'Atrium 9.0' }), sentence: /newer version of Atrium/ },
  ]
}
