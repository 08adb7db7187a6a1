import type { Page } from '@playwright/test'
import type * as Changes from '../../renderer/document/changes/index.ts'
import type { AtriumDocument, Change, DocumentLight } from '../../renderer/document/types.ts'

export interface EditsMade {
  /** Every change there is, by name. */
  readonly kinds: readonly string[]
  /** How often each led to another document. */
  readonly made: Readonly<Record<string, number>>
}

/** A frame of the picture is made after so many steps; seen one by one, a thousand take a software GPU ten minutes. */
const STEPS_PER_FRAME = 4

type Makers = Record<keyof typeof Changes, (document: AtriumDocument) => Change | null>

/** What all makers draw from: the room as it was, and numbers by chance that a seed tells again. */
function editTools(seed: number) {
  const changes: typeof Changes = atriumTest.changes
  const original = atriumTest.document().document
  let state = seed
  // Mulberry32.
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const within = (reach: number): number => (2 * random() - 1) * reach
  const place = (): [number, number, number] => [within(2), random(), within(2)]
  const turn = (): [number, number, number, number] => {
    const half = within(Math.PI / 2)
    return [0, Math.sin(half), 0, Math.cos(half)]
  }
  let named = 0
  const fresh = (what: string): string => `${what}-${++named}`
  // The room itself stays; everything else is furniture.
  const lockedIds = new Set(original.pieces.filter(({ locked }) => locked).map(({ id }) => id))

  const kindsOfLamp = ['point', 'spot', 'sphere', 'disc', 'rectangle', 'grid', 'directional'] as const
  const lampOf = (turnOf: number): DocumentLight => {
    const kind = kindsOfLamp[turnOf % kindsOfLamp.length]
    const base = { id: fresh('light'), name: 'Bulb', on: true, color: [1, random(), random()] as const }
    if (kind === 'directional') return { ...base, kind, direction: [0, -1, 0], illuminance: 1000 * random() }
    const placed = { ...base, position: place(), attachedTo: null }
    const [rotation, size] = [turn(), 0.1 + 0.5 * random()]
    switch (kind) {
      case 'point': return { ...placed, kind, intensity: 100 * random() }
      case 'spot': return { ...placed, kind, rotation, intensity: 100 * random(), innerAngle: 0.3, outerAngle: 0.6, radius: 0.1 * size }
      case 'sphere': return { ...placed, kind, radius: size, radiance: 100 * random() }
      case 'disc': return { ...placed, kind, rotation, radius: size, radiance: 100 * random() }
      case 'rectangle': return { ...placed, kind, rotation, width: size, length: size, radiance: 100 * random() }
      case 'grid': return { ...placed, kind, rotation, width: size, length: size, columns: 2, rows: 3, intensity: 10 * random() }
    }
  }
  return { changes, original, lockedIds, random, pick, within, place, turn, fresh, lampOf, count: (): number => named }
}
type Tools = ReturnType<typeof editTools>

