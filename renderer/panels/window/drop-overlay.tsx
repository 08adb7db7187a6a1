import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useState, type ReactElement } from 'react'
import type { Spot } from '../../commands/insert/bring-in.ts'
import { dropFiles } from '../../commands/file/drop.ts'
import { dropTexture } from '../../commands/edit/materials.ts'
import { MAP_KINDS, type MapKind } from '../../project/materials/textures.ts'
import { say } from '../../words/say.ts'

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** Where on the room's picture; null: beside it. */
function spotOf({ clientX, clientY }: DragEvent): Spot | null {
  const box = document.querySelector('.viewport-area canvas')?.getBoundingClientRect()
  if (box === undefined || clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return null
  return { point: { x: clientX - box.left, y: clientY - box.top }, size: { width: box.width, height: box.height } }
}

/** The texture of the inspected material that files are dropped on: its colour, unless they meet another's row; null: beside it. */
function mapUnder({ target }: DragEvent): MapKind | null {
  if (!(target instanceof Element) || target.closest('[data-testid="material"]') === null) return null
  return MAP_KINDS.find((kind) => target.closest(`[data-map="${kind}"]`) !== null) ?? 'color'
}

/** Files dragged over the window: shows that they may be dropped, and takes them; those that are pasted, too. */
export function DropOverlay(): ReactElement | null {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal }
    // Every element crossed enters and leaves; the window is left when nothing is entered instead.
    let depth = 0
    window.addEventListener('dragenter', (event) => {
      if (!carriesFiles(event)) return
      depth += 1
      setOver(true)
    }, options)
    window.addEventListener('dragleave', (event) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }, options)
    window.addEventListener('dragover', (event) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }, options)
    window.addEventListener('drop', (event) => {
      depth = 0
      setOver(false)
      if (!carriesFiles(event)) return
      event.preventDefault()
      const files = event.dataTransfer?.files ?? []
      const map = mapUnder(event)
      void (map !== null && files.length > 0 ? dropTexture(files, map) : dropFiles(files, spotOf(event)))
    }, options)
    window.addEventListener('paste', (event) => {
      const files = event.clipboardData?.files
      if (files === undefined || files.length === 0) return
      event.preventDefault()
      void dropFiles(files, null)
    }, options)
    return () => stop.abort()
  }, [])
  if (!isOver) return null
  return (
    <div className="drop-overlay" aria-hidden="true">
      <div className="drop-card"><IconFileImport size={32} stroke={1.4} />{say('drop.open')}</div>
    </div>
  )
}
