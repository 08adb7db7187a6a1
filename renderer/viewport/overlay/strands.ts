import { Color, Line2NodeMaterial, type Scene } from 'three/webgpu'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import { LineSegments2 } from 'three/addons/lines/webgpu/LineSegments2.js'

/** Coloured segments in the room: clear where they are seen, faint where something stands before them. */
export interface Strands {
  /** @param positions  six numbers per segment  @param colors  one CSS colour per segment, or one for all */
  set(positions: ArrayLike<number>, colors: readonly string[] | string): void
  dispose(): void
}

export interface StrandLook {
  /** CSS pixels. */
  readonly width: number
  /** Of what is seen, and of what is behind something; 0 leaves that out. */
  readonly seen: number
  readonly hidden: number
  /** Drawn over a darker, wider line, to be told from any background. */
  readonly halo: boolean
  readonly order: number
}

export function createStrands(scene: Scene, name: string, { width, seen, hidden, halo, order }: StrandLook): Strands {
  const layer = (opacity: number, depthTest: boolean, lineWidth: number, isDark: boolean, at: number): LineSegments2 | null => {
    if (opacity === 0) return null
    const material = new Line2NodeMaterial({ linewidth: lineWidth, vertexColors: !isDark, transparent: true, opacity, depthTest, depthWrite: false, ...(isDark ? { color: 0x0b0d10 } : {}) })
    const lines = new LineSegments2(new LineSegmentsGeometry(), material)
    lines.name = name
    lines.frustumCulled = false
    lines.renderOrder = order + at
    lines.visible = false
    scene.add(lines)
    return lines
  }
  const layers = [
    layer(hidden, false, width, false, 0),
    halo ? layer(0.55, true, width + 2.5, true, 1) : null,
    layer(seen, true, width, false, 2),
  ].filter((lines) => lines !== null)

  const clear = (): void => {
    for (const lines of layers) lines.visible = false
  }

  return {
    set(positions, colors) {
      const count = positions.length / 6
      if (count === 0) {
        clear()
        return
      }
      const rgb = new Float32Array(6 * count)
      const color = new Color()
      let last = ''
      for (let i = 0; i < count; i++) {
        const wanted = typeof colors === 'string' ? colors : colors[i]
        if (wanted !== last) color.set(last = wanted)
        color.toArray(rgb, 6 * i)
        color.toArray(rgb, 6 * i + 3)
      }
      for (const lines of layers) {
        // Another geometry each time: these grow and shrink, and attributes on the GPU do not.
        lines.geometry.dispose()
        lines.geometry = new LineSegmentsGeometry()
        lines.geometry.setPositions(Float32Array.from(positions))
        lines.geometry.setColors(rgb)
        lines.visible = true
      }
    },
    dispose() {
      for (const lines of layers) {
        scene.remove(lines)
        lines.geometry.dispose()
        lines.material.dispose()
      }
    },
  }
}

/** Pairs of corners (x fastest) that are edges of a box. */
const EDGES = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]] as const
export const EDGES_PER_BOX = EDGES.length

/** Segments of boxes given by eight corners each. */
export function boxEdges(corners: ArrayLike<number>): Float32Array {
  const boxes = corners.length / 24
  const positions = new Float32Array(boxes * EDGES.length * 6)
  let at = 0
  for (let box = 0; box < boxes; box++) {
    for (const edge of EDGES) for (const corner of edge) for (let axis = 0; axis < 3; axis++) positions[at++] = corners[24 * box + 3 * corner + axis]
  }
  return positions
}
