import { Text } from '@mantine/core'
import { useEffect, useRef, type ReactElement } from 'react'
import { lookAtTiles, nothingSeen, type QueuePicture } from '../../output/many/queue-pictures.ts'
import { useProjectFile } from '../../project/open/open-project.ts'
import { say } from '../../words/say.ts'

/** What is there of some pictures of a job. */
export function QueuePictures({ job, pictures }: { job: string; pictures: readonly QueuePicture[] }): ReactElement | null {
  if (pictures.length === 0) return null
  return (
    <ul className="queue-pictures" aria-label={say('queue.pictures', { name: job })}>
      {pictures.map((picture) => <TileThumbnail key={picture.picture} shown={picture} />)}
    </ul>
  )
}

/** A picture with its tiles in their places as they come; grey where none is yet. */
function TileThumbnail({ shown }: { shown: QueuePicture }): ReactElement {
  const { name, tiles, done, isThere } = shown
  const handle = useProjectFile((state) => state.handle?.id)
  const canvas = useRef<HTMLCanvasElement>(null)
  const seen = useRef(nothingSeen())
  const isBusy = useRef(false)
  // With every status that was read: what could not be read in one look is read in the next.
  useEffect(() => {
    const { current } = seen
    if (handle === undefined || isBusy.current || (current.picture !== null && current.tiles.size >= done)) return
    isBusy.current = true
    lookAtTiles(handle, shown, current).then((image) => {
      const to = canvas.current
      if (image === null || to === null) return
      to.width = image.width
      to.height = image.height
      to.getContext('2d')?.putImageData(image, 0, 0)
      to.dataset['tiles'] = String(current.tiles.size)
    }, () => {}).finally(() => { isBusy.current = false })
  })
  const how = isThere ? say('queue.state.done') : say('queue.tiles', { done, count: tiles })
  return (
    <li>
      <canvas ref={canvas} width={16} height={9} role="img" aria-label={`${name}: ${how}`} />
      <Text size="xs" c="dimmed">{name} · {how}</Text>
    </li>
  )
}
