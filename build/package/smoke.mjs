// Starts an unpacked application folder on the Chromium host as Playwright starts Electron, waits for the start screen and
// leaves. Prints how long the start took. Used by check.mjs: node build/package/smoke.mjs FOLDER
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { _electron } from 'playwright'

const folder = path.resolve(process.argv[2])
const userData = mkdtempSync(path.join(os.tmpdir(), 'atrium-smoke-'))
process.env.ELECTRON_OVERRIDE_DIST_PATH = path.resolve(import.meta.dirname, '../chromium-host/bin')
const started = performance.now()
const app = await _electron.launch({
  args: [folder],
  // Only the host itself is found from here; the application finds nothing but what it was packaged with.
  cwd: path.resolve(import.meta.dirname, '../..'),
  chromiumSandbox: process.getuid?.() !== 0,
  env: { ...process.env, ATRIUM_USER_DATA: userData, ATRIUM_SOFTWARE_GPU: '1', CHROMIUM_HOST_HEADLESS: '1', CHROMIUM_HOST_OFFLINE: '1' },
})
try {
  const page = await app.firstWindow()
  const problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.getByRole('button', { name: /sample/i }).first().waitFor({ timeout: 600_000 })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  console.log(`start screen after ${((performance.now() - started) / 1000).toFixed(1)} s`)
} finally {
  await app.close()
  rmSync(userData, { recursive: true, force: true, maxRetries: 20 })
}
