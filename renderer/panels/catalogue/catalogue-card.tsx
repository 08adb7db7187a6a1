import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconArmchair } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { addressOf } from '../../catalogue/own-store.ts'
import type { CatalogueItem } from '../../imports/types.ts'
import { useDocument } from '../../document/store.ts'
import { formatLength } from '../../document/units.ts'
import { useInteraction } from '../../interaction/store.ts'
import { placeInFront } from '../../commands/insert/catalogue-item.ts'
import { openMenuOf } from '../../commands/edit/open-menu.ts'
import { useShell } from '../../shell/shell.ts'
import { beginDragOut } from './drag-out.ts'
import { say } from '../../words/say.ts'

/** A piece of furniture with its picture. Drag it into the room, or press Enter to place it in front of the camera. */
export function CatalogueCard({ item }: { item: CatalogueItem }): ReactElement {
  const unit = useDocument((state) => state.document.unit)
  const isPlacing = useInteraction((state) => state.placing === item.id)
  const [hasPicture, setHasPicture] = useState(true)
  const size = item.size.map((metres) => formatLength(metres, unit)).join(' × ')
  return (
    <Tooltip label={say('catalogue.card', { name: item.name, size })} position="right">
      <UnstyledButton
        className="card"
        data-item={item.id}
        data-placing={isPlacing}
        aria-label={say('catalogue.card.how', { name: item.name, size })}
        onPointerDown={(event) => beginDragOut(item.id, event.nativeEvent)}
        onContextMenu={(event) => {
          event.preventDefault()
          useShell.setState({ catalogueItem: item.id })
          openMenuOf('catalogue', event)
        }}
        onClick={(event) => {
          // Pressed by key: there is no pointer to follow.
          if (event.detail === 0) void placeInFront(item)
        }}
      >
        <span className="card-picture">
          {hasPicture ? (
            <img
              src={addressOf(item).picture}
              alt=""
              draggable={false}
              loading="lazy"
              onError={() => setHasPicture(false)}
            />
          ) : <IconArmchair size={36} stroke={1} />}
        </span>
        <span className="card-name">{item.name}</span>
      </UnstyledButton>
    </Tooltip>
  )
}
