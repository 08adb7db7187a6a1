import { ScrollArea } from '@mantine/core'
import type { ReactElement } from 'react'
import { groupOfPieces } from '../../document/groups.ts'
import { findLight, findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { ProjectInspector } from '../project/project-inspector.tsx'
import { LightInspector } from './light-inspector.tsx'
import { ManyInspector } from './many-inspector.tsx'
import { PieceInspector } from './piece-inspector.tsx'

function Content(): ReactElement {
  const document = useDocument((state) => state.document)
  const selection = useInteraction((state) => state.selection)
  if (selection.length > 1) return <ManyInspector ids={selection} group={groupOfPieces(document, selection)?.name ?? null} />
  const [id] = selection
  const piece = id === undefined ? null : findPiece(document, id)
  if (piece !== null) return <PieceInspector key={piece.id} piece={piece} />
  const light = id === undefined ? null : findLight(document, id)
  if (light !== null) return <LightInspector key={light.id} light={light} />
  return <ProjectInspector />
}

/** Right: what is selected, in figures; the room and its rendering when nothing is. */
export function Inspector(): ReactElement {
  return <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto"><Content /></ScrollArea>
}
