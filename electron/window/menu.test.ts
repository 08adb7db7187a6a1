import { expect, test, vi } from 'vitest'
import { menuTemplate } from './menu.ts'

const file = {
  kind: 'submenu' as const,
  label: 'File',
  items: [
    { kind: 'command' as const, id: 'file.save', label: 'Save', accelerator: 'CmdOrCtrl+S', enabled: false },
    { kind: 'separator' as const },
    { kind: 'command' as const, id: 'view.shadows', label: 'Shadows', checked: true },
  ],
}

test('the native menu follows the page’s model, and its keys stay with the page', () => {
  const onCommand = vi.fn()
  const [menu] = menuTemplate([file], 'linux', onCommand)
  const items = menu?.submenu as { click?: () => void }[]
  expect(items).toMatchObject([
    { id: 'file.save', label: 'Save', enabled: false, accelerator: 'CmdOrCtrl+S', registerAccelerator: false },
    { type: 'separator' },
    { id: 'view.shadows', type: 'checkbox', checked: true, enabled: true },
  ])
  items[2]?.click?.()
  expect(onCommand).toHaveBeenCalledWith('view.shadows')
})

test('macOS gets its own menus too', () => {
  expect(menuTemplate([file], 'darwin', vi.fn())).toMatchObject([{ role: 'appMenu' }, { label: 'File' }, { role: 'editMenu' }])
})
