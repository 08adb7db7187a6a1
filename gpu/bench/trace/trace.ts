import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { buildKdTree } from '../../kdtree/build/build.ts'
import { packForTracing, treeBytes } from '../../kdtree/pack.ts'
import { createHeadlessDevice } from '../../headless/headless.ts'
import { IDENTITY } from '../../testing/scenes.ts'
import { packScene, type PackedScene } from '../../testing/tracer.ts'
import { TREE_LAYOUTS } from '../../traversal/traversals.ts'
import { mergeFile, readMeshFile } from '../files/mesh-file.ts'
import { createGpuTracer, createTwinTracer, type RayKind, type RayTracer } from './trace-harness.ts'
import { type TraceOptions, UsageError } from './trace-options.ts'
import { LARGEST, prepareRays, RAY_BYTES } from './trace-rays.ts'

/** What `npm run trace` prints. */
export interface TraceReport {
  readonly scene: string
  /** Of the file, those without area too. */
  readonly triangles: number
  readonly traversal: string
  readonly builder: string
  readonly executor: 'gpu' | 'cpu'
  readonly rays: number
  readonly hits: number
  /** Of the rays that hit, in units of each ray's direction; null without hits. */
  readonly meanT: number | null
  /** Million rays per second of CPU time, all threads; tracing alone, warm; null without rays. */
  readonly mraysPerCpuSecond: number | null
  readonly mraysWall: number | null
  readonly buildCpuMs: number
  /** Nodes, references and what the traversal adds to them; the exact corners take 48 more. */
  readonly bytesPerTriangle: number
}

/** Rays in memory at one time. */
const CHUNK = 1 << 20
const OUT_BYTES = 8
/** The first rays, traced for nothing: pipelines are compiled by one dispatch, and V8 needs a while. */
const WARM_UP_RAYS = 1 << 15
const WARM_UP_PASSES: Readonly<Record<RayTracer['executor'], number>> = { gpu: 1, cpu: 4 }
/** Few rays are traced again and again, until the clock has something to measure. */
const LEAST_CPU_MS = 2000
const MOST_PASSES = 9

/**
 * Traces a file of rays against a mesh file.
 *
 * @throws UsageError, MeshFileError, MeshInvalidError, EngineError, or an Error of the file system: each with a sentence
 */
export async function traceFile(options: TraceOptions): Promise<TraceReport> {
  const rayFile = await openRays(options.rays)
  let out: FileHandle | null = null
  let tracer: RayTracer | null = null
  try {
    out = options.out === null ? null : await openNew(options.out)
    const mesh = mergeFile(await readMeshFile(options.scene), options.scale)
    const cpu = process.cpuUsage()
    const tree = buildKdTree(mesh, { builder: options.builder })
    const { user, system } = process.cpuUsage(cpu)
    const scene = packScene({ name: mesh.key, meshes: [{ mesh, tree }], instances: [{ mesh: 0, worldFromObject: IDENTITY }] }, options.traversal)
    // One object needs no tree over objects.
    const how = { mode: 'object-list', traversal: options.traversal } as const
    tracer = options.executor === 'cpu' ? createTwinTracer(scene, how) : await createGpuTracer(await createHeadlessDevice(), scene, how)
    const traced = await traceChunks(rayFile, tracer, options.kind, scene, out)
    const triangles = mesh.indices.length / 3
    return {
      scene: path.basename(options.scene), triangles, traversal: options.traversal, builder: options.builder, executor: options.executor,
      ...traced, buildCpuMs: (user + system) / 1e3, bytesPerTriangle: treeBytes(packForTracing(mesh, tree, TREE_LAYOUTS[options.traversal])) / triangles,
    }
  } finally {
    tracer?.dispose()
    await rayFile.handle.close()
    await out?.close()
  }
}

interface RayFile { readonly handle: FileHandle; readonly count: number }

async function openRays(file: string): Promise<RayFile> {
  let handle: FileHandle
  try {
    handle = await open(file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`)
  }
  const stat = await handle.stat()
  const { size } = stat
  if (!stat.isFile()) {
    await handle.close()
    throw new UsageError(`${file} is not a file.`)
  }
  if (size % RAY_BYTES === 0) return { handle, count: size / RAY_BYTES }
  await handle.close()
  throw new UsageError(`${path.basename(file)} has ${size} bytes, but a ray takes ${RAY_BYTES}.`)
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'w')
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}.`)
  }
}

async function traceChunks({ handle, count: total }: RayFile, tracer: RayTracer, kind: RayKind, { triangleOf }: PackedScene, out: FileHandle | null) {
  let [hits, sumT, cpuMs, wallMs] = [0, 0, 0, 0]
  for (let first = 0; first < total; first += CHUNK) {
    const count = Math.min(CHUNK, total - first)
    const { rays, units } = prepareRays(await readExactly(handle, first * RAY_BYTES, count * RAY_BYTES))
    if (first === 0) for (let pass = 0; pass < WARM_UP_PASSES[tracer.executor]; pass++) await tracer.trace(rays.subarray(0, 8 * WARM_UP_RAYS), kind)
    const traced = await tracer.trace(rays, kind)
    const answers = new DataView(new ArrayBuffer(count * OUT_BYTES))
    for (let i = 0; i < count; i++) {
      const isHit = traced.t[i] >= 0
      const t = Math.fround(Math.min(traced.t[i] * units[i], LARGEST))
      answers.setFloat32(OUT_BYTES * i, isHit ? t : -1, true)
      answers.setUint32(OUT_BYTES * i + 4, isHit ? triangleOf(traced.record[i]) : 0xffffffff, true)
      if (!isHit) continue
      hits++
      sumT += t
    }
    await out?.write(new Uint8Array(answers.buffer), 0, answers.byteLength, first * OUT_BYTES)
    const took = [traced]
    while (total <= CHUNK && took.length < MOST_PASSES && took.reduce((sum, pass) => sum + pass.cpuMs, 0) < LEAST_CPU_MS && count > 0) took.push(await tracer.trace(rays, kind))
    const middle = took.toSorted((a, b) => a.cpuMs - b.cpuMs)[(took.length - 1) >> 1]
    cpuMs += middle.cpuMs
    wallMs += middle.wallMs
  }
  const rate = (ms: number): number | null => (total === 0 ? null : total / Math.max(ms, 1e-3) / 1e3)
  return { rays: total, hits, meanT: hits === 0 ? null : sumT / hits, mraysPerCpuSecond: rate(cpuMs), mraysWall: rate(wallMs) }
}

/** @throws Error when the file has become shorter */
async function readExactly(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done)
    if (bytesRead === 0) throw new UsageError('The file of rays was cut while it was read.')
    done += bytesRead
  }
  return bytes
}
