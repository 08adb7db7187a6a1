import { Select } from '@mantine/core'
import type { ReactElement } from 'react'
import { setVariant } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import type { Piece } from '../../document/types.ts'
import { useAssets } from '../../project/assets.ts'
import { Section } from '../../ui/section.tsx'
import { phrase, say } from '../../words/say.ts'

/** No variant has this name. */
const AS_SAVED = ''

/** Looks of its own that a model offers: the fabrics of a chair. */
export function VariantField({ piece: { id, name, asset, part, variant } }: { piece: Piece }): ReactElement | null {
  const variants = useAssets((state) => state.parsed.get(asset)?.parts.find((other) => other.id === part)?.variants)
  if (variants === undefined) return null
  const choose = (next: string): void => useDocument.getState().edit(phrase('undo.variant', { name }), setVariant([id], next === AS_SAVED ? null : next))
  return (
    <Section title={say('inspector.variant')}>
      <Select
        size="xs"
        aria-label={say('inspector.variant')}
        data={[{ value: AS_SAVED, label: say('inspector.variant.saved') }, ...variants.map((look) => ({ value: look.name, label: look.name }))]}
        value={variants.some((look) => look.name === variant) ? variant : AS_SAVED}
        allowDeselect={false}
        onChange={(value) => choose(value ?? AS_SAVED)}
      />
    </Section>
  )
}
