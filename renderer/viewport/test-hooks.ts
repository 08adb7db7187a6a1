import type { useDocument } from '../document/store.ts'
import type { useInteraction } from '../interaction/store.ts'
import { findViewport, viewportReady } from './controls.ts'

interface Stores {
  readonly useDocument: typeof useDocument
  readonly useInteraction: typeof useInteraction
}

/**
 * `globalThis.atriumTest`, only in a window whose address says `?test=1`, which the main process appends when it was started
 * with ATRIUM_TEST=1: the viewport's controls and the two stores, for reading and for poses.
 */
export function installTestHooks({ useDocument: document, useInteraction: interaction }: Stores): void {
  Object.assign(globalThis, {
    atriumTest: { viewport: viewportReady, findViewport, document: () => document.getState(), interaction: () => interaction.getState(), setInteraction: interaction.setState },
  })
}
