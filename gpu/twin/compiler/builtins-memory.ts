import type { Context, MemoryPlace, Value } from './context.ts'
import { convert } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { elementCount, use } from './memory.ts'
import type { Builtin } from './builtins.ts'
import { BOOL, leavesOf, nameOf, scalarType, type TextureType, type Type, U32, VOID, vectorType } from './types.ts'

/** The place that a pointer argument points to. */
function pointee(value: Value, at: Position): MemoryPlace {
  if (value.type.kind !== 'pointer' || value.place?.kind !== 'memory') throw compileError(at, `expected a pointer into a buffer, found ${nameOf(value.type)}`)
  return value.place
}

/** Something happens here: the result is named at once. */
function act(cx: Context, text: string): string {
  const name = cx.writer.unique('$')
  cx.writer.line(`const ${name} = ${text};`)
  cx.writer.markStable(name)
  return name
}

function atomic(write: (cx: Context, target: string, value: string) => string, operands: 0 | 1, result: boolean): Builtin {
  return (cx, args, at) => {
    const place = pointee(args[0], at)
    const { type } = place
    if (type.kind !== 'atomic') throw compileError(at, `${nameOf(type)} is not atomic`)
    if (args.length !== operands + 1) throw compileError(at, `this takes ${operands + 1} arguments`)
    const scalar = scalarType(type.scalar)
    const value = operands === 1 ? convert(args[1], scalar, at).parts[0] : ''
    const text = write(cx, atomicTarget(cx, place, type.scalar), value)
    if (result) return { type: scalar, parts: [act(cx, text)] }
    cx.writer.line(`${text};`)
    return { type: VOID, parts: [] }
  }
}

function atomicTarget(cx: Context, place: MemoryPlace, scalar: 'i32' | 'u32'): string {
  const constant = String(place.offset)
  return `${use(cx, place.memory, scalar[0])}, ${place.index === null ? constant : place.offset === 0 ? place.index : `${place.index} + ${constant}`}`
}

const builtinAtomic = (name: string) => atomic((_, target, value) => `Atomics.${name}(${target}, ${value})`, 1, true)
const ownAtomic = (name: string) => atomic((cx, target, value) => `${cx.rt(name)}(${target}, ${value})`, 1, true)

const compareExchange: Builtin = (cx, args, at) => {
  const place = pointee(args[0], at)
  if (place.type.kind !== 'atomic') throw compileError(at, `${nameOf(place.type)} is not atomic`)
  const scalar = scalarType(place.type.scalar)
  const [expected, fresh] = args.slice(1).map((arg) => convert(arg, scalar, at).parts[0])
  const old = act(cx, `Atomics.compareExchange(${atomicTarget(cx, place, place.type.scalar)}, ${expected}, ${fresh})`)
  const members = [{ name: 'old_value', type: scalar, offset: 0 }, { name: 'exchanged', type: BOOL, offset: 1 }]
  const type: Type = { kind: 'struct', name: '__atomic_compare_exchange_result', members, size: 2, align: 1 }
  return { type, parts: [old, `(${old} === ${expected})`] }
}

const arrayLength: Builtin = (cx, [pointer], at) => {
  const place = pointee(pointer, at)
  if (place.type.kind !== 'array' || place.type.count !== null) throw compileError(at, 'arrayLength takes a runtime-sized array')
  return { type: U32, parts: [elementCount(cx, place)] }
}

const barrier: Builtin = (cx) => {
  cx.usesBarrier = true
  cx.writer.line('yield null;')
  return { type: VOID, parts: [] }
}

/** Everyone waits, reads the same, and waits again before anyone can write. */
const workgroupUniformLoad: Builtin = (cx, [pointer], at) => {
  const place = pointee(pointer, at)
  barrier(cx, [], at)
  const parts = leavesOf(place.type).map(({ scalar, offset }) => {
    const text = `${use(cx, place.memory, scalar === 'f32' ? 'f' : scalar === 'i32' ? 'i' : 'u')}[${place.index === null ? place.offset + offset : `${place.index} + ${place.offset + offset}`}]`
    return act(cx, scalar === 'bool' ? `${text} !== 0` : text)
  })
  barrier(cx, [], at)
  return { type: place.type.kind === 'atomic' ? scalarType(place.type.scalar) : place.type, parts }
}

