import type { ReactElement } from 'react'
import type { Material, Rgb } from '../../../gpu/index.ts'
import { MOST_DISPERSION, MOST_FILM } from '../../document/materials.ts'
import { useDocument } from '../../document/store.ts'
import { luminanceOf, withLuminance } from '../../document/temperature.ts'
import type { MaterialRecord, MaterialValues } from '../../document/types.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import { formatAmount, parseAmount } from '../../format/quantities.ts'
import { Row, Section } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { upTo } from '../../words/numbers.ts'
import { say } from '../../words/say.ts'
import { ColorField } from './color-field.tsx'
import { ShareField } from './share-field.tsx'
import { smallLength } from './small-length.ts'

const WHITE = [1, 1, 1] as const
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
export function LayerFields({ record, material, onChange }: { record: MaterialRecord | null; material: Material; onChange: (values: MaterialValues, gesture?: string) => void }): ReactElement {
  const unit = useDocument((state) => state.document.unit)
  const { clearcoat, sheen, anisotropy, film, dispersion = 0, precedence = 0, transmission = 0, volume, emissive } = material
  const coat = { factor: clearcoat?.factor ?? 0, roughness: clearcoat?.roughness ?? 0.05 }
  const cloth = { color: sheen?.color ?? ([0, 0, 0] as const), roughness: sheen?.roughness ?? 0.5 }
  const brushed = { strength: anisotropy?.strength ?? 0, rotation: anisotropy?.rotation ?? 0 }
  const thin = { factor: film?.factor ?? 0, thickness: film?.thickness[1] ?? 400 }
  // A pane has no body that could hold its tint; its record does.
  const glass = record?.glass ?? { share: transmission, tint: volume?.attenuationColor ?? WHITE, thickness: volume === null || volume === undefined || !Number.isFinite(volume.attenuationDistance) ? 0 : volume.attenuationDistance }
  const glossiest = Math.max(...cloth.color)
  const dye = glossiest > 0 ? (cloth.color.map((part) => part / glossiest) as unknown as Rgb) : WHITE
  const sheenOf = (color: Rgb, share: number): Rgb => color.map((part) => share * part) as unknown as Rgb
  const radiance = luminanceOf(emissive)
  const glow = radiance > 0 ? withLuminance(emissive, 1) : WHITE
  const length = smallLength(unit)
  return (
    <Section title={say('material.layers')} open={false}>
      <ShareField label={say('material.coat')} hint={say('material.coat.hint')} value={coat.factor} onChange={(factor, gesture) => onChange({ clearcoat: { ...coat, factor } }, gesture)} />
      {coat.factor > 0 && <ShareField label={say('material.coat.roughness')} value={coat.roughness} onChange={(roughness, gesture) => onChange({ clearcoat: { ...coat, roughness } }, gesture)} />}
      <ShareField label={say('material.sheen')} hint={say('material.sheen.hint')} value={glossiest} onChange={(share, gesture) => onChange({ sheen: { ...cloth, color: sheenOf(dye, share) } }, gesture)} />
      {glossiest > 0 && (
        <>
          <ColorField label={say('material.sheen.colour')} color={dye} onChange={(color, gesture) => onChange({ sheen: { ...cloth, color: sheenOf(color, glossiest) } }, gesture)} />
          <ShareField label={say('material.sheen.roughness')} value={cloth.roughness} onChange={(roughness, gesture) => onChange({ sheen: { ...cloth, roughness } }, gesture)} />
        </>
      )}
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
          <ColorField label={say('material.tint')} color={glass.tint} onChange={(tint, gesture) => onChange({ glass: { ...glass, tint } }, gesture)} />
          {glass.thickness > 0 && (
            <>
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
