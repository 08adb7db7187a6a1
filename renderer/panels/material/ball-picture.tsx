import { useEffect, useRef, type ReactElement } from 'react'
import type { Material, TextureData, TextureKey } from '../../../gpu/index.ts'
import { drawBall, drawCube } from '../../materials/ball.ts'

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
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(new ImageData(draw(material, textures, 2 * size), 2 * size, 2 * size), 0, 0)
  }, [material, textures, size, draw])
  return <canvas ref={canvas} className="ball" width={2 * size} height={2 * size} style={{ width: size, height: size }} aria-hidden />
}
