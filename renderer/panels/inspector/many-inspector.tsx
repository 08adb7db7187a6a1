import type { ReactElement } from 'react'
import { ItemActions } from './item-actions.tsx'
import { say } from '../../words/say.ts'

export function ManyInspector({ count }: { count: number }): ReactElement {
  return (
    <>
      <div className="inspector-head">
        <span className="inspector-kind">{say('inspector.actions')}</span>
        <h2 className="inspector-title" data-testid="inspector-title">{say('inspector.many', { count })}</h2>
      </div>
      <ItemActions />
      <p className="panel-hint">{say('inspector.many.hint')}</p>
    </>
  )
}
