import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import type { Material } from '../../../gpu/index.ts'
import { keepChosenMaterial } from '../../commands/own-materials.ts'
import { ownColor } from '../../document/materials.ts'
import { useDocument } from '../../document/store.ts'
import type { MaterialRecord, MaterialValues, Piece } from '../../document/types.ts'
import { type MaterialScope, useInteraction } from '../../interaction/store.ts'
import { useAssets } from '../../project/assets.ts'
import { editMaterial, lookOfRecord, resetMaterial, shownOn, slotsOf, surfacesOf, targetOf, texturesOf } from '../../tools/material/surfaces.ts'
import { Section } from '../../ui/section.tsx'
import { say } from '../../words/say.ts'
import { BallPicture, CubePicture } from './ball-picture.tsx'
import { ColorField } from './color-field.tsx'
import './material.css'
import { LaidFields } from './laid-fields.tsx'
import { LayerFields } from './layer-fields.tsx'
import { ShareField } from './share-field.tsx'
import { TextureFields } from './texture-fields.tsx'

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

/** What a piece is made of: one of its material slots. */
export function MaterialSection({ piece }: { piece: Piece }): ReactElement | null {
  const document = useDocument((state) => state.document)
  const { slot, materialScope: scope } = useInteraction()
  const top = useRef<HTMLDivElement>(null)
  // A surface that was clicked shows its material at once.
  useEffect(() => { if (slot !== null) top.current?.scrollIntoView({ block: 'nearest' }) }, [slot, piece.id])
  const target = targetOf(piece, slot)
  const names = slotsOf(piece)?.names ?? []
  if (target === null) return null
  const { record, material } = shownOn(document, target)
  const change: Change = (values, gesture) => editMaterial(target, scope, values, gesture === undefined ? {} : { gesture })
  const reach = surfacesOf(document, target, 'everywhere').length
  return (
    <div ref={top} data-testid="material">
      <Section title={say('material.title')}>
        <div className="material-head">
          <Bodies record={record} came={target.came} />
          <div className="material-names">
            {names.length > 1 && <Select aria-label={say('material.slot')} size="xs" data={[...new Set(names)]} value={target.slot} allowDeselect={false} onChange={(value) => useInteraction.setState({ slot: value })} />}
            <NameOfMaterial key={record?.id ?? target.slot} name={record?.name ?? target.slot} onRename={(name) => change({ name })} />
            <span className="panel-small">{record === null ? say('material.asCame') : say('material.ofProject')}</span>
          </div>
        </div>
        <div className="material-scope" title={say('material.scope.hint')}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={say('material.scope')}
            data={[{ value: 'piece', label: say('material.scope.piece') }, { value: 'model', label: say('material.scope.model') }, { value: 'everywhere', label: say('material.scope.everywhere', { count: reach }) }]}
            value={scope}
            onChange={(value) => useInteraction.setState({ materialScope: value as MaterialScope })}
          />
        </div>
        <div className="material-actions">
          <Button size="compact-xs" variant="default" onClick={() => useInteraction.setState({ surfaceClick: { kind: 'pipette' }, placing: null, focusing: false, facing: false })}>{say('material.pipette')}</Button>
          <Button size="compact-xs" variant="default" disabled={record === null} onClick={() => resetMaterial(target, scope)}>{say('material.reset')}</Button>
          <Button size="compact-xs" variant="default" title={say('ownMaterial.keep.hint')} onClick={() => void keepChosenMaterial()}>{say('ownMaterial.keep')}</Button>
        </div>
        <ColorField label={say('material.colour')} color={ownColor(material.baseColor, record)} isPaint={material.baseColorTexture === null && material.metallic < 0.5 && (material.transmission ?? 0) < 0.5} onChange={(baseColor, gesture) => change({ baseColor }, gesture)} />
        <ShareField label={say('material.roughness')} value={material.roughness} onChange={(roughness, gesture) => change({ roughness }, gesture)} />
        <ShareField label={say('material.metal')} value={material.metallic} onChange={(metallic, gesture) => change({ metallic }, gesture)} />
      </Section>
      <LaidFields record={record} target={target} scope={scope} />
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
