import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CloseFlow } from './window/close-flow.ts'
import { Quitting } from './window/quitting.ts'
import { Demo } from './demo.ts'
import { Files } from './files/files.ts'
import { Log } from './log.ts'
import { Recent } from './files/recent.ts'
import { openSettings, readCard } from './settings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-services-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const at = (name: string): string => path.join(folder, name)

describe('settings', () => {
  test('are remembered', async () => {
    await openSettings(at('settings.json')).update(() => ({ theme: 'dark', unit: 'ft-in' }))
    expect(await openSettings(at('settings.json')).read()).toEqual({ theme: 'dark', unit: 'ft-in' })
    expect(await readdir(folder)).toEqual(['settings.json'])
  })

  test('tell the graphics card before the app is ready; none where nobody chose or nothing can be read', async () => {
    expect(readCard(at('settings.json'))).toBeUndefined()
    await openSettings(at('settings.json')).update((before) => ({ ...before, card: 'saving' }))
    expect(readCard(at('settings.json'))).toBe('saving')
    await writeFile(at('settings.json'), '{"card":"both"}')
    expect(readCard(at('settings.json'))).toBeUndefined()
  })

  test.each(['', '{', '[]', '{"theme":"pink","unit":"m"}'])('fall back to the defaults when the file reads %j', async (content) => {
    await writeFile(at('settings.json'), content)
    expect(await openSettings(at('settings.json')).read()).toEqual({ theme: 'system', unit: 'm' })
  })

  test('an update that fails does not block the next', async () => {
    const settings = openSettings(at('settings.json'))
    await expect(
      settings.update(() => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await settings.update((before) => ({ ...before, unit: 'mm' }))
    expect((await settings.read()).unit).toBe('mm')
  })
})

describe('recent projects', () => {
  test('stand newest first, once each, at most twelve, and know what is missing', async () => {
    const recent = new Recent(at('recent.json'))
    await writeFile(at('there.atrium'), '')
    // All at once: updates follow one another.
    await Promise.all(Array.from({ length: 14 }, (_item, index) => recent.add(at(`${index}.atrium`))))
    await recent.add(at('there.atrium'))
    await recent.add(at('13.atrium'))
    const listed = await recent.list()
    expect(listed).toHaveLength(12)
    expect(listed.slice(0, 3)).toMatchObject([
      { name: '13.atrium', folder, missing: true },
      { name: 'there.atrium', missing: false },
      { name: '12.atrium', missing: true },
    ])
  })

  test('are opened and forgotten by id', async () => {
    const recent = new Recent(at('recent.json'))
    await recent.add(at('a.atrium'))
    const [{ id }] = await recent.list()
    expect(await recent.pathOf(id)).toBe(at('a.atrium'))
    await recent.forget(id)
    expect(await recent.list()).toEqual([])
    await expect(recent.pathOf(id)).rejects.toMatchObject({ code: 'file-missing' })
  })

  test('stand in the desktop’s own list as long as they stand in ours', async () => {
    let listed: string[] = []
    const desktop = {
      addRecentDocument: (file: string) => void (listed = [file, ...listed.filter((other) => other !== file)]),
      clearRecentDocuments: () => void (listed = []),
    }
    const recent = new Recent(at('recent.json'), desktop)
    for (const name of ['a.atrium', 'b.atrium', 'c.atrium']) await recent.add(at(name))
    expect(listed).toEqual([at('c.atrium'), at('b.atrium'), at('a.atrium')])
    await recent.forget((await recent.list())[1].id)
    expect(listed).toEqual([at('c.atrium'), at('a.atrium')])
    await recent.clear()
    expect(listed).toEqual([])
    expect(await recent.list()).toEqual([])
  })
})

describe('a profile that cannot be written', () => {
  beforeEach(async () => {
    for (const name of ['recent.json.tmp', 'settings.json.tmp', 'window.json.tmp']) await mkdir(at(name))
  })

  test('costs what is remembered and nothing else: it holds until Atrium ends, and each loss is told', async () => {
    const lost: unknown[] = []
    const recent = new Recent(at('recent.json'), null, (error) => lost.push(error))
    await recent.add(at('a.atrium'))
    await recent.add(at('b.atrium'))
    await recent.forget((await recent.list())[1].id)
    expect((await recent.list()).map(({ name }) => name)).toEqual(['b.atrium'])
    const settings = openSettings(at('settings.json'), (error) => lost.push(error))
    await settings.update((before) => ({ ...before, theme: 'dark' }))
    expect((await settings.read()).theme).toBe('dark')
    expect(lost).toHaveLength(4)
  })

  test('is written again as soon as it can be', async () => {
    const recent = new Recent(at('recent.json'))
    await recent.add(at('a.atrium'))
    await rm(at('recent.json.tmp'), { recursive: true })
    await recent.add(at('b.atrium'))
    expect((await new Recent(at('recent.json')).list()).map(({ name }) => name)).toEqual(['b.atrium', 'a.atrium'])
  })

  test('keeps no desktop from saving either', async () => {
    const refuse = (): never => { throw new Error('no taskbar') }
    const recent = new Recent(at('other.json'), { addRecentDocument: refuse, clearRecentDocuments: refuse })
    await recent.add(at('a.atrium'))
    await recent.clear()
    expect(await recent.list()).toEqual([])
  })
})

describe('the log', () => {
  test('starts a new file when the old one is large, and keeps one', async () => {
    const log = new Log(at('logs/atrium.log'))
    for (let line = 0; line < 12; line++) log.info('x'.repeat(200_000))
    expect((await readdir(at('logs'))).sort()).toEqual(['atrium.log', 'atrium.log.1'])
    expect((await readFile(at('logs/atrium.log'), 'utf8')).length).toBeLessThan(1_500_000)
  })

  test('never throws', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await writeFile(at('file'), '')
    new Log(at('file/atrium.log')).info('nowhere to go')
    expect(write).toHaveBeenCalled()
    write.mockRestore()
  })
})

describe('an unattended run', () => {
  test('exists only when the environment asks for it', () => {
    expect(Demo.fromEnvironment({})).toBeNull()
    expect(Demo.fromEnvironment({ ATRIUM_DEMO: folder })).toBeInstanceOf(Demo)
  })

  test('is given a project to save under and, when named, a room', async () => {
    await writeFile(at('room.glb'), 'glTF')
    const info = await new Demo(at('demo-output'), at('room.glb')).info(new Files())
    expect(info).toMatchObject({ model: { name: 'room.glb' }, project: { name: 'room.atrium', writable: true, sizeBytes: 0 } })
    expect((await new Demo(at('demo-output'), null).info(new Files())).model).toBeNull()
  })
})

describe('closing a window', () => {
  const flow = (parts: Partial<ConstructorParameters<typeof CloseFlow>[0]> = {}) => {
    const destroyWindow = vi.fn()
    const askPage = vi.fn()
    const closeFlow = new CloseFlow({ isPageGone: () => false, askPage, confirmLoss: () => Promise.resolve(false), destroyWindow, answerMs: () => 1000, ...parts })
    return { closeFlow, destroyWindow, askPage }
  }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('waits for the page, however long the user thinks', async () => {
    const { closeFlow, destroyWindow, askPage } = flow()
    closeFlow.edited = true
    expect(closeFlow.mayClose()).toBe(false)
    expect(askPage).toHaveBeenCalledOnce()
    closeFlow.answered()
    await vi.advanceTimersByTimeAsync(100_000)
    expect(destroyWindow).not.toHaveBeenCalled()
    closeFlow.close()
    expect(destroyWindow).toHaveBeenCalledOnce()
    expect(closeFlow.mayClose()).toBe(true)
  })

  test('does not wait for a page that is gone', () => {
    expect(flow({ isPageGone: () => true }).closeFlow.mayClose()).toBe(true)
  })

  test('ends a silent page that has nothing to lose', async () => {
    const { closeFlow, destroyWindow } = flow()
    closeFlow.mayClose()
    await vi.advanceTimersByTimeAsync(1001)
    expect(destroyWindow).toHaveBeenCalledOnce()
  })

  test.each([true, false])('asks the user about a silent page with unsaved work: %s', async (agreed) => {
    const { closeFlow, destroyWindow } = flow({ confirmLoss: () => Promise.resolve(agreed) })
    closeFlow.edited = true
    closeFlow.mayClose()
    await vi.advanceTimersByTimeAsync(1001)
    expect(destroyWindow).toHaveBeenCalledTimes(agreed ? 1 : 0)
  })

  test('that its user keeps open takes back the wish to quit: on macOS its last window then closes without the program', () => {
    const quitting = new Quitting()
    const { closeFlow, destroyWindow } = flow({ stays: () => quitting.cancel() })
    closeFlow.edited = true
    quitting.begin()
    closeFlow.mayClose()
    expect([quitting.endsWithLastWindow('darwin'), quitting.endsWithLastWindow('linux')]).toEqual([true, true])
    closeFlow.stay()
    expect([quitting.endsWithLastWindow('darwin'), quitting.endsWithLastWindow('linux')]).toEqual([false, true])
    vi.advanceTimersByTime(100_000)
    expect(destroyWindow).not.toHaveBeenCalled()
  })
})
