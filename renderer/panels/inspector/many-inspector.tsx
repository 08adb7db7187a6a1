import { useDeferredValue, useMemo, type ReactElement } from 'react'
import { useDocument } from '../../document/store.ts'
import { say } from '../../words/say.ts'
import { MaterialSection } from '../material/material-section.tsx'
import { CommonPlacement } from './common-placement.tsx'
import { ItemActions } from './item-actions.tsx'
import { LayerField } from './layer-field.tsx'
import { VariantField } from './variant-field.tsx'

/**
 * @param ids    what is selected
 * @param group  the name of the group that all of them are; null: they are none
 */
export function ManyInspector({ ids, group }: { ids: readonly string[]; group: string | null }): ReactElement {
  const count = ids.length
  // Ten thousand pieces that are dragged are looked at after their picture.
  const document = useDeferredValue(useDocument((state) => state.document))
  const { pieces: all } = document
  const pieces = useMemo(() => {
    const wanted = new Set(ids)
    return all.filter(({ id }) => wanted.has(id))
  }, [all, ids])
  return (
    <>
      <div className="inspector-head">
        <span className="inspector-kind">{group === null ? say('inspector.actions') : say('inspector.group', { count })}</span>
        <h2 className="inspector-title" data-testid="inspector-title">{group ?? say('inspector.many', { count })}</h2>
      </div>
      <ItemActions />
      <LayerField ids={ids} />
      <CommonPlacement ids={ids} group={group} />
      <VariantField pieces={pieces} />
      <MaterialSection document={document} pieces={pieces} />
      <p className="panel-hint">{say('inspector.many.hint')}</p>
    </>
  )
}
