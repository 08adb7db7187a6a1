import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactElement } from 'react'
import { findLight, findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { formatLength } from '../../document/units.ts'
import { useInteraction } from '../../interaction/store.ts'
import { say } from '../../words/say.ts'

const QUIET_MS = 600

/** The picture in words, for those who cannot see it: what is selected and how one moves. Speaks when a drag has ended. */
export function ViewportSummary(): ReactElement {
  const document = useDocument((state) => state.document)
  const selection = useInteraction((state) => state.selection)
  const navigation = useInteraction((state) => state.navigation)
  const { unit } = document
  const [id] = selection
  const piece = id === undefined ? null : findPiece(document, id)
  const light = id === undefined ? null : findLight(document, id)
  const selected =
    selection.length > 1 ? say('summary.many', { count: selection.length })
    : piece !== null ? say('summary.piece', { name: piece.name, place: piece.position.map((metres) => formatLength(metres, unit)).join(', ') })
    : light !== null ? say('summary.light', { name: light.name })
    : say('summary.nothing')
  const room = say('summary.room', { pieces: document.pieces.length, lights: document.lights.length })
  const [text] = useDebouncedValue(`${room} ${selected} ${say(navigation === 'walk' ? 'summary.walking' : 'summary.orbiting')}`, QUIET_MS)
  return <VisuallyHidden role="status" aria-live="polite">{text}</VisuallyHidden>
}
