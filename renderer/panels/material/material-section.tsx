import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import type { Material } from '../../../gpu/index.ts'
import { keepChosenMaterial } from '../../commands/own-materials.ts'
import { MOST_DISPERSION, MOST_FILM } from '../../document/materials.ts'
import { useDocument } from '../../document/store.ts'
import { luminanceOf, withLuminance } from '../../document/temperature.ts'
import type { MaterialValues, Piece } from '../../document/types.ts'
import { formatAngle, formatLength, parseAngle, parseLength } from '../../document/units.ts'
import { formatAmount, parseAmount } from '../../format/quantities.ts'
import { type MaterialScope, useInteraction } from '../../interaction/store.ts'
import { useAssets } from '../../project/assets.ts'
import { editMaterial, resetMaterial, shownOn, slotsOf, surfacesOf, targetOf, texturesOf } from '../../tools/material/surfaces.ts'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { upTo } from '../../words/numbers.ts'
import { say } from '../../words/say.ts'
import { BallPicture, CubePicture } from './ball-picture.tsx'
import { ColorField } from './color-field.tsx'
import './material.css'
import { LaidFields } from './laid-fields.tsx'
import { ShareField } from './share-field.tsx'
import { TextureFields } from './texture-fields.tsx'

type Change = (values: MaterialValues & { readonly name?: string }, gesture?: string) => void
const WHITE = [1, 1, 1] as const

