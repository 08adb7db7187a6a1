import * as changes from '../document/changes/index.ts'
import type { useDocument } from '../document/store.ts'
import type { useInteraction } from '../interaction/store.ts'
import { journalled } from '../recovery/autosave.ts'
import { useShell } from '../shell/shell.ts'
import { findViewport, viewportReady } from '../interaction/viewport.ts'
import { offerExecutor } from './executor-offer.ts'
import { measureAdapters } from './traversal-chooser.ts'

interface Stores {
  readonly useDocument: typeof useDocument
  readonly useInteraction: typeof useInteraction
}

/** The viewport's controls and the stores, for reading, for poses and for the size of the picture. */
function hooks({ useDocument: document, useInteraction: interaction }: Stores) {
  return {
    viewport: viewportReady,
    findViewport,
    offerExecutor,
    measureAdapters,
    document: () => document.getState(),
    interaction: () => interaction.getState(),
    /** Resolves when every gesture so far, and what was said of saving, would survive a loss of power. */
    journalled,
    /** Everything that can happen to a document, for `document().edit`. */
    changes,
    setInteraction: interaction.setState,
    onInteraction: interaction.subscribe,
    /** CSS pixels of the viewport; null: as large as the window leaves room for. */
    setViewportSize: (viewportSize: { readonly width: number; readonly height: number } | null) => useShell.setState({ viewportSize }),
  }
}

export type TestHooks = ReturnType<typeof hooks>

/**
 * `globalThis.atriumTest`, only in a window whose address says `?test=1`, which the main process appends when it was started
 * with ATRIUM_TEST=1.
 */
export function installTestHooks(stores: Stores): void {
  Object.assign(globalThis, { atriumTest: hooks(stores) })
}
