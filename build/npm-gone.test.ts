import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const watcher = pathToFileURL(path.resolve(import.meta.dirname, 'npm-gone.mjs')).href

/** A script of npm's that runs until it is told that npm is gone. */
function folderWithScript(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-npm-'))
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'script', scripts: { runs: 'node script.mjs' } }))
  writeFileSync(path.join(folder, 'script.mjs'), `import { whenNpmIsGone } from ${JSON.stringify(watcher)}
whenNpmIsGone(() => process.stdout.write('npm is gone\\n', () => process.exit()))
setInterval(() => {}, 1000)
process.stdout.write('runs\\n')
`)
  return folder
}

test.skipIf(process.platform !== 'linux').for(['SIGTERM', 'SIGKILL'] as const)('a command that npm runs ends when npm alone gets %s (another system names no parents of others)', async (signal) => {
  const folder = folderWithScript()
  const npm = spawn('npm', ['run', '-s', 'runs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  // Who has inherited its end of the pipe closes it by its own.
  await new Promise<void>((resolve) => {
    npm.stdout.on('data', (text: Buffer) => {
      if (said === '') npm.kill(signal)
      said += text.toString()
    }).on('close', resolve)
  })
  expect(said).toBe('runs\nnpm is gone\n')
  rmSync(folder, { recursive: true })
})
