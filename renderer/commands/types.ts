import { textOf } from '../words/say.ts'
/** One thing the user can ask for, named once for menu, keys, palette, toolbar and tests. */
export interface Command {
  /** `menu.verb`, stable: tests, the native menu and the palette run commands by it. */
  readonly id: string
  /** Where it says more than `command.<id>` of the catalogue does: 'Undo Move Sofa'. */
  readonly title?: () => string
  /** The first is shown; `Mod` is Ctrl, or Cmd on macOS. Example: `Mod+Shift+Z`. */
  readonly keys?: readonly string[]
  readonly isEnabled?: () => boolean
  /** Present on toggles and choices. */
  readonly isChecked?: () => boolean
  /** Errors are caught and shown by `runCommand`. */
  readonly run: () => void | Promise<void>
  /** Said on screen after it ran: 'Reflections off'. */
  readonly says?: () => string
  /** true: the menus leave it out (the seventh light of a room with six). */
  readonly isAbsent?: () => boolean
  /** Only where Settings has the developer switch on: views and ways of tracing that say nothing to who furnishes. */
  readonly isForDevelopers?: boolean
  /** Its keys make the window say so itself (copy, paste): they are left to it. */
  readonly isOfWindow?: boolean
  /** Works while no room is open (start screen), too. */
  readonly anywhere?: boolean
}

export function titleOf(command: Command): string {
  return command.title?.() ?? textOf({ id: `command.${command.id}` })
}

export const forDevelopers = (commands: readonly Command[]): readonly Command[] => commands.map((command) => ({ ...command, isForDevelopers: true }))
