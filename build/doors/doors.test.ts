import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const HOUSE = ['gpu', 'renderer', 'electron', 'build', 'assets', 'e2e']
const root = path.resolve(import.meta.dirname, '../..')
let copy: string

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'atrium-doors-'))
  // Without the tests, for which `npm run doors` itself looks: what is planted stands elsewhere.
  const isSource = (file: string): boolean => path.extname(file) === '' || (/\.(ts|tsx|mjs|json|wgsl)$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file))
  for (const folder of HOUSE) {
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true, filter: (file) => isSource(file) && !file.includes(path.join('assets', 'public')) })
  }
  cpSync(path.join(root, 'package.json'), path.join(copy, 'package.json'))
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** What `npm run doors` says of the copy when these lines stand at the top of these files. */
function doorsWith(lines: Record<string, string>): { status: number | null; said: string } {
  const before = new Map(Object.keys(lines).map((file) => [path.join(copy, file), readFileSync(path.join(copy, file), 'utf8')]))
  try {
    for (const [file, line] of Object.entries(lines)) writeFileSync(path.join(copy, file), `${line}\n${before.get(path.join(copy, file))}`)
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'build/doors/check.mjs'), copy], { encoding: 'utf8' })
    return { status, said: stdout + stderr }
  } finally {
    for (const [file, text] of before) writeFileSync(file, text)
  }
}

test('an arrow through a shut door is found, even if only a type goes through it', () => {
  const { status, said } = doorsWith({
    'electron/log.ts': "import type { Engine } from '../gpu/index.ts'",
    'gpu/scene.ts': "import type { Stats } from 'node:fs'",
    'renderer/app.tsx': "import type { KdTree } from '../gpu/kdtree/node.ts'",
    'renderer/document/ids.ts': "import type { newLight } from './new-light.ts'",
    'renderer/errors/notices.ts': "import { useDocument } from '../document/store.ts'",
    'renderer/panels/window/hud.tsx': "import { Mesh } from 'three/webgpu'",
    'renderer/ui/section.tsx': "import { build } from '../../build/setup.mjs'",
  })
  expect(status).toBe(1)
  for (const violation of [
    'electron reads neither the window nor the engine: electron/log.ts → gpu/index.ts',
    'gpu without Node: gpu/scene.ts → fs',
    'renderer reads gpu through its doors: renderer/app.tsx → gpu/kdtree/node.ts',
    'no rings: renderer/document/ids.ts → renderer/document/new-light.ts → renderer/document/ids.ts',
    'renderer/errors reads the rows above it: renderer/errors/notices.ts → renderer/document/store.ts',
    'three belongs to renderer/viewport renderer/imports assets build/cli gpu/testing gpu/bench: renderer/panels/window/hud.tsx → ',
    'build is read by nobody: renderer/ui/section.tsx → build/setup.mjs',
  ]) expect(said).toContain(violation)
})

test('a house with too few rooms was not read', () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'atrium-doors-'))
  try {
    for (const folder of HOUSE) mkdirSync(path.join(empty, folder))
    writeFileSync(path.join(empty, 'gpu/scene.ts'), '')
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'build/doors/check.mjs'), empty], { encoding: 'utf8' })
    expect(stderr).toContain('only 1 modules were seen')
    expect(status).toBe(1)
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
})
