import type { ReactElement } from 'react'
import { ItemActions } from './item-actions.tsx'

export function ManyInspector({ count }: { count: number }): ReactElement {
  return (
    <>
      <div className="inspector-head">
        <span className="inspector-kind">Selection</span>
        <h2 className="inspector-title" data-testid="inspector-title">{count} items</h2>
      </div>
      <ItemActions />
      <p className="panel-hint">Drag one of them in the room to move all, or use the tools. Select a single item to type exact values.</p>
    </>
  )
}
