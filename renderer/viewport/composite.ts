import {
  DataTexture, ExternalTexture, HalfFloatType, type Mesh, NearestFilter, NoColorSpace, NoToneMapping, type PerspectiveCamera,
  RedFormat, RenderPipeline, type Scene, SRGBColorSpace, UnsignedByteType, type WebGPURenderer,
} from 'three/webgpu'
import { createDepthPrimer } from './depth-primer.ts'
import type { GBufferRasterizer } from './gbuffer.ts'
import { countFrames } from './three-internals.ts'
import { type CompositeInputs, createCompositeNode, createOverlayPass, MARK_HOVERED, MARK_SELECTED, MARKS_WIDTH } from './tsl.ts'

/** The engine's picture 1:1 on the canvas, outlines from ids, and the overlay scene with the room's depth. */
export interface Composite {
  /** Handles or markers are in the overlay scene; without them it is not drawn. */
  readonly hasOverlay: boolean
  /** Outlines or overlays are drawn: what is composed reads the G-buffer. */
  readonly readsRaster: boolean
  /** Which slots are outlined. */
  setMarks(selectedSlots: readonly number[], hoveredSlot: number | null): void
  /** @param output  FrameLoop.output: canvas-sized, display-referred */
  render(output: GPUTexture): void
  dispose(): void
}

const MARKS_HEIGHT = 256

export function createComposite(renderer: WebGPURenderer, overlay: Scene, camera: PerspectiveCamera, gbuffer: GBufferRasterizer, overlaySamples: 0 | 4): Composite {
  const beginFrame = countFrames(renderer)
  const marks = new DataTexture(new Uint8Array(MARKS_WIDTH * MARKS_HEIGHT), MARKS_WIDTH, MARKS_HEIGHT, RedFormat, UnsignedByteType)
  marks.name = 'outline marks'
  marks.colorSpace = NoColorSpace
  marks.minFilter = marks.magFilter = NearestFilter
  marks.needsUpdate = true
  const primer: Mesh = createDepthPrimer(gbuffer.depth)
  overlay.add(primer)
  const overlayPass = createOverlayPass(overlay, camera, overlaySamples)
  let shown: ExternalTexture | null = null
  const plain = new RenderPipeline(renderer)
  const overlaid = new RenderPipeline(renderer)
  plain.outputColorTransform = overlaid.outputColorTransform = false
  let inputs: CompositeInputs | null = null
  let hasMarks = false

  function show(output: GPUTexture): void {
    if (shown?.sourceTexture === output) return
    const old = shown
    shown = new ExternalTexture(output as unknown as ConstructorParameters<typeof ExternalTexture>[0])
    shown.name = 'picture'
    shown.type = output.format.endsWith('16float') ? HalfFloatType : UnsignedByteType
    shown.colorSpace = NoColorSpace
    shown.minFilter = shown.magFilter = NearestFilter
    shown.generateMipmaps = false
    if (inputs === null) {
      inputs = createCompositeNode(shown, gbuffer.ids, marks, overlayPass.node, NoToneMapping, SRGBColorSpace)
      plain.outputNode = inputs.withoutOverlay as unknown as RenderPipeline['outputNode']
      overlaid.outputNode = inputs.withOverlay as unknown as RenderPipeline['outputNode']
    } else inputs.beauty.value = shown
    inputs.beautySize.value.set(output.width, output.height)
    old?.dispose()
  }

  const hasOverlay = (): boolean => overlay.children.some((object) => object !== primer && object.visible)

  return {
    get hasOverlay() { return hasOverlay() },
    get readsRaster() { return hasMarks || hasOverlay() },
    setMarks(selectedSlots, hoveredSlot) {
      const bytes = marks.image.data as Uint8Array
      bytes.fill(0)
      if (hoveredSlot !== null && hoveredSlot < bytes.length) bytes[hoveredSlot] = MARK_HOVERED
      for (const slot of selectedSlots) if (slot < bytes.length) bytes[slot] = MARK_SELECTED
      hasMarks = hoveredSlot !== null || selectedSlots.length > 0
      marks.needsUpdate = true
    },
    render(output) {
      beginFrame()
      show(output)
      ;(hasOverlay() ? overlaid : plain).render()
    },
    dispose() {
      overlay.remove(primer)
      primer.geometry.dispose()
      marks.dispose()
      shown?.dispose()
      overlayPass.dispose()
      plain.dispose()
      overlaid.dispose()
    },
  }
}
