import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import type { Material } from '../../../gpu/index.ts'
import { keepChosenMaterial } from '../../commands/edit/own-materials.ts'
import { ownColor } from '../../document/materials.ts'
import type { AtriumDocument, MaterialRecord, MaterialValues, Piece } from '../../document/types.ts'
import { type MaterialScope, useInteraction } from '../../interaction/store.ts'
import { useAssets } from '../../project/assets.ts'
import { slotNamesOf, targetOfPieces } from '../../tools/material/chosen.ts'
import { slotTitle } from '../../tools/material/slot-title.ts'
import { piecesAlike } from '../../tools/material/showing.ts'
import { editMaterial, isChanged, lookOfRecord, looksOf, resetMaterial, shownOn, texturesOf } from '../../tools/material/surfaces.ts'
import { Section } from '../../ui/section.tsx'
import { say } from '../../words/say.ts'
import { BallPicture, CubePicture } from './ball-picture.tsx'
import { ColorField } from './color-field.tsx'
import './material.css'
import { LaidFields } from './laid-fields.tsx'
import { LayerFields } from './layer-fields.tsx'
import { ShareField } from './share-field.tsx'
import { TextureFields } from './texture-fields.tsx'

/** Of the choice of slots: all of them, or what stands before the name of one. */
const EVERY = 'every'
const OF = 'slot '

type Change = (values: MaterialValues & { readonly name?: string }, gesture?: string) => void

/** Ball and cube, drawn anew when the material is another one: a piece that is dragged wears the same. */
function Bodies({ record, came }: { readonly record: MaterialRecord | null; readonly came: Material }): ReactElement {
  const parsed = useAssets((state) => state.parsed)
  const look = useMemo(() => (record === null ? { material: came, textures: texturesOf(came, parsed) } : lookOfRecord(record, parsed)), [record, came, parsed])
  return (
    <div className="material-bodies">
      <BallPicture {...look} size={58} />
      <CubePicture {...look} size={58} />
    </div>
  )
}

/** What pieces are made of: one of their material slots, or of several pieces all of them. */
export function MaterialSection({ document, pieces }: { document: AtriumDocument; pieces: readonly Piece[] }): ReactElement | null {
  const slot = useInteraction((state) => state.slot)
  const every = useInteraction((state) => state.everySlot)
  const scope = useInteraction((state) => state.materialScope)
  const parsed = useAssets((state) => state.parsed)
  const top = useRef<HTMLDivElement>(null)
  const firstId = pieces[0]?.id
  // A surface that was clicked shows its material at once.
  useEffect(() => { if (slot !== null) top.current?.scrollIntoView({ block: 'nearest' }) }, [slot, firstId])
  // What is asked of ten thousand pieces is asked once.
  const [names, target] = useMemo(() => [slotNamesOf(pieces, parsed), targetOfPieces(pieces, slot, every, parsed)] as const, [pieces, slot, every, parsed])
  const looks = useMemo(() => (target === null ? [] : looksOf(document, target)), [document, target])
  // A piece that is dragged is counted after its picture.
  const [later, reached] = [useDeferredValue(document), useDeferredValue(target)]
  const reach = useMemo(() => (reached === null ? 0 : piecesAlike(later, reached).length), [later, reached])
  if (target === null) return null
  const isMixed = looks.length > 1
  const title = (name: string): string => slotTitle(document, target.piece, name)
  const { record, material } = shownOn(document, target)
  const change: Change = (values, gesture) => editMaterial(target, scope, values, gesture === undefined ? {} : { gesture })
  return (
    <div ref={top} data-testid="material">
      <Section title={say('material.title')}>
        <div className="material-head">
          <Bodies record={record} came={target.came} />
          <div className="material-names">
            {names.length > 1 && (
              <Select
                aria-label={say('material.slot')}
                size="xs"
                data={[...(pieces.length > 1 ? [{ value: EVERY, label: say('material.slot.every') }] : []), ...names.map((name) => ({ value: `${OF}${name}`, label: title(name) }))]}
                value={every && pieces.length > 1 ? EVERY : `${OF}${target.slot}`}
                allowDeselect={false}
                onChange={(value) => useInteraction.setState(value === EVERY ? { everySlot: true } : { slot: value?.slice(OF.length) ?? null, everySlot: false })}
              />
            )}
            {!isMixed && <NameOfMaterial key={record?.id ?? target.slot} name={record?.name ?? title(target.slot)} onRename={(name) => change({ name })} />}
            <span className="panel-small">{isMixed ? say('material.mixed', { count: looks.length }) : record === null ? say('material.asCame') : say('material.ofProject')}</span>
          </div>
        </div>
        <div className="material-scope" title={say(pieces.length > 1 ? 'material.scope.hint.many' : 'material.scope.hint')}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={say('material.scope')}
            data={[{ value: 'piece', label: say(pieces.length > 1 ? 'material.scope.pieces' : 'material.scope.piece') }, { value: 'model', label: say('material.scope.model') }, { value: 'everywhere', label: say('material.scope.everywhere', { count: reach }) }]}
            value={scope}
            onChange={(value) => useInteraction.setState({ materialScope: value as MaterialScope })}
          />
        </div>
        <div className="material-actions">
          <Button size="compact-xs" variant="default" onClick={() => useInteraction.setState({ surfaceClick: { kind: 'pipette' }, placing: null, focusing: false, facing: false })}>{say('material.pipette')}</Button>
          <Button size="compact-xs" variant="default" disabled={!isChanged(document, target)} onClick={() => resetMaterial(target, scope)}>{say('material.reset')}</Button>
          <Button size="compact-xs" variant="default" title={say('ownMaterial.keep.hint')} disabled={isMixed} onClick={() => void keepChosenMaterial()}>{say('ownMaterial.keep')}</Button>
        </div>
        <ColorField label={say('material.colour')} color={ownColor(material.baseColor, record)} isPaint={material.baseColorTexture === null && material.metallic < 0.5 && (material.transmission ?? 0) < 0.5} onChange={(baseColor, gesture) => change({ baseColor }, gesture)} />
        <ShareField label={say('material.roughness')} value={material.roughness} onChange={(roughness, gesture) => change({ roughness }, gesture)} />
        <ShareField label={say('material.metal')} value={material.metallic} onChange={(metallic, gesture) => change({ metallic }, gesture)} />
      </Section>
      {!isMixed && <LaidFields record={record} target={target} scope={scope} />}
      <Section title={say('material.textures')} open={false}>
        <TextureFields record={record} material={material} onChange={change} />
      </Section>
      <LayerFields record={record} material={material} onChange={change} />
    </div>
  )
}

function NameOfMaterial({ name, onRename }: { name: string; onRename: (name: string) => void }): ReactElement {
  const [draft, setDraft] = useState<string | null>(null)
  const isTakenBack = useRef(false)
  const leave = (): void => {
    if (!isTakenBack.current && draft !== null && draft.trim() !== '' && draft !== name) onRename(draft)
    isTakenBack.current = false
    setDraft(null)
  }
  return (
    <TextInput
      size="xs"
      aria-label={say('material.name')}
      maxLength={200}
      value={draft ?? name}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        isTakenBack.current = event.key === 'Escape'
        event.currentTarget.blur()
        event.stopPropagation()
      }}
    />
  )
}
