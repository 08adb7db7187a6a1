/* The catalogue: every string that a user reads, by area and language. The areas are plain data and import nothing. */

import { batch as enBatch } from './en/batch.ts'
import { cli as enCli } from './en/cli.ts'
import { commands as enCommands } from './en/commands.ts'
import { debug as enDebug } from './en/debug.ts'
import { errors as enErrors } from './en/errors.ts'
import { doctor as enDoctor } from './en/doctor.ts'
import { exportDialog as enExportDialog } from './en/export-dialog.ts'
import { files as enFiles } from './en/files.ts'
import { furniture as enFurniture } from './en/furniture.ts'
import { imports as enImports } from './en/imports.ts'
import { inspector as enInspector } from './en/inspector.ts'
import { layers as enLayers } from './en/layers.ts'
import { library as enLibrary } from './en/library.ts'
import { lights as enLights } from './en/lights.ts'
import { many as enMany } from './en/many.ts'
import { materials as enMaterials } from './en/materials.ts'
import { menu as enMenu } from './en/menu.ts'
import { notices as enNotices } from './en/notices.ts'
import { outline as enOutline } from './en/outline.ts'
import { output as enOutput } from './en/output.ts'
import { panels as enPanels } from './en/panels.ts'
import { places as enPlaces } from './en/places.ts'
import { reload as enReload } from './en/reload.ts'
import { settings as enSettings } from './en/settings.ts'
import { start as enStart } from './en/start.ts'
import { undo as enUndo } from './en/undo.ts'
import { units as enUnits } from './en/units.ts'
import { viewport as enViewport } from './en/viewport.ts'
import { views as enViews } from './en/views.ts'
import { window as enWindow } from './en/window.ts'
import { batch as deBatch } from './de/batch.ts'
import { cli as deCli } from './de/cli.ts'
import { commands as deCommands } from './de/commands.ts'
import { debug as deDebug } from './de/debug.ts'
import { errors as deErrors } from './de/errors.ts'
import { doctor as deDoctor } from './de/doctor.ts'
import { exportDialog as deExportDialog } from './de/export-dialog.ts'
import { files as deFiles } from './de/files.ts'
import { furniture as deFurniture } from './de/furniture.ts'
import { imports as deImports } from './de/imports.ts'
import { inspector as deInspector } from './de/inspector.ts'
import { layers as deLayers } from './de/layers.ts'
import { library as deLibrary } from './de/library.ts'
import { lights as deLights } from './de/lights.ts'
import { many as deMany } from './de/many.ts'
import { materials as deMaterials } from './de/materials.ts'
import { menu as deMenu } from './de/menu.ts'
import { notices as deNotices } from './de/notices.ts'
import { outline as deOutline } from './de/outline.ts'
import { output as deOutput } from './de/output.ts'
import { panels as dePanels } from './de/panels.ts'
import { places as dePlaces } from './de/places.ts'
import { reload as deReload } from './de/reload.ts'
import { settings as deSettings } from './de/settings.ts'
import { start as deStart } from './de/start.ts'
import { undo as deUndo } from './de/undo.ts'
import { units as deUnits } from './de/units.ts'
import { viewport as deViewport } from './de/viewport.ts'
import { views as deViews } from './de/views.ts'
import { window as deWindow } from './de/window.ts'

const en = {
  ...enBatch, ...enCli,
  ...enCommands,
  ...enDebug,
  ...enDoctor,
  ...enErrors,
  ...enExportDialog,
  ...enFiles,
  ...enFurniture,
  ...enImports,
  ...enInspector,
  ...enLayers,
  ...enLibrary,
  ...enLights,
  ...enMany, ...enMaterials,
  ...enMenu,
  ...enNotices,
  ...enOutline,
  ...enOutput,
  ...enPanels,
  ...enPlaces,
  ...enReload,
  ...enSettings,
  ...enStart,
  ...enUndo,
  ...enUnits,
  ...enViewport,
  ...enViews,
  ...enWindow,
} as const
const de = {
  ...deBatch, ...deCli,
  ...deCommands,
  ...deDebug,
  ...deDoctor,
  ...deErrors,
  ...deExportDialog,
  ...deFiles,
  ...deFurniture,
  ...deImports,
  ...deInspector,
  ...deLayers,
  ...deLibrary,
  ...deLights,
  ...deMany, ...deMaterials,
  ...deMenu,
  ...deNotices,
  ...deOutline,
  ...deOutput,
  ...dePanels,
  ...dePlaces,
  ...deReload,
  ...deSettings,
  ...deStart,
  ...deUndo,
  ...deUnits,
  ...deViewport,
  ...deViews,
  ...deWindow,
} as const

/** English comes first: its ids and arguments are what `say` asks for. */
export const EN = en
/** A language with an id missing does not compile; one too many fails a test. */
export const DE: Readonly<Record<keyof typeof EN, string>> = de
