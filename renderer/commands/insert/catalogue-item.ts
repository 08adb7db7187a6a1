import { useCatalogue } from '../../catalogue/catalogue-store.ts'
import { isOwn, useOwnCatalogue } from '../../catalogue/own-store.ts'
import { IDENTITY, type Transform } from '../../document/transform.ts'
import { reportError } from '../../errors/notices.ts'
import type { CatalogueItem } from '../../imports/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { inFrontOfCamera, loadCatalogueItem, placeCatalogueItem } from '../../project/open/open-project.ts'
import { flash, useShell } from '../../shell/shell.ts'
import { clearPlace } from '../../tools/place/clear-place.ts'
import { partsOf } from '../../tools/place/parts.ts'
import { say } from '../../words/say.ts'
import { editOwn, removeOwn } from './own-catalogue.ts'
import { replaceSelected } from './replace.ts'
import type { Command } from '../types.ts'

/** Before the camera, clear of what stands there. */
async function spotOf(id: string): Promise<Partial<Transform>> {
  const { item: { mount, size }, asset, part } = await loadCatalogueItem(id)
  const meant = inFrontOfCamera({ mount, size })
  const around = findViewport()?.surroundings() ?? null
  const mesh = asset.parsed.meshes.get(part.mesh)
  if (around === null || mesh === undefined) return meant
  return { ...meant, position: clearPlace(around, { bounds: mesh.bounds, transform: { ...IDENTITY, ...meant }, mount, parts: () => partsOf(mesh) }) }
}

/** Places a piece on the floor before the camera and selects it, or puts it in the place of others: the way without a pointer. */
export async function placeInFront(item: CatalogueItem): Promise<void> {
  try {
    if (useInteraction.getState().replacing) return await replaceSelected(item.id)
    await placeCatalogueItem(item.id, await spotOf(item.id))
    flash(say('catalogue.hud.placed', { name: item.name }))
  } catch (error) {
    reportError(error, item.name)
  }
}

/** The piece of the catalogue whose menu is open. */
function item(): CatalogueItem | undefined {
  const { catalogueItem, contextMenu } = useShell.getState()
  if (contextMenu?.of !== 'catalogue') return undefined
  return [...(useCatalogue.getState().items ?? []), ...useOwnCatalogue.getState().items].find(({ id }) => id === catalogueItem)
}

type Title = 'command.edit.placeItem' | 'command.edit.replaceWithItem' | 'command.edit.editItem' | 'command.edit.removeItem'

function ofItem(id: string, title: Title, run: (item: CatalogueItem) => void | Promise<void>, isMeant: (item: CatalogueItem) => boolean = () => true): Command {
  const meant = (): CatalogueItem | undefined => {
    const found = item()
    return found !== undefined && isMeant(found) ? found : undefined
  }
  return {
    id,
    title: () => say(title, { name: item()?.name ?? '' }),
    isAbsent: () => meant() === undefined,
    run: () => {
      const found = meant()
      return found === undefined ? undefined : run(found)
    },
  }
}

/** What the menu of a card of the catalogue holds. */
export const catalogueItemCommands: readonly Command[] = [
  ofItem('edit.placeItem', 'command.edit.placeItem', placeInFront),
  ofItem('edit.replaceWithItem', 'command.edit.replaceWithItem', ({ id }) => replaceSelected(id), () => useInteraction.getState().selection.length > 0),
  ofItem('edit.editItem', 'command.edit.editItem', editOwn, ({ id }) => isOwn(id)),
  ofItem('edit.removeItem', 'command.edit.removeItem', removeOwn, ({ id }) => isOwn(id)),
]
