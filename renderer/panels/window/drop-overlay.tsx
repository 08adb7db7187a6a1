import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useState, type ReactElement } from 'react'
import { openDropped } from '../../commands/file.ts'
import { tell } from '../../errors/notices.ts'
import { say } from '../../words/say.ts'

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** Files dragged over the window: shows that they may be dropped, and opens the first. */
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
      const [file, ...others] = event.dataTransfer?.files ?? []
      if (file === undefined) return
      if (others.length > 0) tell(say('drop.opening', { name: file.name }), [say('drop.one')])
      void openDropped(file)
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
