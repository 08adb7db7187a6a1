import { useEffect, useRef, useSyncExternalStore, type ReactElement } from 'react'
import type { Material, TextureData, TextureKey } from '../../../gpu/index.ts'
import { drawBall, drawCube } from '../../materials/ball.ts'

/** Pixels of the screen per CSS pixel; more than two are not told apart. It changes with the screen and with the zoom, and Chromium says both as a resize. */
const sharpness = (): number => Math.min(2, Math.max(1, devicePixelRatio))
const onScreen = (listener: () => void): (() => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

interface BodyProps {
  readonly material: Material
  readonly textures: ReadonlyMap<TextureKey, TextureData>
  readonly size: number
}

/** A material on a ball. */
export const BallPicture = (props: BodyProps): ReactElement => <BodyPicture {...props} draw={drawBall} />
/** A material on a cube. */
export const CubePicture = (props: BodyProps): ReactElement => <BodyPicture {...props} draw={drawCube} />

function BodyPicture({ material, textures, size, draw }: BodyProps & { readonly draw: typeof drawBall }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null)
  const side = Math.round(size * useSyncExternalStore(onScreen, sharpness))
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(new ImageData(draw(material, textures, side), side, side), 0, 0)
  }, [material, textures, side, draw])
  return <canvas ref={canvas} className="ball" width={side} height={side} style={{ width: size, height: size }} aria-hidden />
}
