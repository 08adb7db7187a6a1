import { Select } from '@mantine/core'
import type { ReactElement } from 'react'
import { putPiecesOn } from '../../commands/edit/layers.ts'
import { useDocument } from '../../document/store.ts'
import type { PieceId } from '../../document/types.ts'
import { Row } from '../../ui/section.tsx'
import { say } from '../../words/say.ts'

/** No layer has this id. */
const NONE = ''

/** On which layer pieces lie; nothing while the project has none. */
export function LayerField({ ids }: { ids: readonly PieceId[] }): ReactElement | null {
  const layers = useDocument(({ document }) => document.layers)
  const on = useDocument(({ document }) => {
    const wanted = new Set(ids)
    const [first, ...more] = new Set(document.pieces.flatMap(({ id, layer }) => (wanted.has(id) ? [layer ?? NONE] : [])))
    return more.length > 0 ? null : first ?? null
  })
  if (layers === undefined) return null
  return (
    <div className="section-body">
      <Row label={say('layers.field')}>
        <Select
          size="xs" aria-label={say('layers.field')} allowDeselect={false} placeholder={say('layers.field.mixed')}
          data={[{ value: NONE, label: say('layers.field.none') }, ...layers.map(({ id, name }) => ({ value: id, label: name }))]}
          value={on}
          onChange={(value) => putPiecesOn(ids, layers.find(({ id }) => id === value) ?? null)}
        />
      </Row>
    </div>
  )
}
