import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Vec3 } from '../../../gpu/index.ts'
import { isKernelThread, serveInThread } from '../../../gpu/headless/cpu-threads.ts'
import { isDenoiseThread, serveDenoiseInThread } from '../../../gpu/headless/denoise-threads.ts'
import { createHeadlessDevice } from '../../../gpu/headless/headless.ts'
import type { AtriumDocument } from '../../../renderer/document/types.ts'
import { AtriumError } from '../../../renderer/errors/atrium-error.ts'
import type { SimplerOffer } from '../../../renderer/imports/reader.ts'
import { foreignProgramOf, formatOf, listOfExtensions, refusalOf, withoutExtension } from '../../../renderer/imports/formats.ts'
import { cameraOf } from '../../../renderer/navigation/projection.ts'
import { newOrigin } from '../../../renderer/project/file/contents.ts'
import { serializeProject } from '../../../renderer/project/file/serialize.ts'
import { createSnapshots } from '../../../renderer/scene/snapshot.ts'
import { intlLocale, phrase, say } from '../../../renderer/words/say.ts'
import { findAdapter, STOPS, threadsFor } from '../adapter.ts'
import { runCommand } from '../command.ts'
import { type OpenModel, openModel } from '../model.ts'
import { checkOut, linkedBy, removeParts, writeWhole } from '../part-file.ts'
import { sentenceOf } from '../sentence.ts'
import { openDenoiser } from '../still/denoiser.ts'
import { createProgress, type Progress } from '../still/progress.ts'
import { UsageError } from '../usage.ts'
import { type ImportOptions, parseImportOptions, usage, whenStopped } from './options.ts'
import { createCamera, type FirstPicture, HEIGHT, pngOf, WIDTH, writePng } from './picture.ts'
import { lineOf, textOfLine } from './report.ts'

/*
 * `npm run import -- FILE… --out FILE.atrium`: models become a project without a window, as the window opens them. One line a file goes to stdout,
 * what went wrong to stderr; options.ts says how to call it.
 */

if (isKernelThread) serveInThread()
else if (isDenoiseThread) serveDenoiseInThread()
else {
  await runCommand('import', usage, async (words) => {
    const options = parseImportOptions(words)
    for (const out of [options.out, options.picture]) if (out !== null) await checkOut(out)
    if (options.json || options.picture !== null) await findAdapter()
    return importFiles(options)
  })
}

/** @returns the exit status: 1 when a file could not be read; the others are imported */
async function importFiles(options: ImportOptions): Promise<number> {
  for (const signal of STOPS) {
    process.once(signal, () => {
      process.stderr.write(`${whenStopped(options)}\n`)
      process.exit(130)
    })
  }
  const progress = createProgress()
  const takePicture = options.json || options.picture !== null ? await createPhotographer(options, progress) : null
  const opened: OpenModel[] = []
  let first: FirstPicture | null = null
  let status = 0
  for (const file of options.files) {
    const startedMs = performance.now()
    try {
      progress.say(say('cli.reading', { name: path.basename(file) }))
      const model = await openFile(file, options, opened.map(({ report }) => report.answers.origin))
      if (takePicture !== null) progress.say(say('cli.tracing'))
      const picture = await takePicture?.(model) ?? null
      progress.clear()
      if (picture !== null && options.picture !== null) await writePng(options.picture, picture.rgba)
      const line = lineOf(file, model, picture?.figures ?? null, startedMs)
      process.stdout.write(`${options.json ? JSON.stringify(line) : textOfLine(line)}\n`)
      if (opened.length === 0) first = picture
      opened.push(model)
    } catch (error) {
      progress.clear()
      if (error instanceof UsageError) throw error
      status = 1
      const sentence = sentenceOf(error, 'import')
      if (options.json) process.stdout.write(`${JSON.stringify({ file, error: sentence })}\n`)
      process.stderr.write(`${say('cli.import.failed', { file, message: sentence })}\n`)
    }
  }
  if (options.out !== null && opened.length > 0) await writeProject(options.out, opened, first)
  return status
}

/** @param beside  what was taken off the files before it: trades of one building stay together */
async function openFile(file: string, { as, textures, simplify, metresPerUnit, up }: ImportOptions, beside: readonly Vec3[]): Promise<OpenModel> {
  const program = foreignProgramOf(file)
  if (program !== null) throw new AtriumError('model-foreign', say('cli.import.error.foreign', { program, exports: phrase('import.exports') }))
  if (refusalOf(file) === 'file-packed') throw new AtriumError('file-packed', say('cli.import.error.packed'))
  if (formatOf(file)?.kind !== 'model') throw new UsageError(say('cli.error.type', { file, extensions: listOfExtensions(intlLocale(), 'model') }))
  const bytes = new Uint8Array(await readFile(file))
  return openModel(file, bytes, { pieces: as === 'piece' ? 'single' : 'objects', textures, offerSimpler: simplerIf(simplify), known: { beside, ...(metresPerUnit !== null && { metresPerUnit }), ...(up !== null && { up }) } })
}

/** @throws AtriumError that names the option, where it would help */
function simplerIf(simplify: boolean): (offer: SimplerOffer) => Promise<boolean> {
  return ({ from, to, most }) => (simplify ? Promise.resolve(true) : Promise.reject(new AtriumError('model-too-large', say('cli.import.error.simplify', { from, to, most }))))
}

/** The first view of what was opened; denoised where somebody will look at it. */
async function createPhotographer({ window, picture, denoise }: ImportOptions, progress: Progress): Promise<(opened: OpenModel) => Promise<FirstPicture>> {
  const device = await createHeadlessDevice()
  const network = picture !== null && denoise ? await openDenoiser(device, { device: null, width: WIDTH, height: HEIGHT }, import.meta.url, progress) : null
  const camera = await createCamera(device, await threadsFor(device, null, import.meta.url), { comparesWindow: window, denoising: network && { network } })
  return ({ asset: { parsed }, document, pose, settings }) => camera({ snapshot: createSnapshots()(document, new Map([[parsed.key, parsed]])), camera: cameraOf(pose), settings })
}

/** The first model decides light, view and picture; the others stand in it where their files place them. */
async function writeProject(out: string, opened: readonly OpenModel[], first: FirstPicture | null): Promise<void> {
  const [{ document, pose, settings }, ...others] = opened
  const records = new Map(opened.flatMap((model) => model.document.assets.map((record) => [record.key, record] as const)))
  const documents = [document, ...others.map((other) => other.document)]
  const groups = documents.flatMap((each) => each.groups ?? [])
  const whole: AtriumDocument = {
    ...document, name: withoutExtension(path.basename(out)), assets: [...records.values()], pieces: documents.flatMap(({ pieces }) => pieces), ...(groups.length > 0 && { groups }),
  }
  const assets = new Map(opened.map(({ asset }) => [asset.parsed.key, asset.bytes]))
  const bytes = await serializeProject({ document: whole, view: { pose, navigation: 'orbit', settings }, assets, thumbnail: first === null ? null : await pngOf(first.rgba), origin: newOrigin() }, 'Atrium import')
  removeParts(await linkedBy(out))
  await writeWhole(out, (file) => file.writeFile(bytes))
  process.stderr.write(`${say('cli.import.done', { out, count: whole.pieces.length })}\n`)
}