/** Pieces come, go, move, turn, stretch and hide. */
function pieceMakers({ changes, original, lockedIds, random, pick, within, place, turn, fresh }: Tools) {
  return {
    addPiece: () => {
      const model = pick(original.pieces.filter(({ id }) => !lockedIds.has(id)))
      const asset = original.assets.find(({ key }) => key === model.asset)!
      const id = fresh('piece')
      const light = { id: `${id}-light`, name: id, kind: 'point' as const, on: true, color: [1, 0.9, 0.8] as const, position: [0, 1, 0] as const, attachedTo: id, intensity: 40 }
      return changes.addPiece({ ...model, id, name: id, position: place() }, asset, random() < 0.2 ? light : null)
    },
    addPieces: ({ pieces }) => {
      if (pieces.length > original.pieces.length + 12) return null
      const model = pick(original.pieces.filter(({ id }) => !lockedIds.has(id)))
      const group = { id: fresh('group'), name: 'Set', parent: null }
      return changes.addPieces({
        assets: original.assets.filter(({ key }) => key === model.asset), groups: [group],
        pieces: [0, 1].map(() => ({ ...model, id: fresh('piece'), name: 'Chair', position: place(), group: group.id })),
      })
    },
    replacePieces: ({ pieces }) => {
      const model = pick(original.pieces.filter(({ id }) => !lockedIds.has(id)))
      const { name, asset, part, scale, mount } = model
      return changes.replacePieces(new Map([[pick(pieces.filter(({ id }) => !lockedIds.has(id))).id, { name: `${name} instead`, asset, part, scale, mount, position: place(), rotation: turn() }]]), original.assets.find(({ key }) => key === asset)!)
    },
    reshape: ({ pieces, assets }) => {
      // Of two pieces, one shows what the other does, as if it had been made so.
      const { id } = pick(pieces.filter((piece) => !lockedIds.has(piece.id)))
      const { asset, part } = pick(original.pieces)
      return changes.reshape(id, { ...(assets.find(({ key }) => key === asset) ?? original.assets.find(({ key }) => key === asset)!) }, part)
    },
    duplicate: ({ pieces }) => (pieces.length > original.pieces.length + 12 ? null : changes.duplicate(new Map([[pick(pieces).id, fresh('copy')]]), place())),
    removeItems: ({ pieces }) => {
      const ids = pieces.filter(({ id }) => !lockedIds.has(id)).map(({ id }) => id)
      // The more have come, the more go.
      return ids.length < 2 ? null : changes.removeItems(Array.from({ length: Math.max(1, pieces.length - original.pieces.length - 6) }, () => pick(ids)))
    },
    movePieces: ({ pieces }) => changes.movePieces([pick(pieces).id], [within(0.3), 0, within(0.3)]),
    setTransform: ({ pieces }) => changes.setTransform(pick(pieces).id, { position: place(), rotation: turn() }),
    setTransforms: ({ pieces }) => changes.setTransforms(new Map(pieces.slice(0, 3).map(({ id }) => [id, { rotation: turn() }]))),
    setScale: ({ pieces }) => changes.setScale([pick(pieces).id], [0.5 + random(), 0.5 + random(), 0.5 + random()]),
    rename: ({ pieces }) => changes.rename(pick(pieces).id, fresh('Ümläut')),
    setHidden: ({ pieces }) => {
      const { id, hidden } = pick(pieces)
      return changes.setHidden([id], !hidden)
    },
    setLocked: ({ pieces }) => {
      const { id, locked } = pick(pieces)
      return changes.setLocked([id], !locked)
    },
    setVariant: ({ pieces }) => {
      const { id, variant } = pick(pieces)
      return changes.setVariant([id], variant === undefined ? 'Walnut' : null)
    },
  } satisfies Partial<Makers>
}

/** Models are read anew. */
function modelMakers({ changes, pick, place, fresh }: Tools) {
  return {
    replaceAsset: ({ assets }) => {
      // Two records of one content take turns.
      const read = assets.find(({ source }) => source !== undefined)
      return read === undefined ? null : (document) => changes.replaceAsset(`${'0'.repeat(63)}1`, read, new Map())(changes.replaceAsset(read.key, { ...read, key: `${'0'.repeat(63)}1` }, new Map())({ ...document }))
    },
    reviseModel: ({ assets }) => {
      const read = assets.find(({ source }) => source !== undefined)
      return read === undefined ? null : changes.reviseModel(read.key, { metresPerUnit: read.source!.answers.metresPerUnit === 1 ? 1.25 : 1 })
    },
    reloadModel: ({ assets, pieces }) => {
      const read = assets.find(({ source }) => source !== undefined)
      const shown = pieces.filter(({ asset }) => asset === read?.key)
      if (read === undefined || shown.length === 0) return null
      // As it stands now is how it came; of the newer file, one thing stands elsewhere.
      const moved = pick(shown).part
      const came = [...new Map(shown.map((piece) => [piece.part, piece])).values()]
      const traits = { shape: 'box', size: [1, 1, 1] as const, centre: [0, 0, 0] as const }
      return changes.reloadModel({
        key: read.key, record: read, leftover: { id: fresh('group'), name: 'Left', parent: null }, matches: came.map((_, i) => ({ from: i, to: i, why: 'path', sure: true })),
        before: { pieces: came.map((piece) => ({ piece, traits })), groups: [], lights: [] },
        after: { pieces: came.map((piece) => ({ piece: piece.part === moved ? { ...piece, position: place() } : piece, traits })), groups: [], lights: [] },
      })
    },
  } satisfies Partial<Makers>
}

/** Groups and layers. */
function orderMakers({ changes, random, pick, fresh }: Tools) {
  return {
    groupPieces: ({ pieces, groups = [] }) => (groups.length > 5 ? null : changes.groupPieces([pick(pieces).id, pick(pieces).id], { id: fresh('group'), name: 'Set' })),
    moveIntoGroup: ({ pieces, groups = [] }) => changes.moveIntoGroup([pick(pieces).id, ...groups.slice(0, 1).map(({ id }) => id)], groups.at(-1)?.id ?? null),
    ungroup: ({ groups = [] }) => (groups.length < 2 ? null : changes.ungroup([pick(groups).id])),
    addLayer: ({ layers = [] }) => (layers.length > 4 ? null : changes.addLayer({ id: fresh('layer'), name: 'Layer', hidden: false, locked: false, color: [random(), random(), random()] })),
    setLayer: ({ layers = [] }) => (layers.length === 0 ? null : changes.setLayer(pick(layers).id, { name: fresh('Layer'), hidden: random() < 0.3, locked: random() < 0.3, color: [random(), random(), random()] })),
    moveLayer: ({ layers = [] }) => (layers.length < 2 ? null : changes.moveLayer(layers[0].id, 1 + Math.floor(random() * (layers.length - 1)))),
    putOnLayer: ({ pieces, layers = [] }) => {
      const { id, layer } = pick(pieces)
      const other = layers.find((one) => one.id !== layer)
      return other === undefined ? null : changes.putOnLayer([id, pick(pieces).id], other.id)
    },
    removeLayer: ({ layers = [] }) => (layers.length < 3 ? null : changes.removeLayer(pick(layers).id)),
  } satisfies Partial<Makers>
}

