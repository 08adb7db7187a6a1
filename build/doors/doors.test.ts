import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const HOUSE = ['gpu', 'renderer', 'electron', 'build', 'assets', 'e2e']
const root = path.resolve(import.meta.dirname, '../..')

/** An arrow that is shut: the line that stands at the top of a file, and the file behind the door. */
interface Planted { readonly line: string; readonly to?: string }

/** What is said of a house of these files alone, when these lines stand at their top: `npm run doors` itself looks at all of them. */
function doorsOf(planted: Record<string, Planted>): { status: number | null; said: string } {
  const copy = mkdtempSync(path.join(tmpdir(), 'atrium-doors-'))
  try {
    for (const folder of HOUSE) mkdirSync(path.join(copy, folder))
    for (const file of [...Object.keys(planted), ...Object.values(planted).flatMap(({ to }) => to ?? [])]) cpSync(path.join(root, file), path.join(copy, file), { recursive: true })
    for (const [file, { line }] of Object.entries(planted)) writeFileSync(path.join(copy, file), `${line}\n${readFileSync(path.join(root, file), 'utf8')}`)
    cpSync(path.join(root, 'package.json'), path.join(copy, 'package.json'))
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'build/doors/check.mjs'), copy], { encoding: 'utf8' })
    return { status, said: stdout + stderr }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

test('an arrow through a shut door is found, even if only a type goes through it; a house with too few rooms was not read', () => {
  const { status, said } = doorsOf({
    'electron/batch/job.ts': { line: "import type { Place } from './files/place.ts'", to: 'electron/batch/files/place.ts' },
    'electron/log.ts': { line: "import type { Engine } from '../gpu/index.ts'", to: 'gpu/index.ts' },
    'electron/ipc.ts': { line: "export const late = () => import('../gpu/index.ts')" },
    'gpu/settings.ts': { line: "declare module 'late' { export * from 'node:os' }" },
    'gpu/scene.ts': { line: "import type { Stats } from 'node:fs'" },
    'renderer/app.tsx': { line: "import type { KdTree } from '../gpu/kdtree/node.ts'", to: 'gpu/kdtree/node.ts' },
    'renderer/document/ids.ts': { line: "import type { newLight } from './new-light.ts'", to: 'renderer/document/new-light.ts' },
    'renderer/errors/notices.ts': { line: "import { useDocument } from '../document/store.ts'", to: 'renderer/document/store.ts' },
    'renderer/panels/window/hud.tsx': { line: "import { Mesh } from 'three/webgpu'" },
    'renderer/theme.ts': { line: "export * from '../electron/log.ts'" },
    'renderer/ui/section.tsx': { line: "import { build } from '../../build/setup.mjs'", to: 'build/setup.mjs' },
  })
  expect(status).toBe(1)
  expect(said).toMatch(/^only 1\d modules were seen/m)
  for (const violation of [
    'electron/batch/job reads the rows above it: electron/batch/job.ts → electron/batch/files/place.ts',
    'electron reads neither the window nor the engine: electron/log.ts → gpu/index.ts',
    'electron reads neither the window nor the engine: electron/ipc.ts → gpu/index.ts',
    'gpu without Node: gpu/settings.ts → os',
    'gpu without Node: gpu/scene.ts → fs',
    'renderer reads gpu through its doors: renderer/app.tsx → gpu/kdtree/node.ts',
    'no rings: renderer/document/ids.ts → renderer/document/new-light.ts → renderer/document/ids.ts',
    'renderer/errors reads the rows above it: renderer/errors/notices.ts → renderer/document/store.ts',
    'three belongs to renderer/viewport renderer/imports assets build/cli gpu/testing gpu/bench: renderer/panels/window/hud.tsx → ',
    'renderer reads no other folder: renderer/theme.ts → electron/log.ts',
    'build is read by nobody: renderer/ui/section.tsx → build/setup.mjs',
  ]) expect(said).toContain(violation)
})
