import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beside, openWindowState, fittingBounds, rememberBounds } from './window-state.ts'

const screen = [{ x: 0, y: 0, width: 1920, height: 1080 }]
let folder = ''
beforeEach(() => { folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-window-')) })
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the first window has its size and no place of its own', async () => {
  const state = await openWindowState(path.join(folder, 'window.json')).read()
  expect(fittingBounds(state, screen)).toEqual({ width: 1280, height: 800 })
})

test('a window comes back where it was closed, maximized or not', async () => {
  const file = openWindowState(path.join(folder, 'window.json'))
  const listeners: (() => void)[] = []
  const window = {
    on: (_event: string, listener: () => void) => listeners.push(listener),
    getNormalBounds: () => ({ x: 40, y: 50, width: 1000, height: 700 }),
    isMaximized: () => true,
  }
  rememberBounds(window as unknown as Parameters<typeof rememberBounds>[0], file)
  for (const listener of listeners) listener()
  const state = await file.read()
  expect(state.maximized).toBe(true)
  expect(fittingBounds(state, screen)).toEqual({ x: 40, y: 50, width: 1000, height: 700 })
})

test('a place on a display that is gone is left to the platform, a tiny window grows', () => {
  const state = { bounds: { x: 2500, y: 10, width: 20, height: 20 }, placed: true, maximized: false }
  expect(fittingBounds(state, screen)).toEqual({ width: 800, height: 500 })
  expect(fittingBounds(state, [...screen, { x: 1920, y: 0, width: 1920, height: 1080 }])).toEqual({ width: 800, height: 500, x: 2500, y: 10 })
})

test('another window stands a step beside the one before, or where the platform puts it when that is off the screen', () => {
  const size = { width: 1000, height: 700 }
  expect(fittingBounds(beside({ x: 40, y: 50, ...size }), screen)).toEqual({ x: 68, y: 78, ...size })
  expect(fittingBounds(beside({ x: 1900, y: 50, ...size }), screen)).toEqual(size)
})

test('a damaged file reads as the first start', async () => {
  writeFileSync(path.join(folder, 'window.json'), '{"bounds":{"x":"left"}}')
  expect((await openWindowState(path.join(folder, 'window.json')).read()).placed).toBe(false)
})
