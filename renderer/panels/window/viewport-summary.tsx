import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactElement } from 'react'
import { findLight, findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { formatLength } from '../../document/units.ts'
import { useInteraction } from '../../interaction/store.ts'

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
    selection.length > 1 ? `${selection.length} items selected.`
    : piece !== null ? `${piece.name} selected, at ${piece.position.map((metres) => formatLength(metres, unit)).join(', ')}.`
    : light !== null ? `${light.name} selected.`
    : 'Nothing selected.'
  const room = `${document.pieces.length} pieces and ${document.lights.length} lights.`
  const [text] = useDebouncedValue(`${room} ${selected} ${navigation === 'walk' ? 'Walking.' : 'Orbiting.'}`, QUIET_MS)
  return <VisuallyHidden role="status" aria-live="polite">{text}</VisuallyHidden>
}
