import { existsSync } from 'node:fs'
import { sceneSources } from './bench-scenes.ts'
import { CASE_PARTS } from './peers/native-case.ts'
import { caseFiles } from './rows/native-rows.ts'

/**
 * Makes a case for `card/native` ahead, which takes a minute of one core for a large scene, so that parts and scenes are made side by side:
 * `node build/tool.mjs gpu/bench/case-main.ts SCENE FOLDER [one|many|rays|all] [WIDTHxHEIGHT]`. A scene is a file, or named as ATRIUM_SCENES has it.
 */
const [scene, folder, part = 'all', size] = process.argv.slice(2)
const sources = sceneSources(existsSync(scene) ? [scene] : [])
const [name, source] = existsSync(scene) ? [...sources][0] : [scene, sources.get(scene)!]
const parts = CASE_PARTS.filter((each) => part === 'all' || part === each)
const files = await caseFiles(folder, name, source, parts, size === undefined ? undefined : size.split('x').map(Number) as [number, number])
process.stdout.write(`${files.join('\n')}\n${process.uptime().toFixed(1)} s\n`)
