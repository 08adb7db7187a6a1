import { Button } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { assignKey, hasOwnKeys, holderOf, isFixed, keysOf, removeKeys, resetAllKeys, resetKeys } from '../../commands/keys/bindings.ts'
import { findKeyRows } from '../../commands/menus/palette.ts'
import { displayShortcut, shortcutOf } from '../../commands/keys/shortcuts.ts'
import { type Command, titleOf } from '../../commands/types.ts'
import { isMac, useShell } from '../../shell/shell.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { say } from '../../words/say.ts'

const shown = (keys: readonly string[]): string => keys.map((key) => displayShortcut(key, isMac())).join(', ')

/** Every command and its keys: press a row's keys, then the new ones. */
export function KeysPage(): ReactElement {
  const [query, setQuery] = useState('')
  /** Whose new keys are waited for. */
  const [asked, setAsked] = useState<string | null>(null)
  useShell((state) => state.settings)
  const rows = findKeyRows(query, (keys) => shown(keys))
  return (
    <>
      <div className="keys-head">
        <SearchField label={say('keys.find')} placeholder={say('keys.find')} value={query} onChange={setQuery} />
        <Button size="xs" variant="default" onClick={resetAllKeys}>{say('keys.resetAll')}</Button>
      </div>
      {rows.length === 0 && <p className="panel-hint">{say('keys.none', { query })}</p>}
      <ul className="keys-list" aria-label={say('keys.list')}>
        {rows.map(({ command, menu }) => (
          <KeysRow key={command.id} command={command} menu={menu} isAsked={asked === command.id} ask={(yes) => setAsked(yes ? command.id : null)} />
        ))}
      </ul>
    </>
  )
}

function KeysRow({ command, menu, isAsked, ask }: { command: Command; menu: string; isAsked: boolean; ask: (yes: boolean) => void }): ReactElement {
  /** What was pressed and belongs to another. */
  const [taken, setTaken] = useState<{ readonly key: string; readonly from: Command } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { id } = command
  const name = titleOf(command)
  const keys = keysOf(command)
  function onKeyDown(event: KeyboardEvent): void {
    if (!isAsked || event.key === 'Tab' || event.key === 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return ask(false)
    const key = shortcutOf(event, isMac())
    if (key === null) return
    const holder = holderOf(key)
    ask(false)
    if (holder !== null && holder.id !== id) setTaken({ key, from: holder })
    else assignKey(id, key)
  }
  return (
    <li className="keys-row" data-command={id}>
      <span>{name} <span className="keys-menu">{menu}</span></span>
      <span className="keys-buttons">
        <button
          ref={button}
          type="button"
          className="keys-press"
          aria-label={isAsked ? say('keys.press') : say('keys.change', { name, keys: keys.length === 0 ? say('keys.unset') : shown(keys) })}
          aria-pressed={isAsked}
          disabled={isFixed(command)}
          title={isAsked ? say('keys.press.how') : undefined}
          // Escape leaves the keys as they are, and the dialog open.
          data-mantine-stop-propagation={isAsked}
          onClick={() => {
            setTaken(null)
            ask(!isAsked)
          }}
          onBlur={() => isAsked && ask(false)}
          onKeyDown={onKeyDown}
        >
          {isAsked ? say('keys.press') : keys.length === 0 ? <span className="keys-none">{say('keys.unset')}</span> : <span className="keys">{keys.map((key) => <kbd key={key}>{shown([key])}</kbd>)}</span>}
        </button>
        <IconButton icon={IconX} size={22} label={say('keys.remove', { name })} disabled={isFixed(command) || keys.length === 0} onClick={() => removeKeys(id)} />
        <IconButton icon={IconArrowBackUp} size={22} label={say('keys.reset', { name })} disabled={!hasOwnKeys(command)} onClick={() => resetKeys(id)} />
      </span>
      {taken !== null && <Taken id={id} taken={taken} onDone={() => { setTaken(null); button.current?.focus() }} />}
    </li>
  )
}

/** The keys belong to another command: whether they are taken from it. */
function Taken({ id, taken: { key, from }, onDone }: { id: string; taken: { readonly key: string; readonly from: Command }; onDone: () => void }): ReactElement {
  const words = { keys: shown([key]), other: titleOf(from) }
  return (
    <div className="keys-asked" role="alert">
      <span>{isFixed(from) ? say('keys.taken.fixed', words) : say('keys.taken', words)}</span>
      {!isFixed(from) && <Button size="compact-xs" autoFocus onClick={() => { assignKey(id, key); onDone() }}>{say('keys.take')}</Button>}
      <Button size="compact-xs" variant="default" autoFocus={isFixed(from)} onClick={onDone}>{say('keys.keep')}</Button>
    </div>
  )
}
