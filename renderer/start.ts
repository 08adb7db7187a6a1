import { followDeveloper } from './commands/view/debug.ts'
import { openFile, refreshRecents } from './commands/file/file.ts'
import { closeWindow } from './commands/file/windows.ts'
import { listenForClipboard } from './commands/insert/clipboard.ts'
import { listenForKeys } from './commands/keys/keys.ts'
import { menuModel } from './commands/menus/menu.ts'
import { runCommand } from './commands/registry.ts'
import { watchSources } from './commands/file/reload.ts'
import { subscribeToState } from './commands/menus/use-command.ts'
import { isDirty } from './document/selectors.ts'
import { useDocument } from './document/store.ts'
import { AtriumError } from './errors/atrium-error.ts'
import { reportError } from './errors/notices.ts'
import { applyLanguage, followSettings } from './shell/settings.ts'
import { useShell } from './shell/shell.ts'
import { followCamera } from './navigation/view-history.ts'
import { PANELS } from './panels/registry.ts'
import { fetchCatalogue } from './catalogue/catalogue-store.ts'
import { fetchOwnCatalogue } from './catalogue/own-store.ts'
import { fetchOwnMaterials } from './project/materials/own-materials.ts'
import { followMachine } from './output/many/machine.ts'
import { on, request } from './platform.ts'
import { startAutosave } from './recovery/autosave.ts'
import { forgetFound } from './recovery/recover.ts'
import { startRecovery } from './recovery/start.ts'
import { followSpaceMouse } from './tools/space-mouse/device.ts'
import { measureAdapters } from './viewport/traversal-chooser.ts'

const MENU_DELAY_MS = 120

/** Tests ask for what would come by itself. */
const isTestWindow = (): boolean => new URLSearchParams(location.search).get('test') === '1'

/** Calls `send` with the value now and whenever it is another one, at most once per delay. */
function follow<T>(subscribe: (listener: () => void) => () => void, read: () => T, send: (value: T) => Promise<void>): () => void {
  let last = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  function look(): void {
    timer = undefined
    const value = read()
    const text = JSON.stringify(value)
    if (text === last) return
    last = text
    send(value).catch(reportError)
  }
  look()
  const stop = subscribe(() => {
    timer ??= setTimeout(look, MENU_DELAY_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The title bar and the dot on the window's close button. */
function documentTitle(): { title: string; edited: boolean } {
  if (useShell.getState().screen === 'start') return { title: 'Atrium', edited: false }
  const state = useDocument.getState()
  return { title: state.document.name, edited: isDirty(state) }
}

/** The unattended run leaves nothing behind. */
let stopAutosave = (): void => {}

async function load(): Promise<void> {
  const [info, settings] = await Promise.all([request('app:info'), request('settings:get')])
  applyLanguage(settings)
  useShell.setState({ settings, version: info.version, runtime: info.runtime, platform: info.platform })
  await refreshRecents()
  if (info.demo !== null) await import('./demo/demo.ts').then(({ runDemo }) => runDemo(info.demo as NonNullable<typeof info.demo>, info.runtime))
  else {
    stopAutosave = startAutosave()
    await startRecovery(info.crashes ?? 0)
    if (!isTestWindow()) measureAdapters()
    if (info.open !== null) await openFile(info.open)
  }
}

/** What Atrium cannot remember is said once; it may fail with every save. */
function onceTold(): () => void {
  const stop = on('profile:not-written', ({ detail }) => {
    stop()
    reportError(new AtriumError('profile-not-written', detail))
  })
  return stop
}

/** What the first buttons of a Space Mouse do. */
const SPACE_MOUSE_BUTTONS: readonly (string | undefined)[] = ['view.fitAll', 'view.fitSelection']

/** What is the same in every window, and was changed in another one. */
const FOLLOW = { settings: followSettings, recent: refreshRecents, catalogue: fetchOwnCatalogue, materials: fetchOwnMaterials }

/** Connects the window to the platform: menu, title, close question, files from outside. Returns the way to stop. */
export function start(): () => void {
  applyLanguage({})
  useShell.setState({ panels: PANELS })
  const stops = [
    listenForKeys(),
    listenForClipboard(),
    followDeveloper(),
    onceTold(),
    watchSources(),
    followCamera(),
    followMachine(),
    followSpaceMouse((button) => void (SPACE_MOUSE_BUTTONS[button] !== undefined && runCommand(SPACE_MOUSE_BUTTONS[button]))),
    on('profile:changed', ({ what }) => void FOLLOW[what]().catch(reportError)),
    on('recovery:gone', ({ session }) => forgetFound(session)),
    on('menu:command', ({ id }) => void runCommand(id)),
    on('file:open-requested', (handle) => void openFile(handle).catch((error: unknown) => reportError(error, handle.name))),
    on('window:close-requested', () => void closeWindow().catch(reportError)),
    follow(subscribeToState, menuModel, (menus) => request('menu:set', menus)),
    follow(subscribeToState, documentTitle, async (title) => {
      document.title = title.title === 'Atrium' ? 'Atrium' : `${title.edited ? '• ' : ''}${title.title} — Atrium`
      await request('window:document', title)
    }),
  ]
  load().catch(reportError)
  void fetchCatalogue()
  void fetchOwnCatalogue()
  void fetchOwnMaterials()
  return () => {
    stopAutosave()
    stops.forEach((stop) => stop())
  }
}
