import { type Context, type Memory, type MemoryPlace, type Place, type Value } from './context.ts'
import { concretize } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { columnStride, isAbstract, leavesOf, nameOf, type Scalar, scalarType, type Type, vectorType } from './types.ts'
import { isLiteral, isTrivial } from './writer.ts'

const viewOf = (scalar: Scalar): string => (scalar === 'f32' ? 'f' : scalar === 'i32' ? 'i' : 'u')

/** A value that lives in a place; its parts are read when asked for. */
export function valueAt(cx: Context, place: Place): Value {
  return {
    type: place.type,
    place,
    get parts() { return load(cx, place) },
  }
}

function address(place: MemoryPlace, offset: number): string {
  const constant = place.offset + offset
  if (place.index === null) return String(constant)
  return constant === 0 ? place.index : `${place.index} + ${constant}`
}

function load(cx: Context, place: Place): string[] {
  if (place.kind === 'local') return [...place.names]
  if (place.kind === 'lane') return leavesOf(place.type).map((_, part) => pick(place.index, place.choices.map((names) => names[part])))
  return leavesOf(place.type).map(({ offset, scalar }) => {
    const text = `${use(cx, place.memory, viewOf(scalar))}[${address(place, offset)}]`
    return scalar === 'bool' ? `(${text} !== 0)` : text
  })
}

/** One of the choices by index; the last also stands for every index past it, as a clamp would. */
export function pick(index: string, choices: readonly string[]): string {
  return choices.reduceRight((rest, choice, i) => (i === choices.length - 1 ? choice : `(${index} === ${i} ? ${choice} : ${rest})`), '')
}

/** The name of one view of a memory, which is then declared. */
export function use(cx: Context, memory: Memory, view: string): string {
  cx.memories.get(memory.name)?.views.add(view)
  if (!memory.writable && memory.space !== 'function') cx.writer.markStable(`${memory.name}_${view}`)
  return `${memory.name}_${view}`
}

/** Assigns to a place. Parts that read what earlier parts overwrite are read first. */
export function store(cx: Context, place: Place, parts: readonly string[], at: Position): void {
  if (place.kind === 'local') {
    if (!place.writable) throw compileError(at, 'this cannot be assigned')
    const safe = untangle(cx, parts, (i, text) => place.names.slice(0, i).some((name) => mentions(text, name)))
    place.names.forEach((name, i) => { if (name !== safe[i]) cx.writer.line(`${name} = ${safe[i]};`) })
  } else if (place.kind === 'lane') {
    if (!place.writable) throw compileError(at, 'this cannot be assigned')
    const safe = pin(cx, parts)
    place.choices.forEach((names, choice) => {
      const head = choice === 0 ? `if (${place.index} === 0)` : choice === place.choices.length - 1 ? 'else' : `else if (${place.index} === ${choice})`
      cx.writer.line(`${place.choices.length === 1 ? '' : `${head} `}{ ${names.map((name, i) => `${name} = ${safe[i]};`).join(' ')} }`)
    })
  } else {
    if (!place.memory.writable) throw compileError(at, `${place.memory.name} is read-only`)
    const safe = untangle(cx, parts, (i, text) => i > 0 && text.includes(`${place.memory.name}_`))
    if (place.memory.tracked === true) raise(cx, place)
    leavesOf(place.type).forEach(({ offset, scalar }, i) => {
      const bits = scalar === 'u32' || scalar === 'i32' ? /^(?:f2u|f2i)\(([\w$.-]+)\)$/.exec(safe[i])?.[1] : undefined
      const view = use(cx, place.memory, bits === undefined ? viewOf(scalar) : 'f')
      cx.writer.line(`${view}[${address(place, offset)}] = ${bits ?? (scalar === 'bool' ? `${safe[i]} ? 1 : 0` : safe[i])};`)
    })
  }
}

