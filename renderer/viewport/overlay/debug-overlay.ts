import { BufferAttribute, BufferGeometry, CanvasTexture, DoubleSide, Mesh, MeshBasicNodeMaterial, type Scene, Sprite, SpriteMaterial, SRGBColorSpace } from 'three/webgpu'
import { type Engine, type ExplainedNode, type ExplainedRay, type PixelAnswer, type TreeCells, viridis } from '../../../gpu/index.ts'
import { RAY_COLORS, rayColor } from '../../interaction/debug-colors.ts'
import { useDebug } from '../../interaction/debug.ts'
import { useInteraction } from '../../interaction/store.ts'
import { boxEdges, createStrands, EDGES_PER_BOX } from './strands.ts'

/** What the debug pixel found, drawn in the room: rays, leaves, the step at hand; and the boxes of a tree. */
export interface DebugOverlay {
  /** Follows the debug store and the selection; `sceneMoved`: trees may be others. */
  update(sceneMoved: boolean): void
  dispose(): void
}

/** Boxes drawn at most; more would be one solid mass. */
const MOST_LEAVES = 400
const MOST_CELLS = 4096
/** Metres drawn of a ray that leaves the scene. */
const SKY = 8
const NORMAL = 0.25
const STEP_COLOR = '#ff8c1a'
const SPLIT_COLOR = '#22b8cf'

export function createDebugOverlay(overlay: Scene, engine: Pick<Engine, 'treeCells'>, changed: () => void): DebugOverlay {
  const cells = createStrands(overlay, 'tree boxes', { width: 1.2, seen: 0.9, hidden: 0.16, halo: false, order: 0 })
  const leaves = createStrands(overlay, 'leaves', { width: 1.2, seen: 0.95, hidden: 0.3, halo: false, order: 10 })
  const rays = createStrands(overlay, 'rays', { width: 2.2, seen: 0.9, hidden: 0.4, halo: true, order: 20 })
  const chosen = createStrands(overlay, 'chosen ray', { width: 3.4, seen: 1, hidden: 0.6, halo: true, order: 30 })
  const step = createStrands(overlay, 'step', { width: 2.4, seen: 1, hidden: 0.7, halo: true, order: 40 })
  const patch = createPatch(overlay)
  const dots = createDots(overlay)
  let drawn: readonly unknown[] = []
  let drawnCells: readonly unknown[] = []

  function drawAnswer(answer: PixelAnswer | null, ray: number, at: number | null, isDim: boolean): void {
    const others: Segments = { positions: [], colors: [] }
    const own: Segments = { positions: [], colors: [] }
    answer?.rays.forEach((each, i) => addRay(i === ray ? own : others, each))
    rays.set(others.positions, others.colors)
    chosen.set(own.positions, own.colors)
    dots.set(answer?.rays.flatMap((each, i) => (each.hit === null ? [] : [{ position: each.hit.position, color: rayColor(each), isLarge: i === ray }])) ?? [])
    const boxes = answer === null || isDim ? new Float64Array(0) : answer.leafCells(ray, MOST_LEAVES)
    const count = boxes.length / 24
    // In the order in which they are visited.
    leaves.set(boxEdges(boxes), perBox(count, (i) => cssOf(viridis(count < 2 ? 1 : 0.25 + 0.75 * i / (count - 1)))))
    const now = answer === null || at === null ? null : answer.step(ray, at, 'gpu') ?? answer.step(ray, at, 'twin')
    if (now === null) {
      step.set([], '')
      patch.clear()
    } else if (now.kind === 'node') {
      step.set(boxEdges(now.cell), STEP_COLOR)
      const quad = splitQuad(now)
      if (quad === null) patch.clear()
      else patch.set(quad, [0, 1, 2, 0, 2, 3], SPLIT_COLOR)
    } else {
      const [a, b, c] = [0, 3, 6].map((from) => [...now.corners.subarray(from, from + 3)])
      step.set([...a, ...b, ...b, ...c, ...c, ...a], STEP_COLOR)
      patch.set(now.corners, [0, 1, 2], STEP_COLOR)
    }
  }

  function drawCells(isShown: boolean, id: string | null, depth: number): void {
    const found: TreeCells | null = isShown ? engine.treeCells(id, depth, MOST_CELLS) : null
    const count = found === null ? 0 : found.references.length
    const fullest = Math.max(1, ...found?.references ?? [])
    cells.set(found === null ? [] : boxEdges(found.corners), perBox(count, (i) => {
      const references = found!.references[i]
      // Cells that are cut further are plain; empty leaves dark; others by what they hold.
      return references < 0 ? '#8fa3b8' : references === 0 ? '#47525e' : cssOf(viridis(0.15 + 0.85 * references / fullest))
    }))
    useDebug.setState({ treeFigures: found === null ? null : { of: id, depth: found.depth, cells: found.count, drawn: count } })
  }

  return {
    update(sceneMoved) {
      const { answer, ray, step: at, state, treeBoxes, treeDepth } = useDebug.getState()
      const { selection } = useInteraction.getState()
      const isDim = state === 'stale'
      const wanted = [answer, ray, at, isDim]
      const wantedCells = [treeBoxes, selection[0] ?? null, treeDepth]
      const answerChanged = wanted.some((value, i) => value !== drawn[i])
      const cellsChanged = (sceneMoved && treeBoxes) || wantedCells.some((value, i) => value !== drawnCells[i])
      if (answerChanged) drawAnswer(answer, ray, at, isDim)
      drawn = wanted
      drawnCells = wantedCells
      if (cellsChanged) drawCells(treeBoxes, selection[0] ?? null, treeDepth)
      if (answerChanged || cellsChanged) changed()
    },
    dispose() {
      for (const part of [cells, leaves, rays, chosen, step, patch, dots]) part.dispose()
    },
  }
}

