import { useMemo, type ReactElement } from 'react'
import type { Vec3 } from '../../../gpu/index.ts'
import { rename, setScale, setTransform } from '../../document/changes/index.ts'
import { FARTHEST, sanePosition } from '../../document/changes/sane.ts'
import { isLocked } from '../../document/flags.ts'
import { useDocument } from '../../document/store.ts'
import type { Change, Piece } from '../../document/types.ts'
import { formatAngle, parseAngle } from '../../document/units.ts'
import { useAssets } from '../../project/assets.ts'
import { flash } from '../../shell/shell.ts'
import { tellWhatIsInTheWay } from '../../tools/body.ts'
import { Section } from '../../ui/section.tsx'
import { eulerFromQuat, quatFromEuler } from '../../format/euler.ts'
import { MaterialSection } from '../material/material-section.tsx'
import { EmissionFields } from './emission-fields.tsx'
import { FormFields } from './form-fields.tsx'
import { ItemActions } from './item-actions.tsx'
import { LayerField } from './layer-field.tsx'
import { lengthField } from './length-field.ts'
import { NameField } from './name-field.tsx'
import { VariantField } from './variant-field.tsx'
import { VectorField } from './vector-field.tsx'
import { upTo } from '../../words/numbers.ts'
import { phrase, say, type Words } from '../../words/say.ts'

/** Metres that a piece may be long: nothing in a building is smaller or larger. */
const SIZES = [0.001, 5000] as const
const QUARTER_DEGREE = Math.PI / 720

/** Metres along the piece's own axes at scale 1, or null while its asset is not there. */
function usePartSize(piece: Piece): Vec3 | null {
  const asset = useAssets((state) => state.parsed.get(piece.asset))
  return useMemo(() => {
    const part = asset?.parts.find(({ id }) => id === piece.part)
    const mesh = part === undefined ? undefined : asset?.meshes.get(part.mesh)
    if (mesh === undefined) return null
    const { min, max } = mesh.bounds
    return [max[0] - min[0], max[1] - min[1], max[2] - min[2]]
  }, [asset, piece.part])
}

function edit(label: Words, change: Change): void {
  useDocument.getState().edit(label, change)
}

const parseFactor = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.').replace(/\s*[x×]$/, ''))
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}

export function PieceInspector({ piece }: { piece: Piece }): ReactElement {
  const document = useDocument((state) => state.document)
  const { unit } = document
  const size = usePartSize(piece)
  const length = lengthField(unit)
  const alone = useMemo(() => [piece], [piece])
  const { id, name, position, rotation, scale } = piece
  const locked = isLocked(document, piece)
  function stretch(next: Vec3, axis: 0 | 1 | 2): void {
    // What has no thickness keeps none.
    const metres = Math.abs((size?.[axis] || 1) * next[axis])
    if (metres >= SIZES[0] && metres <= SIZES[1]) edit(phrase('undo.scale', { name }), setScale([id], next))
    else flash(say('inspector.size.refused', { least: `${SIZES[0] * 1000} mm`, most: `${SIZES[1] / 1000} km` }))
  }
  return (
    <>
      <NameField name={name} kind={say(locked ? 'inspector.kind.locked' : 'inspector.kind.piece')} onRename={(next) => edit(phrase('undo.rename', { name }), rename(id, next))} />
      <ItemActions />
      <LayerField ids={[id]} />
      <Section title={say('inspector.placement')}>
        <VectorField
          label={say('inspector.position')}
          value={position}
          {...length}
          step={0.01}
          disabled={locked}
          onCommit={(next) => {
            if (sanePosition(next) === undefined) return flash(say('inspector.position.refused', { most: `${FARTHEST / 1000} km` }))
            edit(phrase('undo.move', { name }), setTransform(id, { position: next }))
            tellWhatIsInTheWay(piece, next)
          }}
        />
        <VectorField
          label={say('inspector.rotation')}
          value={eulerFromQuat(rotation)}
          format={formatAngle}
          parse={parseAngle}
          step={QUARTER_DEGREE * 20}
          disabled={locked}
          onCommit={(next) => edit(phrase('undo.rotate', { name }), setTransform(id, { rotation: quatFromEuler(next) }))}
        />
      </Section>
      <Section title={say('inspector.size')}>
        {size !== null && (
          <VectorField
            label={say('inspector.size')}
            axes={[say('inspector.width'), say('inspector.height'), say('inspector.depth')]}
            value={[Math.abs(size[0] * scale[0]), Math.abs(size[1] * scale[1]), Math.abs(size[2] * scale[2])]}
            {...length}
            step={0.01}
            disabled={locked}
            onCommit={(next, axis) => {
              if (size[axis] !== 0) stretch(scale.map((old, index) => (index === axis ? (Math.sign(old) * next[axis]) / size[axis] : old)) as unknown as Vec3, axis)
            }}
          />
        )}
        <VectorField
          label={say('inspector.scale')}
          value={scale}
          format={(factor) => upTo(factor, 3)}
          parse={parseFactor}
          step={0.05}
          disabled={locked}
          onCommit={stretch}
        />
      </Section>
      <FormFields key={id} piece={piece} />
      <VariantField pieces={alone} />
      <MaterialSection document={document} pieces={alone} />
      <EmissionFields piece={piece} />
    </>
  )
}