/** What a piece is made of: one of its material slots. */
export function MaterialSection({ piece }: { piece: Piece }): ReactElement | null {
  const document = useDocument((state) => state.document)
  const parsed = useAssets((state) => state.parsed)
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
          <div className="material-bodies">
            <BallPicture material={material} textures={texturesOf(material, parsed)} size={58} />
            <CubePicture material={material} textures={texturesOf(material, parsed)} size={58} />
          </div>
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
        <ColorField label={say('material.colour')} color={material.baseColor} isPaint={material.baseColorTexture === null && material.metallic < 0.5 && (material.transmission ?? 0) < 0.5} onChange={(baseColor, gesture) => change({ baseColor }, gesture)} />
        <ShareField label={say('material.roughness')} value={material.roughness} onChange={(roughness, gesture) => change({ roughness }, gesture)} />
        <ShareField label={say('material.metal')} value={material.metallic} onChange={(metallic, gesture) => change({ metallic }, gesture)} />
      </Section>
      <LaidFields record={record} target={target} scope={scope} />
      <Section title={say('material.textures')} open={false}>
        <TextureFields record={record} material={material} onChange={change} />
      </Section>
      <Layers material={material} onChange={change} />
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

const formatNanometres = (value: number): string => `${upTo(value, 0)} nm`

function parsePlain(text: string): number | null {
  const value = Number(text.trim().replace(',', '.').replace('−', '-'))
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}
const parseNanometres = (text: string): number | null => parsePlain(text.replace(/\s*nm\s*$/i, ''))
const parseWhole = (text: string): number | null => {
  const value = parsePlain(text)
  return value === null ? null : Math.round(value)
}

/** What lies on a surface, goes through it, or comes out of it. */
function Layers({ material, onChange }: { material: Material; onChange: Change }): ReactElement {
  const unit = useDocument((state) => state.document.unit)
  const { clearcoat, sheen, anisotropy, film, dispersion = 0, precedence = 0, transmission = 0, volume, emissive } = material
  const coat = { factor: clearcoat?.factor ?? 0, roughness: clearcoat?.roughness ?? 0.05 }
  const cloth = { color: sheen?.color ?? ([0, 0, 0] as const), roughness: sheen?.roughness ?? 0.5 }
  const brushed = { strength: anisotropy?.strength ?? 0, rotation: anisotropy?.rotation ?? 0 }
  const thin = { factor: film?.factor ?? 0, thickness: film?.thickness[1] ?? 400 }
  const glass = { share: transmission, tint: volume?.attenuationColor ?? WHITE, thickness: volume === null || volume === undefined || !Number.isFinite(volume.attenuationDistance) ? 0 : volume.attenuationDistance }
  const radiance = luminanceOf(emissive)
  const glow = radiance > 0 ? withLuminance(emissive, 1) : WHITE
  const length = { format: (metres: number) => formatLength(metres, unit), parse: (text: string) => parseLength(text, unit) }
  return (
    <Section title={say('material.layers')} open={false}>
      <ShareField label={say('material.coat')} hint={say('material.coat.hint')} value={coat.factor} onChange={(factor, gesture) => onChange({ clearcoat: { ...coat, factor } }, gesture)} />
      {coat.factor > 0 && <ShareField label={say('material.coat.roughness')} value={coat.roughness} onChange={(roughness, gesture) => onChange({ clearcoat: { ...coat, roughness } }, gesture)} />}
      <ShareField label={say('material.sheen')} hint={say('material.sheen.hint')} value={Math.max(...cloth.color)} onChange={(share, gesture) => onChange({ sheen: { ...cloth, color: [share, share, share] } }, gesture)} />
      <ShareField label={say('material.brushed')} hint={say('material.brushed.hint')} value={brushed.strength} onChange={(strength, gesture) => onChange({ anisotropy: { ...brushed, strength } }, gesture)} />
      {brushed.strength > 0 && (
        <Row label={say('material.brushed.turn')} hint={say('material.brushed.turn.hint')}>
          <ValueField label={say('material.brushed.turn')} value={brushed.rotation} format={formatAngle} parse={parseAngle} step={Math.PI / 36} onCommit={(rotation) => onChange({ anisotropy: { ...brushed, rotation } })} />
        </Row>
      )}
      <ShareField label={say('material.film')} hint={say('material.film.hint')} value={thin.factor} onChange={(factor, gesture) => onChange({ film: { ...thin, factor } }, gesture)} />
      {thin.factor > 0 && (
        <Row label={say('material.film.thickness')} hint={say('material.film.thickness.hint')}>
          <ValueField label={say('material.film.thickness')} value={thin.thickness} format={formatNanometres} parse={parseNanometres} step={10} min={0} max={MOST_FILM} onCommit={(thickness) => onChange({ film: { ...thin, thickness } })} />
        </Row>
      )}
      <ShareField label={say('material.glass')} hint={say('material.glass.hint')} value={glass.share} onChange={(share, gesture) => onChange({ glass: { ...glass, share } }, gesture)} />
      {glass.share > 0 && (
        <>
          <Row label={say('material.thickness')} hint={say('material.thickness.hint')}><ValueField label={say('material.thickness')} value={glass.thickness} {...length} step={0.001} min={0} max={100} onCommit={(thickness) => onChange({ glass: { ...glass, thickness } })} /></Row>
          {glass.thickness > 0 && (
            <>
              <ColorField label={say('material.tint')} color={glass.tint} onChange={(tint, gesture) => onChange({ glass: { ...glass, tint } }, gesture)} />
              <Row label={say('material.dispersion')} hint={say('material.dispersion.hint')}>
                <ValueField label={say('material.dispersion')} value={dispersion} format={(value) => upTo(value, 2)} parse={parsePlain} step={0.05} min={0} max={MOST_DISPERSION} onCommit={(next) => onChange({ dispersion: next })} />
              </Row>
              <Row label={say('material.precedence')} hint={say('material.precedence.hint')}>
                <ValueField label={say('material.precedence')} value={precedence} format={(value) => upTo(value, 0)} parse={parseWhole} step={1} min={-9} max={9} onCommit={(next) => onChange({ precedence: Math.round(next) })} />
              </Row>
            </>
          )}
        </>
      )}
      <Row label={say('material.emission')} hint={say('material.emission.hint')}>
        <ValueField label={say('material.emission')} value={radiance} format={(value) => formatAmount(value, 'nt')} parse={(text) => parseAmount(text, 'nt', { nt: 1 })} step={50} min={0} onCommit={(next) => onChange({ emission: { radiance: next, color: glow } })} />
      </Row>
      {radiance > 0 && <ColorField label={say('material.emission.colour')} color={glow} onChange={(color, gesture) => onChange({ emission: { radiance, color } }, gesture)} />}
    </Section>
  )
}
