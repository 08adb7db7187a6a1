import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { findPaletteEntries, type PaletteEntry } from '../../commands/menus/palette.ts'
import { runCommand } from '../../commands/registry.ts'
import { displayShortcut } from '../../commands/keys/shortcuts.ts'
import { closeDialog, flash, isMac, useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'

function Palette(): ReactElement {
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(0)
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)
  const entries = findPaletteEntries(query)
  const current = Math.min(index, entries.length - 1)

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function choose(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return
    closeDialog()
    if (entry.why === null) void runCommand(entry.id)
    else flash(entry.why)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') choose(entries[current])
    else if (by !== 0 && entries.length > 0) setIndex((current + by + entries.length) % entries.length)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        size="md"
        variant="unstyled"
        className="palette-input"
        role="combobox"
        aria-label={say('palette.find')}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[current] === undefined ? undefined : `${listId}-${current}`}
        placeholder={say('palette.find')}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        data-autofocus
        autoFocus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={listId} className="palette-list" role="listbox" aria-label={say('palette.list')}>
        {entries.map((entry, at) => (
          <li
            key={entry.id}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === current}
            aria-disabled={entry.why === null ? undefined : true}
            className="palette-entry"
            onPointerMove={() => setIndex(at)}
            onClick={() => choose(entry)}
          >
            <span className="palette-menu">{entry.menu}</span>
            <span className="palette-title">{entry.title}</span>
            {entry.keys !== undefined && <span className="shortcut">{displayShortcut(entry.keys, isMac())}</span>}
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p className="panel-hint">{say('palette.none', { query })}</p>}
    </>
  )
}

/** Every command by its name, for those who would rather type. */
export function CommandPalette(): ReactElement {
  const opened = useShell((state) => state.dialog === 'palette')
  return (
    <Modal.Root opened={opened} onClose={closeDialog} padding={0} size={560} yOffset="12vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={say('palette.find')}><Modal.Body><Palette /></Modal.Body></Modal.Content>
    </Modal.Root>
  )
}