function texture(value: Value, at: Position): { name: string; type: TextureType } {
  if (value.type.kind !== 'texture' || value.handle === undefined) throw compileError(at, `${nameOf(value.type)} is not a texture`)
  return { name: value.handle, type: value.type }
}

const dimensions = (type: TextureType): number => (type.shape === '1d' ? 1 : type.shape === '3d' ? 3 : 2)

/** Coordinates, then the layer of an array, as three integer texts. */
function coordinates(type: TextureType, args: readonly Value[], at: Position): { texts: string[]; used: number } {
  const size = dimensions(type)
  const texts = [...integers(args[0], size, at)]
  const layered = type.shape === '2d_array'
  if (layered) texts.push(...integers(args[1], 1, at))
  while (texts.length < 3) texts.push('0')
  return { texts, used: layered ? 2 : 1 }
}

function integers(value: Value | undefined, width: number, at: Position): readonly string[] {
  if (value === undefined) throw compileError(at, 'an argument is missing')
  const scalar = value.type.kind === 'scalar' || value.type.kind === 'vector' ? value.type.scalar : 'bool'
  return convert(value, vectorType(scalar === 'u32' ? 'u32' : 'i32', width), at).parts
}

const textureLoad: Builtin = (cx, args, at) => {
  const { name, type } = texture(args[0], at)
  const { texts, used } = coordinates(type, args.slice(1), at)
  const level = type.format === null ? integers(args[used + 1], 1, at)[0] : '0'
  cx.writer.line(`${cx.rt('loadTexel')}(${name}, ${[...texts, level].join(', ')});`)
  const count = type.depth ? 1 : 4
  const parts = Array.from({ length: count }, (_, i) => cx.writer.define('$', `${cx.rt('texel')}[${i}]`))
  return { type: vectorType(type.scalar, count), parts }
}

const textureStore: Builtin = (cx, args, at) => {
  const { name, type } = texture(args[0], at)
  const { texts, used } = coordinates(type, args.slice(1), at)
  if (args.length !== used + 2) throw compileError(at, `textureStore takes ${used + 2} arguments`)
  const { parts } = convert(args[used + 1], vectorType(type.scalar, 4), at)
  cx.writer.line(`${cx.rt('storeTexel')}(${name}, ${[...texts, ...parts].join(', ')});`)
  return { type: VOID, parts: [] }
}

const textureDimensions: Builtin = (cx, args, at) => {
  const { name, type } = texture(args[0], at)
  const level = args[1] === undefined ? '0' : integers(args[1], 1, at)[0]
  const sides = ['width', 'height', 'layers'].slice(0, dimensions(type))
  const parts = sides.map((side) => (level === '0' ? `${name}.${side}` : `${cx.rt('sizeAt')}(${name}.${side}, ${level}, ${name}.levels)`))
  return { type: vectorType('u32', sides.length), parts }
}

const property = (field: string): Builtin => (_, args, at) => ({ type: U32, parts: [`${texture(args[0], at).name}.${field}`] })

/** Built-in functions that touch buffers, textures or other invocations. */
export const MEMORY: Readonly<Record<string, Builtin>> = {
  atomicLoad: atomic((_, target) => `Atomics.load(${target})`, 0, true),
  atomicStore: atomic((_, target, value) => `Atomics.store(${target}, ${value})`, 1, false),
  atomicAdd: builtinAtomic('add'), atomicSub: builtinAtomic('sub'), atomicAnd: builtinAtomic('and'), atomicOr: builtinAtomic('or'),
  atomicXor: builtinAtomic('xor'), atomicExchange: builtinAtomic('exchange'),
  atomicMin: ownAtomic('atomicMin'), atomicMax: ownAtomic('atomicMax'), atomicCompareExchangeWeak: compareExchange,
  arrayLength, workgroupUniformLoad,
  workgroupBarrier: barrier, storageBarrier: barrier, textureBarrier: barrier,
  textureLoad, textureStore, textureDimensions, textureNumLayers: property('layers'), textureNumLevels: property('levels'),
}
