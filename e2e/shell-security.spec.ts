import { expect, pickRuntime, visiting as test } from './app.ts'

/** Electron's security checklist, held in the running application. The values themselves are held in electron/*.test.ts. */

test('the page runs no text as code', async ({ shell }) => {
  const result = await shell.page.evaluate(async () => {
    // The debugger lets its own task eval; the page's next task shows the policy.
    await new Promise((resolve) => setTimeout(resolve))
    const outcome: Record<string, unknown> = {}
    const attempt = (name: string, run: () => unknown): void => {
      try {
        run()
        outcome[name] = 'ran'
      } catch (error) {
        outcome[name] = error instanceof EvalError ? 'blocked' : String(error)
      }
    }
    const global = globalThis as unknown as { eval: (code: string) => unknown; Function: new (code: string) => () => unknown }
    attempt('eval', () => global.eval('1'))
    attempt('Function', () => new global.Function('return 1')())
    const script = document.createElement('script')
    script.textContent = 'window.inlineRan = true'
    document.head.append(script)
    outcome['inline'] = 'inlineRan' in window ? 'ran' : 'blocked'
    script.remove()
    // An empty module: WebAssembly must stay allowed, decoders need it.
    outcome['wasm'] = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => 'ran', String)
    return outcome
  })
  expect(result).toEqual({ eval: 'blocked', Function: 'blocked', inline: 'blocked', wasm: 'ran' })
})

test('the page reaches no other origin', async ({ shell }) => {
  const result = await shell.page.evaluate(async () => {
    const violations = new Set<string>()
    const reported = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        if (violations.add(effectiveDirective).size === 3) resolve()
      })
    })
    const fetched = await fetch('https://example.org/').then(() => 'ran', () => 'blocked')
    const socket = await new Promise((resolve) => {
      const opened = new WebSocket('wss://example.org/')
      opened.onerror = () => resolve('blocked')
      opened.onopen = () => resolve('ran')
    })
    const frame = Object.assign(document.createElement('iframe'), { src: 'https://example.org/' })
    const image = Object.assign(new Image(), { src: 'https://example.org/x.png' })
    document.body.append(frame, image)
    await reported
    frame.remove()
    image.remove()
    return { fetched, socket, violations: [...violations].sort((a, b) => a.localeCompare(b)) }
  })
  expect(result).toEqual({ fetched: 'blocked', socket: 'blocked', violations: ['connect-src', 'frame-src', 'img-src'] })
})

test('every answer carries the policy and isolates the page', async ({ shell }) => {
  const answers = await shell.page.evaluate(async () => {
    const paths = ['index.html', 'no-such-file', 'file/00000000000000000000000000000000']
    return Promise.all(
      paths.map(async (path) => {
        const { status, headers } = await fetch(path)
        return { status, headers: Object.fromEntries(headers) }
      }),
    )
  })
  expect(answers.map((answer) => answer.status)).toEqual([200, 404, 404])
  for (const { headers } of answers) {
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toContain("'unsafe-eval'")
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('a path that climbs out of the page folder finds nothing', async ({ shell }) => {
  const statuses = await shell.page.evaluate(() =>
    Promise.all(['..%2Fmain%2Fmain.js', '%2e%2e/main/main.js', '/../package.json', '%00'].map(async (path) => (await fetch(path)).status)),
  )
  for (const status of statuses) expect([403, 404]).toContain(status)
})

test('the page has nothing of Node or Electron but the frozen bridge', async ({ shell }) => {
  const result = await shell.page.evaluate(() => {
    const names = ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer', 'global']
    return {
      leaked: names.filter((name) => name in window),
      bridge: Object.keys(window.atrium ?? {}).sort((a, b) => a.localeCompare(b)),
      frozen: Object.isFrozen(window.atrium),
      replaceable: Object.getOwnPropertyDescriptor(window, 'atrium')?.configurable,
    }
  })
  expect(result).toEqual({ leaked: [], bridge: ['adopt', 'on', 'request'], frozen: true, replaceable: false })
})

test('requests are refused unless the contract allows them', async ({ shell }) => {
  const result = await shell.page.evaluate(async () => {
    const bridge = window.atrium as unknown as { request: (channel: string, request?: unknown) => Promise<{ ok: boolean; code?: string }> }
    const attempt = (channel: string, request?: unknown) => bridge.request(channel, request).then((reply) => (reply.ok ? 'ok' : reply.code), () => 'refused')
    return {
      unknownChannel: await attempt('file:read', '/etc/passwd'),
      adopt: await attempt('adopt', '/etc/passwd'),
      wrongType: await attempt('settings:set', { theme: 7 }),
      badHandle: await attempt('file:commit', { handle: '../../etc/passwd', sha256: 'x', sizeBytes: 1 }),
      unknownHandle: await attempt('file:commit', { handle: '0'.repeat(32), sha256: '0'.repeat(64), sizeBytes: 1 }),
      hugeTitle: await attempt('window:document', { title: 'x'.repeat(1000), edited: false }),
      demoPut: (await fetch('demo/a.png', { method: 'PUT', body: 'x' })).status,
    }
  })
  expect(result).toEqual({
    unknownChannel: 'refused',
    adopt: 'refused',
    wrongType: 'request-invalid',
    badHandle: 'request-invalid',
    unknownHandle: 'handle-unknown',
    hugeTitle: 'request-invalid',
    demoPut: 405,
  })
})

test('a worker comes from our own files alone', async ({ shell }) => {
  const violated = await shell.page.evaluate(async () => {
    const heard = new Promise<string>((resolve) => document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true }))
    const address = URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' }))
    try {
      new Worker(address)
    } catch {
      // Refused at once or by an event.
    }
    return heard
  })
  expect(violated).toBe('worker-src')
})

test('permissions are denied, but for pointer lock and full screen', async ({ shell }) => {
  const states = await shell.page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'] as unknown as PermissionName[]
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
  })
  expect(new Set(states)).toEqual(new Set(['denied']))
  await shell.page.mouse.click(5, 500)
  const fullscreen = await shell.page.evaluate(() => document.documentElement.requestFullscreen().then(() => 'granted', String))
  expect(fullscreen).toBe('granted')
  await shell.page.evaluate(() => document.exitFullscreen())
})

if (pickRuntime() === 'electron') {
  test('the renderer is sandboxed as the window asks', async ({ shell }) => {
    const preferences = await shell.electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      return contents.getLastWebPreferences()
    })
    expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, webSecurity: true })
  })
} else {
  test('the stand-in makes no window that is less than sandboxed', async ({ shell }) => {
    const outcomes = await shell.electron.evaluate(({ BrowserWindow }) => {
      const loosened = [{ sandbox: false }, { contextIsolation: false }, { nodeIntegration: true }, { webSecurity: false }, { webviewTag: true }]
      return loosened.map((webPreferences) => {
        try {
          new BrowserWindow({ webPreferences }).destroy()
          return 'made'
        } catch {
          return 'refused'
        }
      })
    })
    expect(new Set(outcomes)).toEqual(new Set(['refused']))
  })
}
