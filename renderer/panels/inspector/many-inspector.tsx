import type { ReactElement } from 'react'
import { ItemActions } from './item-actions.tsx'
import { say } from '../../words/say.ts'

/** @param group  the name of the group that all of them are; null: they are none */
export function ManyInspector({ count, group }: { count: number; group: string | null }): ReactElement {
  return (
    <>
      <div className="inspector-head">
        <span className="inspector-kind">{group === null ? say('inspector.actions') : say('inspector.group', { count })}</span>
        <h2 className="inspector-title" data-testid="inspector-title">{group ?? say('inspector.many', { count })}</h2>
      </div>
      <ItemActions />
      <p className="panel-hint">{say('inspector.many.hint')}</p>
    </>
  )
}
