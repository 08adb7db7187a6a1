import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { linuxCards, shipsWebgpu } from './linux-cards.ts'
import { setGpuSwitches } from './window.ts'

vi.mock('electron', () => ({ app: {}, BrowserWindow: class {}, dialog: {}, ipcMain: {} }))

const [TIGER_LAKE, SKYLAKE, NVIDIA] = [{ vendor: 0x8086, device: 0x9a49 }, { vendor: 0x8086, device: 0x1912 }, { vendor: 0x10de, device: 0x2330 }]

test('the unsafe switch is left out where Chromium ships WebGPU, and nowhere else', () => {
  expect(shipsWebgpu('144.0.1.2', [TIGER_LAKE])).toBe(true)
  expect(shipsWebgpu('143.9.9.9', [TIGER_LAKE])).toBe(false)
  expect(shipsWebgpu(undefined, [TIGER_LAKE])).toBe(false)
  for (const cards of [[], [SKYLAKE], [NVIDIA], [TIGER_LAKE, NVIDIA]]) expect(shipsWebgpu('156.0.0.0', cards)).toBe(false)
})

test('software rendering and unknown browsers on Linux keep it; other systems never had it', () => {
  const switches = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] => {
    const names: string[] = []
    setGpuSwitches({ appendSwitch: (name: string) => void names.push(name), getSwitchValue: () => '' } as never, environment, platform, () => [TIGER_LAKE])
    return names
  }
  expect(switches({}, 'linux')).toContain('enable-unsafe-webgpu')
  expect(switches({ ATRIUM_SOFTWARE_GPU: '1' }, 'win32')).toContain('enable-unsafe-webgpu')
  expect(switches({}, 'win32')).toEqual([])
})

test('cards are read as the kernel lists them; connectors are none', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-cards-'))
  for (const [name, vendor, device] of [['card0', '0x8086\n', '0x9a49\n'], ['card1', '0x10de\n', '0x2330\n']]) {
    mkdirSync(path.join(folder, name, 'device'), { recursive: true })
    writeFileSync(path.join(folder, name, 'device', 'vendor'), vendor)
    writeFileSync(path.join(folder, name, 'device', 'device'), device)
  }
  mkdirSync(path.join(folder, 'card0-HDMI-A-1'))
  expect(linuxCards(folder)).toEqual([TIGER_LAKE, NVIDIA])
  expect(linuxCards(path.join(folder, 'gone'))).toEqual([])
  rmSync(folder, { recursive: true })
})