/** Lamps, and what shines. */
function lightMakers({ changes, random, pick, within, place, turn, lampOf, count }: Tools) {
  return {
    addLight: ({ lights }) =>
      lights.length > 8 ? null : changes.addLight(lampOf(count())),
    removeLight: ({ lights }) => (lights.length < 2 ? null : changes.removeLight(pick(lights).id)),
    setLight: ({ lights }) => changes.setLight(pick(lights).id, {
      intensity: 100 * random(), illuminance: 1000 * random(), radiance: 100 * random(), position: place(), rotation: turn(), temperature: 2000 + 5000 * random(),
      radius: 0.3 * random(), width: random(), length: random(), outerAngle: random(), columns: 1 + Math.floor(4 * random()), direction: [within(1), -1, within(1)],
    }),
    setAmount: ({ lights }) => {
      const { id, kind } = pick(lights)
      return changes.setAmount(id, 1000 * random(), kind === 'directional' ? 'lx' : 'lm')
    },
    setProfile: ({ lights }) => {
      const light = pick(lights.filter(({ kind }) => kind === 'point' || kind === 'spot'))
      if (light?.kind !== 'point' && light?.kind !== 'spot') return null
      const asset = { kind: 'ies' as const, key: 'a'.repeat(64), name: 'lamp.ies', sizeBytes: 100, catalogueId: null }
      return changes.setProfile(light.id, light.profile === undefined ? { asset, peakCandela: 100 * random() } : null)
    },
    setEmission: ({ pieces }) => {
      const { id, emission } = pick(pieces)
      return changes.setEmission([id], emission === undefined ? { radiance: 100 * random() } : null)
    },
    setLightsOn: ({ lights: [first, ...more] }) => changes.setLightsOn([first, ...more.slice(0, 2)].map(({ id }) => id), !first.on),
    lightAsInView: ({ lights }) => {
      const { id, on } = pick(lights)
      return changes.lightAsInView({ lights: { [id]: !on } })
    },
  } satisfies Partial<Makers>
}

/** Materials of the project. */
function materialMakers({ changes, random, pick, fresh }: Tools) {
  return {
    addMaterial: ({ materials = [] }) => (materials.length > 6 ? null : changes.addMaterial({ id: fresh('material'), name: 'Paint', baseColor: [random(), random(), random()] })),
    wearMaterial: ({ materials = [], pieces, assets }) => {
      if (materials.length === 0) return null
      // Every slot of our rooms' models bears a name of its own: one that is there on few of them.
      const slot = pick(['Wall', 'Fabric', 'Wood', 'Metal'])
      return changes.wearMaterial(pick(materials).id, [random() < 0.5 ? { piece: pick(pieces).id, slot } : { asset: pick(assets).key, slot }])
    },
    setMaterial: ({ materials = [] }) => (materials.length === 0 ? null : changes.setMaterial(pick(materials).id, {
      baseColor: [random(), random(), random()], roughness: random(), metallic: random(), clearcoat: { factor: random(), roughness: random() },
      mapping: { kind: 'box', width: 0.1 + random(), height: 0.1 + random(), turn: random(), offset: [random(), random()] },
    })),
    removeMaterial: ({ materials = [] }) => (materials.length === 0 ? null : changes.removeMaterial(pick(materials).id)),
  } satisfies Partial<Makers>
}

