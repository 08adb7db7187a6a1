import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { partsOf, type TracedRays } from '../trace/traced-rays.ts'

const Head = z.object({ device: z.string(), kernels: z.array(z.object({ name: z.string(), over: z.enum(['one', 'many']) })), sets: z.array(z.object({ name: z.string(), rays: z.int() })) })
const Timed = z.object({ ms: z.number() })
const Kept = z.object({ hits: z.int() })

/** A kernel that never ends holds the card, and would hold the bench. */
const PATIENCE_MS = 60_000

/** Kernels for one make of card, in a program of their own (native/native.cu) that has a case and waits to be asked. */
export interface NativePeer {
  readonly device: string
  /** As rows name them, and what they walk: all triangles as one object, or the objects as they stand. */
  readonly kernels: readonly { readonly name: string; readonly over: 'one' | 'many' }[]
  /** Milliseconds of all rays of a kind once, by the card's clock around as many dispatches as fill a batch. */
  time(kernel: number, kind: string): Promise<number>
  /** With the triangle's number in its mesh. */
  hits(kernel: number, kind: string): Promise<TracedRays>
  close(): Promise<void>
}

/**
 * @param program  what native.cu was built to
 * @param files  of the case
 * @param folder  where hits may pass through
 * @throws Error with what the program said
 */
export async function startNative(program: string, files: readonly string[], folder: string, before: readonly string[] = []): Promise<NativePeer> {
  const child = spawn(program, [...before, ...files], { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => void (said += text.toString()))
  let failed: Error | null = null
  const gone = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      failed = error
      resolve()
    })
    child.on('close', () => resolve())
  })
  // A program that is gone hears nothing; the next line says so.
  child.stdin.on('error', () => {})
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  /** Until that is done; a program that takes longer is ended. */
  const inTime = async <T>(waiting: Promise<T>, why: string): Promise<T> => {
    const timer = setTimeout(() => end(why), PATIENCE_MS)
    try {
      return await waiting
    } finally {
      clearTimeout(timer)
    }
  }
  function end(why: string): void {
    said = why
    child.kill('SIGKILL')
  }
  const next = async <T>(answer: z.ZodType<T>): Promise<T> => {
    const line = await inTime(lines.next(), `It said nothing for ${PATIENCE_MS / 1000} s.`)
    if (line.done !== true) {
      const found = answerOf(line.value, answer)
      if (found !== null) return found
      end(`It said ${line.value.slice(0, 200)}.`)
    }
    await gone
    throw new Error(`${program} ended. ${failed?.message ?? said.trim()}`)
  }
  const ask = <T>(question: string, answer: z.ZodType<T>): Promise<T> => {
    child.stdin.write(`${question}\n`)
    return next(answer)
  }
  const { device, kernels, sets } = await next(Head)
  const setOf = (kind: string): number => sets.findIndex(({ name }) => name === kind)
  return {
    device, kernels: kernels.map(({ name, over }) => ({ name: `CUDA, ${name}`, over })),
    time: async (kernel, kind) => (await ask(`time ${kernel} ${setOf(kind)}`, Timed)).ms,
    async hits(kernel, kind) {
      const file = path.join(folder, 'hits.bin')
      const { hits } = await ask(`hits ${kernel} ${setOf(kind)} ${file}`, Kept)
      const bytes = readFileSync(file)
      rmSync(file)
      const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 8 * hits))
      return partsOf(words)
    },
    async close() {
      child.stdin.end()
      await inTime(gone, 'It went on.')
    },
  }
}

/** null: a line that says something else. */
function answerOf<T>(line: string, answer: z.ZodType<T>): T | null {
  try {
    return answer.parse(JSON.parse(line))
  } catch {
    return null
  }
}