interface Segments { readonly positions: number[]; readonly colors: string[] }

function addRay({ positions, colors }: Segments, ray: ExplainedRay): void {
  const { origin, direction, hit, end, normal } = ray
  const color = rayColor(ray)
  const far = end ?? origin.map((v, i) => v + SKY * direction[i])
  positions.push(...origin, ...far)
  colors.push(color)
  if (hit === null) return
  const length = Math.min(NORMAL, 0.2 * hit.t)
  if (normal !== null) {
    positions.push(...hit.position, ...hit.position.map((v, i) => v + length * normal[i]))
    colors.push(RAY_COLORS.normal)
  }
}

const perBox = (boxes: number, color: (box: number) => string): string[] =>
  Array.from({ length: boxes }, (_, box) => Array.from({ length: EDGES_PER_BOX }, () => color(box))).flat()

const cssOf = (rgb: readonly number[]): string => `rgb(${rgb.map((v) => Math.round(255 * v)).join(',')})`

/** Four corners of the split plane inside a node's cell. */
function splitQuad({ split, cell }: ExplainedNode): Float64Array | null {
  if (split === null) return null
  const [u, v] = [1 << (split.axis + 1) % 3, 1 << (split.axis + 2) % 3]
  const above = 1 << split.axis
  return Float64Array.from([0, u, u | v, v].flatMap((corner) =>
    [0, 1, 2].map((axis) => (1 - split.share) * cell[3 * corner + axis] + split.share * cell[3 * (corner | above) + axis])))
}

/** A translucent surface: the split plane or the triangle of the step. */
function createPatch(scene: Scene) {
  const material = new MeshBasicNodeMaterial({ transparent: true, opacity: 0.32, side: DoubleSide, depthTest: false, depthWrite: false })
  const mesh = new Mesh(new BufferGeometry(), material)
  mesh.name = 'patch'
  mesh.frustumCulled = false
  mesh.renderOrder = 39
  mesh.visible = false
  scene.add(mesh)
  return {
    set(corners: ArrayLike<number>, indices: readonly number[], color: string) {
      mesh.geometry.dispose()
      mesh.geometry = new BufferGeometry()
      mesh.geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3))
      mesh.geometry.setIndex([...indices])
      material.color.set(color)
      mesh.visible = true
    },
    clear() { mesh.visible = false },
    dispose() {
      scene.remove(mesh)
      mesh.geometry.dispose()
      material.dispose()
    },
  }
}

/** Round marks where rays end. */
function createDots(scene: Scene) {
  const map = dotTexture()
  const materials = new Map<string, SpriteMaterial>()
  let sprites: Sprite[] = []
  const materialFor = (color: string): SpriteMaterial => {
    const material = materials.get(color) ?? new SpriteMaterial({ map, color, sizeAttenuation: false, depthTest: false, depthWrite: false, transparent: true })
    materials.set(color, material)
    return material
  }
  return {
    set(dots: readonly { readonly position: readonly number[]; readonly color: string; readonly isLarge: boolean }[]) {
      for (const sprite of sprites) scene.remove(sprite)
      sprites = dots.map(({ position, color, isLarge }) => {
        const sprite = new Sprite(materialFor(color))
        sprite.name = 'ray end'
        sprite.position.set(position[0], position[1], position[2])
        sprite.scale.setScalar(isLarge ? 0.024 : 0.014)
        sprite.renderOrder = isLarge ? 36 : 35
        scene.add(sprite)
        return sprite
      })
    },
    dispose() {
      for (const sprite of sprites) scene.remove(sprite)
      for (const material of materials.values()) material.dispose()
      map.dispose()
    },
  }
}

function dotTexture(): CanvasTexture {
  const size = 64
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.arc(size / 2, size / 2, size / 2 - 7, 0, 2 * Math.PI)
    context.fillStyle = '#ffffff'
    context.fill()
    context.lineWidth = 10
    context.strokeStyle = '#0b0d10'
    context.stroke()
  }
  const map = new CanvasTexture(canvas)
  map.colorSpace = SRGBColorSpace
  return map
}
