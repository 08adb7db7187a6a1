import { Select } from '@mantine/core'
import { useMemo, type ReactElement } from 'react'
import { nameOf } from '../../commands/edit/edit.ts'
import { setVariant } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import type { Piece } from '../../document/types.ts'
import { useAssets } from '../../project/assets.ts'
import { Section } from '../../ui/section.tsx'
import { phrase, say } from '../../words/say.ts'
import { sharedVariants } from './shared-variants.ts'

/** No variant has this name. */
const AS_SAVED = ''

/** Looks of its own that a model offers, the fabrics of a chair: of one piece, or of all that are selected. */
export function VariantField({ pieces }: { pieces: readonly Piece[] }): ReactElement | null {
  const parsed = useAssets((state) => state.parsed)
  const names = useMemo(() => sharedVariants(pieces, parsed), [pieces, parsed])
  if (names.length === 0) return null
  const [shown, ...more] = new Set(pieces.map(({ variant }) => (variant !== undefined && names.includes(variant) ? variant : AS_SAVED)))
  const choose = (next: string): void => useDocument.getState().edit(phrase('undo.variant', { name: nameOf(pieces) }), setVariant(pieces.map(({ id }) => id), next === AS_SAVED ? null : next))
  return (
    <Section title={say('inspector.variant')}>
      <Select
        size="xs"
        aria-label={say('inspector.variant')}
        placeholder={say('inspector.variant.mixed')}
        data={[{ value: AS_SAVED, label: say('inspector.variant.saved') }, ...names.map((name) => ({ value: name, label: name }))]}
        value={more.length > 0 ? null : shown}
        allowDeselect={false}
        onChange={(value) => choose(value ?? AS_SAVED)}
      />
    </Section>
  )
}
