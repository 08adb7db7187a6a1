import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { chooseTexture } from '../../commands/edit/materials.ts'
import { MAPPING_LIMITS } from '../../document/materials.ts'
import { useDocument } from '../../document/store.ts'
import type { MappingRecord, MaterialRecord, MaterialValues } from '../../document/types.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import type { Material } from '../../../gpu/index.ts'
import { MAP_KINDS } from '../../project/materials/textures.ts'
import { flash } from '../../shell/shell.ts'
import { Row } from '../../ui/section.tsx'
import { ValueField } from '../../ui/value-field.tsx'
import { say } from '../../words/say.ts'
import { smallLength } from './small-length.ts'

const FIELDS = { color: 'baseColorTexture', roughness: 'metallicRoughnessTexture', normal: 'normalTexture' } as const
/** Of what has no size yet. */
export const PLAIN_MAPPING: MappingRecord = { kind: 'box', width: 1, height: 1, turn: 0, offset: [0, 0] }

/** Pictures on a material, and how they lie on its surfaces. */
export function TextureFields({ record, material, onChange }: { record: MaterialRecord | null; material: Material; onChange: (values: MaterialValues) => void }): ReactElement {
  const { unit, assets } = useDocument((state) => state.document)
  const small = smallLength(unit)
  const mapping = record?.mapping
  const hasTexture = MAP_KINDS.some((kind) => material[FIELDS[kind]] !== null)
  const set = (fields: Partial<MappingRecord>): void => onChange({ mapping: { ...(mapping ?? PLAIN_MAPPING), ...fields } })
  const size = (side: 'width' | 'height', metres: number): void => {
    if (metres >= MAPPING_LIMITS[0] && metres <= MAPPING_LIMITS[1]) set({ [side]: metres })
    else flash(say('material.size.refused', { least: `${1000 * MAPPING_LIMITS[0]} mm`, most: `${MAPPING_LIMITS[1]} m` }))
  }
  const length = { ...small, step: 0.01, fineStep: 0.001 }
  return (
    <>
      {MAP_KINDS.map((kind) => {
        const key = record?.maps?.[kind]
        const isThere = material[FIELDS[kind]] !== null
        const name = typeof key === 'string' ? (assets.find((asset) => asset.key === key)?.name ?? '') : say(isThere ? 'material.map.came' : 'material.map.none')
        return (
          <div key={kind} data-map={kind}><Row label={say(`material.map.${kind}`)}>
            <Button className="map-button" size="compact-xs" variant="default" aria-label={say(`material.map.${kind}.choose`)} title={name} onClick={() => void chooseTexture(kind)}>{name}</Button>
            {isThere && <ActionIcon size="sm" variant="subtle" aria-label={say(`material.map.${kind}.remove`)} onClick={() => onChange({ maps: { [kind]: null } })}><IconX size={13} stroke={1.6} /></ActionIcon>}
          </Row></div>
        )
      })}
      {hasTexture && (
        <>
          <Row label={say('material.mapping')} hint={say('material.mapping.hint')}>
            <SegmentedControl
              size="xs"
              aria-label={say('material.mapping')}
              data={[...(mapping === undefined ? [{ value: 'model', label: say('material.mapping.model') }] : []), { value: 'box', label: say('material.mapping.box') }, { value: 'uv', label: say('material.mapping.uv') }]}
              value={mapping?.kind ?? 'model'}
              onChange={(kind) => { if (kind !== 'model') set({ kind: kind as MappingRecord['kind'] }) }}
            />
          </Row>
          {mapping !== undefined && (
            <>
              <Row label={say('material.width')}><ValueField label={say('material.width')} value={mapping.width} {...length} onCommit={(metres) => size('width', metres)} /></Row>
              <Row label={say('material.height')}><ValueField label={say('material.height')} value={mapping.height} {...length} onCommit={(metres) => size('height', metres)} /></Row>
              <Row label={say('material.turn')}><ValueField label={say('material.turn')} value={mapping.turn} format={formatAngle} parse={parseAngle} step={Math.PI / 36} onCommit={(turn) => set({ turn })} /></Row>
              <Row label={say('material.right')}><ValueField label={say('material.right')} value={mapping.offset[0]} {...length} onCommit={(metres) => set({ offset: [metres, mapping.offset[1]] })} /></Row>
              <Row label={say('material.down')}><ValueField label={say('material.down')} value={mapping.offset[1]} {...length} onCommit={(metres) => set({ offset: [mapping.offset[0], metres] })} /></Row>
            </>
          )}
        </>
      )}
    </>
  )
}
