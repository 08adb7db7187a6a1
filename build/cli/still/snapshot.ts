import { writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import { loadScene } from './scene.ts'

/*
 * `node build/tool.mjs build/cli/still/snapshot.ts FILE.atrium|FILE.glb OUT`: the scene as the engine takes it, its views and settings, in
 * V8's own format, for tools of the engine, which know nothing of projects (gpu/bench/pictures/picture-scenes.ts reads it).
 */

const [file, out] = process.argv.slice(2)
if (file === undefined || out === undefined) throw new Error('Which file, and where should its snapshot go?')
const { snapshot, views, settings } = await loadScene(file)
writeFileSync(out, serialize({ snapshot, views, settings }))