/** The words of this place may not be zero from now on. */
function raise(cx: Context, place: MemoryPlace): void {
  const high = `${place.memory.name}_high`
  const last = address(place, Math.max(0, ...leavesOf(place.type).map(({ offset }) => offset)))
  cx.writer.line(isLiteral(last) ? `if (${high} <= ${last}) ${high} = ${Number(last) + 1};` : `if (${high} <= ${last}) ${high} = ${last} + 1;`)
}

const mentions = (text: string, name: string): boolean => text.split(/[^\w$]+/).includes(name)

function untangle(cx: Context, parts: readonly string[], isTangled: (i: number, text: string) => boolean): readonly string[] {
  return parts.length > 1 && parts.some((text, i) => isTangled(i, text)) ? pin(cx, parts) : parts
}

/** Names for parts: what is not a stable name or a literal yet becomes a constant. */
export function pin(cx: Context, parts: readonly string[], base = '$'): string[] {
  return parts.map((part) => (cx.writer.isStable(part) ? part : base === '$' ? cx.writer.temporary(part) : cx.writer.define(base, part)))
}

/** Like pin, but a plain variable may stay: for parts that are written several times in one expression. */
export function once(cx: Context, parts: readonly string[]): string[] {
  return parts.map((part) => (isTrivial(part) ? part : cx.writer.temporary(part)))
}

/** New zeroed words for a variable that holds an array. */
export function allocate(cx: Context, base: string, type: Type, space: Memory['space']): MemoryPlace {
  const memory: Memory = { name: cx.writer.unique(base), space, writable: space !== 'constant', tracked: space !== 'constant' && cx.mode !== 'step' }
  cx.memories.set(memory.name, { memory, type, views: new Set() })
  return { kind: 'memory', type, memory, index: null, offset: 0 }
}

/**
 * Writes zeros where an earlier invocation has written. `NAME_high` counts the words that may not be zero: a stack that was
 * half used is cleared for half. The view, `NAME_?`, is any that the kernel uses.
 */
export function clear(cx: Context, memory: Memory): void {
  if (memory.tracked) cx.writer.line(`while (${memory.name}_high > 0) ${memory.name}_?[--${memory.name}_high] = 0;`)
  else cx.writer.line(`${memory.name}_?.fill(0);`)
}

/** Member of a struct in its place. */
export function memberPlace(place: Place, type: Type, leafStart: number, leafCount: number, wordOffset: number): Place {
  if (place.kind === 'memory') return { ...place, type, offset: place.offset + wordOffset }
  if (place.kind === 'local') return { ...place, type, names: place.names.slice(leafStart, leafStart + leafCount) }
  return { ...place, type, choices: place.choices.map((names) => names.slice(leafStart, leafStart + leafCount)) }
}

/** What an element of this type is, how many there are (null: the buffer decides), and its stride in words. */
function elementsOf(type: Type, at: Position): { element: Type; count: number | null; stride: number } {
  switch (type.kind) {
    case 'array': return { element: type.element, count: type.count, stride: type.stride }
    case 'vector': return { element: scalarType(type.scalar), count: type.width, stride: 1 }
    case 'matrix': return { element: vectorType(type.scalar, type.rows), count: type.columns, stride: columnStride(type) }
    default: throw compileError(at, `${nameOf(type)} has no elements`)
  }
}

