import { expect, type Page } from '@playwright/test'
import type { TestHooks } from '../../renderer/viewport/test-hooks.ts'
import { lookingAt, type Vec3 } from './geometry.ts'
import type { Picture, PixelPoint, Seen } from './picture.ts'

declare global {
  // What the built page offers when it was started with ATRIUM_TEST=1; types only, the page's code is not loaded here.
  var atriumTest: TestHooks
}

/** The room: pictures, poses, and the pointer at places in metres. */
export class Viewport {
  /** Told whenever the picture is final. */
  onSettled: () => Promise<void> = () => Promise.resolve()

  constructor(private readonly page: Page) {}

  /** Asks for a size of the picture and waits until it has it. */
  async resize(width: number, height: number): Promise<void> {
    await this.page.evaluate((size) => atriumTest.setViewportSize(size), { width, height })
    await expect.poll(async () => {
      const picture = await this.picture()
      return [picture.width, picture.height]
    }).toEqual([width, height])
  }

  /** So many samples of an edge in pictures at rest; undefined: as many as an architect gets. */
  async sampleEdges(count: number | undefined): Promise<void> {
    await this.page.evaluate((samples) => atriumTest.setEdgeSamples(samples), count)
  }

  /** Brute force draws every pixel, however long that takes. */
  async takesItsTime(): Promise<void> {
    await this.page.evaluate(async () => (await atriumTest.viewport()).setPatience(Infinity))
  }

  /** Every tree is built, the picture is final and the GPU at rest. */
  async settled(): Promise<void> {
    await this.page.evaluate(async () => (await atriumTest.viewport()).settled())
    await this.onSettled()
  }

  /** The picture as it is now. */
  async picture(): Promise<Picture> {
    const { width, height, text } = await this.page.evaluate(async () => {
      const capture = await (await atriumTest.viewport()).capture()
      let binary = ''
      for (let at = 0; at < capture.rgba.length; at += 8192) binary += String.fromCharCode(...capture.rgba.subarray(at, at + 8192))
      return { width: capture.width, height: capture.height, text: btoa(binary) }
    })
    return { width, height, rgba: Buffer.from(text, 'base64') }
  }

  /** The picture when it is final. */
  async still(): Promise<Picture> {
    await this.settled()
    return this.picture()
  }

  async look(position: Vec3, target: Vec3, verticalFov = Math.PI / 3): Promise<void> {
    const pose = { position, target, orientation: lookingAt(position, target), verticalFov }
    await this.page.evaluate(async (wanted) => (await atriumTest.viewport()).setPose(wanted), pose)
  }

  async pose(): Promise<{ readonly position: Vec3; readonly target: Vec3 }> {
    return this.page.evaluate(() => atriumTest.interaction().pose)
  }

  /** The pixel that shows a point, in metres, whatever stands before it. */
  async pixelOf(point: Vec3): Promise<PixelPoint> {
    const { pixel, width, height } = await this.page.evaluate(async (at) => {
      const { clientWidth, clientHeight } = document.querySelector('.viewport-area canvas')!
      return { pixel: (await atriumTest.viewport()).project(at), width: clientWidth, height: clientHeight }
    }, point)
    if (pixel === null || !(pixel[0] >= 0 && pixel[0] < width && pixel[1] >= 0 && pixel[1] < height)) {
      throw new Error(`the picture of ${width} x ${height} pixels does not show ${point.join(', ')}`)
    }
    return pixel
  }

  /** Name of the piece under a pixel, or null; as the picture shows it when it is final. */
  async pieceAt([x, y]: PixelPoint): Promise<string | null> {
    await this.settled()
    return this.page.evaluate(async (at) => {
      const hit = (await atriumTest.viewport()).pick(at.x, at.y)
      return atriumTest.document().document.pieces.find(({ id }) => id === hit?.instance)?.name ?? null
    }, { x, y })
  }

  /** What lies under every pixel, row by row. */
  async seen({ width, height }: Picture): Promise<Seen[]> {
    const rows = await this.page.evaluate(async (size) => {
      const viewport = await atriumTest.viewport()
      const names = new Map(atriumTest.document().document.pieces.map(({ id, name }) => [id, name]))
      return Array.from({ length: size.width * size.height }, (_, pixel) => {
        const hit = viewport.pick(pixel % size.width + 0.5, Math.floor(pixel / size.width) + 0.5)
        return hit === null ? null : [names.get(hit.instance) ?? null, hit.position, hit.normal] as const
      })
    }, { width, height })
    return rows.map((row) => row === null ? { piece: null, position: [0, 0, 0], normal: [0, 1, 0] } : { piece: row[0], position: row[1], normal: row[2] })
  }

  /** Moves the pointer to a pixel of the canvas. */
  async hover([x, y]: PixelPoint, steps = 1): Promise<void> {
    const box = await this.page.locator('.viewport-area canvas').boundingBox()
    if (box === null) throw new Error('the room is not on screen')
    await this.page.mouse.move(box.x + x, box.y + y, { steps })
  }

  async click(point: Vec3): Promise<void> {
    await this.hover(await this.pixelOf(point))
    await this.page.mouse.down()
    await this.page.mouse.up()
  }

  async frames(): Promise<number> {
    return this.page.evaluate(async () => (await atriumTest.viewport()).statistics.frames)
  }
}
