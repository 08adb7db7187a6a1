import { useEffect, useRef, type ReactElement } from 'react'
import type { Material, TextureData, TextureKey } from '../../../gpu/index.ts'
import { drawBall } from '../../materials/ball.ts'

/** A material on a ball. */
export function BallPicture({ material, textures, size }: { material: Material; textures: ReadonlyMap<TextureKey, TextureData>; size: number }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(new ImageData(drawBall(material, textures, 2 * size), 2 * size, 2 * size), 0, 0)
  }, [material, textures, size])
  return <canvas ref={canvas} className="ball" width={2 * size} height={2 * size} style={{ width: size, height: size }} aria-hidden />
}
