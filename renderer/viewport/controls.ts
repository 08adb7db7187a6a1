import { type Engine, EngineError, type EngineOptions, type FrameLoop, type Vec3 } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import { useInteraction } from '../interaction/store.ts'
import { type ViewportControls, viewportReady } from '../interaction/viewport.ts'
import { flyTo } from '../navigation/flight.ts'
import { type Bounds, fitBounds } from '../navigation/orbit.ts'
import { projectPoint, rayThrough, type Size } from '../navigation/projection.ts'
import { mix, normalize, sub } from '../navigation/vector.ts'
import { dataUrlOf, encodePicture, readPicture } from '../output/picture/readback.ts'
import { boundsOfPieces, unionOf } from '../tools/body.ts'
import type { FrameDriver } from './frame-driver.ts'
import { looseLights } from './overlay/light-markers.ts'

const THUMBNAIL_PIXELS = 320
/** A card of the views panel, on a dense screen. */
const VIEW_PIXELS = 240

/** What the controls ask: the parts of a live engine. */
export interface Controlled {
  readonly engine: Engine
  readonly frameLoop: FrameLoop
  readonly driver: FrameDriver
  readonly device: GPUDevice
  readonly canvas: HTMLCanvasElement
  readonly buildTree: EngineOptions['buildTree']
  readonly deviceLosses: () => number
  readonly gpuMemory: () => { readonly gpuBytes: number; readonly gpuBytesByLabel: Readonly<Record<string, number>> }
}

/** What commands, panels and stories ask of the viewport. */
export function createControls({ engine, frameLoop, driver, device, canvas, buildTree, deviceLosses, gpuMemory }: Controlled): ViewportControls {
  const size = (): Size => ({ width: canvas.clientWidth, height: canvas.clientHeight })

  /** World box of some pieces and loose lights, or of every visible piece. */
  function boundsOf(ids: ReadonlySet<string> | null): Bounds | null {
    const { snapshot } = driver
    if (snapshot === null) return null
    const { document } = useDocument.getState()
    const chosen = ids === null ? document.pieces : document.pieces.filter(({ id }) => ids.has(id))
    const lights = ids === null ? [] : looseLights().filter(({ id }) => ids.has(id))
    const around = (p: Vec3): { min: Vec3; max: Vec3 } => ({ min: [p[0] - 0.3, p[1] - 0.3, p[2] - 0.3], max: [p[0] + 0.3, p[1] + 0.3, p[2] + 0.3] })
    return unionOf([...boundsOfPieces(snapshot, document, chosen).values(), ...lights.map(({ position }) => around(position))])
  }

  function fit(ids: ReadonlySet<string> | null): void {
    const bounds = boundsOf(ids)
    if (bounds !== null) flyTo(fitBounds(useInteraction.getState().pose, bounds, size()))
  }

  const controls: ViewportControls = {
    fitAll: () => fit(null),
    fitSelection() {
      const { selection } = useInteraction.getState()
      fit(selection.length === 0 ? null : new Set(selection))
    },
    setPose: (pose) => useInteraction.setState({ pose }),
    capture: () => readPicture(device, frameLoop.output),
    thumbnail: async (longestSide = THUMBNAIL_PIXELS) => encodePicture(await readPicture(device, frameLoop.output), longestSide),
    viewThumbnail: async () => dataUrlOf(await encodePicture(await readPicture(device, frameLoop.output), VIEW_PIXELS, 'image/jpeg')),
    async exportScene(asked) {
      const snapshot = asked ?? driver.snapshot
      if (snapshot === null) throw new EngineError('scene-invalid', 'The viewport has no scene yet')
      const { signal } = new AbortController()
      // Exact shapes are met by their own arithmetic.
      const walked = [...snapshot.meshes.values()].filter(({ shape }) => shape === undefined)
      const trees = await Promise.all(walked.map(async (mesh) => [mesh.key, await buildTree(mesh, signal, 'plain')] as const))
      return { snapshot, trees: new Map(trees) }
    },
    async settled() {
      // The device was lost meanwhile: the next one shows the same room.
      if (!await driver.settled()) await (await viewportReady()).settled()
    },
    setPatience: (patienceMs) => driver.setPatience(patienceMs),
    loseDevice: () => device.destroy(),
    project: (point) => projectPoint(useInteraction.getState().pose, size(), point),
    pictureSize: () => ({ width: Math.max(1, canvas.width), height: Math.max(1, canvas.height) }),
    pick(x, y) {
      const { pose } = useInteraction.getState()
      return engine.query.closestHit(pose.position, rayThrough(pose, size(), x, y))
    },
    pickMiddle: () => controls.pick(size().width / 2, size().height / 2),
    pickSelection() {
      const { pose: { position }, selection } = useInteraction.getState()
      const bounds = selection.length === 0 ? null : boundsOf(new Set(selection))
      if (bounds === null) return null
      const middle = mix(bounds.min, bounds.max, 0.5)
      // Things that stand before it do not count; where its middle is a hole, its middle does.
      const others = new Set(useDocument.getState().document.pieces.map(({ id }) => id).filter((id) => !selection.includes(id)))
      return engine.query.closestHit(position, normalize(sub(middle, position)), { skip: others })?.position ?? middle
    },
    probe: (origin, direction) => engine.query.closestHit(origin, direction),
    surroundings: () => (driver.snapshot === null ? null : { query: engine.query, snapshot: driver.snapshot }),
    get statistics() {
      return { ...driver.statistics, deviceLosses: deviceLosses(), ...gpuMemory() }
    },
  }
  return controls
}