/** The project, what surrounds it, and where it is seen from. */
function roomMakers({ changes, random, pick, within, place, fresh }: Tools) {
  return {
    setName: () => changes.setName(fresh('Room')),
    setUnit: ({ unit }) => changes.setUnit(pick((['m', 'cm', 'mm', 'ft-in'] as const).filter((other) => other !== unit))),
    setPlace: () => changes.setPlace({ latitudeDegrees: within(60), longitudeDegrees: within(180) }),
    setSky: ({ environment }) => changes.setSky(environment.sky === undefined ? { turbidity: 2 + 4 * random(), strength: 0.01 } : null),
    setSurroundings: ({ environment: { surroundings } }) => changes.setSurroundings(surroundings === undefined
      ? { asset: { kind: 'hdr', key: 'b'.repeat(64), name: 'sky.hdr', sizeBytes: 100, catalogueId: null }, strength: 10 * random() } : random() < 0.5 ? { turn: 6 * random() } : null),
    setEnvironment: () => changes.setEnvironment({ zenith: [random(), random(), random()] }),
    addView: ({ views, lights }) => (views.length > 20 ? null : changes.addView({
      id: fresh('view'), name: 'Door', position: place(), target: place(), verticalFov: 1, straighten: random(), settings: { exposureEv: 10 * random() },
      lens: { on: random() < 0.5, fNumber: 1 + 10 * random(), focusDistance: 1 + random() }, lights: { [pick(lights).id]: random() < 0.5 },
    })),
    setView: ({ views }) => (views.length === 0 ? null : changes.setView(pick(views).id, { straighten: random(), settings: { exposureEv: 10 * random() } })),
    moveView: ({ views }) => (views.length < 2 ? null : changes.moveView(views[0].id, 1 + Math.floor(random() * (views.length - 1)))),
    removeView: ({ views }) => (views.length < 3 ? null : changes.removeView(pick(views).id)),
  } satisfies Partial<Makers>
}

/** They run in the page, which knows nothing of this module: each is sent by its text and reads what it is given alone. */
const PARTS = { editTools, pieceMakers, modelMakers, orderMakers, lightMakers, materialMakers, roomMakers }
declare global {
  var editParts: typeof PARTS
}

/**
 * Makes so many undo steps, of all kinds in turn, with a frame of the picture now and then: pieces come, go, move, turn, stretch,
 * hide; lights come, go and change; names, units, sky and viewpoints do. The room stays about as full as it is.
 */
export async function makeEdits(page: Page, count: number, seed: number): Promise<EditsMade> {
  await page.evaluate(`globalThis.editParts = { ${Object.entries(PARTS).map(([name, part]) => `${name}: ${part.toString()}`).join()} }`)
  return page.evaluate(async ([wanted, seedOfRun, stepsPerFrame]) => {
    const tools = editParts.editTools(seedOfRun)
    const makers: Makers = {
      ...editParts.pieceMakers(tools), ...editParts.modelMakers(tools), ...editParts.orderMakers(tools), ...editParts.lightMakers(tools), ...editParts.materialMakers(tools), ...editParts.roomMakers(tools),
    }
    const made: Record<string, number> = {}
    const names = Object.keys(makers) as (keyof typeof makers)[]
    for (let at = 0; atriumTest.document().undos.length < wanted; at++) {
      const { document, undos } = atriumTest.document()
      const name = names[at % names.length]
      const change = makers[name](document)
      if (change === null) continue
      atriumTest.document().edit(name, change)
      if (atriumTest.document().undos.length === undos.length) continue
      made[name] = (made[name] ?? 0) + 1
      if (at % stepsPerFrame === 0) await new Promise(requestAnimationFrame)
    }
    return { kinds: Object.keys(tools.changes), made }
  }, [count, seed, STEPS_PER_FRAME] as const)
}

/** Undoes or redoes all there is, with a frame of the picture now and then. Returns how many steps there were. */
export function rewind(page: Page, way: 'undo' | 'redo'): Promise<number> {
  return page.evaluate(async ([direction, stepsPerFrame]) => {
    let steps = 0
    for (let before = null as object | null; before !== atriumTest.document().document; steps++) {
      before = atriumTest.document().document
      atriumTest.document()[direction]()
      if (steps % stepsPerFrame === 0) await new Promise(requestAnimationFrame)
    }
    return steps - 1
  }, [way, STEPS_PER_FRAME] as const)
}

/** Bytes that the page holds. */
export interface Memory {
  /** JavaScript objects and array buffers, after collecting garbage. */
  readonly heap: number
  /** Every buffer and texture on the device, ours and three's. */
  readonly gpu: number
  readonly gpuByLabel: Readonly<Record<string, number>>
}

export async function memoryOf(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page)
  try {
    // What finalizers let go of is garbage of the next collection.
    for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage')
    const usage = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number }
    const statistics = await page.evaluate(async () => {
      const { gpuBytes, gpuBytesByLabel } = (await atriumTest.viewport()).statistics
      return { gpu: gpuBytes, gpuByLabel: gpuBytesByLabel }
    })
    return { heap: usage.usedSize + (usage.backingStorageSize ?? 0), ...statistics }
  } finally {
    await session.detach()
  }
}
