import type { RenderSettings } from '../../gpu/index.ts'
import * as changes from '../document/changes/index.ts'
import type { useDocument } from '../document/store.ts'
import type { useInteraction } from '../interaction/store.ts'
import { journalled } from '../recovery/autosave.ts'
import { changeSettings } from '../shell/settings.ts'
import { useShell } from '../shell/shell.ts'
import { findViewport, viewportReady } from '../interaction/viewport.ts'
import { measureAdapters } from './traversal-chooser.ts'

interface Stores {
  readonly useDocument: typeof useDocument
  readonly useInteraction: typeof useInteraction
}

/** Ends what `holdSettings` holds. */
let release = (): void => undefined

/** The viewport's controls and the stores, for reading, for poses and for the size of the picture. */
function hooks({ useDocument: document, useInteraction: interaction }: Stores) {
  return {
    viewport: viewportReady,
    findViewport,
    measureAdapters,
    changeSettings,
    settings: () => useShell.getState().settings,
    document: () => document.getState(),
    interaction: () => interaction.getState(),
    /** Resolves when every gesture so far, and what was said of saving, would survive a loss of power. */
    journalled,
    /** Everything that can happen to a document, for `document().edit`. */
    changes,
    setInteraction: interaction.setState,
    onInteraction: interaction.subscribe,
    /** Keeps the picture's settings at these, whatever is opened; the last call counts. */
    holdSettings(held: Partial<RenderSettings>): void {
      release()
      const hold = (): void => {
        const { settings } = interaction.getState()
        if (Object.entries(held).some(([key, value]) => settings[key as keyof RenderSettings] !== value)) interaction.setState({ settings: { ...settings, ...held } })
      }
      release = interaction.subscribe(hold)
      hold()
    },
    /** Samples of an edge in pictures at rest that come from now on; undefined: the engine's own. */
    setEdgeSamples: (edgeSamples: number | undefined) => useShell.setState({ edgeSamples }),
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
