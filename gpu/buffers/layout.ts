import { ArrayInfo, StructInfo, TemplateInfo, type TypeInfo, WgslReflect } from 'wgsl_reflect/wgsl_reflect.module.js'
import { EngineError } from '../device/error.ts'

/** A number, a boolean (as u32 0 or 1), a flat list of components, or nested structs. */
export type FieldValue = number | boolean | ArrayLike<number> | StructValue | readonly StructValue[]
export interface StructValue { readonly [field: string]: FieldValue }

/** Where a WGSL struct keeps its fields, read from its declaration: no layout is written twice. */
export interface StructLayout {
  readonly name: string
  /** Bytes of one struct, and from one to the next in an array. */
  readonly sizeBytes: number
  readonly offsets: Readonly<Record<string, number>>
  /**
   * Writes the named fields; those left out stay as they are.
   *
   * @throws EngineError `gpu-kernel` for a field that the WGSL does not declare or a list of the wrong length
   */
  write(target: DataView, byteOffset: number, value: StructValue): void
}

type Writer = (target: DataView, byteOffset: number, value: FieldValue) => void
type Scalar = 'f32' | 'u32' | 'i32'

/**
 * The declarations of a WGSL text: structs, constants, bindings, no comments and no functions. The parser that reads layouts
 * knows not every expression that a function may hold, and this much is read quickly.
 */
export function declarationsOf(wgsl: string): string {
  const text = wgsl.replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\//g, '')
  let declarations = ''
  let at = 0
  for (const { index } of text.matchAll(/(?:@\w+(?:\([^)]*\))?\s*)*\bfn\s+\w+\s*\(/g)) {
    if (index < at) continue
    declarations += text.slice(at, index)
    let depth = 0
    at = text.indexOf('{', index)
    do {
      if (text[at] === '{') depth++
      else if (text[at] === '}') depth--
      at++
    } while (depth > 0 && at < text.length)
  }
  return declarations + text.slice(at)
}

/** Reads one struct's layout from the text that declares it. */
export function readStructLayout(wgsl: string, name: string): StructLayout {
  const struct = new WgslReflect(declarationsOf(wgsl)).structs.find((candidate) => candidate.name === name)
  if (struct === undefined) throw new EngineError('gpu-kernel', `No struct ${name} in this WGSL`, { struct: name })
  return layoutOf(struct)
}

function layoutOf(struct: StructInfo): StructLayout {
  const writers = new Map<string, { offset: number; write: Writer }>()
  for (const member of struct.members) writers.set(member.name, { offset: member.offset, write: writerOf(member.type, `${struct.name}.${member.name}`) })
  return {
    name: struct.name,
    sizeBytes: struct.size,
    offsets: Object.fromEntries(struct.members.map((member) => [member.name, member.offset])),
    write(target, byteOffset, value) {
      for (const [field, fieldValue] of Object.entries(value)) {
        const writer = writers.get(field)
        if (writer === undefined) throw new EngineError('gpu-kernel', `${struct.name} has no field ${field}`, { struct: struct.name, field })
        writer.write(target, byteOffset + writer.offset, fieldValue)
      }
    },
  }
}

function writerOf(type: TypeInfo, path: string): Writer {
  if (type instanceof StructInfo) {
    const layout = layoutOf(type)
    return (target, byteOffset, value) => layout.write(target, byteOffset, value as StructValue)
  }
  if (type instanceof ArrayInfo) return arrayWriter(type, path)
  const scalar = scalarOf(type)
  if (scalar === null) return () => { throw new EngineError('gpu-kernel', `${path}: the host cannot write ${type.getTypeName()}`, { field: path }) }
  const [columns, rows] = shapeOf(type.name)
  // Columns of three are padded to four.
  const stride = rows === 3 ? 16 : rows * 4
  return (target, byteOffset, value) => {
    if (columns * rows === 1) return putScalar(target, byteOffset, scalar, Number(value))
    const list = value as ArrayLike<number>
    if (list.length !== columns * rows) throw new EngineError('gpu-kernel', `${path} takes ${columns * rows} numbers, not ${list.length}`, { field: path })
    for (let i = 0; i < list.length; i++) putScalar(target, byteOffset + Math.floor(i / rows) * stride + (i % rows) * 4, scalar, list[i])
  }
}

function arrayWriter(type: ArrayInfo, path: string): Writer {
  const writeOne = writerOf(type.format, path)
  const isStruct = type.format instanceof StructInfo
  const [columns, rows] = shapeOf(type.format.name)
  return (target, byteOffset, value) => {
    const list = value as ArrayLike<number> | readonly StructValue[]
    const step = isStruct ? 1 : columns * rows
    const count = list.length / step
    if (count > type.count || !Number.isInteger(count)) {
      throw new EngineError('gpu-kernel', `${path} holds ${type.count} elements, not ${count}`, { field: path })
    }
    for (let i = 0; i < count; i++) {
      const element = isStruct ? (list as readonly StructValue[])[i]
        : step === 1 ? (list as ArrayLike<number>)[i] : Array.prototype.slice.call(list, i * step, (i + 1) * step) as number[]
      writeOne(target, byteOffset + i * type.stride, element)
    }
  }
}

function putScalar(target: DataView, byteOffset: number, scalar: Scalar, value: number): void {
  if (scalar === 'f32') target.setFloat32(byteOffset, value, true)
  else if (scalar === 'u32') target.setUint32(byteOffset, value, true)
  else target.setInt32(byteOffset, value, true)
}

/** vec3f, vec3<f32>, mat4x4f, f32 and their kin; null for what is none of them. */
function scalarOf(type: TypeInfo): Scalar | null {
  if (type instanceof TemplateInfo && type.format !== null) return scalarOf(type.format)
  const name = type.getTypeName()
  if (name === 'f32' || name === 'u32' || name === 'i32') return name
  const suffix = /^(?:vec\d|mat\dx\d)([fui])$/.exec(name)?.[1]
  return suffix === undefined ? null : (`${suffix}32` as Scalar)
}

/** Columns and rows: [1, 1] for a scalar, [1, n] for a vector. */
function shapeOf(name: string): [columns: number, rows: number] {
  const matrix = /^mat(\d)x(\d)/.exec(name)
  if (matrix !== null) return [Number(matrix[1]), Number(matrix[2])]
  const vector = /^vec(\d)/.exec(name)
  return vector === null ? [1, 1] : [1, Number(vector[1])]
}
