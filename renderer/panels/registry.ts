import { cataloguePanel } from './catalogue/panel.ts'
import { debugPanel } from './debug/panel.ts'
import { inspectorPanel } from './inspector/panel.ts'
import { libraryPanel } from './library/panel.ts'
import { outlinePanel } from './outline/panel.ts'
import type { Panel } from './panel.ts'
import { reportPanel } from './report/panel.ts'
import { statusPanel } from './status/panel.ts'
import { viewsPanel } from './views/panel.ts'

/** The panels of Atrium, in the order of their tabs; layout, Window menu and keys read this list. */
export const PANELS: readonly Panel[] = [
  cataloguePanel,
  libraryPanel,
  outlinePanel,
  viewsPanel,
  inspectorPanel,
  debugPanel,
  reportPanel,
  statusPanel,
]
