import { Canvas, useFrame, useThree } from '@react-three/fiber'
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { PCFShadowMap, type PerspectiveCamera, WebGPURenderer } from 'three/webgpu'
import { EngineError, type EngineOptions, type MeshData, openDevice, type OpenDevice } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import { reportError } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { say } from '../words/say.ts'
import { powerPreference } from '../shell/card.ts'
import { followMethod } from '../shell/method.ts'
import { setThumbnail } from '../project/open/open-project.ts'
import { createTreePool } from '../trees/tree-pool.ts'
import { registerViewport } from '../interaction/viewport.ts'
import { AxisCross } from './overlay/axis-cross.tsx'
import { GuideLabels } from './overlay/guide-labels.tsx'
import { createLiveEngine, type LiveEngine } from './live-engine.ts'
import { isWebGpu } from './three-internals.ts'

/** Object trees are built in workers, and outlive a lost device: the new one has its shadows and reflections at once. */
const treePool = createTreePool()
type KdTree = Awaited<ReturnType<EngineOptions['buildTree']>>
const trees = new WeakMap<MeshData, Promise<KdTree>>()

const buildTree: EngineOptions['buildTree'] = (mesh, signal, layout) => {
  const known = trees.get(mesh)
  if (known !== undefined) return known
  const built = treePool.buildTree(mesh, signal, layout)
  // What is packed goes to the GPU once; a new device packs it again.
  const tree = built.then(({ packed: _packed, ...kept }) => kept)
  trees.set(mesh, tree)
  tree.catch(() => trees.delete(mesh))
  return built
}

/** One life of the GPU device: it ends when the device is lost. */
interface Life {
  readonly gpu: OpenDevice
  readonly number: number
}

/** Losses in a row, without a finished picture between them, after which nothing is rebuilt any more. */
const MOST_LOSSES_IN_A_ROW = 1

/**
 * The room on screen. A lost GPU device is opened anew once and everything is rebuilt from the document, which lives on the
 * CPU: nothing is lost. When the new one goes too before it finished a picture, the user is told instead.
 */
export function Viewport(): ReactElement {
  const [life, setLife] = useState<Life | null>(null)
  const losses = useRef({ inARow: 0, total: 0 })
  const deviceLosses = useCallback(() => losses.current.total, [])

  useEffect(() => {
    let gone = false
    let device: GPUDevice | null = null
    const stopFollowing = followMethod()

    async function open(number: number): Promise<void> {
      try {
        const gpu = await openDevice(navigator.gpu, { powerPreference: powerPreference(), keepsSites: import.meta.env.DEV })
        if (gone) {
          gpu.device.destroy()
          return
        }
        ;({ device } = gpu)
        useInteraction.setState({ adapter: { name: gpu.adapter.description, software: gpu.adapter.isSoftware } })
        setLife({ gpu, number })
        const { reason, message } = await gpu.device.lost
        if (gone) return
        losses.current.total++
        losses.current.inARow++
        setLife(null)
        if (losses.current.inARow > MOST_LOSSES_IN_A_ROW) reportError(new EngineError('gpu-lost', message || String(reason)))
        else await open(number + 1)
      } catch (error) {
        if (!gone) reportError(error)
      }
    }
    void open(0)
    // A finished picture proves that the device works.
    const unsubscribe = useInteraction.subscribe(({ settled }) => { if (settled) losses.current.inARow = 0 })
    return () => {
      gone = true
      unsubscribe()
      stopFollowing()
      device?.destroy()
    }
  }, [])

  return (
    <div className="viewport" style={{ position: 'relative', width: '100%', height: '100%', overflow: 'hidden' }}>
      {life !== null && <RoomCanvas key={life.number} gpu={life.gpu} deviceLosses={deviceLosses} />}
      <AxisCross />
      <GuideLabels />
    </div>
  )
}

interface RoomCanvasProps {
  readonly gpu: OpenDevice
  readonly deviceLosses: () => number
}

/** Keys that orbit, walk and nudge need the room; whoever has no pointer comes to it by Tab. */
function reachByTab(canvas: HTMLCanvasElement): void {
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'application')
  canvas.setAttribute('aria-label', say('room.picture'))
}

function RoomCanvas({ gpu, deviceLosses }: RoomCanvasProps): ReactElement {
  return (
    <Canvas
      // R3F's default asks for shadow maps and tone mapping; the engine has its own of both.
      flat
      shadows={{ enabled: false, type: PCFShadowMap }}
      frameloop="demand"
      dpr={[1, 2]}
      gl={async ({ canvas }) => {
        reachByTab(canvas as HTMLCanvasElement)
        const renderer = new WebGPURenderer({
          canvas: canvas as HTMLCanvasElement, device: gpu.device, antialias: false, alpha: false, reversedDepthBuffer: true,
        })
        await renderer.init()
        if (!isWebGpu(renderer)) throw new EngineError('gpu-missing', 'three fell back to WebGL2')
        renderer.lighting.enabled = false
        // Overlays are drawn on transparent black.
        renderer.setClearColor(0x000000, 0)
        return renderer
      }}
    >
      <Room gpu={gpu} deviceLosses={deviceLosses} />
    </Canvas>
  )
}

function Room({ gpu, deviceLosses }: RoomCanvasProps): null {
  const renderer = useThree((state) => state.gl) as unknown as WebGPURenderer
  const camera = useThree((state) => state.camera) as unknown as PerspectiveCamera
  const invalidate = useThree((state) => state.invalidate)
  const live = useRef<LiveEngine | null>(null)

  useEffect(() => {
    let gone = false
    createLiveEngine({
      renderer, camera, device: gpu.device, isSoftware: gpu.adapter.isSoftware, canvas: renderer.domElement, invalidate: () => invalidate(), deviceLosses,
      buildTree,
      // A device that is gone says so by itself; anything else is told.
      onFailure: (error) => { if (!(error instanceof EngineError && error.code === 'gpu-lost')) reportError(error) },
    }).then(
      (made) => {
        if (gone) {
          made.dispose()
          return
        }
        live.current = made
        registerViewport(made.controls)
        setThumbnail(() => made.controls.thumbnail())
        // Resizes and mounts ask twice: three's overlay pass may miss the first frame after a new render target.
        invalidate(2)
      },
      (error: unknown) => { if (!gone) reportError(error) },
    )
    return () => {
      gone = true
      registerViewport(null)
      setThumbnail(null)
      live.current?.dispose()
      live.current = null
    }
  }, [gpu, renderer, camera, invalidate, deviceLosses])

  // A positive priority stops R3F from rendering by itself.
  useFrame(() => live.current?.frame(), 1)
  return null
}

/** Tests drive the window through this, when the main process was started for them. */
if (new URLSearchParams(location.search).get('test') === '1') {
  void import('./test-hooks.ts').then(({ installTestHooks }) => installTestHooks({ useDocument, useInteraction }))
}
