import { CanvasTexture, type Object3DEventMap, type Scene, Sprite, SpriteMaterial, SRGBColorSpace } from 'three/webgpu'
import type { SceneQuery, Vec3 } from '../../../gpu/index.ts'
import { useDocument } from '../../document/store.ts'
import { isPlaced } from '../../document/light-frame.ts'
import type { PlacedLight } from '../../document/types.ts'
import { projectPoint, type Size } from '../../navigation/projection.ts'
import { useInteraction } from '../../interaction/store.ts'
import { distance, normalize, sub } from '../../navigation/vector.ts'
import { lightOutline } from './light-outlines.ts'
import { createStrands } from './strands.ts'

/** A small sun at every light that hangs on no lamp, and the outline of what has an extent: seen, clicked and moved like a piece. */
export interface LightMarkers {
  /** Follows document and selection. */
  update(): void
  /** The light under a CSS pixel of the canvas, unless something stands before it. */
  lightAt(x: number, y: number, size: Size, query: SceneQuery): string | null
  dispose(): void
}

const RADIUS_PIXELS = 13
/** Of the canvas height at a vertical field of view of 90 degrees, as sprites without attenuation measure it. */
const MARKER_SCALE = 0.055
const CLEARANCE = 0.05
const COLORS = { on: '#ffd24a', off: '#8d929a', selected: '#ff8c1a' } as const

/** three keeps what it made for drawing an object, buffers included, until the object says that it is gone. */
type Marker = Sprite<Object3DEventMap & { dispose: object }>

export const looseLights = (): readonly PlacedLight[] =>
  useDocument.getState().document.lights.filter((light): light is PlacedLight => isPlaced(light) && light.attachedTo === null)

export function createLightMarkers(overlay: Scene): LightMarkers {
  const materials = { on: markerMaterial(COLORS.on, '#3a2c00'), off: markerMaterial(COLORS.off, '#22252a'), selected: markerMaterial(COLORS.selected, '#ffffff') }
  const sprites = new Map<string, Marker>()
  const outlines = createStrands(overlay, 'light outlines', { width: 1.3, seen: 0.85, hidden: 0.25, halo: true, order: 4 })
  let drawn: readonly unknown[] = []

  /** Of loose lights, and of a lamp's own while they are selected. */
  function drawOutlines(selection: ReadonlySet<string>): void {
    const { pieces, lights } = useDocument.getState().document
    const shown = isShown() ? lights.filter((light): light is PlacedLight => isPlaced(light) && (light.attachedTo === null || selection.has(light.id))) : []
    const carriers = shown.map(({ attachedTo }) => (attachedTo === null ? null : pieces.find(({ id }) => id === attachedTo) ?? null))
    const wanted = [...shown, ...carriers, ...shown.map(({ id }) => selection.has(id))]
    if (wanted.length === drawn.length && wanted.every((value, i) => value === drawn[i])) return
    drawn = wanted
    const positions: number[] = []
    const colors: string[] = []
    shown.forEach((light, i) => {
      const lines = lightOutline(light, carriers[i])
      const color = selection.has(light.id) ? COLORS.selected : light.on ? COLORS.on : COLORS.off
      positions.push(...lines)
      for (let segment = 0; segment < lines.length / 6; segment++) colors.push(color)
    })
    outlines.set(positions, colors)
  }

  function remove(sprite: Marker): void {
    overlay.remove(sprite)
    sprite.dispatchEvent({ type: 'dispose' })
  }
  const isShown = (): boolean => useInteraction.getState().navigation === 'orbit'
  return {
    update() {
      const lights = isShown() ? looseLights() : []
      const selection = new Set(useInteraction.getState().selection)
      const gone = new Set(sprites.keys())
      drawOutlines(selection)
      for (const light of lights) {
        gone.delete(light.id)
        let sprite = sprites.get(light.id)
        if (sprite === undefined) {
          sprite = new Sprite(materials.on) as Marker
          sprite.name = `marker of ${light.id}`
          sprite.scale.setScalar(MARKER_SCALE)
          overlay.add(sprite)
          sprites.set(light.id, sprite)
        }
        sprite.material = selection.has(light.id) ? materials.selected : light.on ? materials.on : materials.off
        sprite.position.fromArray(light.position)
      }
      for (const id of gone) {
        const sprite = sprites.get(id)
        if (sprite !== undefined) remove(sprite)
        sprites.delete(id)
      }
    },
    lightAt(x, y, size, query) {
      if (!isShown()) return null
      const { pose } = useInteraction.getState()
      const under = looseLights().filter(({ position }) => {
        const at = projectPoint(pose, size, position)
        return at !== null && Math.hypot(at[0] - x, at[1] - y) <= RADIUS_PIXELS && isVisible(pose.position, position, query)
      })
      const nearest = under.toSorted((a, b) => distance(a.position, pose.position) - distance(b.position, pose.position))[0]
      return nearest === undefined ? null : nearest.id
    },
    dispose() {
      for (const sprite of sprites.values()) remove(sprite)
      outlines.dispose()
      for (const material of Object.values(materials)) {
        material.map?.dispose()
        material.dispose()
      }
    },
  }
}

function isVisible(eye: Vec3, point: Vec3, query: SceneQuery): boolean {
  const away = sub(point, eye)
  return query.closestHit(eye, normalize(away), { tMax: Math.hypot(...away) - CLEARANCE }) === null
}

function markerMaterial(fill: string, stroke: string): SpriteMaterial {
  const size = 64
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.translate(size / 2, size / 2)
    context.strokeStyle = fill
    context.lineWidth = 5
    context.lineCap = 'round'
    for (let ray = 0; ray < 8; ray++) {
      context.rotate(Math.PI / 4)
      context.beginPath()
      context.moveTo(20, 0)
      context.lineTo(28, 0)
      context.stroke()
    }
    context.beginPath()
    context.arc(0, 0, 13, 0, 2 * Math.PI)
    context.fillStyle = fill
    context.fill()
    context.lineWidth = 3
    context.strokeStyle = stroke
    context.stroke()
  }
  const map = new CanvasTexture(canvas)
  map.colorSpace = SRGBColorSpace
  return new SpriteMaterial({ map, sizeAttenuation: false, depthWrite: false, transparent: true })
}