/** `base[index]`, for values and places alike. */
export function elementOf(cx: Context, whole: Value, index: Value, at: Position): Value {
  const base = isAbstract(whole.type) && !isLiteral(index.parts[0]) ? concretize(whole, at) : whole
  const { element, count, stride } = elementsOf(base.type, at)
  const [indexText] = index.parts
  if (isLiteral(indexText)) {
    const i = Number(indexText)
    if (i < 0 || (count !== null && i >= count)) throw compileError(at, `index ${indexText} is outside ${nameOf(base.type)}`)
    if (count !== null) return constantElement(cx, base, element, i, stride)
  }
  const place = base.place
  if (place?.kind === 'memory') {
    const words = scaled(cx, bounded(cx, place, index, count, at), stride)
    const sum = place.index === null ? words : cx.writer.temporary(`${place.index} + ${words}`)
    return valueAt(cx, { ...place, type: element, index: sum })
  }
  if (base.type.kind === 'array') {
    // An array that is only a value gets a home for the time of this expression.
    const home = allocate(cx, 'values', base.type, 'function')
    store(cx, home, base.parts, at)
    return elementOf(cx, valueAt(cx, home), index, at)
  }
  if (count === null) throw compileError(at, 'a runtime-sized array lives in a buffer')
  const bound = boundedIndex(cx, index, String(count), at)
  const size = leavesOf(element).length
  const slices = (parts: readonly string[]) => Array.from({ length: count }, (_, i) => parts.slice(i * size, (i + 1) * size))
  if (place?.kind === 'local') return valueAt(cx, { kind: 'lane', type: element, choices: slices(place.names), index: bound, writable: place.writable })
  if (place?.kind === 'lane') {
    const joint = cx.writer.temporary(`${place.index} * ${count} + ${cx.mode === 'checked' ? bound : `Math.min(${bound}, ${count - 1})`}`)
    return valueAt(cx, { ...place, type: element, choices: place.choices.flatMap(slices), index: joint })
  }
  const choices = slices(once(cx, base.parts))
  return { type: element, parts: Array.from({ length: size }, (_, part) => pick(bound, choices.map((names) => names[part]))) }
}

function constantElement(cx: Context, base: Value, element: Type, i: number, stride: number): Value {
  const size = leavesOf(element).length
  if (base.place !== undefined && !(base.place.kind === 'memory' && base.place.memory.space === 'constant')) return valueAt(cx, memberPlace(base.place, element, i * size, size, i * stride))
  return { type: element, parts: base.parts.slice(i * size, (i + 1) * size) }
}

/** Index into memory, inside its bounds: clamped as the GPU's robust access clamps, or checked. */
function bounded(cx: Context, place: MemoryPlace, index: Value, count: number | null, at: Position): string {
  return boundedIndex(cx, index, count === null ? elementCount(cx, place) : String(count), at, place.memory.name, cx.mode !== 'checked')
}

/** Elements of the runtime-sized array in this place. */
export function elementCount(cx: Context, place: MemoryPlace): string {
  if (place.type.kind !== 'array') throw new Error('not an array')
  use(cx, place.memory, 'n')
  if (place.index !== null) throw new Error('a runtime-sized array stands at a constant offset')
  cx.memories.get(place.memory.name)?.views.add(`n${place.offset},${place.type.stride}`)
  cx.writer.markStable(`${place.memory.name}_n`)
  return `${place.memory.name}_n`
}

/** A stable index; i32 counts from the top when negative, as its bits say. */
function boundedIndex(cx: Context, index: Value, count: string, at: Position, what = 'this', clamp = false): string {
  const [scalar] = leavesOf(index.type)
  if (index.type.kind !== 'scalar' || !['i32', 'u32', 'abstract-int'].includes(scalar.scalar)) throw compileError(at, `${nameOf(index.type)} is not an index`)
  const [text] = index.parts
  const raw = scalar.scalar === 'i32' && !isLiteral(text) ? `(${text} >>> 0)` : text
  if (cx.mode === 'checked') {
    const [name] = pin(cx, [raw])
    cx.writer.line(`if (!(${name} < ${count})) ${cx.rt('outside')}('${what}', ${name}, ${count}, '${at.file}:${at.line}:${at.column}');`)
    return name
  }
  if (!clamp) return pin(cx, [raw])[0]
  const [name] = once(cx, [raw])
  if (isLiteral(name) && isLiteral(count)) return name
  const last = isLiteral(count) ? String(Number(count) - 1) : `(${count} - 1)`
  return cx.writer.temporary(`(${name} < ${count} ? ${name} : ${last})`)
}

/** index * stride in words; stays an int32, which JavaScript engines index fastest with. */
function scaled(cx: Context, index: string, stride: number): string {
  if (stride === 1) return index
  if (isLiteral(index)) return String(Number(index) * stride)
  const shift = Math.log2(stride)
  return cx.writer.temporary(Number.isInteger(shift) ? `(${index} << ${shift})` : `Math.imul(${index}, ${stride})`)
}

